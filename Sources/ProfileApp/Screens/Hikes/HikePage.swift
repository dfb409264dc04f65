internal import ProfileKit
internal import ProfileRendering

/// A hike's page: its figures, its track on a map, and graphs of elevation, heart rate and pace with a cursor that
/// reads them.
///
/// It fills a given area of the screen. What doesn't fit is left out, the least important first.
struct HikePage: Sendable {
    let hike: Hike
    let presentation: Presentation
    /// The parts of the hike that don't open.
    let damage: DamageText?
    private let graph: TrailGraph
    /// `nil` if there is no recording.
    private let map: TrackMap?
    /// The cursor's position along the track, from 0 to 1; `nil` without a cursor.
    private(set) var cursor: Double?
    /// The digits of the kilometre or mile to which the cursor goes.
    private var typed = ""
    /// The parts shown if not everything fits.
    var view = View.graphs(first: 0)

    /// A selection of the page's parts, for an area in which not all of them fit.
    enum View: Hashable, Sendable {
        /// A page of as many graphs as fit, starting with the one at an index.
        case graphs(first: Int)
        case map
    }

    /// The maximum number of points to draw.
    private static let maximumPoints = 4_000

    init(_ hike: Hike, recording: Recording?, damage: DamageText? = nil, presentation: Presentation) {
        (self.hike, self.damage, self.presentation) = (hike, damage, presentation)
        graph = TrailGraph(hike, units: presentation.units)
        let thinned = recording.map { $0.thinned(to: Self.maximumPoints) }
        map = thinned.flatMap {
            $0.isEmpty ? nil : TrackMap(of: $0, name: hike.name, units: presentation.units)
        }
    }

    var hasGraphs: Bool { !graph.isEmpty }
    var hasMap: Bool { map != nil }

    /// Handles a key.
    ///
    /// - Parameter area: where the page is drawn.
    /// - Returns: whether the page uses the key.
    mutating func press(_ key: Key, in area: CellRectangle) -> Bool {
        if case .character(let digit) = key, digit.isASCII, digit.isNumber || digit == "." { return go(to: digit) }
        typed = ""
        switch key {
        case .left: move(by: -1, in: area)
        case .right: move(by: 1, in: area)
        case .wordLeft, .pageUp: move(by: -10, in: area)
        case .wordRight, .pageDown: move(by: 10, in: area)
        case .home: place(cursor: 0)
        case .end: place(cursor: 1)
        case .character("m"): view = HikePageLayout(self, in: area).nextView ?? view
        default: return false
        }
        return true
    }

    /// Moves the cursor by cells of the graphs.
    private mutating func move(by steps: Int, in area: CellRectangle) {
        let width = HikePageLayout(self, in: area).plot?.size.columns ?? area.size.columns
        guard hasGraphs || hasMap, width > 0 else { return }
        let step = 1 / Double(width)
        // The cursor appears at the start of the track, or at its end.
        let position = cursor.map { $0 + Double(steps) * step } ?? (steps > 0 ? step / 2 : 1 - step / 2)
        cursor = min(max(position, step / 2), 1 - step / 2)
    }

    /// Moves the cursor to a distance from the start, in kilometres or miles, digit by digit. A digit that would lead
    /// past the end begins another number.
    private mutating func go(to digit: Character) -> Bool {
        guard let length = graph.distance, length > 0 else { return false }
        let unit = presentation.units == .metric ? 1 : Units.kilometresPerMile
        for text in [typed + String(digit), String(digit)] {
            guard let number = Double(text == "." ? "0." : text), number * unit <= length else { continue }
            (typed, cursor) = (text, number * unit / length)
            return true
        }
        return true
    }

    /// Moves the cursor to a position along the track.
    mutating func place(cursor: Double) {
        if hasGraphs || hasMap { self.cursor = min(max(cursor, 0), 1) }
    }

    mutating func hideCursor() { cursor = nil }

    /// The kilometres from the start of what is shown to the cursor; `nil` without a cursor.
    var kilometresAtCursor: Double? { cursor.map { $0 * (graph.distance ?? hike.distance) } }

    // MARK: Drawing

