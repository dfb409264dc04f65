internal import ProfileKit
internal import ProfileRendering

/// Where the parts of the home lie: a title, the notice of a draft, what is searched for, the list, the keys; the chosen
/// hike's page beside the list of a wide window, the open hike's detail in that of a narrow one.
struct HomeLayout: Sendable {
    let noticeHeight: Int
    /// The lines that say what of the store doesn't open.
    let damageHeight: Int
    /// 1 where something is searched for or left out.
    let queryHeight: Int
    let listHeight: Int
    let listWidth: Int
    /// Where the chosen hike's page lies; `nil` in a narrow window.
    let page: CellRectangle?
    /// The lines of the open hike's detail under its row.
    let detailHeight: Int
    private let hikeCount: Int
    private let openPlace: Int?

    /// Whether there is room for a list and a page side by side.
    static func isWide(_ size: CellSize) -> Bool { size.columns >= 100 && size.rows >= 12 }

    init(_ screen: HomeScreen, size: CellSize) {
        // Title and keys take a row each. A narrow notice takes two.
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
        // Instead of a graph there is a sentence, and one about damage may take two lines.
        detailHeight = isWide ? 0 : max(0, min(listHeight - 2, screen.hasGraph ? 13 : screen.openDamage == nil ? 3 : 4))
        hikeCount = screen.places.count
        openPlace = isWide ? nil : screen.openPlace
    }

    /// The screen row at which the list begins.
    var listTop: Int { queryTop + queryHeight }

    /// The screen row at which what is searched for stands; the list, where nothing is.
    var queryTop: Int { 1 + noticeHeight + damageHeight }

    /// All lines of the list, seen or not.
    var lineCount: Int { hikeCount + (openPlace == nil ? 0 : detailHeight) }

    /// The lines of a hike, its detail included.
    func lines(of place: Int) -> Range<Int> {
        guard let openPlace else { return place..<place + 1 }
        let first = place + (openPlace < place ? detailHeight : 0)
        return first..<first + 1 + (openPlace == place ? detailHeight : 0)
    }

    /// The first hike of which something stands at or below a line.
    func firstHike(atLine line: Int) -> Int {
        guard let openPlace, line > openPlace else { return line }
        return max(openPlace, line - detailHeight)
    }
}

extension ProfileDraft {
    /// What the screens say of a saved draft; `nil` for one that changes nothing.
    func notice(today: Day) -> DraftText? {
        changes.isEmpty ? nil : DraftText(savedAt: savedAt, changes: changes, today: today)
    }
}
