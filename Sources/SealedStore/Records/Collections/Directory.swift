internal import Sealing

/// The sealed list of a collection's records in order, with the term that identifies each row and with sums over them.
///
/// It is a B+ tree whose pages are sealed records. Each page holds the terms of the pages below it, and the manifest
/// holds that of the top page, so everything reached from the manifest is current (a Merkle tree). Adding, changing or
/// removing a record writes one page per level, or a few where pages are split or merged; a list, a sum or a rank reads
/// only the pages on its path.
///
/// It belongs to one transaction. Changes are kept in its pages until ``flush(revision:)`` seals them.
final class Directory {
    let kind: RecordKind
    private let pages: DirectoryPages
    private(set) var root: DirectoryRoot
    /// Whether the root differs from the one in the manifest.
    private(set) var isChanged = false
    /// The keys at which entries were added, replaced or removed; `nil` if they may be any.
    private(set) var changedKeys: Set<Int>? = []
    /// The numbers of the entries that were added, replaced or removed; `nil` if they may be any.
    private(set) var changedNumbers: Set<Int>? = []

    /// The maximum number of entries or children of a page.
    private let capacity: Int

    init(
        of kind: RecordKind, root: DirectoryRoot, in backend: any RecordBackend, sealer: RecordSealer,
        limits: DirectoryLimits = DirectoryLimits(), cached: CachedPages = CachedPages()
    ) {
        self.kind = kind
        self.root = root
        capacity = limits.capacity
        pages = DirectoryPages(
            of: kind, figures: root.figures, in: backend, sealer: sealer, limits: limits,
            cached: cached)
    }

    // MARK: Reading

    /// The number of records.
    var count: Int { root.top?.sum.count ?? 0 }

    /// The sums over all entries.
    var sum: DirectorySum { root.top?.sum ?? DirectorySum(figures: root.figures) }

    func entry(at position: DirectoryPosition) throws -> DirectoryEntry? {
        guard var page = try topPage() else { return nil }
        while page.level > 0 { page = try child(page, page.childIndex(of: position)) }
        let index = page.entryIndex(of: position)
        guard index < page.entries.count, page.entries.position(index) == position else { return nil }
        return try page.entries.entry(index)
    }

    /// The entry of a record whose key isn't known, found by searching all entries.
    func entry(numbered number: Int) throws -> DirectoryEntry? {
        var found: DirectoryEntry?
        try visit { entry in
            if entry.position.number == number { found = entry }
            return found == nil
        }
        return found
    }

    /// Calls a body with the entries whose keys are in a range, in order, until it returns `false`.
    func visit(
        in keys: ClosedRange<Int> = .min ... .max, descending: Bool = false, _ body: (DirectoryEntry) throws -> Bool
    ) throws {
        guard let top = try topPage() else { return }
        _ = try visit(below: top, in: keys, descending: descending, body)
    }

    private func visit(
        below page: DirectoryPage, in keys: ClosedRange<Int>, descending: Bool,
        _ body: (DirectoryEntry) throws -> Bool
    ) throws -> Bool {
        let indices = page.indices(of: keys)
        var index = descending ? indices.upperBound - 1 : indices.lowerBound
        while indices.contains(index) {
            if page.level == 0 {
                guard try body(page.entries.entry(index)) else { return false }
            } else {
                let below = try child(page, index)
                guard try visit(below: below, in: keys, descending: descending, body) else { return false }
                pages.releaseListed(below)
            }
            index += descending ? -1 : 1
        }
        return true
    }

    /// Calls a body with the pages of entries, in order.
    func visitPages(_ body: (DirectoryEntries) throws -> Void) throws {
        if let top = try topPage() { try visitPages(below: top, body) }
    }

    private func visitPages(below page: DirectoryPage, _ body: (DirectoryEntries) throws -> Void) throws {
        guard page.level > 0 else { return try body(page.entries) }
        for index in page.children.indices {
            let below = try child(page, index)
            try visitPages(below: below, body)
            pages.releaseListed(below)
        }
    }

    /// The sums over the entries whose keys are in a range.
    func sum(in keys: ClosedRange<Int>) throws -> DirectorySum {
        var sum = DirectorySum(figures: root.figures)
        guard let top = try topPage() else { return sum }
        try addSum(below: top, in: keys, isBoundedAbove: false, to: &sum)
        return sum
    }

    /// - Parameter isBoundedAbove: whether no entry below the page is after the range.
    private func addSum(
        below page: DirectoryPage, in keys: ClosedRange<Int>, isBoundedAbove: Bool, to sum: inout DirectorySum
    ) throws {
        if page.level == 0 {
            return try page.entries.add(page.indices(of: keys), to: &sum)
        }
        for index in page.children.indices where overlaps(page, index, keys) {
            let next = index + 1 < page.children.count ? page.children[index + 1].first.key : nil
            let isBounded = next.map { $0 <= keys.upperBound } ?? isBoundedAbove
            if isBounded, keys.contains(page.children[index].first.key) {
                sum.add(page.children[index].sum)
            } else {
                try addSum(below: try child(page, index), in: keys, isBoundedAbove: isBounded, to: &sum)
            }
        }
    }

