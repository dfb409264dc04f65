/// The position of an entry: by the collection's key, then by number.
struct DirectoryPosition: Hashable, Comparable, Sendable {
    /// The key by which the collection is ordered, such as the number of a day.
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

/// The entry of one record in a collection: its position, the term that identifies its row, and its figures.
struct DirectoryEntry: Hashable, Sendable {
    var position: DirectoryPosition
    /// See ``RecordSealer/term(of:_:)``.
    var term: [UInt8]
    /// The figures to sum up, in whole units so that sums don't depend on the order; `nil` for unknown ones.
    var figures: [Int?]
}

/// Sums over entries.
public struct DirectorySum: Hashable, Sendable {
    /// The number of entries.
    public var count = 0
    /// A sum for each figure, with the number of entries in which it is known.
    public var figures: [Figure]

    /// The sum of one figure.
    public struct Figure: Hashable, Sendable {
        /// The sum over the entries in which the figure is known, modulo 2⁶⁴: figures have to be so small that it
        /// doesn't overflow.
        public var sum = 0
        /// The number of entries in which the figure is known.
        public var known = 0

        public init() {}

        /// Adds the figure of an entry, if it is known.
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

/// The description of a page in its parent, or in the manifest.
struct DirectoryChild: Hashable {
    var page: Int
    /// The term of the page's row.
    var term: [UInt8]
    /// The position of the first entry below it.
    var first: DirectoryPosition
    var sum: DirectorySum

    /// Accounts for an entry added below. The term is updated when the page is sealed.
    mutating func add(_ entry: DirectoryEntry) {
        first = min(first, entry.position)
        sum.add(entry)
    }
}

/// A page of a directory: entries on the lowest level, and descriptions of the pages below on the others.
final class DirectoryPage {
    let number: Int
    /// 0 for a page of entries.
    let level: Int
    var entries: DirectoryEntries
    var children: [DirectoryChild]
    /// Whether it differs from its stored row.
    var isChanged = false
    /// When it was used last, by the directory's own count.
    var lastUse = 0

    /// What a page holds.
    struct Content {
        let entries: DirectoryEntries
        let children: [DirectoryChild]
    }

    var content: Content { Content(entries: entries, children: children) }

    init(number: Int, level: Int, _ content: Content) {
        (self.number, self.level) = (number, level)
        (entries, children) = (content.entries, content.children)
    }

    convenience init(number: Int, level: Int, figures: Int) {
        self.init(number: number, level: level, Content(entries: DirectoryEntries(figures: figures), children: []))
    }

    /// The number of its entries or children.
    var count: Int { level == 0 ? entries.count : children.count }

    var first: DirectoryPosition? {
        guard count > 0 else { return nil }
        return level == 0 ? entries.position(0) : children[0].first
    }

    func sum(figures: Int) throws(MalformedRecord) -> DirectorySum {
        var sum = DirectorySum(figures: figures)
        try entries.add(entries.indices, to: &sum)
        for child in children { sum.add(child.sum) }
        return sum
    }

    /// The child that contains a position, or would contain it.
    func childIndex(of position: DirectoryPosition) -> Int {
        // The first child also covers positions before its first entry.
        max(children.indices.partitioningIndex { children[$0].first > position } - 1, 0)
    }

    /// The indices of the entries or children that may be in a range of keys.
    func indices(of keys: ClosedRange<Int>) -> Range<Int> {
        let lowest = DirectoryPosition(key: keys.lowerBound, number: .min)
        let highest = DirectoryPosition(key: keys.upperBound, number: .max)
        let first = level == 0 ? entryIndex(of: lowest) : childIndex(of: lowest)
        let end =
            level == 0
            ? entries.indices.partitioningIndex { entries.position($0) > highest }
            : children.indices.partitioningIndex { children[$0].first > highest }
        return first..<max(first, end)
    }

    /// The index of the first entry at or after a position.
    func entryIndex(of position: DirectoryPosition) -> Int {
        entries.indices.partitioningIndex { entries.position($0) >= position }
    }
}

extension Range<Int> {
    /// The first index that satisfies a predicate, which all indices after it must satisfy too; the upper bound if
    /// there is none.
    package func partitioningIndex(where predicate: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if predicate(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