    /// Draws the page.
    func draw(on canvas: inout Canvas, in area: CellRectangle) {
        let layout = HikePageLayout(self, in: area)
        var row = area.origin.row
        let (column, width) = (area.origin.column, area.size.columns)
        for line in layout.heading {
            canvas.write(line.text, column: column, row: row, style: line.style)
            row += 1
        }
        for tiles in layout.tiles {
            HikeTiles.draw(tiles, on: &canvas, column: column, row: row)
            row += 2
        }
        if let map, let area = layout.map { map.draw(on: &canvas, in: area, cursor: cursor) }
        for (measure, graphArea) in layout.graphs {
            let title = CellStyle(foreground: measure.colors.high, isBold: true)
            canvas.write(measure.title, column: graphArea.origin.column, row: graphArea.origin.row, style: title)
            graph.draw(measure, on: &canvas, in: HikePageLayout.belowName(graphArea), cursor: cursor)
        }
        if let plot = layout.plot { drawDistances(below: plot, on: &canvas) }
        if let reading = layout.reading {
            if let cursor {
                graph.styledReading(at: cursor).draw(on: &canvas, column: column, row: reading)
            } else if let sentence = layout.sentence {
                canvas.write(sentence.fitted(to: width), column: column, row: reading, style: .faint)
            }
        }
    }

    /// The area of a graph's dots in an area for the graph; `nil` if there is no room.
    func plot(in area: CellRectangle) -> CellRectangle? { graph.plot(in: area) }

    /// Draws one measure's graph alone, with the distances below it.
    func draw(_ measure: GraphMeasure, on canvas: inout Canvas, in area: CellRectangle) {
        let above = CellRectangle(
            column: area.origin.column, row: area.origin.row, columns: area.size.columns,
            rows: max(area.size.rows - 1, 1))
        if let plot = graph.draw(measure, on: &canvas, in: above), area.size.rows > 1 {
            drawDistances(below: plot, on: &canvas)
        }
    }

    /// Draws the distance axis under the lowest graph.
    private func drawDistances(below plot: CellRectangle, on canvas: inout Canvas) {
        guard let distance = graph.distance else { return }
        let row = plot.origin.row + plot.size.rows
        let end = presentation.units.distance(kilometres: distance)
        canvas.write("0", column: plot.origin.column, row: row, style: .faint)
        canvas.write(end, column: plot.origin.column + max(plot.size.columns - end.cells, 2), row: row, style: .faint)
        if plot.size.columns >= 48 {
            let half = presentation.units.distance(kilometres: distance / 2)
            canvas.write(
                half, column: plot.origin.column + (plot.size.columns - half.cells) / 2, row: row, style: .faint)
        }
    }

    var measures: [GraphMeasure] { graph.measures }
}

extension Recording {
    /// The recording reduced to about a number of points, keeping the ends of each segment.
    fileprivate func thinned(to count: Int) -> Recording {
        let step = points / max(count, 1) + 1
        guard step > 1 else { return self }
        var thinned = self
        thinned.segments = segments.map { segment in
            segment.enumerated().filter { $0.offset % step == 0 || $0.offset == segment.count - 1 }.map(\.element)
        }
        return thinned
    }
}

/// A hike's details as a screen shows them.
enum HikeDetail: Sendable {
    case loading
    case loaded(HikePage)
    case failed(String)
}

/// Loads the details of the hike that a list shows. One hike is loaded at a time, so that scrolling through the list
/// loads only a few.
struct HikeLoader: Sendable {
    private(set) var detail = HikeDetail.loading
    /// The hike that the detail belongs to.
    private(set) var hike: Int?
    /// The hike that was requested and hasn't arrived.
    private var requested: Int?
    /// Whether the hike may have changed since it was read.
    private(set) var isOutdated = false

    /// The page, once it is loaded.
    var page: HikePage? { if case .loaded(let page) = detail { page } else { nil } }

    /// Requests the hike to show, unless it is shown or another request is under way.
    ///
    /// - Parameter keepsLast: whether the last hike stays visible until this one arrives.
    mutating func request(_ id: Int?, keepsLast: Bool) -> [Effect] {
        guard let id, requested == nil, isOutdated || id != hike else { return [] }
        requested = id
        if !keepsLast, id != hike { detail = .loading }
        return [.request(.hikes(.load(id)))]
    }

    /// A requested hike has arrived.
    mutating func arrived(_ id: Int) {
        if id == requested { requested = nil }
    }

    mutating func show(_ detail: HikeDetail, of id: Int) {
        (self.detail, hike, isOutdated) = (detail, id, false)
    }

    /// Changes the page, such as its cursor.
    mutating func change(_ body: (inout HikePage) -> Void) {
        guard case .loaded(var page) = detail else { return }
        body(&page)
        detail = .loaded(page)
    }

    /// Makes the next request load the hike again, since it may have changed. Until it arrives, it is shown as it was.
    mutating func forget() { (isOutdated, requested) = (true, nil) }
}