    /// The entry at a rank, counted from 0; `nil` if there are fewer entries.
    func entry(rank: Int) throws -> DirectoryEntry? {
        guard (0..<count).contains(rank), var page = try topPage() else { return nil }
        var left = rank
        while page.level > 0 {
            guard
                let index = page.children.firstIndex(where: { child in
                    if left < child.sum.count { return true }
                    left -= child.sum.count
                    return false
                })
            else { throw damage }
            page = try child(page, index)
        }
        guard page.entries.indices.contains(left) else { throw damage }
        return try page.entries.entry(left)
    }

    /// The first entry at which the running sum of a figure reaches a goal; `nil` if it never does.
    ///
    /// - Parameter figure: the index of a figure that is never negative.
    func entry(reaching goal: Int, ofFigure figure: Int) throws -> DirectoryEntry? {
        guard (0..<root.figures).contains(figure), sum.figures[figure].sum >= goal, var page = try topPage() else {
            return nil
        }
        var left = goal
        while page.level > 0 {
            guard
                let index = page.children.firstIndex(where: { child in
                    if child.sum.figures[figure].sum >= left { return true }
                    left -= child.sum.figures[figure].sum
                    return false
                })
            else { throw damage }
            page = try child(page, index)
        }
        for index in page.entries.indices {
            let entry = try page.entries.entry(index)
            left -= entry.figures[figure] ?? 0
            if left <= 0 { return entry }
        }
        throw damage
    }

    /// The first entry in a range of keys whose figure is known; `nil` if there is none.
    func firstEntry(in keys: ClosedRange<Int>, knowingFigure figure: Int) throws -> DirectoryEntry? {
        guard (0..<root.figures).contains(figure), let top = try topPage() else { return nil }
        return try firstEntry(below: top, in: keys, knowingFigure: figure)
    }

    private func firstEntry(
        below page: DirectoryPage, in keys: ClosedRange<Int>, knowingFigure figure: Int
    ) throws -> DirectoryEntry? {
        for index in page.indices(of: keys) {
            if page.level == 0 {
                let entry = try page.entries.entry(index)
                if entry.figures[figure] != nil { return entry }
            } else if page.children[index].sum.figures[figure].known > 0,
                let found = try firstEntry(below: try child(page, index), in: keys, knowingFigure: figure)
            {
                return found
            }
        }
        return nil
    }

    /// The number of pages, if the root and all pages say of the pages below them what is in those; `nil` otherwise.
    func countPages() throws -> Int? {
        guard let described = root.top, let top = try topPage() else { return 0 }
        return try countPages(from: top, as: described)
    }

    private func countPages(from page: DirectoryPage, as described: DirectoryChild) throws -> Int? {
        let found = try summary(of: page)
        guard found.first == described.first, found.sum == described.sum else { return nil }
        var count = 1
        for index in page.children.indices {
            let below = try child(page, index)
            guard let more = try countPages(from: below, as: page.children[index]) else { return nil }
            count += more
            pages.releaseListed(below)
        }
        return count
    }

    private func overlaps(_ page: DirectoryPage, _ index: Int, _ keys: ClosedRange<Int>) -> Bool {
        guard page.children[index].first.key <= keys.upperBound else { return false }
        return index + 1 == page.children.count || page.children[index + 1].first.key >= keys.lowerBound
    }

    // MARK: Changing

    /// Adds an entry, replacing the one at its position if there is one.
    func insert(_ entry: DirectoryEntry) throws {
        isChanged = true
        noteChange(at: entry.position)
        root.highestNumber = max(root.highestNumber, entry.position.number)
        guard let top = try topPage() else {
            let page = newPage(level: 0)
            page.entries.insert(entry, at: 0)
            return try setTop(page)
        }
        switch try insert(entry, below: top, isLast: true) {
        case .added: root.top?.add(entry)
        case .replaced: try setTop(top)
        case .split(let sibling):
            guard root.level < DirectoryPage.maximumLevel else { throw damage }
            let above = newPage(level: top.level + 1)
            above.children = [try summary(of: top), try summary(of: sibling)]
            try setTop(above)
        }
    }

    /// The effect of an insertion on a page.
    private enum Insertion {
        case added
        /// The entry replaced one at the same position.
        case replaced
        /// The page had to be split; this is the one with the second half.
        case split(DirectoryPage)
    }

