import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

@Suite(.temporaryStore, .timeLimit(.minutes(1))) struct `A history with a limit` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// A store whose commits keep so many, and which has made some.
    private func store(limit: Int?, commits: Int = 0) throws -> ProfileStore {
        var configuration = temporary.gate.configuration
        configuration.historyLimit = limit
        let gate = try Gate(at: temporary.gate.path, configuration: configuration)
        let store = try gate.unlockBlocking(with: Secret(TemporaryStore.passcode))
        for round in 0..<commits { try store.edit { $0.username = "round \(round + 1)" } }
        return store
    }

    private func revisions() throws -> [Int] { try temporary.unlock().history().map(\.revision) }

    @Test(arguments: [
        (1, [7]), (3, [7, 6, 5]), (7, [7, 6, 5, 4, 3, 2, 1]), (100, [7, 6, 5, 4, 3, 2, 1]), (0, [7]), (-1, [7]),
    ])
    func `keeps the newest commits`(limit: Int, kept: [Int]) throws {
        let store = try store(limit: limit, commits: 6)
        #expect(try revisions() == kept)
        #expect(try store.profile.username == "round 6")
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.history().last?.changes == [], "the oldest begins the history")
        #expect(try store.history().dropLast().allSatisfy { $0.changes.count == 1 })
    }

    @Test func `is cut by commits alone, and grows again without the limit`() throws {
        _ = try store(limit: nil, commits: 5)
        let bounded = try store(limit: 2)
        #expect(try revisions().count == 6, "opening drops nothing")
        try bounded.edit { $0.username = "round 5" }
        #expect(try revisions().count == 6, "nor does a commit that changes nothing")
        try bounded.edit { $0.username = "another" }
        #expect(try revisions() == [7, 6])
        _ = try store(limit: nil, commits: 2)
        #expect(try revisions() == [9, 8, 7, 6])
        #expect(try bounded.check().filter { !$0.isOK } == [])
    }

    @Test func `refuses to go back to what it does not keep, and says from where it can`() throws {
        let store = try store(limit: 3, commits: 5)
        let error = #expect(throws: ProfileError.self) { try store.undo(to: 3) }
        #expect(error?.code == .notFound)
        #expect(error?.message == "revision 3 is not kept any more: the history begins with revision 4")
        let missing = #expect(throws: ProfileError.self) { try store.undo(to: 7) }
        #expect(missing?.message == "there is no revision 7")
        #expect(try store.undo(to: 4).profile.username == "round 3")
        #expect(try store.undo().profile.username == "round 5")
        #expect(code { try self.store(limit: 1, commits: 1).undo() } == .notFound)
    }

    @Test func `makes a slow reader go on with the oldest that is kept`() async throws {
        let reader = try temporary.unlock()
        var profiles = reader.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        _ = try store(limit: 3, commits: 9)
        for round in 7...9 { #expect(try await profiles.next()?.username == "round \(round)") }
    }

    @Test(arguments: ["revision = 4", "revision = 5", "revision = 6"])
    func `does not hide that someone took a commit out of it`(which: String) throws {
        let store = try store(limit: 3, commits: 5)
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run("DELETE FROM history WHERE \(which)")
        // What is read may be refused as a whole, and the check says which part it is.
        let failed = try store.check().filter { !$0.isOK }.map(\.name)
        #expect(failed.contains("history"))
    }

    @Test func `is backed up and recovered as it is`() throws {
        let store = try store(limit: 3, commits: 5)
        try store.backup(to: "\(temporary.folder)/backup")
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        let recovered = try temporary.gate.unlockBlocking(with: Secret("820461"))
        #expect(try recovered.history().map(\.revision) == [6, 5, 4])
        #expect(try recovered.check().filter { !$0.isOK } == [])
    }
}
