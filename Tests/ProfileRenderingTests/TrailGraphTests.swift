import ProfileModel
import ProfileRendering
import Testing

@Suite struct `A hike's profile graph` {
    /// Up for half of the way, and down; heart rates only on the way up.
    private let hike: Hike = {
        let observations = (0..<10).map { number in
            let height = 100.0 * Double(number < 5 ? number : 9 - number)
            return HikeObservation(
                distanceFromStart: Double(number), elevation: height...height + 20, pace: 600...700,
                heartRate: number < 5 ? 100...120 : nil)
        }
        return Hike(header: HikeHeader(id: 1, name: "Hill", distance: 10), observations: observations)
    }()

    private func lines(_ measure: GraphMeasure, _ size: CellSize, cursor: Double? = nil) -> [String] {
        var canvas = Canvas(size: size)
        let part = CellRectangle(origin: CellPoint(column: 0, row: 0), size: size)
        TrailGraph(hike, units: .metric).draw(measure, on: &canvas, in: part, cursor: cursor)
        return canvas.lines(depth: .none)
    }

    @Test func `is read between the middles of its stretches`() {
        let graph = TrailGraph(hike, units: .metric)
        #expect(graph.value(of: .elevation, at: 0.05) == 10)
        #expect(graph.value(of: .elevation, at: 0.1) == 60)
        #expect(graph.value(of: .elevation, at: 1) == 10)
        #expect(graph.reading(at: 0.25) == "2.5 km · 210 m · 110 bpm · 10:50 /km")
        // Values that were not measured there are left out.
        #expect(graph.reading(at: 0.85) == "8.5 km · 110 m · 10:50 /km")
        #expect(TrailGraph(hike, units: .imperial).reading(at: 0.25) == "1.6 mi · 689 ft · 110 bpm · 17:26 /mi")
        #expect(graph.styledReading(at: 0.25).text == graph.reading(at: 0.25))
    }

    @Test func `stays within the route, whatever position is asked for`() {
        let graph = TrailGraph(hike, units: .metric)
        #expect(graph.reading(at: -3) == graph.reading(at: 0))
        #expect(graph.reading(at: 7) == graph.reading(at: 1))
    }

    private func isDotted(_ line: String) -> Bool {
        line.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }

    @Test func `fills its space, at any size`() {
        for (columns, rows) in [(80, 12), (40, 5), (20, 3), (13, 1), (5, 2), (1, 1), (200, 50)] {
            let size = CellSize(columns: columns, rows: rows)
            let drawn = lines(.elevation, size)
            let dotted = drawn.count(where: isDotted)
            // The line connects the middles of ranges, so that the highest dots stay empty.
            #expect(dotted >= rows - rows / 16 && isDotted(drawn[rows - 1]), "\(size)")
        }
        #expect(lines(.elevation, CellSize(columns: 0, rows: 0)).isEmpty)
    }

    @Test func `draws nothing where nothing is known, and doesn't bridge gaps`() {
        let size = CellSize(columns: 60, rows: 5)
        let right = lines(.heartRate, size).map { $0.dropFirst(45).filter { $0 != " " } }
        #expect(right.joined().isEmpty)
        let nothing = TrailGraph(Hike(header: HikeHeader(id: 1, name: "", distance: 3)), units: .metric)
        #expect(nothing.isEmpty && nothing.reading(at: 0.5) == "")
        var canvas = Canvas(size: size)
        let part = CellRectangle(origin: CellPoint(column: 0, row: 0), size: size)
        #expect(nothing.draw(.pace, on: &canvas, in: part) == nil)
    }

    @Test func `bridges a gap of one short stretch, and no longer one`() {
        func hike(without holes: Range<Int>) -> TrailGraph {
            let observations = (0..<100).map { number in
                HikeObservation(
                    distanceFromStart: Double(number) / 10, elevation: holes.contains(number) ? nil : 100...100)
            }
            return TrailGraph(
                Hike(header: HikeHeader(id: 1, name: "", distance: 10), observations: observations), units: .metric)
        }
        #expect(hike(without: 40..<41).value(of: .elevation, at: 0.405) == 100)
        #expect(hike(without: 40..<60).value(of: .elevation, at: 0.5) == nil)
    }

    @Test func `has its cursor in the column of its position`() {
        let size = CellSize(columns: 60, rows: 6)
        let (plain, read) = (lines(.elevation, size), lines(.elevation, size, cursor: 0.05))
        #expect(plain != read)
        #expect(read[0].contains("│"))
        #expect(TrailGraph.column(of: 0, width: 50) == 0)
        #expect(TrailGraph.column(of: 1, width: 50) == 49)
        #expect(TrailGraph.column(of: 0.5, width: 0) == 0)
    }

    @Test func `marks the same position on the map`() throws {
        let points = (0...10).compactMap { TrackPoint(latitude: 46 + Double($0) / 1000, longitude: 13) }
        let map = TrackMap(of: Recording(segments: [points]), name: "A", units: .metric)
        func marked(_ cursor: Double) -> Int? {
            var canvas = Canvas(size: CellSize(columns: 30, rows: 12))
            let part = CellRectangle(column: 0, row: 0, columns: 30, rows: 12)
            map.draw(on: &canvas, in: part, cursor: cursor)
            return canvas.lines(depth: .none).firstIndex { $0.contains("●") }
        }
        let rows = [0.0, 0.5, 1].compactMap(marked)
        #expect(rows.count == 3 && rows == rows.sorted(by: >) && rows[0] > rows[2])
    }
}

@Suite struct `Contrast` {
    @Test func `is computed as WCAG does`() {
        let (black, white) = (Color(0x000000), Color(0xFFFFFF))
        #expect(abs(black.contrast(on: white) - 21) < 1e-9)
        #expect(white.contrast(on: white) == 1)
        #expect(abs(Color(0x767676).contrast(on: white) - 4.54) < 0.01)
    }

    @Test func `is raised only as far as needed, and not when it is high enough`() {
        let ground = Color(0x2E3440)
        #expect(Color(0xFFFFFF).readable(on: ground) == Color(0xFFFFFF))
        let moved = Color(0x5E81AC).readable(on: ground)
        #expect(moved.contrast(on: ground) >= 4.5 && moved.contrast(on: ground) < 6)
    }

    @Test func `of xterm's 256 colours is computed from their fixed values`() {
        #expect(Color(palette256: 16) == Color(0x000000))
        #expect(Color(palette256: 231) == Color(0xFFFFFF))
        #expect(Color(palette256: 75) == Color(0x5FAFFF))
        #expect(Color(palette256: 232) == Color(0x080808))
        for number in UInt8(16)...255 {
            let color = Color(palette256: number)
            #expect(Color(palette256: color.palette256) == color)
        }
    }
}
