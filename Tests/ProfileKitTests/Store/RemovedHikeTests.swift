import ProfileKit
import ProfileKitTesting
import ProfileRendering
import ProfileSupport
import Testing

@testable import SQLiteKit

/// Opens a store's file with SQLite alone.
private func connect(_ path: String = TemporaryStore.current.gate.path) throws -> Connection {
    try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
}

@Suite(.temporaryStore) struct `A removed hike` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func recorded(_ hour: Int = 8, from source: String = "GPX") -> ImportedHike {
        let times = (0..<60).map { Timestamp("2026-04-22T0\(hour):\($0 < 10 ? "0" : "")\($0):00Z") }
        let points = times.enumerated().compactMap { index, time in
            TrackPoint(latitude: 47, longitude: 11 + Double(index) / 1000, elevation: 600 + Double(index), time: time)
        }
        let header = HikeHeader(
            id: 0, name: "Elk Loop", distance: 4.5, date: Day(year: 2026, month: 4, day: 22), startTime: times[0],
            ascent: 60, source: source)
        let observation = HikeObservation(distanceFromStart: 0, elevation: 600...659)
        var imported = ImportedHike(sourceID: nil, hike: Hike(header: header, observations: [observation]))
        imported.recording = Recording(segments: [points])
        return imported
    }

    private func importedHike(_ id: Int, _ name: String = "Fox Loop") -> ImportedHike {
        ImportedHike(sourceID: id, hike: Hike(header: HikeHeader(id: id, name: name, distance: 5)))
    }

    @Test func `leaves lists, totals, badges and exports at once, and is restored unchanged`() throws {
        let store = try temporary.unlock()
        try store.importHikes([recorded(), importedHike(7)])
        let (content, summary) = (try store.content, try store.summary.hikes)
        let change = try store.removeHikes([1, 7, 1])
        #expect(change.ids == [1, 7] && change.lost.isEmpty)
        #expect(change.badgesLost.map(\.name) == ["First Hike", "Earth Day"])
        #expect(try store.hikes.isEmpty && store.content.hikes.isEmpty)
        #expect(try store.readableNewestHikes(limit: 9).value.isEmpty)
        #expect(try store.summary.hikes.totals.hikes == 0)
        #expect(code { _ = try store.hike(1) } == .notFound && code { _ = try store.recording(ofHike: 1) } == .notFound)
        #expect(try store.removedHikes == content.hikes.map(\.header))
        #expect(try store.check().filter { !$0.isOK } == [])
        let again = try temporary.unlock()
        let back = try again.restoreHikes([7, 1])
        #expect(back.ids == [7, 1] && back.badgesEarned.map(\.name) == ["First Hike", "Earth Day"])
        #expect(try again.content == content)
        #expect(try again.summary.hikes == summary && again.removedHikes.isEmpty)
        #expect(try again.recording(ofHike: 1) == recorded().recording?.asKept)
        #expect(try again.check().filter { !$0.isOK } == [])
    }

    @Test func `is recognized and named when its source is imported again`() throws {
        let store = try temporary.unlock()
        try store.importHikes([recorded(), importedHike(7)])
        try store.removeHikes([1, 7])
        let again = try store.importHikes([recorded(), importedHike(7)])
        #expect(again.imported.isEmpty && again.skipped.count == 2)
        #expect(again.skipped.map(\.reason) == [.removed(id: 1), .removed(id: 7)])
        #expect(again.skipped.map(\.name) == ["Elk Loop", "Fox Loop"])
        try store.restoreHikes([1])
        #expect(try store.importHikes([recorded()]).skipped.map(\.reason) == [.exists(id: 1)])
    }

    @Test func `is replaced by other content with its id only on request`() throws {
        let store = try temporary.unlock()
        try store.importHikes([importedHike(7)])
        try store.removeHike(7)
        #expect(code { try store.importHikes([importedHike(7, "Changed")]) } == .invalidValue)
        #expect(try store.removedHikes.map(\.name) == ["Fox Loop"])
        #expect(try store.importHikes([importedHike(7, "Changed")], replacing: true).imported == [7])
        #expect(try store.removedHikes.isEmpty && store.hikes.map(\.name) == ["Changed"])
        #expect(try store.lastImport == [7] && store.hikeHistory(limit: 1).map(\.hikeChangeKind) == [.import])
        try store.undoHikes()
        #expect(try store.removedHikes.map(\.name) == ["Fox Loop"] && store.hikes.isEmpty)
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `keeps its id reserved, also after recovery`() throws {
        let store = try temporary.unlock()
        for _ in 1...3 { try store.addHike(HikeHeader(id: 0, name: "Elk", distance: 5)) }
        try store.removeHikes([2, 3])
        #expect(try store.addHike(HikeHeader(id: 0, name: "Elk", distance: 5)).ids == [4])
        try store.removeHike(4)
        try temporary.gate.recover(with: temporary.recoveryCode, settingUp: .init(passcode: Secret("284713")))
        let recovered = try temporary.gate.unlock(with: Secret("284713"))
        #expect(try recovered.removedHikes.map(\.id) == [2, 3, 4])
        #expect(try recovered.addHike(HikeHeader(id: 0, name: "Elk", distance: 5)).ids == [5])
        try recovered.restoreHikes([2, 3, 4])
        #expect(try recovered.hikes.map(\.id) == [1, 2, 3, 4, 5])
        #expect(try recovered.check().filter { !$0.isOK } == [])
    }

    @Test func `is gone once it is purged, and its source may be imported again`() throws {
        let store = try temporary.unlock()
        try store.importHikes([recorded(), importedHike(7), importedHike(8, "Owl")])
        try store.removeHikes([1, 7, 8])
        #expect(try store.purgeHikes([1]) == [1])
        #expect(code { try store.restoreHikes([1]) } == .notFound && code { try store.purgeHikes([1]) } == .notFound)
        #expect(try store.purgeHikes() == [7, 8] && store.removedHikes.isEmpty)
        #expect(try store.importHikes([recorded(), importedHike(7)]).skipped.count == 0)
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `is removed, restored and purged together with the other named ones, or none is`() throws {
        let store = try temporary.unlock()
        try store.importHikes([importedHike(7), importedHike(8, "Owl")])
        #expect(code { try store.removeHikes([7, 9]) } == .notFound)
        #expect(try store.hikes.count == 2 && store.removedHikes.isEmpty)
        try store.removeHike(7)
        #expect(code { try store.restoreHikes([7, 8]) } == .notFound)
        #expect(code { try store.purgeHikes([7, 8]) } == .notFound)
        #expect(try store.hikes.map(\.id) == [8] && store.removedHikes.map(\.id) == [7])
    }

    @Test func `is part of a backup`() throws {
        let store = try temporary.unlock()
        try store.importHikes([importedHike(7)])
        try store.removeHike(7)
        let checks = try store.backup(to: "\(temporary.folder)/backup")
        #expect(checks.filter { !$0.isOK } == [])
        let copy = try connect("\(temporary.folder)/backup")
        #expect(try copy.first("SELECT count(*) FROM record WHERE kind = 'hike.removed'") { try $0.integer(0) } == 1)
    }

    @Test func `blocks nothing when it is damaged, and can be purged`() throws {
        let store = try temporary.unlock()
        try store.importHikes([importedHike(7), importedHike(8, "Owl")])
        try store.removeHikes([7, 8])
        try connect().run("UPDATE record SET head = zeroblob(300) WHERE kind = 'hike.removed' AND number = 7")
        let damaged = try temporary.unlock()
        #expect(code { try damaged.restoreHikes([7]) } == .damaged && code { _ = try damaged.removedHikes } == .damaged)
        #expect(try damaged.readableRemovedHikes.value.map(\.id) == [8])
        #expect(try damaged.readableRemovedHikes.damaged.map(\.name) == ["removed hike 7"])
        #expect(try damaged.check().filter { !$0.isOK }.map(\.name).contains("hikes"))
        try damaged.addHike(HikeHeader(id: 0, name: "Elk", distance: 5))
        try damaged.restoreHikes([8])
        #expect(try damaged.purgeHikes() == [7])
        #expect(try damaged.check().filter { !$0.isOK } == [])
    }
}

@Suite(.temporaryStore) struct `A damaged hike that is removed` {
    @Test(arguments: ["header", "track"]) func `is reported as gone for good`(column: String) throws {
        let store = try TemporaryStore.current.unlock()
        let header = HikeHeader(id: 7, name: "Elk", distance: 5)
        try store.importHikes([ImportedHike(sourceID: 7, hike: Hike(header: header))])
        try connect().run("UPDATE hike SET \(column) = zeroblob(300)")
        let damaged = try TemporaryStore.current.unlock()
        #expect(try damaged.removeHike(7).lost == [7])
        #expect(try damaged.hikes.isEmpty && damaged.removedHikes.isEmpty)
        #expect(try damaged.check().filter { !$0.isOK } == [])
    }

    @Test func `is changed, removed, restored and purged from tasks too`() async throws {
        let store = try TemporaryStore.current.unlock()
        let added = try store.addHike(HikeHeader(id: 0, name: "A", distance: 1)).ids
        try store.editHike(added[0]) { $0.name = "B" }
        try store.removeHikes(added)
        #expect(try store.removedHikes.map(\.name) == ["B"])
        try store.restoreHikes(added)
        #expect(try store.hikes.map(\.name).contains("B"))
        try store.removeHikes(added)
        #expect(try store.purgeHikes() == added)
        #expect(try store.renewFigures().isEmpty)
        #expect(try store.repair().lost.isEmpty)
    }
}
