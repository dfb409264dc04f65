internal import ProfileKit
internal import ProfileRendering

/// The layout of a hike's page in an area.
///
/// The figures are at the top. Below them, a wide page has the map beside the graphs, a tall one under them. A small
/// page shows one of the two, and as many graphs as are readable.
struct HikePageLayout: Sendable {
    struct Line: Hashable, Sendable {
        let text: String
        let style: CellStyle
    }

    let heading: [Line]
    let tiles: [[HikeTiles.Tile]]
    private(set) var map: CellRectangle?
    /// The graphs' areas, each with a row for the name at the top.
    private(set) var graphs: [(measure: GraphMeasure, area: CellRectangle)] = []
    /// The area of the lowest graph's dots, whose columns are those of every graph; `nil` if there is none.
    private(set) var plot: CellRectangle?
    /// The row for the values at the cursor; `nil` if there is none.
    private(set) var reading: Int?
    /// The text in that row while there is no cursor.
    let sentence: String?
    /// The views to switch between; no more than one if everything fits.
    private var views: [HikePage.View] = []
    private let view: HikePage.View

    /// The minimum height of a graph, including its name.
    private static let minimumGraphRows = 4
    private static let minimumMap = (columns: 24, rows: 7)

    init(_ page: HikePage, in area: CellRectangle) {
        let (width, height) = (area.size.columns, area.size.rows)
        let header = page.hike.header
        view = page.view
        let rows = HikeTiles(header, units: page.presentation.units).rows(width: width)
        tiles = Array(rows.prefix(height >= 24 ? 2 : height >= 11 ? 1 : 0))
        var heading = [Line(text: header.name.terminalSafe.fitted(to: width), style: .title)]
        if height >= 8 {
            heading.append(Line(text: Self.subtitle(header, width: width), style: .faint))
        }
        if height >= 10, let tags = Self.tags(header, width: width) {
            heading.append(Line(text: tags, style: .accent))
        }
        heading += Self.notes(header, width: width, rows: min(height / 8, 6))
        let damage = page.damage?.lines(width: width) ?? []
        heading += damage.prefix(max(height / 4, 1)).map { Line(text: $0, style: .danger) }
        if height >= 14 { heading.append(Line(text: "", style: .plain)) }
        self.heading = heading
        sentence =
            page.hasGraphs || page.hasMap || page.damage != nil ? nil : "Nothing was recorded along the way."
        var top = area.origin.row + heading.count + tiles.count * 2
        let bottom = area.origin.row + height
        if height >= 18, !tiles.isEmpty { top += 1 }
        guard page.hasGraphs || page.hasMap else {
            reading = top < bottom ? top : nil
            return
        }
        // Only if a graph and its distances still fit below.
        if page.hasGraphs, bottom - top >= 3 {
            reading = top
            top += 1
        }
        place(page, rows: top..<max(top, bottom), area)
    }

    private mutating func place(_ page: HikePage, rows: Range<Int>, _ area: CellRectangle) {
        let (column, width) = (area.origin.column, area.size.columns)
        func rectangle(_ column: Int, _ width: Int, _ rows: Range<Int>) -> CellRectangle {
            CellRectangle(column: column, row: rows.lowerBound, columns: width, rows: rows.count)
        }
        let whole = rectangle(column, width, rows)
        guard page.hasGraphs else {
            map = whole
            return
        }
        var graphs = whole
        let holdsBoth = page.hasMap && Self.holdsBoth(width, rows.count)
        if holdsBoth, width >= 72 {
            let side = min(width * 2 / 5, rows.count * 3)
            map = rectangle(column + width - side, side, rows)
            graphs = rectangle(column, width - side - 2, rows)
        } else if holdsBoth {
            let high = max(Self.minimumMap.rows, rows.count * 2 / 5)
            map = rectangle(column, width, rows.upperBound - high..<rows.upperBound)
            graphs = rectangle(column, width, rows.lowerBound..<rows.upperBound - high - 1)
        }
        let all = page.measures
        let count = Self.graphCount(of: all.count, in: graphs)
        views = stride(from: 0, to: all.count, by: count).map { .graphs(first: $0) }
        if page.hasMap, !holdsBoth { views.append(.map) }
        switch shownView {
        case .map: map = whole
        case .graphs(let first): place(Array(all.dropFirst(first).prefix(count)), in: graphs)
        }
        plot = self.graphs.last.flatMap { page.plot(in: Self.belowName($0.area)) }
    }

    /// The area of a graph without the row of its name.
    static func belowName(_ area: CellRectangle) -> CellRectangle {
        CellRectangle(
            column: area.origin.column, row: area.origin.row + 1, columns: area.size.columns, rows: area.size.rows - 1)
    }

    /// The view that is shown: the page's if it is one of those here, otherwise the first graphs.
    private var shownView: HikePage.View { views.contains(view) ? view : .graphs(first: 0) }

    /// The next view; `nil` if there is only one.
    var nextView: HikePage.View? {
        guard views.count > 1, let index = views.firstIndex(of: shownView) else { return nil }
        return views[(index + 1) % views.count]
    }

    /// Whether an area has room for both graphs and a map.
    private static func holdsBoth(_ width: Int, _ rows: Int) -> Bool {
        width >= 72 && rows >= minimumMap.rows
            || width >= minimumMap.columns && rows >= minimumMap.rows + 2 * minimumGraphRows
    }

    /// How many of a number of graphs fit into an area.
    private static func graphCount(of all: Int, in area: CellRectangle) -> Int {
        max(min(all, (area.size.rows - 1) / minimumGraphRows), 1)
    }

    private mutating func place(_ measures: [GraphMeasure], in area: CellRectangle) {
        // The last row is for the distances.
        let rows = area.size.rows - 1
        let count = measures.count
        guard rows >= 2 else { return }
        // The first graph, usually the elevation, is the most interesting and gets twice the height of the others.
        let other = count > 1 ? rows / (count + 1) : 0
        var row = area.origin.row
        for (index, measure) in measures.enumerated() {
            let height = index == 0 ? rows - other * (count - 1) : other
            graphs.append(
                (
                    measure,
                    CellRectangle(
                        column: area.origin.column, row: row, columns: area.size.columns, rows: height)
                ))
            row += height
        }
    }

    /// "★ boots · wet", or nothing.
    private static func tags(_ hike: HikeHeader, width: Int) -> String? {
        let words = (hike.isFavourite ? ["★ favourite"] : []) + hike.tags.sorted().map(\.terminalSafe)
        return words.isEmpty ? nil : words.joined(separator: " · ").fitted(to: width)
    }

    /// The first rows of the notes; the figures have all of them.
    private static func notes(_ hike: HikeHeader, width: Int, rows: Int) -> [Line] {
        guard !hike.notes.isEmpty, rows > 0 else { return [] }
        // More than these don't fit in any window.
        let beginning = String(hike.notes.prefix(4_096))
        return beginning.wrapped(to: width).cut(to: rows, width: width).map { Line(text: $0, style: .plain) }
    }

    private static func subtitle(_ hike: HikeHeader, width: Int) -> String {
        let time = hike.localStart.map { ", \($0.clockTime)" } ?? ""
        let day = hike.date.map { "\($0.weekdayName), \($0.spelled)\(time)" } ?? "undated"
        let activity = hike.activity == .hiking ? nil : hike.activity.rawValue
        let difficulty = hike.difficulty.map { "difficulty \($0)" }
        return [day, activity, hike.isPlanned ? "planned" : nil, difficulty, hike.source?.terminalSafe]
            .compactMap(\.self).joined(upTo: width)
    }
}
