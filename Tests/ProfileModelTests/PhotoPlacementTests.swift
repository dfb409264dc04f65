import Testing

@testable import ProfileModel

@Suite struct `A photo's place on the track` {
    /// North along a meridian: 10 points, a minute and about 111 m apart.
    private static let recording = Recording(segments: [
        (0..<10).compactMap { number in
            TrackPoint(
                latitude: 46 + Double(number) / 1000, longitude: 7,
                time: Timestamp(secondsSince1970: 1_750_000_000 + Double(number) * 60))
        }
    ])

    private func distance(
        at seconds: Double? = nil, near position: (Double, Double)? = nil, on recording: Recording = Self.recording
    ) -> Double? {
        var photo = Photo()
        photo.time = seconds.flatMap { Timestamp(secondsSince1970: 1_750_000_000 + $0) }
        photo.position = position.map { TrackPosition(latitude: $0.0, longitude: $0.1) }
        return PhotoPlacements(on: recording).placement(of: photo)?.distance
    }

    private func isNear(_ distance: Double?, _ kilometres: Double) -> Bool {
        distance.map { abs($0 - kilometres) < 0.002 } ?? false
    }

    @Test func `is found by its time, between two points`() {
        #expect(isNear(distance(at: 0), 0) && isNear(distance(at: 90), 0.1668) && isNear(distance(at: 540), 1.0007))
    }

    @Test func `is an end of the track shortly before and after it`() {
        #expect(isNear(distance(at: -299), 0) && isNear(distance(at: 839), 1.0007))
        #expect(distance(at: -301) == nil && distance(at: 841) == nil)
    }

    @Test func `is found by its position where its time says nothing`() {
        #expect(isNear(distance(near: (46.0041, 7.001)), 0.4448))
        #expect(isNear(distance(at: 90_000, near: (46.0041, 7.001)), 0.4448))
        // The time comes first.
        #expect(isNear(distance(at: 60, near: (46.0041, 7.001)), 0.1112))
        #expect(distance(near: (46.0041, 7.01)) == nil && distance() == nil)
        #expect(distance(near: (.nan, 7)) == nil)
    }

    @Test func `isn't found on a track without points, and by no time on one without times`() {
        #expect(distance(at: 0, near: (46, 7), on: Recording(segments: [])) == nil)
        let untimed = Recording(segments: [[TrackPoint(latitude: 46, longitude: 7)!]])
        #expect(distance(at: 0, on: untimed) == nil && isNear(distance(near: (46, 7), on: untimed), 0))
    }
}
