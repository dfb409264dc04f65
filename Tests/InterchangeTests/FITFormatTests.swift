import ProfileModel
import ProfileRendering
import TestSupport
import Testing

@testable import Interchange

@Suite struct `Recordings in FIT` {
    private func hikes(_ fit: FITBytes) throws -> [ImportedHike] {
        try FITFormat.read(fit.file(), fileName: "2026/walk.fit")
    }

    private func problem(_ bytes: [UInt8]) -> HikeFileError? {
        do throws(HikeFileError) {
            _ = try FITFormat.read(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [false, true])
    func `become hikes with all their values, in either byte order`(isBigEndian: Bool) throws {
        let imported = try #require(try hikes(.walk(isBigEndian: isBigEndian)).first)
        let hike = imported.hike
        #expect(hike.name == "walk" && imported.nameInSource == "Hike" && hike.source == "FIT, Garmin Fenix 7")
        #expect(hike.activity == .hiking && !hike.isPlanned && hike.header.isMeasured)
        #expect(hike.startTime == Timestamp("2026-04-22T08:40:00+02:00") && hike.date?.description == "2026-04-22")
        #expect(hike.distance == 1.015 && hike.ascent == 111 && hike.descent == 3)
        #expect(hike.duration == 1010 && hike.movingTime == 990)
        #expect(hike.header.declared == [.distance, .ascent, .descent, .duration, .timer])
        #expect(hike.heartRate == HeartRate(min: 120, average: 120, max: 120))
        #expect(imported.recording?.points == 101 && imported.recording?.segments.count == 1)
        #expect(imported.recording?.segments[0][7].elevation == 507)
        #expect(imported.notices.isEmpty && hike.observations.count == 10)
    }

    @Test(arguments: [false, true])
    func `have cadence, temperature and power, and none where the sensor was off`(isBigEndian: Bool) throws {
        var fit = FITBytes()
        fit.isBigEndian = isBigEndian
        for (step, values) in [(54, 64, -3, 210), (0xFF, 0xFF, 0x7F, 0xFFFF)].enumerated() {
            fit.add(
                20,
                FITBytes.point(Double(step) * 10, seconds: step * 10) + [
                    (4, .uint8(values.0)), (53, .uint8(values.1)), (13, .sint8(values.2)), (7, .uint16(values.3)),
                ])
        }
        let points = try #require(try hikes(fit).first?.recording?.segments.first)
        #expect(points.map(\.cadence) == [54.5, nil] && points.map(\.power) == [210, nil])
        #expect(points.map(\.temperature) == [-3, nil])
    }

    @Test func `have laps, and the points of a course`() throws {
        var fit = FITBytes.walk()
        for lap in 0..<2 {
            fit.add(
                19,
                [
                    (253, .uint32(FITBytes.start + lap * 500 + 500)), (2, .uint32(FITBytes.start + lap * 500)),
                    (7, .uint32(500_250)), (9, .uint32(50_000)), (15, .uint8(lap == 0 ? 0xFF : 121)), (21, .uint16(55)),
                ])
        }
        let laps = Array(try #require(try hikes(fit).first).hike.laps.dropFirst())
        #expect(laps.count == 2 && laps.map(\.duration) == [500.25, 500.25] && laps.map(\.distance) == [0.5, 0.5])
        #expect(laps.map(\.heartRate) == [nil, 121] && laps.map(\.ascent) == [55, 55])
        #expect(laps[1].startTime == Timestamp("2026-04-22T08:48:20+02:00"))
        var course = FITBytes()
        course.add(0, [(0, .enumeration(6))])
        course.add(20, FITBytes.point(0, seconds: nil))
        for (number, kind) in [3, 99].enumerated() {
            course.add(
                32,
                Array(FITBytes.point(0, seconds: nil)[..<2].map { ($0.0 + 2, $0.1) }) + [
                    (5, .enumeration(kind)), (6, .text("Point \(number)", 12)),
                ])
        }
        let waypoints = try #require(try hikes(course).first).hike.waypoints
        #expect(waypoints.map(\.name) == ["Point 0", "Point 1"] && waypoints.map(\.symbol) == ["Water", ""])
        #expect(abs(waypoints[0].position.latitude - 47) < 1e-6)
    }

    @Test(arguments: [12, 14, 20]) func `may have headers of any length`(size: Int) throws {
        var fit = FITBytes.walk()
        // Bytes that a later version of the format adds after the header's checksum.
        let bytes = fit.file(headerSize: min(size, 14))
        guard size == 20 else {
            #expect(try FITFormat.read(bytes).count == 1)
            return
        }
        fit.messages = [1, 2, 3, 4, 5, 6] + fit.messages
        var longer = Array(fit.file().dropLast(2))
        longer[0] = 20
        let length = fit.messages.count - 6
        for index in 0..<4 { longer[4 + index] = UInt8(truncatingIfNeeded: length >> (index * 8)) }
        let sum = FITBytes.checkSum(longer)
        #expect(try FITFormat.read(longer + [UInt8(sum & 0xFF), UInt8(sum >> 8)]).count == 1)
    }

    @Test func `may have times in the headers of messages`() throws {
        var fit = FITBytes()
        fit.define(1, 20, FITBytes.point(0, seconds: 0))
        // 28 s into a span of 32 s, so that the next one is past its end.
        fit.write(1, FITBytes.point(0, seconds: 28))
        fit.define(2, 20, FITBytes.point(0, seconds: nil))
        for (index, second) in [30, 33, 40, 63, 64, 90].enumerated() {
            fit.write(
                0x80 | 2 << 5 | UInt8((FITBytes.start + second) & 0x1F), FITBytes.point(Double(index), seconds: nil))
        }
        let points = try #require(try hikes(fit).first?.recording?.segments.first)
        let seconds = points.compactMap { $0.time.map { Int($0.secondsSince1970) - 631_065_600 - FITBytes.start } }
        #expect(seconds == [28, 30, 33, 40, 63, 64, 90])
    }

    @Test func `are divided where the timer was stopped`() throws {
        var fit = FITBytes()
        fit.define(1, 20, FITBytes.point(0, seconds: 0))
        for step in 0..<20 {
            if step == 10 { fit.add(21, [(0, .enumeration(0)), (1, .enumeration(4))]) }
            if step == 15 { fit.add(21, [(0, .enumeration(8)), (1, .enumeration(4))]) }
            fit.write(1, FITBytes.point(Double(step) * 10, seconds: step * 10 + (step >= 10 ? 600 : 0)))
        }
        #expect(try hikes(fit).first?.recording?.segments.map(\.count) == [10, 10])
    }

    @Test func `become several hikes when they have several sports`() throws {
        var fit = FITBytes()
        fit.define(1, 20, FITBytes.point(0, seconds: 0))
        for (sport, start) in [(17, 0), (2, 1000)] {
            for step in 0..<50 { fit.write(1, FITBytes.point(Double(step) * 10, seconds: start + step * 10)) }
            fit.add(
                18,
                [
                    (253, .uint32(FITBytes.start + start + 500)), (2, .uint32(FITBytes.start + start)),
                    (5, .enumeration(sport)), (22, .uint16(sport)),
                ])
        }
        let hikes = try hikes(fit)
        #expect(hikes.map(\.hike.activity) == [.hiking, .cycling] && hikes.map(\.hike.ascent) == [17, 2])
        #expect(hikes.map(\.recording?.points) == [50, 50])
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `belong to the session in whose time they are, where the sessions come first`(order: [Int]) throws {
        var fit = FITBytes()
        let written = FITBytes.start + 9000
        for (sport, start) in order.map({ [(17, 0), (2, 500)][$0] }) {
            fit.add(
                18,
                [
                    (253, .uint32(written)), (2, .uint32(FITBytes.start + start)), (5, .enumeration(sport)),
                    (7, .uint32(490_000)),
                ])
        }
        fit.define(1, 20, FITBytes.point(0, seconds: 0))
        for step in 0..<100 { fit.write(1, FITBytes.point(Double(step) * 10, seconds: step * 10)) }
        let hikes = try hikes(fit)
        #expect(hikes.map(\.hike.activity) == [.hiking, .cycling])
        #expect(hikes.map(\.recording?.points) == [50, 50])
    }

    @Test func `belong to the first of several sessions when nothing has a time`() throws {
        var fit = FITBytes()
        for metres in [0.0, 100] { fit.add(20, FITBytes.point(metres, seconds: nil)) }
        fit.add(18, [(5, .enumeration(17))])
        fit.add(18, [(5, .enumeration(2)), (9, .uint32(200_000))])
        let hikes = try hikes(fit)
        #expect(hikes.map(\.hike.activity) == [.hiking, .cycling])
        #expect(hikes.map { $0.recording?.points ?? 0 } == [2, 0])
    }

    @Test func `are of the first sport that is named where the session names none`() throws {
        var fit = FITBytes()
        for sport in [2, 1] { fit.add(12, [(0, .enumeration(sport))]) }
        for step in 0..<2 { fit.add(20, FITBytes.point(Double(step) * 10, seconds: step * 10)) }
        #expect(try hikes(fit).map(\.hike.activity) == [.cycling])
    }

    @Test func `are in the time zone of the activity, which may have no time of its own`() throws {
        var fit = FITBytes()
        for step in 0..<2 { fit.add(20, FITBytes.point(Double(step) * 10, seconds: step * 10)) }
        fit.add(34, [(5, .uint32(FITBytes.start + 7210))])
        #expect(try hikes(fit).first?.hike.startTime == Timestamp("2026-04-22T08:40:00+02:00"))
    }

    @Test func `have the figures of their laps when they were never ended`() throws {
        var fit = FITBytes()
        fit.define(1, 20, FITBytes.point(0, seconds: 0))
        for lap in 0..<2 {
            for step in 0..<50 {
                fit.write(1, FITBytes.point(Double(lap * 500 + step * 10), seconds: lap * 500 + step * 10))
            }
            fit.add(19, [(9, .uint32(50_000)), (8, .uint32(500_000)), (21, .uint16(lap == 0 ? 20 : 0xFFFF))])
        }
        let hike = try #require(try hikes(fit).first?.hike)
        #expect(hike.distance == 1 && hike.movingTime == 1000 && hike.ascent == 0)
        #expect(hike.header.declared == [.distance, .timer])
    }

    @Test func `have the device's figures when they have no positions, as on a treadmill`() throws {
        var fit = FITBytes()
        fit.add(0, [(0, .enumeration(4))])
        fit.add(20, [(253, .uint32(FITBytes.start)), (3, .uint8(100))])
        fit.add(
            18,
            [
                (2, .uint32(FITBytes.start)), (5, .enumeration(1)), (8, .uint32(1_800_000)), (9, .uint32(500_000)),
                (64, .uint8(90)), (16, .uint8(120)), (17, .uint8(150)),
            ])
        let hike = try #require(try hikes(fit).first?.hike)
        #expect(hike.distance == 5 && hike.movingTime == 1800 && hike.activity == .running && !hike.isPlanned)
        #expect(hike.heartRate == HeartRate(min: 90, average: 120, max: 150) && hike.date != nil)
    }

    @Test func `become plans when they are courses`() throws {
        var fit = FITBytes()
        fit.add(0, [(0, .enumeration(6))])
        fit.add(31, [(4, .enumeration(17)), (5, .text("Ridge", 16))])
        fit.add(20, FITBytes.point(0, seconds: 0))
        fit.add(20, FITBytes.point(100, seconds: 10))
        let hike = try #require(try hikes(fit).first)
        #expect(hike.hike.isPlanned && hike.hike.name == "Ridge" && hike.nameInSource == nil)
    }

    @Test func `have the name and the sport of courses that are described in several messages`() throws {
        var fit = FITBytes()
        fit.add(0, [(0, .enumeration(6))])
        fit.add(31, [(5, .text("Ridge", 16))])
        fit.add(31, [(4, .enumeration(2))])
        fit.add(31, [(5, .text("Ridge", 16))])
        for metres in [0.0, 100] { fit.add(20, FITBytes.point(metres, seconds: Int(metres))) }
        let hike = try #require(try hikes(fit).first).hike
        #expect(hike.name == "Ridge" && hike.activity == .cycling)
    }

    @Test func `may be chained in one file`() throws {
        let walk = FITBytes.walk().file()
        #expect(try FITFormat.read(walk + walk + walk).count == 3)
        var settings = FITBytes()
        settings.add(0, [(0, .enumeration(2))])
        #expect(try FITFormat.read(settings.file() + walk + settings.file()).count == 1)
        #expect(problem(settings.file() + settings.file())?.message == "it is neither an activity nor a course")
        #expect(problem(walk + [0])?.message == "there is no FIT file at byte \(walk.count)")
    }

    @Test func `are refused when they contain no hike`() {
        var settings = FITBytes()
        settings.add(0, [(0, .enumeration(2))])
        #expect(problem(settings.file())?.message == "it is neither an activity nor a course")
        #expect(problem(FITBytes().file())?.message == "no activity or course contains a point")
        #expect(problem([])?.message == "the file is empty")
        var undefined = FITBytes()
        undefined.messages = [0x03, 1]
        #expect(problem(undefined.file())?.message == "the message at byte 14 has no definition")
        #expect(problem(FITBytes.walk().file(sum: 1))?.message.contains("the checksum at byte") == true)
    }

    @Test func `have a limited number of points`() throws {
        let limits = RecordingLimits(bytes: 1 << 20, points: 100)
        #expect(throws: HikeFileError(.exceeds(.points(100)))) {
            try FITFormat.read(FITBytes.walk().file(), fileName: "", limits: limits)
        }
        #expect(throws: HikeFileError(.exceeds(.fileSize(1000)))) {
            try FITFormat.read(FITBytes.walk().file(), fileName: "", limits: RecordingLimits(bytes: 1000))
        }
        // Before the end of a file that is read piece by piece.
        let reader = HikeFileReader(format: .fit, fileName: "", limits: RecordingLimits(bytes: 1000))
        #expect(throws: HikeFileError(.exceeds(.fileSize(1000)))) {
            for _ in 0..<2 { try reader.read([UInt8](repeating: 0, count: 5000)) }
        }
    }

    @Test func `have a limited number of sessions, with or without a point or a field`() throws {
        var fit = FITBytes()
        fit.define(0, 18, [])
        for _ in 0..<20_000 { fit.write(0, []) }
        #expect(throws: HikeFileError(.exceeds(.tracks(100)))) {
            try FITFormat.read(fit.file(), fileName: "", limits: RecordingLimits(tracks: 100))
        }
        #expect(problem(fit.file()) == HikeFileError(.exceeds(.tracks(10_000))))
    }

