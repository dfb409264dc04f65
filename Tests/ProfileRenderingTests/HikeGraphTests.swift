import ProfileModel
import TestSupport
import Testing

@testable import ProfileRendering

@Suite struct `A hike's graph` {
    /// A hike of 9.6 km over a hill, with the given number of stretches.
    static func hill(_ stretches: Int, step: Double? = nil, hasChannels: Bool = false) -> Hike {
        let observations = (0..<stretches).map { index in
            let up = 400 - abs(Double(index * 2 - stretches)) / Double(stretches) * 300
            return HikeObservation(
                distanceFromStart: (step ?? 9.6 / Double(stretches)) * Double(index), elevation: up...up + 20,
                pace: 700 - up / 2...760 - up / 2, heartRate: index % 3 == 0 ? nil : 90 + up / 10...100 + up / 10,
                cadence: hasChannels ? 50...55 : nil, temperature: hasChannels ? 9 - up / 50...9 : nil)
        }
        return Hike(header: HikeHeader(id: 1, name: "Over <the> hill", distance: 9.6), observations: observations)
    }

    private static func hike(
        _ ranges: [ClosedRange<Double>?], _ path: WritableKeyPath<HikeObservation, ClosedRange<Double>?>
    )
        -> Hike
    {
        let observations = ranges.enumerated().map { index, range in
            var observation = HikeObservation(distanceFromStart: Double(index))
            observation[keyPath: path] = range
            return observation
        }
        return Hike(
            header: HikeHeader(id: 1, name: "Loop", distance: Double(ranges.count)), observations: observations)
    }

    private func lines(
        _ hike: Hike, _ measure: GraphMeasure, size: CellSize, units: Units = .metric, depth: ColorDepth = .none
    ) -> [String] {
        var canvas = Canvas(size: size)
        HikeGraph(hike, measure: measure, units: units).draw(
            on: &canvas, in: CellRectangle(column: 0, row: 0, columns: size.columns, rows: size.rows), depth: depth)
        return canvas.lines(depth: depth)
    }

    @Test func `of a pace has no room for the rests, and of other measures room for all values`() {
        let ranges = (0..<40).map { $0 == 20 ? 3500.0...3500.0 : $0 == 5 ? 100.0...100.0 : 800.0...900.0 }
        #expect(HikeGraph(Self.hike(ranges, \.pace), measure: .pace, units: .metric).values == 800...900)
        let graph = HikeGraph(Self.hike(ranges, \.pace), measure: .pace, units: .metric)
        #expect(graph.height(of: 3500) == 0 && graph.height(of: 100) == 1)
        #expect(HikeGraph(Self.hike(ranges, \.elevation), measure: .elevation, units: .metric).values == 100...3500)
    }

