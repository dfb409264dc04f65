import ProfileKitTesting
import ProfileModel
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A hike's words` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private static func described(_ header: HikeHeader) throws -> HikeHeader {
        var header = header
        let hut = TrackPoint(
            latitude: 47.5, longitude: 11.25, elevation: 1800,
            time: Timestamp(secondsSince1970: 1_777_000_000.5, utcOffset: 7200))
        header.notes = "Up early.\n\tSnow above the hut."
        header.waypoints = [
            Waypoint(name: "Hut", position: try #require(hut), description: "Soup\nand tea", symbol: "Lodge")
        ]
        let lap = Lap(startTime: hut?.time, distance: 1.5, duration: 900, ascent: 120, heartRate: 131.5, name: "Up")
        header.laps = [lap]
        (header.trim, header.tags, header.isFavourite) = (0.5...3.25, ["boots", "Wet"], true)
        header.declared = [.enteredDistance]
        return header
    }

    private func stored(_ id: Int, of store: ProfileStore) throws -> StoredHike {
        try store.opened.read { try #require(try SealedCollection<StoredHike>().element(id, in: &$0)) }
    }

    @Test func `are read with the hike, and its notes, waypoints and laps not with lists`() throws {
        let store = try temporary.unlock()
        let header = try Self.described(HikeHeader(id: 1, name: "Elk Loop", distance: 5))
        try store.addHike(header)
        #expect(try store.hike(1).header == header)
        #expect(try store.readableHike(1).value.header == header)
        var listed = header
        (listed.notes, listed.waypoints, listed.laps) = ("", [], [])
        #expect(try store.hikes == [listed] && store.summary.hikes.recent == [listed])
        try store.removeHike(1)
        try store.restoreHikes([1])
        #expect(try store.hike(1).header == header)
        try store.editHike(1) { $0.notes = "" }
        #expect(try store.hike(1).waypoints == header.waypoints && store.hike(1).notes == "")
    }

    @Test func `are kept by a program that doesn't know a later one of them`() throws {
        var value = Tagged(try Self.described(HikeHeader(id: 7, name: "Elk Loop", distance: 5)))
        (value.unknown, value.unknownBody) = ([99: "later".recordForm], [98: [1, 2] as [UInt8]])
        let parts = [
            HeaderRecord(value, contentDigest: [1], figureRules: nil).encoded,
            TrackRecord([HikeObservation(distanceFromStart: 1)], completing: value).encoded, nil,
        ]
        var hike = try StoredHike(parts: parts)
        #expect(hike.value == value && hike.observations.count == 1)
        hike.hike.header.notes = "Other"
        let back = try StoredHike(parts: RemovedHike(parts: RemovedHike(hike).parts).element.parts)
        #expect(back.value.unknownBody == value.unknownBody && back.value.unknown == value.unknown)
        #expect(back.hike.notes == "Other" && back.observations == hike.observations)
        let wrong = Tagged(value.model, unknown: [:])
        var body = wrong
        body.unknownBody = [19: [1, 2, 3]]
        #expect(throws: MalformedRecord.self) {
            try TrackRecord(decoding: TrackRecord([], completing: body).encoded)
        }
    }

    private static let broken: [(field: String, change: @Sendable (inout HikeHeader) -> Void)] = [
        ("notes", { $0.notes = String(repeating: "a", count: 65_537) }),
        ("notes", { $0.notes = "a\u{1B}[31m" }), ("notes", { $0.notes = "a\r\nb" }),
        ("tags", { $0.tags = Set((0...32).map { "tag \($0)" }) }), ("tags", { $0.tags = ["wet", "Wet"] }),
        ("tags", { $0.tags = ["a,b"] }), ("tags", { $0.tags = [""] }), ("tags", { $0.tags = [" wet"] }),
        ("tags", { $0.tags = [String(repeating: "a", count: 33)] }), ("tags", { $0.tags = ["a\nb"] }),
        (
            "tags",
            { $0.tags = [String(repeating: "e\u{301}", count: 31) + String(repeating: "\u{301}", count: 99)] }
        ),
        ("laps", { $0.laps = [Lap(distance: -1)] }), ("laps", { $0.laps = [Lap(name: "\u{7}")] }),
        ("trim", { $0.trim = -1...2 }),
    ]

    @Test(arguments: broken.indices)
    func `have rules`(index: Int) throws {
        let (field, change) = Self.broken[index]
        let store = try temporary.unlock()
        try store.addHike(HikeHeader(id: 1, name: "Elk Loop", distance: 5))
        let error = #expect(throws: StoreError.self) { try store.editHike(1, change) }
        #expect(error?.problems.map(\.field) == [field])
        var header = HikeHeader(id: 0, name: "Fox Loop", distance: 5)
        change(&header)
        #expect(store.problems(in: header).map(\.field) == [field])
        #expect(code { try store.addHike(header) } == .invalidValue)
    }

    @Test func `may be as long as their rules say`() throws {
        let store = try temporary.unlock()
        var header = HikeHeader(id: 1, name: "Elk Loop", distance: 5)
        let flag = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        header.notes = "\t\(flag)\n" + String(repeating: "a", count: 65_500)
        header.tags = Set((1...32).map { String(repeating: "ö", count: 30) + "\(10 + $0)" })
        header.declared = [.enteredDistance]
        try store.addHike(header)
        #expect(try store.hike(1).header == header)
    }

    @Test func `of a source are cleaned rather than refused`() throws {
        let store = try temporary.unlock()
        let point = try #require(TrackPoint(latitude: 47, longitude: 11))
        var hike = ImportedHike(name: "Walk", source: "GPX", recording: Recording(segments: [[point, point]]))
        hike.hike.notes = "One\r\ntwo\rthree\u{1B}\n" + String(repeating: "a", count: 65_536)
        hike.hike.tags = ["Old\nbike, blue ", "old bike blue", ",", String(repeating: "long ", count: 9)]
        hike.hike.waypoints = [Waypoint(name: "Hut\u{7}", position: point, description: "a\r\nb", symbol: "x\ny")]
        hike.hike.laps = [Lap(name: "Up\u{7}")]
        try store.importHikes([hike])
        let stored = try store.hike(1)
        #expect(stored.notes.hasPrefix("One\ntwo\nthree \naaa") && stored.notes.utf8.count == 65_536)
        #expect(stored.tags == ["Old bike blue", "long long long long long long lo"])
        #expect(stored.waypoints == [Waypoint(name: "Hut ", position: point, description: "a\nb", symbol: "x y")])
        #expect(stored.laps == [Lap(name: "Up ")])
    }

    @Test func `don't change by what a source is known`() throws {
        let bare = ImportedHike(sourceID: 7, hike: Hike(header: HikeHeader(id: 7, name: "Elk Loop", distance: 5)))
        var described = bare
        described.hike.header = try Self.described(bare.hike.header)
        #expect(described.contentDigest == bare.contentDigest)
    }

    @Test func `that an earlier version dropped come with the source again, once`() throws {
        let store = try temporary.unlock()
        let point = try #require(TrackPoint(latitude: 47, longitude: 11))
        var source = ImportedHike(name: "Walk", source: "GPX", recording: Recording(segments: [[point, point]]))
        try store.importHikes([source])
        // As that version stored it.
        try store.opened.write { transaction in
            var element = try #require(try SealedCollection<StoredHike>().element(1, in: &transaction))
            element = try StoredHike(
                parts: [element.parts[0], TrackRecord(element.observations).encoded, element.parts[2]])
            #expect(element.lacksWords)
            try SealedCollection<StoredHike>().put(element, number: 1, in: &transaction)
        }
        try store.editHike(1) { $0.isFavourite = true }
        source.hike.notes = "Sun"
        source.hike.tags = ["boots"]
        #expect(try store.importHikes([source]).renewed == [1])
        #expect(try store.hike(1).notes == "Sun" && store.hike(1).tags == ["boots"] && store.hike(1).isFavourite)
        try store.editHike(1) { ($0.notes, $0.tags) = ("", []) }
        #expect(try store.importHikes([source]).renewed == [])
        #expect(try store.hike(1).notes == "" && store.hike(1).tags == [])
    }
}
