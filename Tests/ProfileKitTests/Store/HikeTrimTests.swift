import ProfileKitTesting
import ProfileModel
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A trimmed hike` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// 600 points of a second and 2 m each, to the north and up, from 08:00 on.
    private static let points: [TrackPoint] = (0..<600).compactMap { (index: Int) -> TrackPoint? in
        let second = Double(index)
        let time = Timestamp(secondsSince1970: 1_776_837_900 + second, utcOffset: 7200)
        return TrackPoint(
            latitude: 47 + second * 2 / 111_200, longitude: 11, elevation: 500 + second / 4,
            heartRate: Double(100 + index % 10), time: time)
    }

    private func imported(_ change: (inout ImportedHike) -> Void = { _ in }) throws -> ProfileStore {
        let store = try temporary.unlock()
        var recording = Recording(segments: [Array(Self.points[..<200]), Array(Self.points[200...])])
        recording.declared.ascent = 180
        var hike = ImportedHike(name: "Walk", source: "GPX", recording: recording)
        change(&hike)
        try store.importHikes([hike])
        return store
    }

    @Test func `shows the figures, the observations and the track of the part, and keeps the recording`() throws {
        let store = try imported()
        let whole = try store.hike(1)
        #expect(whole.declared == [.ascent] && whole.ascent == 180)
        try store.trimHike(1, from: .kilometres(0.3), to: .kilometres(0.9))
        let part = try store.hike(1)
        #expect(part.trim == 0.3...0.9 && part.name == whole.name && part.startTime == whole.startTime)
        #expect(abs(part.distance - 0.6) < 0.01 && part.declared == [])
        #expect(abs((part.duration ?? 0) - 300) < 5)
        #expect(abs((part.ascent ?? 0) - 75) < 8)
        #expect(part.observations.count < whole.observations.count)
        let shown = try #require(try store.recording(ofHike: 1))
        #expect(shown.segments.count == 2 && abs(shown.points - 300) < 3 && shown.declared.isEmpty)
        #expect(try store.readableRecording(ofHike: 1).value.recording == shown)
        let track = try #require(try store.readableTracks { _ in true }.value.first)
        #expect(track.track == SimplifiedTrack(of: shown))
        #expect(try store.summary.hikes.totals.distance == part.distance)
        let kept = try store.opened.read { try SealedCollection<StoredHike>().element(1, in: &$0)?.recording }
        #expect(try kept?.recording.points == 600)
        // The next trim begins from all of it.
        try store.trimHike(1, from: .kilometres(0.1), to: nil)
        #expect(try abs(store.hike(1).distance - 1.1) < 0.01)
        try store.trimHike(1, from: .kilometres(0), to: .kilometres(99))
        #expect(try store.hike(1) == whole)
        #expect(try store.recording(ofHike: 1)?.points == 600)
    }

    @Test func `may be a part of what is shown, whose other end stays`() throws {
        let store = try imported()
        let whole = try store.hike(1)
        try store.narrowHike(1, from: 0.3, to: nil)
        let length = try #require(try store.hike(1).trim?.upperBound)
        #expect(try store.hike(1).trim?.lowerBound == 0.3 && abs(length - 599 * 0.002) < 0.003)
        try store.narrowHike(1, from: nil, to: 0.5)
        let trim = try #require(try store.hike(1).trim)
        #expect(trim.lowerBound == 0.3 && abs(trim.upperBound - 0.8) < 0.003)
        let part = try store.hike(1)
        try store.narrowHike(1, from: 0, to: 99)
        #expect(try store.hike(1) == part, "it is shown already")
        try store.narrowHike(1, from: nil, to: nil)
        #expect(try store.hike(1) == part)
        #expect(throws: StoreError.self) { try store.narrowHike(1, from: 0.3, to: 0.2) }
        try store.undoHikes()
        try store.undoHikes()
        #expect(try store.hike(1) == whole)
        // The declared ascent stays that of the whole.
        try store.trimHike(1, from: .kilometres(0), to: nil)
        #expect(try store.hike(1) == whole && store.hikeHistory(limit: 1)[0].undoes != nil)
    }

    @Test func `is shown from its first point on, from which a part of it is measured`() throws {
        let points = (0...8).compactMap { TrackPoint(latitude: 47 + Double($0) / 111.195, longitude: 11) }
        let store = try temporary.unlock()
        try store.importHikes([
            ImportedHike(name: "Sparse", source: "GPX", recording: Recording(segments: [points]))
        ])
        try store.trimHike(1, from: .kilometres(1.5), to: nil)
        // The point at 2 km is the first.
        try store.narrowHike(1, from: 2.5, to: nil)
        #expect(try store.hike(1).trim.map { abs($0.lowerBound - 4.5) < 0.02 } == true)
        let trim = try store.hike(1).trim
        for _ in 1...3 { try store.narrowHike(1, from: 0, to: 3) }
        #expect(try store.hike(1).trim == trim, "what is shown begins and ends there")
    }

    @Test func `may begin and end at times of day`() throws {
        let store = try imported()
        // From 08:05:00 the recording runs until 08:14:59.
        try store.trimHike(1, from: .timeOfDay(8 * 3600 + 6 * 60), to: .timeOfDay(8 * 3600 + 10 * 60))
        let times = try #require(try store.recording(ofHike: 1)).segments.flatMap(\.self).compactMap(\.time)
        #expect(times.first?.description == "2026-04-22T08:06:00+02:00")
        #expect(times.last?.description == "2026-04-22T08:10:00+02:00")
        #expect(code { try store.trimHike(1, from: .timeOfDay(8 * 3600), to: nil) } == .invalidValue)
        #expect(code { try store.trimHike(1, from: nil, to: .timeOfDay(9 * 3600)) } == .invalidValue)
    }

    @Test func `begins and ends on the hiker's clock if the recording's times are in UTC`() throws {
        let store = try temporary.unlock()
        // Far from the zone of any machine that tests run on.
        let points = (0..<600).compactMap { (second: Int) -> TrackPoint? in
            let time = Timestamp(secondsSince1970: 1_776_837_900 + Double(second))
            return TrackPoint(latitude: 47 + Double(second) * 2 / 111_200, longitude: 165, time: time)
        }
        try store.importHikes([ImportedHike(name: "Walk", source: "GPX", recording: Recording(segments: [points]))])
        #expect(try store.hike(1).header.localStart?.clockTime == "17:05")
        try store.trimHike(1, from: .timeOfDay(17 * 3600 + 6 * 60), to: .timeOfDay(17 * 3600 + 10 * 60))
        let times = try #require(try store.recording(ofHike: 1)).segments.flatMap(\.self).compactMap(\.time)
        #expect(times.first?.description == "2026-04-22T06:06:00Z" && times.last?.description == "2026-04-22T06:10:00Z")
    }

    @Test func `needs a recording, and a stretch of it`() throws {
        let store = try imported()
        try store.addHike(HikeHeader(id: 0, name: "Typed", distance: 5))
        #expect(code { try store.trimHike(2, from: .kilometres(1), to: nil) } == .invalidValue)
        #expect(code { try store.trimHike(9, from: .kilometres(1), to: nil) } == .notFound)
        for (start, end) in [(0.5, 0.5), (0.6, 0.5), (5, 9), (0.5, 0.5005)] {
            #expect(code { try store.trimHike(1, from: .kilometres(start), to: .kilometres(end)) } == .invalidValue)
        }
        #expect(try store.hikeHistory().map(\.hikeChangeKind) == [.add, .import])
    }

    @Test func `is what it was when the trim is undone, with what was entered by hand`() throws {
        let store = try imported()
        try store.editHike(1) { $0.distance = 1.5 }
        let whole = try store.hike(1)
        try store.trimHike(1, from: .kilometres(0.3), to: .kilometres(0.9))
        #expect(try store.hike(1).declared == [])
        #expect(try store.undoHikes().hikeChangeKind == .trim)
        #expect(try store.hike(1) == whole && whole.distance == 1.5)
        #expect(try store.recording(ofHike: 1)?.points == 600)
        #expect(try store.summary.hikes.totals.distance == 1.5)
    }

    @Test func `stays as it is when an earlier trim is undone, which then remains whole`() throws {
        let store = try imported()
        try store.trimHike(1, from: .kilometres(0.3), to: nil)
        let first = try store.hikeHistory(limit: 1)[0].number
        try store.trimHike(1, from: .kilometres(0.6), to: .kilometres(0.9))
        try store.editHike(1) { $0.name = "Ridge" }
        let part = try store.hike(1)
        #expect(try store.undoHikes(first).remaining.contains { $0.number == 1 && $0.field == "trim" })
        #expect(try store.hike(1) == part && part.declared.isEmpty)
    }

    @Test func `is computed by later rules from the part alone, and known as the same outing`() throws {
        let store = try imported()
        try store.trimHike(1, from: .kilometres(0.3), to: .kilometres(0.9))
        let part = try store.hike(1)
        try store.opened.write { transaction in
            var stored = try #require(try SealedCollection<StoredHike>().element(1, in: &transaction))
            stored.figureRules = HikeStatistics.rules - 1
            stored.hike.distance = 99
            try SealedCollection<StoredHike>().put(stored, number: 1, in: &transaction)
            try HikeLedger().refresh(in: &transaction)
        }
        #expect(try store.renewFigures() == [1])
        #expect(try store.hike(1) == part)
        let other = ImportedHike(name: "Other", source: "FIT", recording: Recording(segments: [Self.points]))
        #expect(try store.importHikes([other]).skipped.map(\.reason) == [.sameOuting(id: 1)])
    }

    @Test func `gets the part's observations from its recording when its own are damaged`() throws {
        let store = try imported()
        try store.trimHike(1, from: .kilometres(0.3), to: .kilometres(0.9))
        let part = try store.hike(1)
        let parts = try store.opened.read { try SealedCollection<StoredHike>().element(1, in: &$0)?.parts } ?? []
        #expect(try StoredHike.salvaging(parts: [parts[0], nil, parts[2]]).hike.observations == part.observations)
    }

    @Test func `comes back from an export as it is`() throws {
        let store = try imported()
        try store.trimHike(1, from: .kilometres(0.3), to: .kilometres(0.9))
        let content = try store.content
        try store.restore(replacing: true) { add in
            for hike in content.hikes { try add(.hike(hike, content.sources[hike.id])) }
            return content.profile
        }
        #expect(try store.content == content)
        try store.trimHike(1, from: .kilometres(0), to: nil)
        #expect(try store.recording(ofHike: 1)?.points == 600)
    }
}
