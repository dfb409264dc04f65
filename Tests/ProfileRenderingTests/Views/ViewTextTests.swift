import ProfileModel
import TestSupport
import Testing

@testable import ProfileRendering

@Suite struct `Views of many hikes as text` {
    /// Each view as lines of at most a width.
    private static func views(width: Int, units: Units, hikes: [HikeHeader] = ViewSamples.hikes) -> [(String, [String])]
    {
        let records = PersonalRecords(of: hikes, highestPoints: ViewSamples.highestPoints)
        let tracks = hikes.isEmpty ? [] : ViewSamples.tracks
        return [
            (
                "calendar",
                CalendarText(calendar: ViewSamples.calendar(2026, of: hikes), units: units, width: width).styled.map(
                    \.text)
            ),
            ("records", RecordsText(records: records, units: units, width: width).lines),
            (
                "year",
                YearText(review: ViewSamples.review(2026, of: hikes), units: units, width: width).styled.map(\.text)
            ),
            ("map", MapText(TrackMap(of: tracks, name: "12 hikes", units: units), columns: width).lines(depth: .none)),
            ("splits", SplitsText(splits: ViewSamples.division.splits(of: 1), units: units).styled.map(\.text)),
            ("climbs", ClimbsText(climbs: ViewSamples.division.climbs, units: units).styled.map(\.text)),
            (
                "compare",
                ComparisonText(
                    comparison: ViewSamples.comparison, ids: [7, 12, 1003, 4], units: units, width: width
                ).styled.map(\.text)
            ),
        ]
    }

    @Test(arguments: [40, 80]) func `are as they were drawn`(width: Int) throws {
        let text = Self.views(width: width, units: width == 40 ? .imperial : .metric).map { name, lines in
            "--- \(name)\n" + lines.map { $0 + "\n" }.joined()
        }.joined()
        #expect(try GoldenFile("views-\(width).txt").difference(from: text) == nil)
    }

    @Test(arguments: Units.allCases) func `fit any width, and hostile names do no harm`(units: Units) {
        // Each width with one of the units.
        for width in 40...120 where width.isMultiple(of: 2) == (units == .metric) {
            for (name, lines) in Self.views(width: width, units: units) {
                #expect(
                    lines.allSatisfy { $0.cells <= width }, "\(name) \(width): \(lines.filter { $0.cells > width })")
                let scalars = lines.joined().unicodeScalars
                #expect(scalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }, "\(name)")
            }
        }
    }

    @Test func `are empty without hikes, and short with one`() {
        for (name, lines) in Self.views(width: 80, units: .metric, hikes: []).prefix(4) {
            #expect(name == "map" ? lines == ["There are no recorded hikes."] : lines.isEmpty, "\(name)")
        }
        for (name, lines) in Self.views(width: 80, units: .metric, hikes: [ViewSamples.hikes[1]]).prefix(3) {
            #expect((1...30).contains(lines.count), "\(name): \(lines)")
        }
        #expect(ClimbsText(climbs: [], units: .metric).styled.map(\.text) == ["No climb of 50 m or more."])
    }

    @Test func `show where tracks run together`() {
        let map = TrackMap(of: ViewSamples.tracks, name: "12 hikes", units: .metric)
        let cells = map.canvas(size: CellSize(columns: 40, rows: 12)).cells.filter { $0.character != " " }
        #expect(cells.contains { $0.style.isBold } && cells.contains { $0.style.isDim })
        #expect(!cells.contains { $0.character == "S" || $0.character == "E" })
        let one = TrackMap(of: Array(ViewSamples.tracks.prefix(1)), name: "1 hike", units: .metric)
        #expect(!one.canvas(size: CellSize(columns: 40, rows: 12)).cells.contains { $0.style.isBold })
    }

    @Test func `show tracks on both sides of the antimeridian beside each other`() {
        func track(_ longitude: Double) -> SimplifiedTrack {
            SimplifiedTrack(
                of: Recording(segments: [
                    (0..<9).compactMap { TrackPoint(latitude: 10 + Double($0) / 1000, longitude: longitude) }
                ]))
        }
        let map = TrackMap(of: [track(179.99), track(-179.99), track(-179.98)], name: "3 hikes", units: .metric)
        #expect(map.extent.width < 4000)
    }

    @Test func `are pictures that any program can read`() throws {
        for (year, hikes) in [(2026, ViewSamples.hikes), (2025, ViewSamples.hikes), (2026, [])] {
            let svg = YearPoster(review: ViewSamples.review(year, of: hikes), units: .metric).svg
            #expect(XMLCheck.problem(in: svg) == nil)
            if year == 2026, !hikes.isEmpty { #expect(try GoldenFile("year.svg").difference(from: svg) == nil) }
        }
        let map = TrackMap(of: ViewSamples.tracks, name: "12 hikes", units: .metric).svg
        #expect(XMLCheck.problem(in: map) == nil && map.contains("<title>Map of 12 hikes</title>"))
        #expect(try GoldenFile("map-of-all.svg").difference(from: map) == nil)
    }
}
