import ProfileKit
import ProfileKitTesting
import ProfileSupport
import Testing

@Suite(.temporaryStore) struct `The same outing in two files` {
    private func hike(_ start: String, _ distance: Double, name: String = "Elk Loop") throws -> ImportedHike {
        let time = try #require(Timestamp(start))
        let header = HikeHeader(
            id: 0, name: name, distance: distance, date: time.day, startTime: time, source: "GPX, \(name)")
        return ImportedHike(sourceID: nil, hike: Hike(header: header))
    }

    @Test(arguments: [
        ("2026-04-22T08:42:00Z", 10.0, true), ("2026-04-22T08:38:00Z", 10.0, true),
        ("2026-04-22T08:42:01Z", 10.0, false),
        ("2026-04-22T08:37:59Z", 10.0, false), ("2026-04-22T08:40:00Z", 9.81, true),
        ("2026-04-22T08:40:00Z", 10.2, true), ("2026-04-22T08:40:00Z", 9.79, false),
        ("2026-04-22T08:40:00Z", 10.21, false), ("2026-04-22T10:41:00+02:00", 10.1, true),
    ])
    func `is recognized by its start and its length`(start: String, distance: Double, isSame: Bool) throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([try hike("2026-04-22T08:40:00Z", 10)])
        let result = try store.importHikes([try hike(start, distance, name: "Morning walk")])
        #expect(result.skipped.map(\.reason) == (isSame ? [.sameOuting(id: 1)] : []))
        #expect(try store.hikes.count == (isSame ? 1 : 2))
    }

    @Test func `is recognized in a file that has the start, but no date`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([try hike("2026-04-22T08:40:00Z", 10)])
        var undated = try hike("2026-04-22T08:40:00Z", 10, name: "Morning walk")
        undated.hike.header.date = nil
        #expect(try store.importHikes([undated]).skipped.map(\.reason) == [.sameOuting(id: 1)])
    }

    @Test(arguments: [(0.0, true), (0.0089, true), (0.0091, false), (1, false)])
    func `begins at about the same place, where both have positions`(degrees: Double, isSame: Bool) throws {
        let store = try TemporaryStore.current.unlock()
        func recorded(_ name: String, from latitude: Double) throws -> ImportedHike {
            var hike = try hike("2026-04-22T08:40:00Z", 10, name: name)
            hike.recording = Recording(
                segments: [(0...1).compactMap { TrackPoint(latitude: latitude + Double($0) / 100, longitude: 11) }])
            return hike
        }
        try store.importHikes([try recorded("Elk Loop", from: 47)])
        let other = try store.importHikes([try recorded("Morning walk", from: 47 + degrees)])
        #expect(other.skipped.map(\.reason) == (isSame ? [.sameOuting(id: 1)] : []))
        #expect(try store.importHikes([try hike("2026-04-22T08:40:00Z", 10, name: "Typed")]).skipped.count == 1)
    }

    @Test func `is recognized across midnight between two devices' clocks`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([try hike("2026-04-22T23:59:30Z", 10)])
        let other = try store.importHikes([try hike("2026-04-23T00:00:30Z", 10, name: "Night")])
        #expect(other.skipped.map(\.reason) == [.sameOuting(id: 1)])
        let east = try store.importHikes([try hike("2026-04-23T08:59:00+09:00", 10, name: "East")])
        #expect(east.skipped.count == 1)
    }

    @Test func `is kept twice on request, and when one file contains both`() throws {
        let store = try TemporaryStore.current.unlock()
        let pair = [try hike("2026-04-22T08:40:00Z", 10), try hike("2026-04-22T08:40:00Z", 10, name: "With a dog")]
        #expect(try store.importHikes(pair).imported == [1, 2])
        let third = try hike("2026-04-22T08:40:00Z", 10, name: "By watch")
        #expect(try store.importHikes([third]).skipped.count == 1)
        #expect(try store.importHikes([third], keepingDuplicates: true).imported == [3])
    }

    @Test func `is not recognized without a start time`() throws {
        let store = try TemporaryStore.current.unlock()
        var undated = try hike("2026-04-22T08:40:00Z", 10)
        try store.importHikes([undated])
        undated.hike.header.startTime = nil
        #expect(try store.importHikes([undated]).imported == [2])
    }

    @Test func `is not each activity without positions, which are told apart by their figures`() throws {
        let store = try TemporaryStore.current.unlock()
        let indoors = try [("2026-05-06T18:00:00Z", 3.0), ("2026-05-09T18:00:00Z", 5), ("2026-05-12T18:00:00Z", 7)]
            .map { start, distance in
                var treadmill = try hike(start, distance, name: "Treadmill")
                treadmill.recording = Recording(segments: [])
                return treadmill
            }
        for activity in indoors { try store.importHikes([activity]) }
        #expect(try store.hikes.map(\.distance).sorted() == [3, 5, 7])
        #expect(try store.importHikes(indoors).skipped.map(\.reason) == (1...3).map { .exists(id: $0) })
    }

    @Test func `is one plan where name and length are the same, whatever the export of it left out`() throws {
        let store = try TemporaryStore.current.unlock()
        func plan(_ name: String, _ distance: Double, isPlanned: Bool = true) -> ImportedHike {
            var header = HikeHeader(id: 0, name: name, distance: distance, source: "GPX, \(name)")
            header.isPlanned = isPlanned
            return ImportedHike(sourceID: nil, hike: Hike(header: header))
        }
        try store.importHikes([plan("Tour", 10), plan("Old", 10, isPlanned: false)])
        func again(_ hike: ImportedHike) throws -> [SkippedHike.Reason] {
            var hike = hike
            hike.hike.header.source = "another"
            return try store.importHikes([hike]).skipped.map(\.reason)
        }
        #expect(try again(plan("Tour", 10.1)) == [.sameOuting(id: 1)])
        #expect(try again(plan("Old", 10)) == [.sameOuting(id: 2)], "0.1.0 knew no plans")
        #expect(try again(plan("Old", 10, isPlanned: false)) == [], "what was walked may be walked again")
        #expect(try again(plan("Tour", 11)) == [])
        #expect(try again(plan("Other", 10)) == [])
    }

    @Test func `is not added again after it was removed, from any file`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([
            try hike("2026-04-22T08:40:00Z", 10), try hike("2026-04-22T12:40:00Z", 10, name: "Noon"),
        ])
        try store.removeHikes([1, 2])
        let other = try hike("2026-04-22T08:41:00Z", 10.1, name: "By watch")
        #expect(try store.importHikes([other]).skipped.map(\.reason) == [.removed(id: 1)])
        #expect(try store.importHikes([try hike("2026-04-22T08:43:00Z", 10, name: "Later")]).imported == [3])
        #expect(try store.importHikes([other], keepingDuplicates: true).imported == [4])
        try store.purgeHikes([2])
        #expect(try store.importHikes([try hike("2026-04-22T12:40:00Z", 10, name: "By watch")]).imported == [5])
    }

    @Test func `is recognized by its recording after its distance was changed by hand`() throws {
        let store = try TemporaryStore.current.unlock()
        func recorded(_ name: String, metresPerStep: Double = 10) -> ImportedHike {
            let points = (0..<100).compactMap { index in
                TrackPoint(
                    latitude: 47 + Double(index) * metresPerStep / 111_170, longitude: 11,
                    time: Timestamp(secondsSince1970: 1_777_000_000 + Double(index * 10), utcOffset: 0))
            }
            return ImportedHike(name: name, source: "GPX, \(name)", recording: Recording(segments: [points]))
        }
        try store.importHikes([recorded("By phone")])
        try store.editHike(1) { $0.distance = 9 }
        #expect(try store.importHikes([recorded("By watch")]).skipped.map(\.reason) == [.sameOuting(id: 1)])
        #expect(try store.importHikes([recorded("Half", metresPerStep: 5)]).imported == [2])
        try store.removeHike(1)
        #expect(try store.importHikes([recorded("By watch")]).skipped.map(\.reason) == [.removed(id: 1)])
    }
}

