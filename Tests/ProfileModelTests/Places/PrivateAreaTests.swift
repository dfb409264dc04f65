import Glibc
import TestSupport
import Testing

@testable import ProfileModel

@Suite struct `What private places cut` {
    private func home(_ metres: Double, _ position: TrackPosition = TrackPosition(latitude: 46.5, longitude: 7.9))
        -> Place
    {
        var place = Place(name: "Home", position: position)
        (place.privateRadius, place.privateShift) = (metres, .random())
        return place
    }

    private func positions(_ recording: Recording) -> [TrackPosition] {
        recording.segments.joined().map { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }
    }

    @Test(arguments: [10.0, 100, 500, 3000, 20_000], [-89.9, -60, 0, 46.5, 80])
    func `contains all that is near`(metres: Double, latitude: Double) throws {
        for longitude in [0.0, 179.999, -180] {
            let place = home(metres, TrackPosition(latitude: latitude, longitude: longitude))
            let area = try #require(place.privateArea)
            for step in 0..<36 {
                let angle = Double(step) / 18 * .pi
                let shift = PrivateShift(east: metres, north: 0).turned(angle)
                #expect(area.contains(place.position.moved(east: shift.east, north: shift.north)))
            }
            #expect(area.contains(place.position))
            // The place isn't in the middle of it.
            #expect(abs(latitude) > 85 || area.center.distance(to: place.position) > 150)
        }
    }

    @Test(arguments: 0..<40) func `leaves the rest of a recording as it is`(seed: UInt64) throws {
        var samples = SampleTracks(seed: seed, spread: 0.02)
        let recording = samples.recording()
        let place = home(300)
        let areas = PrivateAreas(of: [place])
        let cut = areas.cut(recording)
        #expect(positions(cut) == positions(recording).filter { !areas.contains($0) })
        #expect(!areas.meets(cut) && cut.declared == (cut == recording ? recording.declared : DeclaredFigures()))
        #expect(areas.meets(recording) == (cut != recording) || areas.cut(recording) == recording)
        #expect(!cut.segments.contains { $0.isEmpty })
        let track = areas.cut(SimplifiedTrack(of: recording))
        #expect(!track.segments.joined().contains { areas.contains($0) })
        #expect(PrivateAreas.none.cut(recording) == recording)
    }

    @Test func `isn't crossed by a line between two points outside of it`() throws {
        let recording = Recording(
            segments: [[(46.5, 7.8), (46.5, 8.0)].compactMap { TrackPoint(latitude: $0.0, longitude: $0.1) }])
        let areas = PrivateAreas(of: [home(500)])
        #expect(areas.meets(recording) && areas.cut(recording).segments.count == 2)
    }

    @Test func `leaves a hike the start and the figures of the rest, and no laps`() throws {
        let points = (0..<300).compactMap { index in
            TrackPoint(
                latitude: 46.5 + Double(index) * 1e-4, longitude: 7.9, elevation: Double(index),
                time: Timestamp(secondsSince1970: 1_777_600_000 + Double(index * 8), utcOffset: 0))
        }
        var declared = DeclaredFigures()
        declared.distance = 3.4
        let recording = Recording(segments: [points], declared: declared)
        var hike = Hike(header: HikeHeader(id: 1, name: "Ridge", distance: 0))
        hike.takeFigures(of: recording)
        hike.laps = [Lap(distance: 1)]
        hike.startTime = Timestamp(secondsSince1970: 1_777_600_000, utcOffset: 7200)
        let areas = PrivateAreas(of: [home(300)])
        let (cut, rest) = (areas.cut(hike, along: recording), areas.cut(recording))
        var expected = hike
        expected.takeFigures(of: rest)
        let first = try #require(rest.segments.first?.first?.time)
        expected.startTime = Timestamp(secondsSince1970: first.secondsSince1970, utcOffset: 7200)
        expected.laps = []
        #expect(cut == expected && cut.distance < hike.distance - 0.3 && rest.declared == DeclaredFigures())
        #expect(cut.observations.count < hike.observations.count)
        let hidden = PrivateAreas(of: [home(20_000)]).cut(hike, along: recording)
        #expect(hidden.observations.isEmpty && hidden.laps.isEmpty && hidden.distance == hike.distance)
        // A corrected start is shifted.
        hike.startTime = Timestamp(secondsSince1970: 1_777_600_000 + 86_400, utcOffset: 7200)
        #expect(areas.cut(hike, along: recording).startTime?.secondsSince1970 == first.secondsSince1970 + 86_400)
        #expect(areas.cut(hike, along: rest) == hike && areas.cut(hike, along: nil) == hike)
    }

