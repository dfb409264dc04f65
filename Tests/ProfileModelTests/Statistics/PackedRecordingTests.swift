import ProfileModel
import TestSupport
import Testing

@Suite struct `A packed recording` {
    private func unpacked(_ bytes: [UInt8]) -> Recording? { try? PackedRecording(bytes: bytes).recording }

    /// A walk of an hour at a point per second, as a watch writes it.
    private func hour(_ source: inout SeededSource) -> Recording {
        var (latitude, longitude, elevation, heartRate) = (47.0, 11.0, 500.0, 100.0)
        let points = (0..<3600).compactMap { second in
            latitude += 1.0e-5 + .random(in: -3e-6...3e-6, using: &source)
            longitude += 0.6e-5 + .random(in: -3e-6...3e-6, using: &source)
            elevation += .random(in: -0.2...0.3, using: &source)
            heartRate += Double(Int.random(in: -1...1, using: &source))
            return TrackPoint(
                latitude: latitude, longitude: longitude, elevation: elevation, heartRate: heartRate,
                time: Timestamp(secondsSince1970: 1_777_000_000 + Double(second), utcOffset: 7200))
        }
        return Recording(segments: [points])
    }

    private func sample(_ source: inout SeededSource) -> Recording {
        let channels = Channel.allCases.filter { _ in Bool.random(using: &source) }
        let segments = (0..<Int.random(in: 0...4, using: &source)).map { _ in
            (0..<Int.random(in: 0...40, using: &source)).compactMap { _ -> TrackPoint? in
                func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &source) ? value : nil }
                let seconds = Double.random(in: 400_000_000...250_000_000_000, using: &source)
                var values = ChannelValues()
                for channel in channels { values[channel] = maybe(.random(in: channel.plausible, using: &source)) }
                return TrackPoint(
                    latitude: .random(in: -90...90, using: &source), longitude: .random(in: -180...180, using: &source),
                    elevation: maybe(.random(in: -1000...10_000, using: &source)),
                    heartRate: maybe(.random(in: 1...300, using: &source)),
                    time: maybe(
                        Timestamp(
                            secondsSince1970: seconds,
                            utcOffset: maybe(Int.random(in: -1439...1439, using: &source) * 60))
                    ).flatMap(\.self), channels: values)
            }
        }
        var declared = DeclaredFigures()
        if Bool.random(using: &source) { declared.ascent = .random(in: 0...9000, using: &source) }
        if Bool.random(using: &source) { declared.timer = .random(in: 0...9000, using: &source) }
        if Bool.random(using: &source) { declared.heartRate = HeartRate(min: 60, average: 100.4, max: 180) }
        return Recording(segments: segments, declared: declared)
    }

    @Test(arguments: 0..<20) func `is read back to the centimetre`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        for _ in 0..<20 {
            let recording = sample(&source)
            let packed = PackedRecording(recording)
            let back = try packed.recording
            #expect(back == recording.asKept)
            #expect(PackedRecording(back) == packed)
            for (point, kept) in zip(recording.segments.joined(), back.segments.joined()) {
                #expect(point.distance(to: kept) < 0.01)
            }
        }
    }

    @Test func `of an hour at a point per second takes tens of kilobytes, and little time`() throws {
        var source = SeededSource(seed: 1)
        let recording = hour(&source)
        let packed = PackedRecording(recording)
        #expect((10_000...30_000).contains(packed.bytes.count), "\(packed.bytes.count)")
        #expect(try packed.recording == recording.asKept)
    }

    @Test func `grows only by the channels that it has`() throws {
        var source = SeededSource(seed: 3)
        let plain = hour(&source)
        let packed = PackedRecording(plain).bytes
        #expect(packed.first == 1, "programs without channels read it")
        func adding(_ channels: [Channel: Double]) -> Recording {
            Recording(
                segments: plain.segments.map { points in
                    points.compactMap { point in
                        var values = ChannelValues()
                        for (channel, value) in channels { values[channel] = value }
                        return TrackPoint(
                            latitude: point.latitude, longitude: point.longitude, elevation: point.elevation,
                            heartRate: point.heartRate, time: point.time, channels: values)
                    }
                })
        }
        let steady = PackedRecording(adding([.cadence: 54, .power: 0]))
        #expect(steady.bytes.first == 2 && steady.bytes.count < packed.count + 2 * 3600 + 20)
        #expect(steady.bytes[1...].starts(with: packed[1...]), "the channels follow all else")
        let points = try #require(try steady.recording.segments.first)
        #expect(points.allSatisfy { $0.cadence == 54 && $0.power == 0 && $0.temperature == nil })
        #expect(
            PackedRecording(adding([.temperature: 400, .cadence: -1])).bytes == packed, "impossible values are none")
        let (ways, plainWays) = (try steady.simplified, try PackedRecording(plain).simplified)
        #expect(ways == plainWays)
    }

    @Test(arguments: [[], [0], [1, 1], [2, 2, 2, 0, 0, 1, 0, 2, 0, 0], [1, 4, 0, 2, 0, 0]] as [[UInt8]])
    func `with no channel, an empty one, one twice or an unknown one is refused`(channels: [UInt8]) {
        let points = [47.0, 47.1].compactMap { TrackPoint(latitude: $0, longitude: 11) }
        let plain = PackedRecording(Recording(segments: [points])).bytes
        #expect(unpacked(plain) != nil && unpacked([2] + plain.dropFirst() + [1, 2, 0, 2, 0, 0]) != nil)
        #expect(unpacked([2] + plain.dropFirst() + channels) == nil)
    }

    @Test func `without points takes a few bytes`() throws {
        let packed = PackedRecording(Recording(segments: [[], []]))
        #expect(packed.bytes.count < 20)
        #expect(try packed.recording == Recording(segments: []))
    }

    @Test func `is refused when it is cut at any byte or has extra bytes`() {
        var source = SeededSource(seed: 2)
        let recording = hour(&source)
        let bytes = PackedRecording(Recording(segments: [Array(recording.segments[0][..<50])])).bytes
        for end in 0..<bytes.count { #expect(unpacked(Array(bytes[..<end])) == nil, "\(end)") }
        #expect(unpacked(bytes + [0]) == nil && unpacked(bytes) != nil)
    }

    @Test(arguments: 0..<8)
    func `with changed bytes is refused or read as another recording with a single form`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let bytes = PackedRecording(sample(&source)).bytes
        for _ in 0..<3_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &source) {
                changed[Int.random(in: 0..<bytes.count, using: &source)] = [
                    0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &source),
                ]
                .randomElement(using: &source)!
            }
            guard let recording = unpacked(changed) else { continue }
            #expect(recording.asKept == recording)
            #expect(PackedRecording(recording).bytes == changed)
        }
    }

    @Test(arguments: [
        [], [2], [1], [0], [1] + [UInt8](repeating: 0, count: 9) + [0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        // A segment of two hundred million points in a few bytes.
        [1] + [UInt8](repeating: 0, count: 9) + [1, 0x80, 0xC2, 0xD7, 0x5F, 0, 0],
        // A number of more than 64 bits, and one with an extra byte.
        [UInt8](repeating: 0xFF, count: 11), [0x81, 0x00],
    ])
    func `that declares more than it has is refused at once`(bytes: [UInt8]) {
        #expect(unpacked(bytes) == nil)
    }

    @Test func `has a limited number of points`() throws {
        let point = TrackPoint.sample(0, seconds: 0)
        let most = Recording.maximumPointCount
        let recording = Recording(segments: [
            Array(repeating: point, count: most - 1), [point, point, point], [point],
        ])
        let back = try PackedRecording(recording).recording
        #expect(back.segments.map(\.count) == [most - 1, 1])
    }
}