@Suite(.temporaryStore) struct `The sources of hikes` {
    private func recorded(_ minute: Int) throws -> ImportedHike {
        let digits = minute < 10 ? "0\(minute)" : "\(minute)"
        let start = try #require(Timestamp("2026-04-22T08:\(digits):00Z"))
        let points = (0..<20).compactMap { index in
            TrackPoint(latitude: 47 + Double(minute) / 100, longitude: 11 + Double(index) / 1000, time: start)
        }
        var imported = ImportedHike(
            sourceID: nil,
            hike: Hike(
                header: HikeHeader(
                    id: 0, name: "Elk \(minute)", distance: 4 + Double(minute), date: start.day, startTime: start)))
        imported.recording = Recording(segments: [points])
        return imported
    }

    @Test func `are recognized after content was restored and edited`() throws {
        let (store, other) = (try TemporaryStore.current.unlock(), try TemporaryStore())
        let hikes = try (0..<40).map { try recorded($0) }
        try store.importHikes(hikes)
        try store.editHike(3) { $0.name = "Renamed" }
        let elsewhere = try other.unlock()
        try elsewhere.restore(try store.content)
        #expect(try elsewhere.content == store.content)
        #expect(try elsewhere.importHikes(hikes, keepingDuplicates: true).skipped.count == 40)
        #expect(try elsewhere.recording(ofHike: 3) == hikes[2].recording?.asKept)
        // Also over existing content.
        try elsewhere.restore(try store.content, replacing: true)
        #expect(try elsewhere.importHikes(hikes, keepingDuplicates: true).skipped.count == 40)
        #expect(try elsewhere.hikes.count == 40 && elsewhere.check().allSatisfy(\.isOK))
    }

    @Test func `no longer belong to removed hikes once content is restored`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([try recorded(0), try recorded(1)])
        let content = try store.content
        try store.removeHikes([1, 2])
        #expect(code { try store.restore(content) } == .exists)
        try store.restore(content, replacing: true)
        #expect(try store.content == content && store.removedHikes.isEmpty && store.check().allSatisfy(\.isOK))
    }

    @Test func `are stored once each`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([try recorded(0), try recorded(1)])
        var content = try store.content
        content.sources[2] = content.sources[1]
        #expect(code { try store.restore(content, replacing: true) } == .invalidValue)
        content.sources = [:]
        content.hikes.append(content.hikes[0])
        #expect(code { try store.restore(content, replacing: true) } == .invalidValue)
        #expect(try store.hikes.count == 2)
    }
}
