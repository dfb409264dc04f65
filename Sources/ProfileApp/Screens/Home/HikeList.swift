internal import ProfileKit
internal import ProfileRendering

/// The hikes that match the query, in its order, and the selected one.
struct HikeList: Sendable {
    private(set) var index: HikeIndex
    private(set) var query = HikeQuery()
    /// The hikes of the list, as indices of the archive.
    private(set) var rows: [Int32]
    /// The row of the selected hike in the list; 0 in an empty one.
    private(set) var selected = 0
    /// Whether the user has chosen a hike; until then the first one is selected.
    private(set) var hasChosen = false
    /// The search field, while it is open.
    private(set) var search: TextInput?
    /// Whether the search field has the terminal's cursor, which an arrow key gives to the list until something is
    /// typed.
    private(set) var searchHasCursor = false
    /// The hikes that the store found for a filter.
    private var found: (filter: HikeFilter, ids: Set<Int>)?
    /// The ids of the hikes that are selected together, all of them listed.
    private(set) var marked: Set<Int> = []
    /// The ids of hikes that were removed here, until the hikes are read again.
    private var removed: Set<Int> = []

    init(_ index: HikeIndex) {
        self.index = index
        rows = index.indices(for: HikeQuery())
    }

    var count: Int { rows.count }
    /// The ids of the hikes, in order.
    var ids: [Int] { rows.map { index.hikes[Int($0)].id } }
    var chosen: HikeHeader? { hike(at: selected) }
    /// The hikes to act on: those that are selected together, or the chosen one.
    var targets: [HikeHeader] {
        guard !marked.isEmpty else { return chosen.map { [$0] } ?? [] }
        return rows.map { index.hikes[Int($0)] }.filter { marked.contains($0.id) }
    }

    func hike(at row: Int) -> HikeHeader? {
        rows.indices.contains(row) ? index.hikes[Int(rows[row])] : nil
    }

    /// The row of a hike in the list; `nil` if it isn't there.
    func row(of id: Int?) -> Int? {
        id.flatMap { id in rows.firstIndex { index.hikes[Int($0)].id == id } }
    }

    /// Whether to show a line with the search, the filters and the order.
    var showsQuery: Bool { search != nil || query != HikeQuery() }

    // MARK: Contents

    /// Shows another index. A hike that the user chose stays selected if it still exists.
    mutating func show(_ index: HikeIndex) {
        let id = hasChosen ? chosen?.id : nil
        (self.index, removed, found) = (index, [], nil)
        rebuild(choosing: id)
    }

    /// Leaves out hikes that were removed, before the index without them is read.
    mutating func leaveOut(_ ids: [Int]) {
        removed.formUnion(ids)
        rebuild(choosing: nil)
    }

    private mutating func rebuild(choosing id: Int?) {
        let found = found.flatMap { $0.filter == query.line.question ? $0.ids : nil }
        rows = index.indices(for: query, found: found)
        if !removed.isEmpty { rows = rows.filter { !removed.contains(index.hikes[Int($0)].id) } }
        selected = row(of: id) ?? max(0, min(selected, rows.count - 1))
        if !marked.isEmpty { marked.formIntersection(ids) }
    }

    /// Selects the chosen hike beside others, or no longer, and moves on.
    mutating func mark() {
        guard let id = chosen?.id else { return }
        if marked.remove(id) == nil { marked.insert(id) }
        select(selected + 1)
    }

    /// Selects all listed hikes together; none if all are.
    mutating func markAll() { marked = marked.count == count ? [] : Set(ids) }

    mutating func clearMarks() { marked = [] }

    mutating func select(_ row: Int) {
        (hasChosen, searchHasCursor) = (true, false)
        selected = max(0, min(row, rows.count - 1))
    }

    /// Notes that the user chose the selected hike.
    mutating func keepChosen() { hasChosen = true }

    // MARK: The query

    /// Shows the hikes in the next order, or the one before.
    ///
    /// - Returns: whether the list changed.
    mutating func changeOrder(backwards: Bool) -> Bool {
        ask { $0.order = HikeOrder.allCases.turned(backwards).cycled(from: $0.order) }
    }

    /// Shows the hikes of the next year, or the one before.
    ///
    /// - Returns: whether the list changed.
    mutating func changePeriod(backwards: Bool) -> Bool {
        ask { [index] in $0.period = index.periods(of: $0.activity).turned(backwards).stepped(from: $0.period) }
    }

    /// Shows the hikes of the next activity, or the one before.
    ///
    /// - Returns: whether the list changed.
    mutating func changeActivity(backwards: Bool) -> Bool {
        ask { [index] in
            $0.activity = index.activities(in: $0.period?.year).turned(backwards).stepped(from: $0.activity)
        }
    }

    /// Ends search, filters and order.
    ///
    /// - Returns: whether the list changed.
    mutating func showAll() -> Bool { ask { $0 = HikeQuery() } }

    /// The part of the filter that only the store can answer; `nil` if the answer is known, or not needed.
    var question: HikeFilter? { found?.filter == query.line.question ? nil : query.line.question }

    /// Whether no hike can be listed before the store has answered.
    var isSearching: Bool { question?.evidence.contains { $0 != .notes } ?? false }

    /// Shows what the store found for a filter, if that is still wanted.
    mutating func show(_ ids: Set<Int>, foundFor filter: HikeFilter) {
        guard filter == query.line.question else { return }
        let id = hasChosen ? chosen?.id : nil
        found = (filter, ids)
        rebuild(choosing: id)
    }

    /// Shows the hikes of a period.
    ///
    /// - Returns: whether the list changed.
    mutating func show(_ period: HikePeriod) -> Bool {
        ask {
            $0 = HikeQuery()
            $0.period = period
        }
    }

    mutating func openSearch() {
        search = TextInput(query.line.text, placeholder: "words, year:2026, tag:wet, near:…", limit: 200)
        searchHasCursor = true
    }

    /// Closes the search field, and keeps its results.
    mutating func closeSearch() { search = nil }

    /// Closes the search field, and shows what it left out.
    ///
    /// - Returns: whether the list changed.
    mutating func clearSearch() -> Bool {
        search = nil
        return ask { $0.line = FilterLine() }
    }

    /// Searches while a text is being typed.
    ///
    /// - Returns: whether the list changed.
    mutating func type(_ event: Event) -> Bool {
        guard var field = search, field.update(event) else { return false }
        (search, searchHasCursor) = (field, true)
        return ask { $0.line = FilterLine(field.text) }
    }

    private mutating func ask(_ change: (inout HikeQuery) -> Void) -> Bool {
        var changed = query
        change(&changed)
        guard changed != query else { return false }
        // The results are shown from the top.
        (query, selected) = (changed, 0)
        rebuild(choosing: nil)
        return true
    }
}

extension HikeIndex {
    fileprivate func periods(of activity: Activity?) -> [HikePeriod] { years(of: activity).map { .year($0) } }
}

extension Array where Element: Equatable {
    fileprivate func turned(_ backwards: Bool) -> [Element] { backwards ? reversed() : self }

    /// The element after one, with `nil` between the last and the first.
    fileprivate func stepped(from element: Element?) -> Element? {
        guard let element, let row = firstIndex(of: element) else { return first }
        return row + 1 < count ? self[row + 1] : nil
    }

    /// The element after one; after the last, the first.
    func cycled(from element: Element) -> Element { stepped(from: element) ?? first ?? element }
}
