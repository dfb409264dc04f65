import ProfileKit
import ProfileKitTesting
import ProfileRendering
import SQLiteKit
import Testing

@testable import ProfileApp

/// The app on a store in which something was changed without the key.
@Suite(.temporaryStore) struct `The app on a damaged store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `opens a store with one damaged hike, names that hike, and shows the others`() async throws {
        let bench = WorkerBench(temporary)
        let store = try temporary.unlock()
        // The newest hikes are in the summary, whose damage is tested elsewhere.
        for day in 1...HikeDigest.recentCount + 1 {
            _ = try await store.addHike(
                HikeHeader(id: 0, name: "Hike \(day)", distance: 9, date: Day("2020-05-0\(day)")))
        }
        try execute("UPDATE hike SET header = zeroblob(length(header)) WHERE id = 1")
        guard case .opened(let opening)? = await bench.open().last else {
            Issue.record("one damaged hike keeps the app shut")
            return
        }
        #expect(opening.content.index.hikes.map(\.id) == (2...HikeDigest.recentCount + 1).reversed())
        #expect(opening.content.damaged == [.hike(1)])
        // The news of a change reports the same.
        _ = try await store.editHike(2) { $0.name = "Lake" }
        let news = await bench.news { if case .content(let content) = $0 { content } else { nil } }
        #expect(news.index.hikes.last?.name == "Lake")
        #expect(news.damaged == [.hike(1)])
    }

    @Test func `reports an unreadable draft as a failure, since no editor is open to show it`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        try await temporary.unlock().updateDraft { $0.username = "draft" }
        try execute("UPDATE draft SET record = zeroblob(300)")
        guard case .failed(let error)? = await bench.replies(to: .readDraft).last else {
            Issue.record("it is not told")
            return
        }
        #expect(error.code == .damaged)
    }

    @Test func `shows the emergency card, or what is wrong with it`() async throws {
        let bench = WorkerBench(temporary)
        guard case .emergency(nil)? = await bench.replies(to: .readEmergencyCard(.main)).last else {
            Issue.record("there is a card")
            return
        }
        try temporary.unlock().setEmergencyCard(try EmergencyCard("Call +46 70"))
        guard case .emergency("Call +46 70")? = await bench.replies(to: .readEmergencyCard(.main)).last else {
            Issue.record("the card was not read")
            return
        }
        try execute("UPDATE emergency SET card = 'Call nobody'")
        guard case .emergency(let text?)? = await bench.replies(to: .readEmergencyCard(.main)).last else {
            Issue.record("a changed card is shown as none")
            return
        }
        #expect(text.hasPrefix("The emergency card cannot be shown"))
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }
}
