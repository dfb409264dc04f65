import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite(.temporaryStore) struct `The app's changes of hikes` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `changes only the fields of a hike that were changed by hand, and takes back nothing but its own edit`()
        async throws
    {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        var walk = HikeHeader(id: 0, name: "Ridge", distance: 10)
        // Half past midnight where it began.
        walk.begin(at: Timestamp(secondsSince1970: 1_783_171_800, utcOffset: nil), longitude: 165)
        let id = try #require(
            try store.importHikes([ImportedHike(sourceID: nil, hike: Hike(header: walk))]).imported.first)
        let read = try store.hike(id).header
        var renamed = read
        renamed.name = "Long Ridge"
        let edit = HikeEdit(from: read, to: renamed)
        // Meanwhile others change further fields.
        try store.editHike(id) { ($0.distance, $0.difficulty) = (11, 4) }
        let number = try await numberOfChange(by: edit, bench)
        #expect(try store.hike(id).name == "Long Ridge")
        #expect(try store.hike(id).distance == 11)
        _ = await bench.replies(to: .hikes(.takeBack(number)))
        #expect(try store.hike(id).name == "Ridge")
        #expect(try store.hike(id).difficulty == 4)
        // What follows from a field is taken back with it.
        let before = try store.hike(id).header
        var changed = before
        (changed.distance, changed.date, changed.notes) = (20, nil, "Mud.")
        let second = try await numberOfChange(by: HikeEdit(from: before, to: changed), bench)
        #expect(try store.hike(id).header.startTime == nil && store.hike(id).header.notes == "Mud.")
        _ = await bench.replies(to: .hikes(.takeBack(second)))
        #expect(try store.hike(id).header == before)
        // What was changed again since isn't taken back, and is named.
        let third = try await numberOfChange(by: edit, bench)
        try store.editHike(id) { $0.name = "Theirs" }
        guard case .takenBack(let change, _, _)? = await bench.replies(to: .hikes(.takeBack(third))).last else {
            Issue.record("nothing says what stays")
            return
        }
        #expect(change.remaining.map(\.field) == ["name"])
        #expect(try store.hike(id).name == "Theirs")
    }

    @Test func `says which badges a taken back edit earned`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        let id = try store.addHike(HikeHeader(id: 0, name: "Walk", distance: 3)).ids[0]
        let read = try store.hike(id).header
        var dated = read
        dated.date = Day(year: 2022, month: 4, day: 22)
        let number = try await numberOfChange(by: HikeEdit(from: read, to: dated), bench)
        guard case .takenBack(_, earned: [], lost: let lost)? = await bench.replies(to: .hikes(.takeBack(number))).last
        else {
            Issue.record("nothing was taken back")
            return
        }
        #expect(lost.map(\.name) == ["Earth Day"])
        let toast = Toast(takenBack: Sample.undone, earned: [], lost: lost, at: .zero)
        #expect(toast.text.hasSuffix("stays. · No longer earned: Earth Day"))
    }

    @Test func `offers no undo of an edit that someone else has made already`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        let id = try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 10)).ids[0]
        let read = try store.hike(id).header
        var renamed = read
        renamed.name = "Long Ridge"
        try store.editHike(id) { ($0.name, $0.difficulty) = ("Long Ridge", 4) }
        let reply = await bench.replies(to: .hikes(.edit(HikeEdit(from: read, to: renamed)))).last
        guard case .hikesEdited(_, _, takeBack: nil)? = reply else {
            Issue.record("another's change can be taken back")
            return
        }
        #expect(try !HikeEdit(from: read, to: renamed).apply(to: &renamed), "it makes no difference")
    }

    /// Stores an edit, and returns the number by which it is taken back.
    private func numberOfChange(by edit: HikeEdit, _ bench: WorkerBench) async throws -> Int {
        let reply = await bench.replies(to: .hikes(.edit(edit))).last
        guard case .hikesEdited([edit], _, takeBack: let number?)? = reply else {
            throw UserMessage(.io, "The edit was not stored, or can't be taken back.", hint: "")
        }
        return number
    }

    @Test func `overwrites no field of a hike that someone else has changed since it was read`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        let id = try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 10)).ids[0]
        let read = try store.hike(id).header
        var mine = read
        (mine.name, mine.difficulty) = ("Mine", 2)
        try store.editHike(id) { $0.name = "Theirs" }
        guard
            case .hikeChangedElsewhere(let stored)? = await bench.replies(
                to: .hikes(.edit(HikeEdit(from: read, to: mine)))
            ).last
        else {
            Issue.record("another's edit was overwritten")
            return
        }
        #expect(stored.name == "Theirs")
        #expect(try store.hike(id).header.difficulty == nil, "half of the edit was stored")
        _ = await bench.replies(to: .hikes(.edit(HikeEdit(from: stored, to: mine))))
        #expect(try store.hike(id).name == "Mine")
    }

    @Test func `reports a change of an old hike that changes no total`() async throws {
        let store = try temporary.unlock()
        var ids: [Int] = []
        for number in 1...7 {
            let day = Day(year: 2020, month: 1, day: number)
            let hike = HikeHeader(id: 0, name: "Hike \(number)", distance: 3, date: day)
            ids += try store.addHike(hike).ids
        }
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        try store.editHike(ids[0]) { $0.name = "Renamed" }
        let name = await bench.news { news in
            if case .content(let content) = news {
                content.index.hikes.first { $0.id == ids[0] && $0.name == "Renamed" }?.name
            } else {
                nil
            }
        }
        #expect(name == "Renamed")
    }
}
