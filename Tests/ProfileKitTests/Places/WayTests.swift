import ProfileKitTesting
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

extension ImportedHike {
    /// A walk north from a position, a point every 10 m, with an id.
    static func walk(
        _ id: Int, from start: TrackPosition = TrackPosition(latitude: 46.5, longitude: 7.9), metres: Int = 1000,
        on day: Day? = nil, planned: Bool = false, activity: Activity = .hiking
    ) -> ImportedHike {
        let points = (0...metres / 10).compactMap {
            TrackPoint(latitude: start.latitude + Double($0) * 10 / 111_195, longitude: start.longitude)
        }
        let header = HikeHeader(
            id: id, name: "Walk \(id)", distance: Double(metres) / 1000, date: day, activity: activity,
            isPlanned: planned)
        var hike = ImportedHike(sourceID: id, hike: Hike(header: header))
        hike.recording = Recording(segments: [points])
        return hike
    }
}

@Suite(.temporaryStore) struct `The ways of hikes` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func ways(_ store: ProfileStore) throws -> [Int: Way] {
        try store.opened.read { transaction in
            let ledger = WayLedger()
            return try Dictionary(
                uniqueKeysWithValues: ledger.ways.numbers(in: &transaction).map {
                    ($0, try #require(try ledger.way(of: $0, in: &transaction)))
                })
        }
    }

    /// What the hikes that exist would have.
    private func expected(_ store: ProfileStore) throws -> [Int: Way] {
        try store.hikes.reduce(into: [:]) { ways, hike in
            ways[hike.id] = try store.recording(ofHike: hike.id).map { Way(of: $0) }
        }
    }

    @Test func `follow every change of the hikes`() throws {
        let store = try temporary.unlock()
        func check(_ count: Int, _ comment: Comment) throws {
            let ways = try ways(store)
            #expect(ways.count == count, comment)
            #expect(try ways == expected(store), comment)
        }
        try store.importHikes([.walk(1), .walk(2, metres: 300)] + ImportedHike.short(3...4))
        try check(2, "import")
        try store.addHike(HikeHeader(id: 0, name: "By hand", distance: 3))
        try store.editHike(1) { $0.name = "Another" }
        try check(2, "edit")
        try store.removeHike(1)
        try check(1, "removal")
        try store.restoreHikes([1])
        try check(2, "restoration")
        try store.importHikes([.walk(2, from: TrackPosition(latitude: 0, longitude: 179.9999))], replacing: true)
        try check(2, "replacement")
        try store.importHikes([.walk(3, metres: 500)], replacing: true)
        try check(3, "a recording for a hike without one")
        let content = try store.content
        try store.restore(content, replacing: true)
        try check(3, "import of everything")
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `are made when a store without them is opened`() throws {
        var store = try temporary.unlock()
        try store.importHikes([.walk(1), .walk(2, metres: 300)])
        try store.addPlace(Place(name: "Start", position: TrackPosition(latitude: 46.5, longitude: 7.9)))
        let before = try ways(store)
        try store.opened.write { transaction in
            try SealedCollection<StoredWay>().removeAll(in: &transaction)
            try SealedCollection<StoredVisits>().removeAll(in: &transaction)
            try transaction.setSchemaVersion(0)
        }
        #expect(try ways(store).isEmpty)
        // Until then, tracks come from the recordings.
        #expect(try store.readableTracks { _ in true }.value.count == 2)
        store.close()
        store = try temporary.unlock()
        #expect(try ways(store) == before)
        #expect(try store.readablePlaces(exact: true).value.map(\.visits.count) == [2])
    }

    @Test func `are computed anew by a repair, and never lost or damaged`() throws {
        let store = try temporary.unlock()
        try store.importHikes([.walk(1), .walk(2, metres: 300)])
        let before = try ways(store)
        store.close()
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run("UPDATE record SET body = zeroblob(500) WHERE kind = 'way' AND number = 2")
        let damaged = try temporary.unlock()
        let tracks = try damaged.readableTracks { _ in true }
        #expect(tracks.damaged.isEmpty && tracks.value.map(\.hike.id) == [1, 2])
        #expect(tracks.value.last?.track == before[2]?.track)
        #expect(try damaged.check().filter { !$0.isOK }.map(\.name).contains("ways"))
        let result = try damaged.repair()
        #expect(result.lost.isEmpty)
        #expect(try ways(damaged) == before)
        #expect(try damaged.check().allSatisfy(\.isOK))
    }
}