    @Test func `has a capsule for each stretch from its minimum to its maximum`() {
        #expect(
            lines(
                Self.hike([0...10, 10...30, 30...40, nil, 0...40], \.elevation), .elevation,
                size: CellSize(columns: 20, rows: 6))
                == [
                    "40 m ┤    █   █", "     │  █     █", "     │  █     █", " 0 m ┤█       █", "     └─────────",
                    "      0  5.0 km",
                ])
    }

    @Test(arguments: GraphMeasure.common, [8, 24, 500])
    func `matches its golden files as a picture and as text`(measure: GraphMeasure, stretches: Int) throws {
        let graph = HikeGraph(Self.hill(stretches), measure: measure, units: .metric)
        let name = "graph-\(measure.rawValue)-\(stretches)"
        #expect(XMLCheck.problem(in: graph.svg) == nil)
        #expect(try GoldenFile("\(name).svg").difference(from: graph.svg) == nil)
        let plain = GraphText(graph).lines(depth: .none)
        #expect(plain.allSatisfy { $0.cells <= 80 })
        #expect(try GoldenFile("\(name).txt").difference(from: plain.joined(separator: "\n") + "\n") == nil)
    }

    @Test func `says what it shows, with units`() {
        let hike = Self.hill(8)
        #expect(HikeGraph(hike, measure: .elevation, units: .metric).summary == "100 to 420 m over 9.6 km")
        #expect(HikeGraph(hike, measure: .elevation, units: .imperial).summary == "328 to 1,378 ft over 6.0 mi")
        #expect(HikeGraph(hike, measure: .heartRate, units: .metric).summary == "108 to 140 bpm over 9.6 km")
        #expect(HikeGraph(hike, measure: .pace, units: .metric).summary == "8:20 to 11:50 min/km over 9.6 km")
        #expect(HikeGraph(hike, measure: .pace, units: .imperial).summary == "13:25 to 19:03 min/mi over 6.0 mi")
    }

    @Test func `shows cadences and temperatures, also below zero`() {
        let cold = HikeGraph(Self.hike([-12...(-8), nil, 1...3], \.temperature), measure: .temperature, units: .metric)
        #expect(cold.summary == "-12 to 3 °C over 3.0 km" && cold.capsules.count == 2)
        #expect(
            HikeGraph(Self.hike([-40...0, 10...20], \.temperature), measure: .temperature, units: .imperial).summary
                == "-40 to 68 °F over 1.2 mi")
        let steps = HikeGraph(Self.hike([0...54, 50...58], \.cadence), measure: .cadence, units: .metric)
        #expect(steps.summary == "0 to 58 /min over 2.0 km")
    }

    @Test(arguments: GraphMeasure.allCases) func `says when nothing was recorded`(measure: GraphMeasure) {
        let sentence = "No \(measure.title.lowercased()) was recorded."
        for hike in [Self.hill(0), Self.hike([nil, nil], \.pace)] {
            let graph = HikeGraph(hike, measure: measure, units: .metric)
            #expect(graph.summary == sentence)
            #expect(GraphText(graph).lines(depth: .trueColor) == [sentence])
            #expect(graph.svg.contains(">\(sentence)</text>"))
            #expect(lines(hike, measure, size: CellSize(columns: 40, rows: 5)).joined().contains(sentence))
        }
    }

    @Test func `shows a single stretch and flat ones as a line, not as a cliff`() {
        let single = lines(Self.hike([100...100], \.elevation), .elevation, size: CellSize(columns: 24, rows: 7))
        #expect(single[0].hasPrefix("105 m ┤"))
        #expect(single[4].hasPrefix(" 95 m ┤"))
        #expect(single.filter { $0.contains("▄") || $0.contains("▀") || $0.contains("█") }.count == 1)
        let flat = lines(
            Self.hike([80...80, 80...80, 80...80], \.heartRate), .heartRate, size: CellSize(columns: 24, rows: 7))
        #expect(flat[0].hasPrefix("85 bpm ┤"))
        #expect(flat.filter { $0.contains("▄") || $0.contains("▀") }.count == 1)
    }

    @Test func `puts faster above slower`() {
        let graph = HikeGraph(Self.hike([300...360, 900...960], \.pace), measure: .pace, units: .metric)
        #expect(graph.height(of: 300) == 1)
        #expect(graph.height(of: 960) == 0)
        #expect(graph.capsules[0].range == 300...360)
    }

    @Test func `clips impossible values, and leaves out stretches that have no others`() {
        let pace = HikeGraph(Self.hike([600...1e9, 4000...5000, 0...700], \.pace), measure: .pace, units: .metric)
        #expect(pace.capsules.map(\.range) == [600...3600, 60...700])
        #expect(pace.stretches == 3)
        let heart = HikeGraph(Self.hike([0...0, 60...900], \.heartRate), measure: .heartRate, units: .metric)
        #expect(heart.capsules.map(\.range) == [60...250])
        let up = HikeGraph(Self.hike([-1e300...1e300], \.elevation), measure: .elevation, units: .metric)
        #expect(up.capsules.map(\.range) == [-500...9000])
    }

    @Test func `merges stretches when there are more than columns, and keeps all extremes`() {
        var ranges = [ClosedRange<Double>?](repeating: 100...110, count: 1000)
        ranges[617] = 5...500
        let graph = HikeGraph(Self.hike(ranges, \.elevation), measure: .elevation, units: .metric)
        let columns = GraphColumns(graph, width: 50).ranges
        #expect(columns.count == 50)
        #expect(columns.compactMap(\.self).count == 50)
        #expect(columns[30] == 5...500)
        #expect(columns.filter { $0 == 100...110 }.count >= 48)
    }

    @Test func `gives even stretches the same number of columns, with gaps between them`() {
        let columns = GraphColumns(HikeGraph(Self.hill(8), measure: .elevation, units: .metric), width: 35).ranges
        #expect(columns.count == 31)
        for (index, range) in columns.enumerated() { #expect((range == nil) == (index % 4 == 3)) }
    }

    @Test func `follows the distances when stretches are uneven`() {
        var hike = Self.hill(3)
        hike.observations[1].distanceFromStart = 0.5
        hike.observations[2].distanceFromStart = 9
        hike.observations[2].elevation = 10...20
        let columns = GraphColumns(HikeGraph(hike, measure: .elevation, units: .metric), width: 96).ranges
        #expect(columns[0] != columns[10])
        #expect(columns[10] == columns[80])
        #expect(columns[95] != columns[80])
    }

    @Test func `covers the recorded distance after another one was entered by hand`() {
        var hike = Self.hill(8, step: 1.2)
        for entered in [50, 2.0] {
            (hike.header.distance, hike.header.declared) = (entered, [.enteredDistance])
            let graph = HikeGraph(hike, measure: .elevation, units: .metric)
            #expect(abs((graph.distance ?? 0) - 9.6) < 0.001, "\(entered)")
        }
    }

    @Test(
        arguments: [(0.0, 0.0), (.infinity, 0), (-5, -1), (1e308, 1e308), (9.6, 0), (0.001, 40)] as [(Double, Double)])
    func `draws any distances at any size`(distance: Double, step: Double) {
        var hike = Self.hill(5, step: step, hasChannels: true)
        hike.distance = distance
        for measure in GraphMeasure.allCases {
            let graph = HikeGraph(hike, measure: measure, units: .imperial)
            #expect(XMLCheck.problem(in: graph.svg) == nil)
            #expect(GraphText(graph).lines(depth: .trueColor).count == 15)
            for (columns, rows) in [(0, 0), (1, 1), (3, 2), (24, 4), (30, 5), (400, 100)] {
                #expect(lines(hike, measure, size: CellSize(columns: columns, rows: rows)).count == rows)
            }
        }
    }

    @Test func `draws bars in eighths of cells with colours, and in halves without`() {
        let hike = Self.hike([0...100, 30...50, 60...80], \.elevation)
        let text = lines(hike, .elevation, size: CellSize(columns: 9, rows: 2), depth: .palette256).joined()
        #expect(text.contains("\u{1B}[0;7;38;5;"), "hanging bars are drawn with swapped colours")
        #expect(lines(hike, .elevation, size: CellSize(columns: 9, rows: 2)) == ["██    ▄▄", "██ ▀▀"])
    }
}