    /// The centre of the circle that fits some positions best (least squares).
    private func centreOfCircle(through ends: [PlanePlace]) -> PlanePlace {
        let count = Double(ends.count)
        let (meanX, meanY) = (ends.map(\.x).reduce(0, +) / count, ends.map(\.y).reduce(0, +) / count)
        var (xx, xy, yy, xr, yr) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for end in ends {
            let (x, y) = (end.x - meanX, end.y - meanY)
            let square = x * x + y * y
            (xx, xy, yy, xr, yr) = (xx + x * x, xy + x * y, yy + y * y, xr + x * square, yr + y * square)
        }
        let determinant = 2 * (xx * yy - xy * xy)
        return PlanePlace(x: meanX + (xr * yy - yr * xy) / determinant, y: meanY + (yr * xx - xr * xy) / determinant)
    }

    /// Where a hundred walks from a door are cut, in metres from the door. They go in all directions, on streets that bend.
    private func ends(cutBy areas: PrivateAreas, around door: TrackPosition, _ source: inout SeededSource)
        -> [PlanePlace]
    {
        let plane = Plane(around: door)
        return (0..<100).compactMap { _ in
            var position = door
            var step = PrivateShift(east: 8, north: 0).turned(Double.random(in: 0..<2 * .pi, using: &source))
            let points = (0..<600).compactMap { _ -> TrackPoint? in
                defer {
                    step = step.turned(Double.random(in: -0.1...0.1, using: &source))
                    position = position.moved(east: step.east, north: step.north)
                }
                return TrackPoint(latitude: position.latitude, longitude: position.longitude)
            }
            return positions(areas.cut(Recording(segments: [points]))).first.map(plane.place)
        }
    }

    /// How far from the door it is looked for, given where walks are cut: in the middle of the circle, at the mean, and in
    /// the middle of the outermost.
    private func guesses(_ ends: [PlanePlace]) -> [Double] {
        let (x, y) = (ends.map(\.x), ends.map(\.y))
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        func middle(_ values: [Double]) -> Double { ((values.min() ?? 0) + (values.max() ?? 0)) / 2 }
        return [
            centreOfCircle(through: ends), PlanePlace(x: mean(x), y: mean(y)), PlanePlace(x: middle(x), y: middle(y)),
        ].map { $0.squaredDistance(to: PlanePlace(x: 0, y: 0)).squareRoot() }
    }

    @Test(arguments: 0..<6 as Range<UInt64>, [100.0, 300])
    func `doesn't tell from a hundred walks within 100 m where the door is`(seed: UInt64, metres: Double) throws {
        var source = SeededSource(seed: seed)
        var place = home(metres)
        place.privateShift = PrivateShift(east: Double.random(in: PrivateShift.lengths, using: &source), north: 0)
            .turned(Double.random(in: 0..<2 * .pi, using: &source))
        let ends = ends(cutBy: PrivateAreas(of: [place]), around: place.position, &source)
        #expect(ends.count == 100)
        for guess in guesses(ends) { #expect(guess >= 100) }
        // A circle around the door itself tells it.
        place.privateShift = nil
        let control = self.ends(cutBy: PrivateAreas(of: [place]), around: place.position, &source)
        #expect(guesses(control)[0] < 10)
        #expect(guesses(control).allSatisfy { $0 < 100 })
    }

    @Test func `is chosen at random, within its lengths`() {
        let shifts = (0..<1000).map { _ in PrivateShift.random() }
        #expect(shifts.allSatisfy { (399.9...600.1).contains($0.length) })
        for direction in 0..<8 {
            let count = shifts.count { shift in
                let angle = atan2(shift.north, shift.east) + .pi
                return Int(angle / (.pi / 4)) % 8 == direction
            }
            #expect(count > 60)
        }
    }
}

extension PrivateShift {
    /// The shift turned by an angle in radians.
    fileprivate func turned(_ angle: Double) -> PrivateShift {
        PrivateShift(east: east * cos(angle) - north * sin(angle), north: east * sin(angle) + north * cos(angle))
    }
}
