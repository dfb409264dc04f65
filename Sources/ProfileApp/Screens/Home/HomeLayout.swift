internal import ProfileKit
internal import ProfileRendering

/// The layout of the home screen: a title, the notice of a draft, the goal, the head, the search, the list and the key
/// line. A wide window has the selected hike's page beside the list, a narrow one the open hike's detail within it.
struct HomeLayout: Sendable {
    /// The area of the notice of a draft.
    let notice: CellRectangle
    let noticeHeight: Int
    /// The lines about damage to the store.
    let damageHeight: Int
    /// 1 if the profile has a goal, otherwise 0.
    let goalHeight: Int
    /// The featured place and photo, and the categories, above the hikes; empty where there is no room for them.
    let head: HomeHeadLayout
    /// 1 if hikes are searched for or left out, otherwise 0.
    let queryHeight: Int
    let listHeight: Int
    let listWidth: Int
    /// The area of the selected hike's page; `nil` in a narrow window.
    let page: CellRectangle?
    /// The lines of the open hike's detail under its row.
    let detailHeight: Int
    private let hikeCount: Int
    private let openIndex: Int?

    /// Whether there is room for a list and a page side by side.
    static func isWide(_ size: CellSize) -> Bool { size.columns >= 100 && size.rows >= 12 }

    init(_ screen: HomeScreen, size: CellSize) {
        // In a narrow window the notice takes two rows.
        noticeHeight = screen.notice.map { $0.text.cells + 6 > size.columns ? 2 : 1 } ?? 0
        notice = CellRectangle(column: 0, row: 1, columns: size.columns, rows: noticeHeight)
        damageHeight = min(screen.damage?.lines(width: size.columns - 2).count ?? 0, size.rows / 4)
        goalHeight = screen.goal == nil ? 0 : 1
        queryHeight = screen.list.showsQuery ? 1 : 0
        let height = size.rows - 2 - noticeHeight - damageHeight - goalHeight - queryHeight
        let isWide = Self.isWide(size)
        let above = 1 + noticeHeight + damageHeight + goalHeight
        listWidth = isWide ? min(max(size.columns * 2 / 5, 46), 72) : size.columns
        // The hikes are what the home is for, so the head gives way to them, and to the open hike's detail. Only its
        // first row is worth two of the graph.
        let wanted = height - HomeHeadLayout.hikesBelow - 1
        let detail = isWide ? 0 : min(max(wanted, Self.graphDetailHeight - 2), Self.graphDetailHeight)
        head = HomeHeadLayout(
            screen.head, hasPhoto: screen.photo.canShow(screen.head.photo), top: above, width: listWidth,
            room: min(height - detail - HomeHeadLayout.hikesBelow, height / 3))
        listHeight = max(1, height - head.height)
        page =
            isWide
            ? CellRectangle(
                column: listWidth + 2, row: above + 1, columns: size.columns - listWidth - 4,
                rows: max(1, size.rows - 3 - above)) : nil
        // Without a graph there is a sentence, and one about damage may take two lines.
        let graphDetail = head.height > 0 ? detail : Self.graphDetailHeight
        detailHeight =
            isWide ? 0 : max(0, min(listHeight - 2, screen.hasGraph ? graphDetail : screen.openDamage == nil ? 3 : 4))
        hikeCount = screen.list.count
        openIndex = isWide ? nil : screen.openIndex
    }

    /// The lines of a detail with a graph.
    private static let graphDetailHeight = 13

    /// The column at which the open hike's detail begins.
    static let detailColumn = 2
    static func detailWidth(in size: CellSize) -> Int { size.columns - 3 }

    /// The screen row at which the list begins.
    var listTop: Int { queryTop + queryHeight }

    /// The screen row of the search; without one, that of the list.
    var queryTop: Int { headTop + head.height }

    /// The screen row of the head; without one, that of the search.
    var headTop: Int { goalTop + goalHeight }

    /// The screen row of the goal.
    var goalTop: Int { 1 + noticeHeight + damageHeight }

    /// The number of lines of the list, visible or not.
    var lineCount: Int { hikeCount + (openIndex == nil ? 0 : detailHeight) }

    /// The lines of a hike, including its detail.
    func lines(of index: Int) -> Range<Int> {
        guard let openIndex else { return index..<index + 1 }
        let first = index + (openIndex < index ? detailHeight : 0)
        return first..<first + 1 + (openIndex == index ? detailHeight : 0)
    }

    /// The first hike with a line at or below a given one.
    func firstHike(atLine line: Int) -> Int {
        guard let openIndex, line > openIndex else { return line }
        return max(openIndex, line - detailHeight)
    }
}

extension HomeScreen {
    /// The clickable part at a cell.
    func target(at point: CellPoint) -> Target? {
        let layout = HomeLayout(self, size: size)
        if layout.notice.contains(point) { return .draft }
        if let area = layout.page, point.column >= area.origin.column {
            guard let plot = shown.page.flatMap({ HikePageLayout($0, in: area).plot }), area.contains(point) else {
                return nil
            }
            return plot.columnRange.contains(point.column) ? .graph(plot) : nil
        }
        guard point.column < layout.listWidth else { return nil }
        if let row = layout.head.row(at: point) { return .head(row) }
        if list.showsQuery, point.row == layout.queryTop { return .search }
        let row = point.row - layout.listTop
        let line = row + scroll.top(height: layout.listHeight, of: layout.lineCount)
        guard (0..<layout.listHeight).contains(row), (0..<layout.lineCount).contains(line) else { return nil }
        let index = layout.firstHike(atLine: line)
        let own = layout.lines(of: index)
        if line == own.lowerBound { return .hike(index) }
        guard line == own.lowerBound + 1 else { return nil }
        let width = HomeLayout.detailWidth(in: size)
        let choices = measureControl.areas(column: 0, row: 0, width: width)
        let inDetail = CellPoint(column: point.column - HomeLayout.detailColumn, row: 0)
        return choices.first { $0.area.contains(inDetail) }.map { .measure($0.value) }
    }
}

extension CellRectangle {
    var columnRange: Range<Int> { origin.column..<origin.column + size.columns }

    /// The position of a column's middle, from 0 at the left edge to 1 at the right one.
    func fraction(ofColumn column: Int) -> Double {
        (Double(column - origin.column) + 0.5) / Double(max(size.columns, 1))
    }
}

extension ProfileDraft {
    /// The notice of a saved draft; `nil` if it changes nothing.
    func notice(today: Day) -> DraftText? {
        changes.isEmpty ? nil : DraftText(savedAt: savedAt, changes: changes, today: today, change: \.labelledText)
    }
}
