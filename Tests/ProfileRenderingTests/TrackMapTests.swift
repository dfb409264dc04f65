import ProfileModel
import TestSupport
import Testing

@testable import ProfileRendering

@Suite struct `A map of a recording` {
    /// Places in metres east and north of 47° N, 11° E.
    private func recording(_ segments: [(Double, Double)]..., longitude: Double = 11) -> Recording {
        Recording(
            segments: segments.map { segment in
                segment.compactMap { east, north in
                    var place = longitude + east / 75_834
                    if place > 180 { place -= 360 }
                    return TrackPoint(latitude: 47 + north / 111_195, longitude: place)
                }
            })
    }

    private func lines(_ recording: Recording, columns: Int = 20, rows: Int = 6, units: Units = .metric) -> [String] {
        TrackMap(of: recording, name: "A", units: units).canvas(size: CellSize(columns: columns, rows: rows)).lines(
            depth: .none)
    }

    @Test func `shows the route with its start and end, north up, with a scale`() {
        let square = recording([(0, 0), (0, 1000), (1000, 1000), (1000, 0)])
        #expect(
            lines(square) == [
                "     ⡏⠉⠉⠉⠉⠉⠉⠉⠉⢹",
                "     ⡇        ⢸",
                "     ⡇        ⢸",
                "     ⡇        ⢸",
                "     S        E",
                "├───┤ 500 m",
            ], "\(lines(square).joined(separator: "\n"))")
    }

    @Test func `leaves gaps between segments`() {
        let parts = recording([(0, 0), (0, 1000)], [(1000, 1000), (1000, 0)])
        #expect(lines(parts)[0] == "     ⡇        ⢸")
    }

    @Test func `continues across the antimeridian`() {
        let (there, here) = ([(0.0, 0.0), (2000.0, 500.0)], 179.99)
        #expect(lines(recording(there, longitude: here)) == lines(recording(there)))
    }

    @Test func `shows a mark for a single place, and says when there is nothing`() {
        #expect(lines(recording([(0, 0)])).joined().filter { $0.isLetter } == "Sm")
        #expect(lines(Recording(segments: []), columns: 21)[3] == "No recording is kept.")
        #expect(TrackMap(of: Recording(segments: [[]]), name: "A", units: .metric).isEmpty)
    }

    @Test func `has a scale in round numbers of its units`() {
        func label(_ metres: Double, _ units: Units) -> String? {
            TrackMap(of: Recording(segments: []), name: "", units: units).scale(atMost: metres)?.label
        }
        #expect(label(30, .metric) == "20 m" && label(999, .metric) == "500 m" && label(1000, .metric) == "1 km")
        #expect(label(77_000, .metric) == "50 km" && label(0.5, .metric) == nil)
        #expect(label(30, .imperial) == "50 ft" && label(4000, .imperial) == "2 mi")
    }

    @Test(arguments: 0..<20) func `stays within any size`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let points = (0..<200).compactMap { _ in
            TrackPoint(
                latitude: .random(in: -90...90, using: &source), longitude: .random(in: -180...180, using: &source))
        }
        let map = TrackMap(of: Recording(segments: [points, Array(points.prefix(1))]), name: "A", units: .metric)
        for (columns, rows) in [(0, 0), (1, 1), (1, 40), (40, 1), (12, 5), (200, 60)] {
            let canvas = map.canvas(size: CellSize(columns: columns, rows: rows))
            #expect(canvas.size == CellSize(columns: columns, rows: rows))
        }
        #expect(XMLCheck.problem(in: map.svg) == nil)
    }

    @Test func `is a picture with a title, and small however long the recording is`() {
        let points = (0..<200_000).compactMap { index in
            TrackPoint(latitude: 47 + Double(index) * 1e-7, longitude: 11 + Double(index % 100) * 1e-7)
        }
        let svg = TrackMap(of: Recording(segments: [points]), name: "<Ridge>", units: .imperial).svg
        #expect(svg.utf8.count < 30_000 && svg.contains("<title>Map of &lt;Ridge&gt;</title>"), "\(svg.utf8.count)")
        #expect(XMLCheck.problem(in: svg) == nil)
        let nothing = TrackMap(of: Recording(segments: []), name: "A", units: .metric).svg
        #expect(nothing.contains("No recording is kept.") && XMLCheck.problem(in: nothing) == nil)
    }
}