    @Test func `may have any number of laps, which take no memory`() throws {
        var fit = FITBytes.walk()
        fit.define(2, 19, [])
        for _ in 0..<20_000 { fit.write(2, []) }
        #expect(try hikes(fit).first?.hike.distance == 1.015)
    }

    @Test func `are refused when they are cut short at any byte`() {
        let bytes = FITBytes.walk().file()
        for end in 0..<bytes.count { #expect(problem(Array(bytes[..<end])) != nil, "\(end)") }
    }

    @Test func `are refused when any bit is flipped`() {
        let bytes = FITBytes.walk().file()
        // Every bit of the header and the first messages, and some of each byte after them.
        for place in 0..<bytes.count * 8 where place < 800 || place % 23 == 0 {
            var changed = bytes
            changed[place / 8] ^= 1 << (place % 8)
            // The header's checksum, version and profile are not checked.
            let isIgnored = [1, 2, 3, 12, 13].contains(place / 8)
            #expect(problem(changed) != nil || isIgnored && FITBytes.checkSum(changed) == 0, "\(place)")
        }
    }

    @Test(arguments: 0..<4) func `never trap, whatever their messages`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let walk = FITBytes.walk().messages
        var (read, refused) = (0, 0)
        for round in 0..<600 {
            var fit = FITBytes()
            fit.messages =
                round % 3 == 0
                ? (0..<Int.random(in: 0...300, using: &source)).map { _ in UInt8.random(in: 0...255, using: &source) }
                : walk
            for _ in 0..<Int.random(in: 1...4, using: &source) where !fit.messages.isEmpty {
                let place = Int.random(in: 0..<min(fit.messages.count, 300), using: &source)
                switch Int.random(in: 0...2, using: &source) {
                case 0: fit.messages[place] = [0, 1, 0x40, 0x80, 0xFF, 0x7F].randomElement(using: &source)!
                case 1: fit.messages.remove(at: place)
                default: fit.messages.insert(UInt8.random(in: 0...255, using: &source), at: place)
                }
            }
            if problem(fit.file()) == nil { read += 1 } else { refused += 1 }
        }
        #expect(read > 20 && refused > 20, "\(read) \(refused)")
    }
}
