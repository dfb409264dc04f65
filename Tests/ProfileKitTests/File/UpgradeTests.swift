import ProfileKitTesting
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

/// The first unlock upgrades the records of format 1: it brings them under a manifest of format 2.
@Suite(
    .reliability(
        "R23", "a store of 0.1.0 is upgraded, also after a kill at any statement",
        figure: "2 fixtures, killed at each of 5 statements")
) struct `The records of a store of format 1` {
    private func connect(_ path: String) throws -> Connection {
        try Connection(opening: path, mode: .existing, busyTimeout: .seconds(5))
    }

    private func failing(_ store: ProfileStore) throws -> [String] {
        try store.check().filter { !$0.isOK }.map(\.name)
    }

    @Test func `are linked and listed by the first unlock, and not changed by the next`() throws {
        let copy = try FirstVersionStore()
        let old = try connect(copy.path).first("SELECT revision FROM manifest") { try $0.integer(0) }
        let generation = try copy.unlock().opened.read { $0.generation }
        #expect(generation == (try #require(old)) + 1)
        #expect(try copy.unlock().opened.read { $0.generation } == generation)
    }

    @Test func `are upgraded by a change of secrets, which keeps the card readable`() throws {
        let copy = try FirstVersionStore()
        let gate = try copy.gate
        let card = try #require(try gate.emergencyCard)
        try gate.change(to: Secret("820461"), current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(try gate.emergencyCard == card)
        #expect(try failing(copy.unlock("820461")) == [])
    }

    @Test func `are upgraded by accepting an older store`() throws {
        let copy = try FirstVersionStore()
        try copy.gate.acceptOlder(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(try failing(copy.unlock()) == [])
    }

    @Test(arguments: [true, false])
    func `are upgraded by a recovery and by a new recovery code, and not called damaged`(isRecovery: Bool) throws {
        let copy = try FirstVersionStore()
        var damaged: [DamagedPart] = []
        if isRecovery {
            // As on another machine: nothing there knows the store.
            var configuration = copy.configuration
            configuration.stateFolder = "\(copy.folder)/elsewhere"
            let gate = try Gate(at: .file(copy.path), configuration: configuration)
            let code = String(decoding: try bytes(of: "\(copy.folder)/recovery-code").dropLast(), as: UTF8.self)
            try gate.recover(
                with: RecoveryCode(reading: Secret(code)), settingUp: Gate.Secrets(passcode: Secret("820461")),
                acceptingDamage: true, damageHandler: { parts, _ in damaged += parts })
        } else {
            try copy.gate.renewRecoveryCode(
                current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)), acceptingDamage: true,
                damageHandler: { parts, _ in damaged += parts })
        }
        #expect(damaged == [])
    }

    @Test func `are compared with the newest seen generation before a recovery makes them the newest`() throws {
        let copy = try FirstVersionStore()
        let kept = try bytes(of: copy.path)
        try copy.unlock().edit { $0.username = "newer" }
        try write(kept, to: copy.path)
        let code = String(decoding: try bytes(of: "\(copy.folder)/recovery-code").dropLast(), as: UTF8.self)
        let error = #expect(throws: StoreError.self) {
            try copy.gate.recover(
                with: RecoveryCode(reading: Secret(code)), settingUp: Gate.Secrets(passcode: Secret("820461")))
        }
        guard case .older(.recovering)? = error?.reason else {
            Issue.record("\(error?.reason as Any)")
            return
        }
    }

    /// Changes that format 1 could not detect on reading.
    @Test(arguments: [
        (
            "UPDATE history SET record = (SELECT record FROM old.history WHERE revision = 2) WHERE revision = 2",
            "history"
        ),
        ("DELETE FROM history WHERE revision = 2", "history"), ("DELETE FROM hike WHERE id = 3", "hikes"),
        ("UPDATE hike SET track = (SELECT track FROM old.hike WHERE id = 3) WHERE id = 7", "hikes"),
    ])
    func `are compared on reading from then on`(sql: String, check: String) throws {
        let copy = try FirstVersionStore()
        let kept = "\(copy.folder)/kept"
        try ProfileKitTests.copy(copy.path, to: kept)
        let store = try copy.unlock()
        let connection = try connect(copy.path)
        try connection.run("ATTACH ? AS old", .text(kept))
        try connection.run(sql)
        #expect(code { _ = try (store.history(), store.content) } == .damaged)
        #expect(try failing(store).first == check)
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let sql: String
        let failing: [String]

        var testDescription: String { sql }
    }

    static let damages =
        [
            Damage(sql: "UPDATE profile SET record = zeroblob(300)", failing: ["profile", "manifest"]),
            Damage(sql: "DELETE FROM profile", failing: ["profile", "manifest"]),
            Damage(sql: "DELETE FROM draft", failing: ["draft", "manifest"]),
            Damage(sql: "UPDATE draft SET save = save + 1", failing: ["draft", "manifest"]),
            Damage(sql: "UPDATE summary SET record = zeroblob(300)", failing: ["summary", "manifest"]),
            Damage(sql: "UPDATE emergency SET record = zeroblob(300)", failing: ["emergency", "manifest"]),
            Damage(sql: "UPDATE hike SET track = zeroblob(300) WHERE id = 7", failing: ["hikes", "manifest"]),
            Damage(sql: "UPDATE hike SET header = zeroblob(300) WHERE id = 3", failing: ["hikes", "manifest"]),
            Damage(sql: "DELETE FROM hike WHERE id = 3", failing: ["manifest"]),
            Damage(
                sql: "UPDATE history SET record = zeroblob(300) WHERE revision = 2", failing: ["history", "manifest"]),
            Damage(sql: "DELETE FROM history WHERE revision = 2", failing: ["history", "manifest"]),
            Damage(sql: "DELETE FROM history", failing: ["history", "manifest"]),
            Damage(sql: "UPDATE manifest SET record = zeroblob(300)", failing: ["manifest"]),
        ]
        + [Int.min, -1, 0, 1_000_000_000, .max].map { number in
            Damage(
                sql: "INSERT INTO history SELECT account, \(number), record FROM history WHERE revision = 1",
                failing: ["manifest"])
        }

    @Test(arguments: damages) func `stay damaged where they were, and the others open`(damage: Damage) throws {
        let copy = try FirstVersionStore()
        try connect(copy.path).run(damage.sql)
        // The second time, the store is already upgraded.
        for _ in 1...2 {
            let store = try copy.unlock()
            #expect(try failing(store) == damage.failing)
            let (summary, hikes) = (try store.readableSummary.value, try store.readableHikes.value)
            #expect((summary.committed?.profile.username == "hiker") == !damage.failing.contains("profile"))
            #expect((summary.draft?.username == "from the draft") == !damage.failing.contains("draft"))
            #expect(hikes.contains { $0.id == 7 })
            let whole: Set = [3, 2, 1]
            let revisions = Set(try store.readableHistory().value.map(\.revision))
            #expect(revisions.isSubset(of: whole))
            #expect((revisions == whole) == !damage.failing.contains("history"))
        }
    }

    /// Throws at a write, after it copied the files as a kill would leave them.
    private final class StoppingBackend: RecordBackend {
        struct Stop: Error {}

        private let backend: any RecordBackend
        private let last: Int
        private let stopping: () throws -> Void
        private(set) var writeCount = 0

        init(_ backend: any RecordBackend, after last: Int, stopping: @escaping () throws -> Void) {
            (self.backend, self.last, self.stopping) = (backend, last, stopping)
        }

        private func write(_ body: () throws -> Void) throws {
            guard writeCount < last else {
                try stopping()
                throw Stop()
            }
            writeCount += 1
            try body()
        }

        func accounts() throws -> [String] { try backend.accounts() }

        func putInstance(_ instance: InstanceID) throws { try backend.putInstance(instance) }

        func gate(of account: AccountID) throws -> GateRow? { try backend.gate(of: account) }

        func putGate(_ gate: GateRow, of account: AccountID) throws { try backend.putGate(gate, of: account) }

        func putLock(_ lock: Int, of account: AccountID) throws { try backend.putLock(lock, of: account) }

        func removeAccount(_ account: AccountID) throws { try backend.removeAccount(account) }

        func sessions(of account: AccountID) throws -> [SessionRow] { try backend.sessions(of: account) }

        func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow? {
            try backend.session(id, of: account)
        }

        func putSession(_ session: SessionRow, of account: AccountID) throws {
            try backend.putSession(session, of: account)
        }

        func removeSessions(_ id: [UInt8]?, of account: AccountID) throws {
            try backend.removeSessions(id, of: account)
        }

        func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
            try backend.heads(of: account, kinds: kinds)
        }
        func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
            try backend.row(kind, number, of: account, extent: extent)
        }
        func rows(
            _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
        ) throws { try backend.rows(kind, in: range, of: account, body) }
        func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
            try backend.number(of: kind, fingerprint: fingerprint, of: account)
        }
        func count(_ kind: RecordKind, of account: AccountID) throws -> Int { try backend.count(kind, of: account) }
        func countStrays(besides kinds: [RecordKind], of account: AccountID) throws -> Int {
            try backend.countStrays(besides: kinds, of: account)
        }
        func removeStrays(besides kinds: [RecordKind], of account: AccountID) throws {
            try backend.removeStrays(besides: kinds, of: account)
        }
        func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
            try write { try backend.put(row, kind, of: account) }
        }
        func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
            try write { try backend.remove(kind, numbers, of: account) }
        }
        func putCardNumber(_ number: [UInt8], of account: AccountID) throws {
            try write { try backend.putCardNumber(number, of: account) }
        }
        func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
            try write { try backend.putManifest(manifest, of: account) }
        }
    }

    /// Three commits that are linked, one page of the directory and the manifest.
    private static let writeCount = 5

    @Test(arguments: 0...writeCount)
    func `are upgraded by the next unlock when this one was killed at any statement`(statements: Int) throws {
        let copy = try FirstVersionStore()
        // Opening migrates the tables, and the unlock the records.
        _ = try copy.gate
        let (before, crashed) = ("\(copy.folder)/before.profile", "\(copy.folder)/crashed.profile")
        try ProfileKitTests.copy(copy.path, to: before)
        let sealer = try copy.unlock().opened.withEngine { $1 }
        do {
            let file = try SQLiteEngine(opening: before)
            let isStopped = statements < Self.writeCount
            let firstFormat = try #require(ProfileSchema.schema.firstFormat)
            do {
                try file.transaction(.writing, of: .main) { base in
                    let backend = StoppingBackend(base, after: statements) {
                        for suffix in ["", "-wal"] { try ProfileKitTests.copy(before + suffix, to: crashed + suffix) }
                    }
                    defer { #expect(backend.writeCount == statements) }
                    try firstFormat.upgrade(
                        .main, in: backend, sealer: sealer, instance: file.instance.bytes, to: 1)
                }
                #expect(!isStopped)
            } catch is StoppingBackend.Stop {
                #expect(isStopped)
            }
        }
        for path in statements < Self.writeCount ? [before, crashed] : [before] {
            let store = try copy.gate(at: path).unlock(with: Secret(TemporaryStore.passcode))
            #expect(try failing(store) == [])
            #expect(try store.history().map(\.revision) == [3, 2, 1])
            #expect(try store.savedDraft?.username == "from the draft")
            #expect(try store.hikes.map(\.id) == [3, 7])
            #expect(try store.gate.emergencyCard?.description == "Call Ada: 555 0100")
        }
    }
}
