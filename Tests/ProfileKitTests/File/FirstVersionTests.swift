import FoundationEssentials
import ProfileKitTesting
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

/// A store that `Fixtures/make-version-1.sh` made with the program that froze format 1. Every later program must read
/// its content.
@Suite struct `A store of format 1` {
    private func expectContent(of store: ProfileStore) throws {
        let first = Profile(username: "hiker", goalDate: Day(year: 2026, month: 11, day: 21))
        var second = first
        (second.seasonalPhoto, second.prefersNotifications) = (.spring, false)
        var third = second
        third.goalDate = Day(year: 2027, month: 5, day: 1)

        #expect(try store.committed.revision == 3)
        #expect(try store.profile == third)
        #expect(try store.history().map(\.profile) == [third, second, first])
        #expect(try store.history().map(\.revision) == [3, 2, 1])
        let draft = try #require(try store.savedDraft)
        #expect(draft.username == "from the draft")
        #expect(draft.base == third)
        #expect(draft.baseRevision == 3)

        #expect(try store.gate.emergencyCard?.description == "Call Ada: 555 0100")

        let hikes = try store.content.hikes
        #expect(hikes.map(\.id) == [3, 7])
        #expect(hikes.first?.name == "Übergang 🥾")
        #expect(hikes.first?.observations == [])
        let elk = try store.hike(7)
        #expect(elk.date == Day(year: 2026, month: 4, day: 22))
        #expect(elk.ascent == 120.5)
        #expect(
            elk.observations == [
                HikeObservation(distanceFromStart: 0, elevation: 100...110.5, pace: 400...420, heartRate: 90...120),
                HikeObservation(distanceFromStart: 1.5, elevation: 110...130, pace: 390...400, heartRate: 100...125),
            ])
        let summary = try store.summary.hikes
        #expect(summary.totals.distance == 16.5)
        #expect(summary.earnedBadges.map(\.badge.name) == ["First Hike", "Earth Day"])
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `opens with all its content, and can be written`() throws {
        let copy = try FirstVersionStore()
        let store = try copy.unlock()
        try expectContent(of: store)
        let draft = try #require(try store.savedDraft)
        #expect(try store.commit(draft).revision == 4)
        try store.undo()
        #expect(try copy.unlock().committed.profile.username == "hiker")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test(arguments: [true, false])
    func `is recovered with its recovery code, with or without this machine's state`(hasState: Bool) throws {
        let copy = try FirstVersionStore()
        if !hasState { try remove("\(copy.folder)/state") }
        let code = String(decoding: try bytes(of: "\(copy.folder)/recovery-code").dropLast(), as: UTF8.self)
        try copy.gate.recover(
            with: try RecoveryCode(reading: Secret(code)), settingUp: Gate.Secrets(passcode: Secret("820461")))
        try expectContent(of: try copy.unlock("820461"))
    }

    private func version(of path: String) throws -> Int {
        try Connection(opening: path, mode: .existing, busyTimeout: .seconds(5)).pragma("user_version")
    }

    @Test func `is migrated, with a copy of the original beside it`() throws {
        let copy = try FirstVersionStore()
        let before = try bytes(of: copy.path)
        #expect(try version(of: copy.path) == 1)
        try expectContent(of: try copy.unlock())
        #expect(try version(of: copy.path) == StoreFormat.current.version)
        let kept = "\(copy.path).v1.backup"
        #expect(try version(of: kept) == 1)
        let restored = "\(copy.folder)/again.profile"
        try ProfileKitTests.copy(kept, to: restored)
        let gate = try copy.gate(at: restored)
        try expectContent(of: try gate.unlock(with: Secret(TemporaryStore.passcode)))
        #expect(before != (try bytes(of: copy.path)))
    }

    @Test func `keeps its state folder and its gate, since it has no instance ID`() throws {
        let copy = try FirstVersionStore()
        let stores = "\(copy.configuration.stateFolder)/profile"
        let store = try #require(try contents(of: stores).first)
        let opened = try copy.unlock()
        try opened.edit { $0.username = "edited" }
        #expect(try contents(of: "\(stores)/\(store)") == ["main"])
        #expect(try SQLiteEngine(opening: copy.path).instance == .unnamed)
        try opened.gate.change(to: Secret("820461"), current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(try copy.unlock("820461").profile.username == "edited")
    }

    /// The statements of the migration.
    private static let changes = SecondFormatTables(
        after: FirstFormatTables(own: ProfileSchema.schema.engineSchema.firstTables)
    ).changes

    @Test(arguments: 0...changes.count)
    func `is migrated by the next opening after a kill at any statement of the migration`(statements: Int) throws {
        struct Stop: Error {}
        let copy = try FirstVersionStore()
        let (path, crashed) = (copy.path, "\(copy.folder)/crashed.profile")
        let cut = Migration(version: 2) { connection in
            for change in Self.changes.prefix(statements) { try connection.run(change) }
            // The files as a kill at this point leaves them.
            for suffix in ["", "-wal"] { try ProfileKitTests.copy(path + suffix, to: crashed + suffix) }
            throw Stop()
        }
        #expect(throws: Stop.self) {
            _ = try SQLiteEngine(
                opening: path,
                format: StoreFormat(
                    applicationID: StoreFormat.current.applicationID, tables: StoreFormat.current.tables,
                    migrations: [cut]))
        }
        for path in [path, crashed] {
            #expect(try version(of: path) == 1)
            let gate = try copy.gate(at: path)
            #expect(try version(of: path) == StoreFormat.current.version)
            try expectContent(of: try gate.unlock(with: Secret(TemporaryStore.passcode)))
        }
    }

    @Test func `counts attempts together with those at its copies, from the first on`() throws {
        let fixture = try FirstVersionStore()
        let path = "\(fixture.folder)/backup"
        try fixture.unlock().backup(to: path)
        let other = "\(fixture.folder)/other"
        try Gate.restore(path, to: .file(other), configuration: fixture.configuration) { _ in
            (.main, try Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        }
        let gates = [try fixture.gate, try fixture.gate(at: other)]
        func attempt(_ gate: Gate) -> StoreError.Code? { code { _ = try gate.unlock(with: Secret("111112")) } }
        for number in 1...5 { #expect(attempt(gates[number % 2]) == .wrongPasscode) }
        for gate in gates { #expect(attempt(gate) == .throttled) }
    }

    @Test func `is a separate instance where it is restored`() throws {
        let fixture = try FirstVersionStore()
        let path = "\(fixture.folder)/restored.profile"
        try Gate.restore(fixture.path, to: .file(path), configuration: fixture.configuration) { _ in
            (.main, try Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        }
        #expect(try SQLiteEngine(opening: path).instance != .unnamed)
        #expect(try !contents(of: fixture.folder).contains { $0.contains(".tmp") || $0.contains("v1.backup") })
        let gate = try Gate(at: .file(path), configuration: fixture.configuration)
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(try store.check().filter { !$0.isOK } == [])
        try store.edit { $0.username = "copy" }
        #expect(try fixture.unlock().profile.username == "hiker")
    }
}

@Suite struct `A store of 0.2.0` {
    @Test func `opens with all its content, and is not older than what its machine has seen`() throws {
        let copy = try FirstVersionStore(version: 2)
        let store = try Gate(at: .file(copy.path), account: AccountID("main"), configuration: copy.configuration)
            .unlock(with: Secret(TemporaryStore.passcode))
        #expect(try store.profile.seasonalPhoto == .spring && store.savedDraft?.username == "from the draft")
        #expect(try store.hikes.contains { $0.name == "Übergang 🥾" } && store.removedHikes.map(\.id) == [7])
        #expect(try store.check().filter { !$0.isOK } == [])
    }
}