    /// - Parameter isLast: whether nothing comes after the page. Entries appended in order then fill pages completely.
    private func insert(_ entry: DirectoryEntry, below page: DirectoryPage, isLast: Bool) throws -> Insertion {
        page.isChanged = true
        var isAtEnd = isLast
        if page.level == 0 {
            let index = page.entryIndex(of: entry.position)
            isAtEnd = isLast && index == page.entries.count
            if index < page.entries.count, page.entries.position(index) == entry.position {
                page.entries.remove(at: index)
                page.entries.insert(entry, at: index)
                return .replaced
            }
            page.entries.insert(entry, at: index)
        } else {
            let index = page.childIndex(of: entry.position)
            isAtEnd = isLast && index == page.children.count - 1
            let child = try child(page, index)
            switch try insert(entry, below: child, isLast: isAtEnd) {
            case .added:
                page.children[index].add(entry)
            case .replaced:
                page.children[index] = try summary(of: child)
                return .replaced
            case .split(let sibling):
                page.children[index] = try summary(of: child)
                page.children.insert(try summary(of: sibling), at: index + 1)
            }
        }
        guard page.count > capacity else { return .added }
        let sibling = newPage(level: page.level)
        let half = isAtEnd ? page.count - 1 : page.count / 2
        if page.level == 0 {
            sibling.entries = page.entries.split(at: half)
        } else {
            sibling.children = Array(page.children[half...])
            page.children.removeSubrange(half...)
        }
        return .split(sibling)
    }

    private func noteChange(at position: DirectoryPosition) {
        changedKeys?.insert(position.key)
        changedNumbers?.insert(position.number)
    }

    /// Notes that the directory replaces another one, whose entries aren't known.
    func forgetChanges() { (changedKeys, changedNumbers) = (nil, nil) }

    /// Removes the entry at a position, if there is one.
    func remove(_ position: DirectoryPosition) throws {
        guard let top = try topPage(), try entry(at: position) != nil else { return }
        isChanged = true
        noteChange(at: position)
        try remove(position, below: top)
        var page = top
        // A page with a single child is an unnecessary level.
        while page.level > 0, page.children.count == 1 {
            let below = try child(page, 0)
            try pages.drop(page)
            page = below
        }
        guard page.count > 0 else {
            try pages.drop(page)
            (root.top, root.level) = (nil, 0)
            return
        }
        try setTop(page)
    }

    private func remove(_ position: DirectoryPosition, below page: DirectoryPage) throws {
        page.isChanged = true
        guard page.level > 0 else {
            page.entries.remove(at: page.entryIndex(of: position))
            return
        }
        let index = page.childIndex(of: position)
        let below = try child(page, index)
        try remove(position, below: below)
        if below.count == 0 {
            try pages.drop(below)
            page.children.remove(at: index)
        } else {
            page.children[index] = try summary(of: below)
            try mergeIfSmall(page, index)
        }
    }

    /// Merges a page that has become small with its neighbour, if both fit into one page with room to spare.
    private func mergeIfSmall(_ page: DirectoryPage, _ index: Int) throws {
        guard page.children.count > 1, try child(page, index).count < capacity / 4 else { return }
        let left = min(index, page.children.count - 2)
        let (one, other) = (try child(page, left), try child(page, left + 1))
        guard one.count + other.count <= capacity * 3 / 4 else { return }
        one.entries.append(other.entries)
        one.children += other.children
        one.isChanged = true
        try pages.drop(other)
        page.children.remove(at: left + 1)
        page.children[left] = try summary(of: one)
    }

    // MARK: Pages

    /// Seals every page that was changed, and updates the root, which the caller stores in the manifest.
    ///
    /// - Parameter revision: the revision to which the pages' boxes are bound; never used before.
    func flush(revision: Int) throws {
        if let term = try pages.flush(root, revision: revision) { root.top?.term = term }
    }

    /// Releases pages if there are many in memory, so that a long import takes no more memory than a short one.
    func spill(revision: Int) throws { try pages.spill(root, revision: revision) }

    private func topPage() throws -> DirectoryPage? { try pages.top(of: root) }

    private func child(_ page: DirectoryPage, _ index: Int) throws -> DirectoryPage {
        try pages.page(page.children[index], level: page.level - 1)
    }

    private func newPage(level: Int) -> DirectoryPage {
        root.highestPage += 1
        return pages.add(root.highestPage, level: level)
    }

    private func setTop(_ page: DirectoryPage) throws {
        page.isChanged = true
        root.top = try summary(of: page)
        root.level = page.level
    }

    /// The description of a page for its parent. Its term is set when the page is sealed.
    private func summary(of page: DirectoryPage) throws -> DirectoryChild {
        DirectoryChild(
            page: page.number, term: [], first: page.first ?? DirectoryPosition(key: .min, number: .min),
            sum: try page.sum(figures: root.figures))
    }

    private var damage: StoreError { .damage(ofCollection: kind) }
}
