import ProfileKitTesting
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

/// Figures that an earlier program computed from recordings, by rules that have changed since.
@Suite(.temporaryStore) struct `Figures of earlier rules` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private let hikes = SealedCollection<StoredHike>()

    /// A recorded walk of 100 m or more to the north, with a point every 10 s.
    private func walk(_ number: Int) -> ImportedHike {
        let points = (0..<20).compactMap { index in
            TrackPoint(
                latitude: 47 + Double(index * (number + 1)) * 0.0001, longitude: 11, elevation: 500 + Double(index),
                time: Timestamp(secondsSince1970: 1_777_000_000 + Double(number * 86_400 + index * 10), utcOffset: 0))
        }
        return ImportedHike(name: "Walk \(number)", source: "GPX", recording: Recording(segments: [points]))
    }

    /// A store with some recorded hikes, and one without a recording.
    private func populated(_ count: Int = 3) throws -> ProfileStore {
        let store = try temporary.unlock()
        try store.importHikes((1...count).map(walk))
        try store.addHike(HikeHeader(id: 0, name: "Typed", distance: 5))
        return store
    }

    /// Changes a hike as another program would have stored it, and the summary with it.
    private func change(_ id: Int, in store: ProfileStore, _ body: (inout StoredHike) -> Void) throws {
        try store.opened.write { transaction in
            var stored = try #require(try hikes.element(id, in: &transaction))
            body(&stored)
            try hikes.put(stored, number: id, in: &transaction)
            try HikeLedger().refresh(in: &transaction)
        }
    }

    /// Gives a hike figures as earlier rules would have computed them.
    private func age(_ id: Int, in store: ProfileStore) throws {
        try change(id, in: store) { stored in
            stored.figureRules = HikeStatistics.rules - 1
            (stored.hike.distance, stored.hike.ascent) = (99, nil)
        }
    }

    private func rules(of id: Int, in store: ProfileStore) throws -> Int? {
        try store.opened.read { try hikes.header(id, in: &$0)?.figureRules }
    }

    @Test func `are recomputed on request, together with the summary`() throws {
        let store = try populated(70)
        let (content, summary) = (try store.content, try store.summary.hikes)
        for id in [1, 3, 70] { try age(id, in: store) }
        #expect(try store.summary.hikes.totals.distance > 297)
        #expect(try store.renewFigures() == [1, 3, 70])
        #expect(try store.content == content && store.summary.hikes == summary)
        #expect(try rules(of: 3, in: store) == HikeStatistics.rules)
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `are searched for only in the heads when there are none`() throws {
        let store = try populated()
        try change(1, in: store) { $0.hike.distance = 50 }
        let generation = try store.opened.read { $0.generation }
        #expect(try store.renewFigures() == [])
        #expect(try store.opened.read { $0.generation } == generation, "nothing is written")
        #expect(try store.hike(1).distance == 50, "figures of the current rules are trusted")
    }

    @Test func `are marked as current without a report when they come out the same`() throws {
        let store = try populated()
        try change(2, in: store) { $0.figureRules = 1 }
        #expect(try store.renewFigures() == [])
        #expect(try rules(of: 2, in: store) == HikeStatistics.rules)
    }

    @Test func `are recomputed when their source is imported again`() throws {
        let store = try populated()
        let content = try store.content
        try age(2, in: store)
        try age(3, in: store)
        let result = try store.importHikes([walk(1), walk(2)])
        #expect(result.skipped.count == 2 && result.imported == [] && result.renewed == [2])
        #expect(try store.hike(2) == content.hikes[1])
        #expect(try store.hike(3).distance == 99)
        #expect(try store.check().filter { !$0.isOK } == [], "the summary follows")
    }

    @Test func `are kept when someone has edited them, and when the recording is damaged`() throws {
        let store = try populated()
        try change(1, in: store) { stored in
            stored.hike.distance = 7
            stored.figureRules = nil
        }
        try age(2, in: store)
        try change(2, in: store) { $0.recording = PackedRecording(bytes: [9, 9]) }
        try age(3, in: store)
        #expect(try store.renewFigures() == [3])
        #expect(try store.hike(1).distance == 7 && store.hike(2).distance == 99)
        #expect(try store.importHikes([walk(1)]).renewed == [])
    }

    @Test func `of later rules are left to the program that knows them`() throws {
        let store = try populated()
        try change(1, in: store) { stored in
            stored.hike.distance = 8
            stored.figureRules = HikeStatistics.rules + 1
        }
        #expect(try store.renewFigures() == [])
        #expect(try store.hike(1).distance == 8)
    }

    @Test func `of format 1 are recomputed from the source, whose recording is then stored`() throws {
        let store = try temporary.unlock()
        let walk = walk(1)
        try store.opened.write { transaction in
            var hike = walk.hike
            (hike.id, hike.distance) = (4, 99)
            let old = FirstFormatHike(hike: hike, contentDigest: walk.contentDigest)
            try SealedCollection<FirstFormatHike>().put(old, number: 4, in: &transaction)
            try HikeLedger().refresh(in: &transaction)
        }
        #expect(try store.hike(4).distance == 99 && store.recording(ofHike: 4) == nil)
        #expect(try store.renewFigures() == [], "there is nothing to compute them from")
        let result = try store.importHikes([walk])
        #expect(result.skipped.count == 1 && result.renewed == [4])
        #expect(try store.hike(4).distance == walk.hike.distance)
        #expect(try store.recording(ofHike: 4) == walk.recording?.asKept)
        #expect(try store.summary.hikes.totals.distance == walk.hike.distance)
        #expect(try store.importHikes([walk]).renewed == [])
    }

    @Test func `belong to the same source whatever points a version leaves out`() throws {
        let store = try populated()
        var cleaned = walk(1)
        cleaned.recordingInSource = cleaned.recording
        cleaned.recording?.segments[0].remove(at: 7)
        #expect(cleaned.recording != walk(1).recording)
        #expect(try store.importHikes([cleaned]).skipped.map(\.reason) == [.exists(id: 1)])
    }

    @Test func `are completed by the channels of a known source, and what was edited stays`() throws {
        let store = try populated()
        _ = try store.editHike(1) { $0.distance = 42 }
        let before = try (1...3).map { try store.hike($0) }
        func completed(_ number: Int) -> ImportedHike {
            var values = ChannelValues()
            (values[.cadence], values[.temperature]) = (54, -3)
            let plain = walk(number)
            let points = plain.recording?.segments[0].compactMap { point in
                TrackPoint(
                    latitude: point.latitude, longitude: point.longitude, elevation: point.elevation, time: point.time,
                    channels: values)
            }
            return ImportedHike(name: "Walk \(number)", source: "GPX", recording: Recording(segments: [points ?? []]))
        }
        #expect(completed(1).contentDigest == walk(1).contentDigest, "it is recognized by what was always read")
        let result = try store.importHikes([completed(1), completed(2)])
        #expect(result.skipped.map(\.reason) == [.exists(id: 1), .exists(id: 2)] && result.renewed == [1, 2])
        #expect(try store.recording(ofHike: 1)?.channels == [.cadence, .temperature])
        #expect(try store.hike(1).header == before[0].header && store.hike(3) == before[2])
        #expect(try store.hike(2).observations == completed(2).hike.observations)
        #expect(try store.hike(1).observations.allSatisfy { $0.temperature == -3...(-3) })
        // A source of an earlier program takes nothing away.
        #expect(try store.importHikes([walk(1), completed(2)]).renewed == [])
        #expect(try store.recording(ofHike: 1)?.channels == [.cadence, .temperature])
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `are compared as recomputed with what the same import brings after them`() throws {
        let store = try temporary.unlock()
        // A recording without times, which may be what was made of a plan.
        let points = (0..<20).compactMap { TrackPoint(latitude: 47 + Double($0) * 0.001, longitude: 11) }
        var route = ImportedHike(name: "Route", source: "GPX", recording: Recording(segments: [points]))
        route.hike.header.isPlanned = false
        try store.importHikes([route])
        let length = try store.hike(1).distance
        try age(1, in: store)
        func plan(_ name: String, _ distance: Double) -> ImportedHike {
            let header = HikeHeader(id: 0, name: name, distance: distance, isPlanned: true)
            return ImportedHike(sourceID: nil, hike: Hike(header: header))
        }
        // The first one makes the import look at all undated hikes, before the figures of one of them change.
        let result = try store.importHikes([plan("Other", 7), route, plan("Route", length)])
        #expect(result.renewed == [1])
        #expect(result.skipped.map(\.reason) == [.exists(id: 1), .sameOuting(id: 1)])
        #expect(result.imported == [2])
    }

    @Test func `of format 1 stop counting when their source turns out to be a plan or a ride`() throws {
        let store = try temporary.unlock()
        let plan = ImportedHike(
            sourceID: nil, hike: Hike(header: HikeHeader(id: 0, name: "Plan", distance: 7, isPlanned: true)))
        let ride = ImportedHike(
            sourceID: nil, hike: Hike(header: HikeHeader(id: 0, name: "Ride", distance: 30, activity: .cycling)))
        try store.opened.write { transaction in
            for (id, source) in [(4, plan), (5, ride)] {
                var hike = source.hike
                (hike.id, hike.header.isPlanned, hike.header.activity) = (id, false, .hiking)
                let old = FirstFormatHike(hike: hike, contentDigest: source.contentDigest)
                try SealedCollection<FirstFormatHike>().put(old, number: id, in: &transaction)
            }
            try HikeLedger().refresh(in: &transaction)
        }
        #expect(try store.summary.hikes.totals.hikes == 2)
        #expect(try store.importHikes([plan, ride]).renewed == [4, 5])
        #expect(try store.summary.hikes.totals.hikes == 0)
        // What is edited from then on is kept.
        _ = try store.editHike(5) { $0.activity = .walking }
        #expect(try store.importHikes([plan, ride]).renewed == [])
        #expect(try store.hike(5).header.activity == .walking)
    }
}

/// A hike as programs of format 1 stored it: with a header of schema 1, and without a recording.
private struct FirstFormatHike: CollectionElement {
    static let kind = StoredHike.kind
    static let rulesVersion = StoredHike.rulesVersion
    static let figureCount = StoredHike.figureCount
    static func key(of header: StoredHike.Header) -> Int { StoredHike.key(of: header) }
    static func figures(of header: StoredHike.Header) -> [Int?] { StoredHike.figures(of: header) }

    let hike: Hike
    let contentDigest: [UInt8]?

    init(hike: Hike, contentDigest: [UInt8]) { (self.hike, self.contentDigest) = (hike, contentDigest) }

    init(parts: [[UInt8]?]) throws {
        let stored = try StoredHike(parts: parts)
        (hike, contentDigest) = (stored.hike, stored.contentDigest)
    }

    var header: StoredHike.Header { StoredHike.Header(hike: hike.header, contentDigest: contentDigest ?? []) }

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: 1)
        writer.append(hike.header)
        writer.append(contentDigest ?? [])
        return [writer.bytes, TrackRecord(hike.observations).encoded, nil]
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> StoredHike.Header {
        try StoredHike.header(ofFirstPart: bytes)
    }
}
