import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `The history` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `begins with the first revision, which changed nothing`() throws {
        let store = try temporary.unlock()
        let history = try store.history()
        #expect(history.map(\.revision) == [1])
        #expect(history.first?.changes == [])
        #expect(history.first?.profile == (try store.profile))
        #expect(history.first?.at == temporary.clock.secondsSince1970)
    }

    @Test func `has every commit, newest first, with its time, its changes and the profile it made`() throws {
        let store = try temporary.unlock()
        let start = temporary.clock.secondsSince1970
        for season in [SeasonalPhoto.spring, .summer, .autumn] {
            temporary.clock.advance(by: .seconds(60))
            try store.edit { $0.seasonalPhoto = season }
        }
        let history = try temporary.unlock().history()
        #expect(history.map(\.revision) == [4, 3, 2, 1])
        #expect(history.map(\.at) == [start + 180, start + 120, start + 60, start])
        #expect(history.map(\.profile.seasonalPhoto) == [.autumn, .summer, .spring, .winter])
        #expect(history[0].changes.map(\.from) == [AnyFieldValue(SeasonalPhoto.summer)])
        #expect(history[0].changes.map(\.to) == [AnyFieldValue(SeasonalPhoto.autumn)])
    }

    @Test(arguments: [(1, [4]), (3, [4, 3, 2]), (4, [4, 3, 2, 1]), (9, [4, 3, 2, 1]), (0, []), (-1, [])])
    func `is cut to a limit`(limit: Int, revisions: [Int]) throws {
        let store = try temporary.unlock()
        for season in [SeasonalPhoto.spring, .summer, .autumn] { try store.edit { $0.seasonalPhoto = season } }
        #expect(try store.history(limit: limit).map(\.revision) == revisions)
    }

    @Test func `keeps more commits than anyone counts`() throws {
        let store = try temporary.unlock()
        for round in 1...300 { try store.edit { $0.username = "round \(round)" } }
        #expect(try store.history().map(\.revision) == Array((1...301).reversed()))
    }

    @Test func `has drafts only once they are committed`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.seasonalPhoto = .spring
        try store.save(&draft)
        #expect(try store.history().count == 1)
        try store.commit(draft)
        #expect(try store.history().map(\.changes.count) == [1, 0])
    }

    @Test func `is not read once the store is closed`() throws {
        let store = try temporary.unlock()
        store.close()
        #expect(code { _ = try store.history() } == .locked)
    }
}
