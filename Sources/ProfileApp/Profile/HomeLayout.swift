internal import ProfileKit
internal import ProfileRendering

/// Where the parts of the home lie: a title, the notice of a draft, the list with the open hike's detail, the keys.
struct HomeLayout: Sendable {
    let noticeHeight: Int
    let listHeight: Int
    /// The lines of the open hike's detail under its row.
    let detailHeight: Int
    private let hikeCount: Int
    private let openIndex: Int?

    init(_ screen: HomeScreen, size: CellSize) {
        // Title and keys take a row each. A narrow notice takes two.
        noticeHeight = screen.notice.map { $0.text.cells + 6 > size.columns ? 2 : 1 } ?? 0
        listHeight = max(1, size.rows - 2 - noticeHeight)
        // A graph of nothing is one sentence.
        detailHeight = max(0, min(listHeight - 2, screen.hasGraph ? 13 : 3))
        hikeCount = screen.hikes.count
        openIndex = screen.openHike.flatMap { id in screen.hikes.firstIndex { $0.id == id } }
    }

    /// The screen row at which the list begins.
    var listTop: Int { 1 + noticeHeight }

    /// All lines of the list, seen or not.
    var lineCount: Int { hikeCount + (openIndex == nil ? 0 : detailHeight) }

    /// The lines of a hike, its detail included.
    func lines(of index: Int) -> Range<Int> {
        guard let openIndex else { return index..<index + 1 }
        let first = index + (openIndex < index ? detailHeight : 0)
        return first..<first + 1 + (openIndex == index ? detailHeight : 0)
    }

    /// The first hike of which something stands at or below a line.
    func firstHike(atLine line: Int) -> Int {
        guard let openIndex, line > openIndex else { return line }
        return max(openIndex, line - detailHeight)
    }
}
