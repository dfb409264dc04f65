import ProfileKit
import ProfileKitTesting
import ProfileSupport
import Testing

@Suite(.temporaryStore) struct `The recording of a hike that is imported again` {
    /// A recorded hike of about 2 km.
    private func recorded(at start: Double = 1_777_000_000) -> ImportedHike {
        let points = (0..<200).compactMap { index in
            TrackPoint(
                latitude: 47 + Double(index) * 0.0001, longitude: 11, elevation: 500 + Double(index),
                time: Timestamp(secondsSince1970: start + Double(index * 10), utcOffset: 0))
        }
        return ImportedHike(name: "Walk", source: "GPX", recording: Recording(segments: [points]))
    }

    /// The hike as a file of hikes alone has it, which contains no recordings.
    private func exported(_ id: Int, of store: ProfileStore) throws -> ImportedHike {
        ImportedHike(sourceID: id, hike: try store.hike(id))
    }

    @Test func `is kept when the same outing replaces the hike, along with its source`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([recorded()])
        let export = try exported(1, of: store)
        let before = try store.recording(ofHike: 1)
        try store.editHike(1) { $0.name = "Renamed" }
        let result = try store.importHikes([export], replacing: true)
        #expect(result.imported == [1])
        #expect(result.lostRecordings == [])
        #expect(try store.hike(1) == export.hike)
        #expect(try store.recording(ofHike: 1) == before && before != nil)
        #expect(try store.importHikes([recorded()]).skipped.map(\.reason) == [.exists(id: 1)])
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `is kept when the file has its length, and the hike's was changed by hand`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([recorded()])
        let export = try exported(1, of: store)
        try store.editHike(1) { $0.distance = 9 }
        #expect(try store.importHikes([export], replacing: true).lostRecordings == [])
        #expect(try store.hike(1).distance == export.hike.distance)
        #expect(try store.recording(ofHike: 1) != nil)
    }

    @Test func `keeps the figures of the file when it has others`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([recorded()])
        var export = try exported(1, of: store)
        export.hike.header.ascent = 7
        #expect(try store.importHikes([export], replacing: true).imported == [1])
        #expect(try store.hike(1).header.ascent == 7)
        #expect(try store.content.sources[1]?.figureRules == nil)
        #expect(try store.recording(ofHike: 1) != nil)
    }

    @Test func `is reported as lost when another outing replaces the hike`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([recorded()])
        let other = ImportedHike(sourceID: 1, hike: Hike(header: HikeHeader(id: 1, name: "Other", distance: 9)))
        let result = try store.importHikes([other], replacing: true)
        #expect(result.imported == [1])
        #expect(result.lostRecordings == [1])
        #expect(try store.recording(ofHike: 1) == nil)
        // Its source is known no more, so it can be imported again.
        #expect(try store.importHikes([recorded()]).imported == [2])
    }

    @Test func `is given on request to a hike that has none`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([recorded()])
        var alone = try exported(1, of: store)
        try store.removeHike(1)
        try store.purgeHikes()
        alone.hike.name = "By hand"
        try store.importHikes([alone])
        #expect(try store.importHikes([recorded()]).skipped.map(\.reason) == [.sameOuting(id: 1)])
        #expect(try store.recording(ofHike: 1) == nil)
        #expect(try store.importHikes([recorded()], replacing: true).imported == [1])
        #expect(try store.recording(ofHike: 1) != nil)
        #expect(try store.hike(1) == alone.hike)
        #expect(try store.importHikes([recorded()], replacing: true).skipped.map(\.reason) == [.sameOuting(id: 1)])
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `is in the history when it is given with its file, and stays when that is undone`() throws {
        let store = try TemporaryStore.current.unlock()
        let start = Timestamp(secondsSince1970: 1_777_000_000, utcOffset: 0)
        try store.importHikes([recorded()])
        let distance = try store.hike(1).distance
        try store.removeHike(1)
        try store.purgeHikes()
        var alone = HikeHeader(id: 0, name: "By hand", distance: distance)
        alone.startTime = start
        let id = try store.addHike(alone).ids[0]
        try store.editHike(id) { $0.notes = "Fog" }
        let bytes: ImportedFile.Pieces = { body in try body([1]) }
        let file = ImportedFile(name: "walk.gpx", format: "gpx", content: bytes, packed: bytes)
        let result = try store.importHikes(replacing: true, keeping: file) { add in try add(recorded()) }
        #expect(result.imported == [id])
        let undone = try store.undoHikes()
        #expect(undone.hikeChangeKind == .import && undone.remaining.map(\.field) == ["original"])
        #expect(try store.hike(id).notes == "Fog" && store.recording(ofHike: id) != nil)
    }
}
