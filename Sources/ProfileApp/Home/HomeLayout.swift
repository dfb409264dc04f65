internal import ProfileKit
internal import ProfileRendering

/// The layout of the home screen: a title, the notice of a draft, the search, the list and the key line. A wide window
/// has the selected hike's page beside the list, a narrow one the open hike's detail within it.
struct HomeLayout: Sendable {
    let noticeHeight: Int
    /// The lines about damage to the store.
    let damageHeight: Int
    /// 1 if hikes are searched for or left out, otherwise 0.
    let queryHeight: Int
    let listHeight: Int
    let listWidth: Int
    /// The area of the selected hike's page; `nil` in a narrow window.
    let page: CellRectangle?
    /// The lines of the open hike's detail under its row.
    let detailHeight: Int
    private let hikeCount: Int
    private let openPlace: Int?

    /// Whether there is room for a list and a page side by side.
    static func isWide(_ size: CellSize) -> Bool { size.columns >= 100 && size.rows >= 12 }

    init(_ screen: HomeScreen, size: CellSize) {
        // In a narrow window the notice takes two rows.
        noticeHeight = screen.notice.map { $0.text.cells + 6 > size.columns ? 2 : 1 } ?? 0
        damageHeight = min(screen.damage?.lines(width: size.columns - 2).count ?? 0, size.rows / 4)
        queryHeight = screen.showsQuery ? 1 : 0
        listHeight = max(1, size.rows - 2 - noticeHeight - damageHeight - queryHeight)
        let isWide = Self.isWide(size)
        let above = 1 + noticeHeight + damageHeight
        listWidth = isWide ? min(max(size.columns * 2 / 5, 46), 72) : size.columns
        page =
            isWide
            ? CellRectangle(
                column: listWidth + 2, row: above + 1, columns: size.columns - listWidth - 4,
                rows: max(1, size.rows - 3 - above)) : nil
        // Without a graph there is a sentence, and one about damage may take two lines.
        detailHeight = isWide ? 0 : max(0, min(listHeight - 2, screen.hasGraph ? 13 : screen.openDamage == nil ? 3 : 4))
        hikeCount = screen.places.count
        openPlace = isWide ? nil : screen.openPlace
    }

    /// The screen row at which the list begins.
    var listTop: Int { queryTop + queryHeight }

    /// The screen row of the search; without one, that of the list.
    var queryTop: Int { 1 + noticeHeight + damageHeight }

    /// The number of lines of the list, visible or not.
    var lineCount: Int { hikeCount + (openPlace == nil ? 0 : detailHeight) }

    /// The lines of a hike, including its detail.
    func lines(of place: Int) -> Range<Int> {
        guard let openPlace else { return place..<place + 1 }
        let first = place + (openPlace < place ? detailHeight : 0)
        return first..<first + 1 + (openPlace == place ? detailHeight : 0)
    }

    /// The first hike with a line at or below a given one.
    func firstHike(atLine line: Int) -> Int {
        guard let openPlace, line > openPlace else { return line }
        return max(openPlace, line - detailHeight)
    }
}

extension ProfileDraft {
    /// The notice of a saved draft; `nil` if it changes nothing.
    func notice(today: Day) -> DraftText? {
        changes.isEmpty ? nil : DraftText(savedAt: savedAt, changes: changes, today: today, change: \.labelledText)
    }
}
