/// Where an entry stands: by what the collection is ordered by, and then by number.
struct DirectoryPosition: Hashable, Comparable, Sendable {
    /// What the collection is ordered by, such as the number of a day.
    var key: Int
    /// The record's number.
    var number: Int

    init(key: Int, number: Int) {
        (self.key, self.number) = (key, number)
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.key, left.number) < (right.key, right.number)
    }
}

/// One record of a collection: its place, what tells its row from any other, and its figures.
struct DirectoryEntry: Hashable, Sendable {
    var position: DirectoryPosition
    /// See ``RecordSealer/term(of:_:)``.
    var term: [UInt8]
    /// What is summed up, in whole units so that sums don't depend on their order; `nil` for what isn't known.
    var figures: [Int?]
}

/// Sums over entries.
public struct DirectorySum: Hashable, Sendable {
    public var count = 0
    /// A sum for each figure, with the number of entries that know it.
    public var figures: [Figure]

    public struct Figure: Hashable, Sendable {
        public var sum = 0
        /// How many entries know it.
        public var known = 0

        public init() {}

        /// Adds the figure of an entry, where it is known.
        public mutating func add(_ value: Int?) {
            guard let value else { return }
            sum &+= value
            known += 1
        }
    }

    init(figures: Int) {
        self.figures = Array(repeating: Figure(), count: figures)
    }

    mutating func add(_ entry: DirectoryEntry) {
        count += 1
        for (index, value) in entry.figures.enumerated() where index < figures.count { figures[index].add(value) }
    }

    mutating func add(_ other: DirectorySum) {
        count += other.count
        for index in figures.indices where index < other.figures.count {
            figures[index].sum &+= other.figures[index].sum
            figures[index].known += other.figures[index].known
        }
    }
}

/// What a page, or the manifest, says of the page below it.
struct DirectoryChild: Hashable {
    var page: Int
    /// Of the page's row.
    var term: [UInt8]
    /// The position of the first entry below.
    var first: DirectoryPosition
    var sum: DirectorySum
}

/// A page of a directory: entries on the lowest level, and pages of the level below on the others.
final class DirectoryPage {
    let number: Int
    /// 0 for a page of entries.
    let level: Int
    var entries: [DirectoryEntry] = []
    var children: [DirectoryChild] = []
    /// Whether it differs from its row.
    var isChanged = false

    init(number: Int, level: Int) {
        (self.number, self.level) = (number, level)
    }

    /// How many entries or pages it lists.
    var count: Int { level == 0 ? entries.count : children.count }

    var first: DirectoryPosition? { level == 0 ? entries.first?.position : children.first?.first }

    func sum(figures: Int) -> DirectorySum {
        var sum = DirectorySum(figures: figures)
        for entry in entries { sum.add(entry) }
        for child in children { sum.add(child.sum) }
        return sum
    }

    /// The child below which a position is, or would be.
    func childIndex(of position: DirectoryPosition) -> Int {
        // The first child also takes what is before its first entry.
        max(children.partitioningIndex { $0.first > position } - 1, 0)
    }

    /// What it lists below which there may be entries of some keys.
    func indices(of keys: ClosedRange<Int>) -> Range<Int> {
        let lowest = DirectoryPosition(key: keys.lowerBound, number: .min)
        let highest = DirectoryPosition(key: keys.upperBound, number: .max)
        let first = level == 0 ? entryIndex(of: lowest) : childIndex(of: lowest)
        let end =
            level == 0
            ? entries.partitioningIndex { $0.position > highest } : children.partitioningIndex { $0.first > highest }
        return first..<max(first, end)
    }

    /// The index of the first entry at a position or behind it.
    func entryIndex(of position: DirectoryPosition) -> Int {
        entries.partitioningIndex { $0.position >= position }
    }
}

extension Array {
    /// The index of the first element that fulfils a predicate which all behind it fulfil too; the count if none does.
    fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
