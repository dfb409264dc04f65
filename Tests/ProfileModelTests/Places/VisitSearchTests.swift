import TestSupport
import Testing

@testable import ProfileModel

@Suite struct `Visits of places` {
    /// Whether a recording comes within an area: looks at each step in pieces of at most two metres.
    private func isVisited(_ area: CircularArea, by recording: Recording) -> (isWithin: Bool, least: Double) {
        let (plane, center) = (Plane(around: area.center), PlanePlace(x: 0, y: 0))
        var least = Double.infinity
        for segment in recording.segments {
            let places = segment.map { plane.place(TrackPosition(latitude: $0.latitude, longitude: $0.longitude)) }
            for index in places.indices {
                let (start, end) = (places[index], places[min(index + 1, places.count - 1)])
                let length = start.squaredDistance(to: end).squareRoot()
                let distance = start.squaredDistance(to: center).squareRoot()
                least = min(least, distance)
                // Too far away for any piece of it.
                guard distance - length < area.radius + 2 else { continue }
                let parts = max(Int(length / 2) + 1, 1)
                for part in 0...parts {
                    let share = Double(part) / Double(parts)
                    let x = start.x + (end.x - start.x) * share
                    let y = start.y + (end.y - start.y) * share
                    least = min(least, (x * x + y * y).squareRoot())
                }
            }
        }
        return (least <= area.radius, least)
    }

    /// What a store does: bounds first, then the simplified track, then the points.
    private func search(_ area: CircularArea, _ way: Way, _ recording: Recording) -> Bool {
        area.isEntered(by: way) ?? area.isEntered(by: recording)
    }

    @Test(arguments: [(46.5, 7.9), (0, 179.98), (-78, -179.97)])
    func `are those of a search over all points, none missed and none invented`(latitude: Double, longitude: Double) {
        var samples = SampleTracks(
            seed: 5, center: TrackPosition(latitude: latitude, longitude: longitude))
        let places = (0..<200).map { _ in samples.place() }
        var (visited, undecided, decided) = (0, 0, 0)
        for _ in 0..<(ReliabilityFigure.isTorture && latitude == 46.5 ? 1000 : 40) {
            let recording = samples.recording()
            let way = Way(of: recording)
            for place in places {
                guard way.bounds?.isNear(place) == true else {
                    if isVisited(place, by: recording).isWithin { Issue.record("\(place) is missed by its bounds") }
                    continue
                }
                let (expected, least) = isVisited(place, by: recording)
                // The pieces of the slow search are a metre off at most.
                guard abs(least - place.radius) > 1 else { continue }
                if place.isEntered(by: way) == nil { undecided += 1 } else { decided += 1 }
                if expected { visited += 1 }
                let found = search(place, way, recording)
                if found != expected {
                    Issue.record("\(place) is \(least) m from a track that is found to visit it: \(found)")
                }
            }
        }
        #expect(visited > 50 && undecided > 0 && decided > 10 * undecided)
    }

    @Test(arguments: 0..<12) func `are decided by a track that departs from its recording by what it says`(seed: UInt64)
    {
        var samples = SampleTracks(seed: seed)
        let recording = samples.recording()
        let way = Way(of: recording)
        for segment in recording.segments {
            for point in segment {
                let area = CircularArea(
                    center: TrackPosition(latitude: point.latitude, longitude: point.longitude), radius: 0)
                #expect(area.distance(to: way) <= way.deviation + 0.02)
            }
        }
        #expect(way.deviation <= SimplifiedTrack.step)
    }

    @Test func `have nothing to do with a hike without positions`() {
        let way = Way(of: Recording(segments: []))
        #expect(way.bounds == nil && way.track.isEmpty && way.deviation == 0)
        #expect(
            CircularArea(center: TrackPosition(latitude: 0, longitude: 0), radius: 20_000).isEntered(by: way) == false)
    }

    @Test func `happen on the line between two points, and not across the gap between segments`() throws {
        let points = try [(46.0, 7.0), (46.0, 7.1)].map {
            try #require(TrackPoint(latitude: $0.0, longitude: $0.1))
        }
        let area = CircularArea(center: TrackPosition(latitude: 46, longitude: 7.05), radius: 100)
        let (walked, resumed) = (Recording(segments: [points]), Recording(segments: points.map { [$0] }))
        #expect(area.isEntered(by: walked) && area.isEntered(by: Way(of: walked)) == true)
        #expect(!area.isEntered(by: resumed) && area.isEntered(by: Way(of: resumed)) == false)
    }

    @Test func `happen at the Pole and across longitude 180`() throws {
        func recording(_ positions: [(Double, Double)]) -> Recording {
            Recording(segments: [positions.compactMap { TrackPoint(latitude: $0.0, longitude: $0.1) }])
        }
        let across = recording([(10, 179.999), (10, -179.999)])
        for longitude in [180.0, -180] {
            let area = CircularArea(center: TrackPosition(latitude: 10, longitude: longitude), radius: 50)
            #expect(area.isEntered(by: Way(of: across)) ?? area.isEntered(by: across))
        }
        let elsewhere = CircularArea(center: TrackPosition(latitude: 10, longitude: 0), radius: 50)
        #expect(elsewhere.isEntered(by: Way(of: across)) == false && !elsewhere.isEntered(by: across))
        let pole = CircularArea(center: TrackPosition(latitude: 90, longitude: 0), radius: 1000)
        #expect(pole.isEntered(by: recording([(89.999, 100), (89.999, -100)])))
    }
}
