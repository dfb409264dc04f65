import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

/// The number of statements that an operation runs, whatever the store contains.
@Suite(.temporaryStore) struct `The statements of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func counts(_ store: ProfileStore) throws -> StatementCounts {
        try store.opened.withEngine { engine, _ in try (engine as! SQLiteEngine).ask { $0.counts } }
    }

    /// The statements that a body runs and prepares, without those of the counting.
    private func counting(_ store: ProfileStore, _ body: () throws -> Void) throws -> (run: Int, prepared: Int) {
        let (first, second) = (try counts(store), try counts(store))
        try body()
        let last = try counts(store)
        return (last.run - second.run - (second.run - first.run), last.prepared - second.prepared)
    }

    /// Hikes on any day in 25 years except the one that a badge is searched for.
    private func hikes(_ ids: ClosedRange<Int>) -> [ImportedHike] {
        ids.map { id in
            var date = Day(year: 2000, month: 1, day: 1).adding(days: id * 7919 % 9000)
            if (date.month, date.day) == (4, 22) { date = date.adding(days: 1) }
            return ImportedHike(
                sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Hike \(id)", distance: 5, date: date)))
        }
    }

    @Test func `are at most 12 for an edit and 10 for a summary, and none is prepared twice`() throws {
        let store = try temporary.unlock()
        try store.importHikes(hikes(1...300))
        try store.updateDraft { $0.seasonalPhoto = .summer }
        let first = try counting(store) { try store.edit { $0.username = "first" } }
        #expect(first.run <= 12 && first.prepared <= first.run, "\(first)")
        let second = try counting(store) { try store.edit { $0.username = "second" } }
        #expect(second.run == first.run && second.prepared == 0, "\(second)")
        for isFirst in [true, false] {
            let summary = try counting(store) { _ = try store.summary }
            #expect(summary.run <= 10 && (isFirst || summary.prepared == 0), "\(summary)")
            let readable = try counting(store) { _ = try store.readableSummary }
            #expect(readable.run <= 10 && readable.prepared == 0, "\(readable)")
        }
    }

    @Test func `are three for a profile that was already read, until someone writes`() throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        _ = try store.profile
        let again = try counting(store) { _ = try store.profile }
        #expect(again.run == 3, "the transaction, and the check that nothing changed: \(again)")
        for (number, writer) in [other, store].enumerated() {
            try writer.edit { $0.username = "number \(number)" }
            #expect(try store.profile.username == "number \(number)")
            #expect(try store.history().first?.model.username == "number \(number)")
        }
        // A transaction that was rolled back leaves nothing behind.
        #expect(throws: CancellationError.self) {
            try store.edit { profile in
                profile.username = "never"
                throw CancellationError()
            }
        }
        #expect(try store.profile.username == "number 1")
    }

    @Test func `read the pages of a directory once, until someone writes`() throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        try store.importHikes(hikes(1...300))
        // The top page and one of those below it.
        for writer in [store, other] {
            try writer.edit { $0.username += "!" }
            _ = try store.profile
            let first = try counting(store) { _ = try store.hike(200, exact: true) }
            let again = try counting(store) { _ = try store.hike(200, exact: true) }
            #expect(first.run - again.run == 2, "\(first), \(again)")
            let lists = try (0..<3).map { _ in try counting(store) { _ = try store.hikes }.run }
            #expect(lists[0] > lists[1] && lists[1] == lists[2], "\(lists)")
        }
        // What was written since is noticed, whoever wrote it.
        let file = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try file.run("UPDATE record SET head = zeroblob(300) WHERE kind = 'hike.page'")
        #expect(throws: StoreError.self) { try store.hike(200) }
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["hikes"])
    }

    @Test
    func `grow with the imported hikes, not with the stored hikes of their days, when outings are compared`() throws {
        func imported(_ count: Int) throws -> Int {
            let other = try TemporaryStore()
            let store = try other.unlock()
            let start = try #require(Timestamp("2026-04-22T00:00:00Z"))
            func walk(_ index: Int) -> ImportedHike {
                let time = Timestamp(secondsSince1970: start.secondsSince1970 + Double(index) * 300)
                let header = HikeHeader(
                    id: 0, name: "Walk \(index)", distance: 5, date: time?.day, startTime: time)
                return ImportedHike(sourceID: nil, hike: Hike(header: header))
            }
            try store.importHikes((0..<count).map(walk))
            return try counting(store) { try store.importHikes([walk(count)]) }.run
        }
        let few = try imported(10)
        #expect(try imported(250) <= few + 8)
    }

    @Test func `are few when a hike among 20,000 is added, changed, removed or shown, and hardly more than among 10`()
        throws
    {
        func added(to store: ProfileStore) throws -> Int {
            try counting(store) {
                try store.addHike(
                    HikeHeader(id: 0, name: "New", distance: 5, date: Day(year: 2012, month: 6, day: 1)))
            }.run
        }
        let small = try TemporaryStore()
        let other = try small.unlock()
        try other.importHikes(hikes(1...10))
        let few = try added(to: other)
        let store = try temporary.unlock()
        try store.importHikes(hikes(1...20_000))
        let many = try added(to: store)
        // The directory's pages: one per level, and those where a badge was earned.
        #expect(many <= few + 16, "\(few), \(many)")
        let changed = try counting(store) {
            var hike = hikes(77...77)[0].hike
            hike.name = "changed"
            try store.importHikes([ImportedHike(sourceID: 77, hike: hike)], replacing: true)
        }
        let removed = try counting(store) { try store.removeHike(4711) }
        let listed = try counting(store) { _ = try store.readableNewestHikes(limit: 5) }
        let shown = try counting(store) { _ = try store.readableHike(4712) }
        for count in [many, changed.run, removed.run, listed.run, shown.run] { #expect(count <= 60, "\(count)") }
        #expect(try store.summary.hikes.totals.hikes == 20_000)
    }
}
