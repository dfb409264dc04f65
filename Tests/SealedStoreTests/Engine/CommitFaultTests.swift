import SealedStoreTesting
import Synchronization
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// The library's report of a commit that failed. `DurabilityTests` makes disks fail; here a row that refers to nothing
/// makes the commit fail, and nothing before it.
@Suite(.temporaryStore) struct `A commit that was reported as failed` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Makes the COMMIT of the caller's transaction fail.
    private func obstructCommit(_ connection: borrowing Connection) throws {
        try connection.run("PRAGMA defer_foreign_keys = ON")
        try connection.run(
            """
            INSERT INTO stage (account, position, format, epoch, operations, memory, salt, envelope)
            VALUES ('nobody', 0, 'digits:6', 1, 1, 8192, x'00', x'00')
            """)
    }

    private func edit(_ store: TripStore, alongside body: (borrowing Connection) throws -> Void) throws {
        try store.opened.write { transaction in
            try store.records.edit(at: store.now, in: &transaction) { $0.place = "new" }
            try body(try #require(transaction.backend as? SQLiteBackend).connection)
        }
    }

    @Test func `is an error when it isn't in the file, and has changed nothing`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { $0.place = "draft" }
        let before = try store.committed
        let error = #expect(throws: StoreError.self) {
            try edit(store) { try obstructCommit($0) }
        }
        #expect(error?.isOutcomeUnknown == false)
        #expect((error?.cause as? SQLiteError)?.outcomeIsUnknown == false)
        guard case .engine(_, _, isCommitFailure: true) = error?.reason else {
            Issue.record("\(error?.reason as Any)")
            return
        }
        #expect(try store.committed == before)
        #expect(try store.commit(try store.draft()).revision == 2, "the store continues to work")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `has an unknown outcome when the file is gone`() throws {
        let store = try temporary.unlock()
        let error = #expect(throws: StoreError.self) {
            try edit(store) { connection in
                try obstructCommit(connection)
                try remove(temporary.gate.path)
            }
        }
        #expect(error?.code == .failure)
        #expect(error?.isOutcomeUnknown == true)
    }

    @Test(arguments: [true, false, nil]) func `reports whether a change of secrets took effect`(verdict: Bool?) throws {
        let engine = try SQLiteEngine(opening: temporary.gate.path)
        var warnings: [GateChangeWarning] = []
        func warn(_ warning: GateChangeWarning) { warnings.append(warning) }
        func change() throws {
            try engine.change(.main, recoveryCodeWasShown: true, warningHandler: warn) { backend in
                try obstructCommit(try #require(backend as? SQLiteBackend).connection)
            } isDone: { _, _ in
                verdict
            }
        }
        if verdict == true {
            try change()
            guard case .commitReportedFailure(let error as EngineError)? = warnings.first else {
                Issue.record("\(warnings)")
                return
            }
            #expect(error.isCommitFailure && warnings.count == 1)
        } else {
            let error = #expect(throws: StoreError.self) { try change() }
            guard case .changeFailed(let code, recoveryCodeWasShown: true, _)? = error?.reason else {
                Issue.record("\(error?.reason as Any)")
                return
            }
            #expect((code == .outcomeUnknown) == (verdict == nil) && warnings.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `tells of a full disk, unless a code was shown of which more is to be said`(codeWasShown: Bool) throws {
        let engine = try SQLiteEngine(opening: temporary.gate.path)
        let error = #expect(throws: (any Error).self) {
            try engine.change(.main, recoveryCodeWasShown: codeWasShown) { _ in
                throw EngineError(.full, "database or disk is full", isCommitFailure: true)
            } isDone: { _, _ in
                false
            }
        }
        let reason = (StoreError.translated(error ?? CancellationError(), at: "test") as? StoreError)?.reason
        switch reason {
        case .changeFailed(.full, recoveryCodeWasShown: true, _): #expect(codeWasShown)
        case .engine(.full, _, _): #expect(!codeWasShown)
        default: Issue.record("\(reason as Any)")
        }
    }

    @Test func `is told to the program when it took effect although it reported a failure`() throws {
        var configuration = temporary.gate.configuration
        let notices = Mutex<[GateNotice]>([])
        configuration.noticeHandler = { notice in notices.withLock { $0.append(notice) } }
        let store = try Gate(at: .file(temporary.gate.path), configuration: configuration)
            .unlock(with: Secret(TemporaryStore.passcode))
        try store.opened.committing { backend, _, _ in
            try obstructCommit(try #require(backend as? SQLiteBackend).connection)
            // A mark without a box counts as committed.
            return ((), RecordTransaction.CommitID(generation: 1, box: nil), nil)
        }
        let told = notices.withLock { $0 }
        guard case .failed(let error, store: store.opened.name)? = told.first else {
            return #expect(Bool(false), "\(told)")
        }
        #expect((error as? EngineError)?.isCommitFailure == true && told.count == 1)
    }

    @Test func `is settled by the gate in the store: the new one, the old one or neither`() throws {
        let engine = try SQLiteEngine(opening: temporary.gate.path)
        let there = try #require(try GateRecord.load(.main, from: engine))
        var other = there
        other.mac = [1]
        let findings = try engine.look { backend in
            [
                try there.isWritten(in: backend, replacing: other), try other.isWritten(in: backend, replacing: there),
                try other.isWritten(in: backend, replacing: nil), try other.isWritten(in: backend, replacing: other),
            ]
        }
        #expect(findings == [true, false, nil, nil])
    }

    @Test func `is on disk once its outcome is known`() throws {
        _ = try temporary.unlock()
        let engine = try SQLiteEngine(opening: temporary.gate.path)
        // What was read may be in the log without being synced; a later commit syncs both.
        let log = "\(temporary.gate.path)-wal"
        let before = try bytes(of: log)
        let isThere = try engine.settled(.main) { try $0.heads(of: .main, kinds: []) != nil }
        #expect(isThere)
        #expect(try bytes(of: log) != before)
    }

    @Test func `counts as done when it is found in the file, unless others wrote after it`() throws {
        let store = try temporary.unlock()
        let engine = try SQLiteEngine(opening: temporary.gate.path)
        func settle(_ mark: RecordTransaction.CommitID) throws -> Bool? {
            try engine.settled(.main) { try mark.isCommitted(in: $0, account: .main) }
        }
        func mark() throws -> RecordTransaction.CommitID {
            try store.opened.read { transaction in
                let heads = try transaction.backend.heads(of: .main, kinds: [])
                let manifest = try #require(heads?.manifest)
                return RecordTransaction.CommitID(generation: manifest.generation, box: manifest.box)
            }
        }
        let first = try mark()
        #expect(try settle(first) == true)
        #expect(try settle(RecordTransaction.CommitID(generation: first.generation, box: nil)) == true)
        #expect(try settle(RecordTransaction.CommitID(generation: first.generation + 1, box: [1])) == false)
        let nobody = try AccountID("nobody")
        let ofNobody = try engine.look { try first.isCommitted(in: $0, account: nobody) }
        #expect(ofNobody == false)
        try store.edit { $0.place = "newer" }
        #expect(try settle(first) == nil)
        #expect(try settle(try mark()) == true)
    }
}

@Suite struct `An SQLite error passed on by a store` {
    /// SQLite's extended codes and the codes that people and scripts see for them.
    static let kinds: [(Int32, StoreError.Code)] = [
        (1, .failure), (5, .busy), (6, .busy), (7, .failure), (8, .io), (10, .io), (266, .io), (522, .io), (778, .io),
        (3082, .failure), (11, .damaged), (267, .damaged), (13, .io), (14, .io), (15, .busy), (17, .failure),
        (18, .failure), (19, .failure), (20, .failure), (21, .failure), (25, .failure), (26, .damaged),
    ]

    @Test(arguments: kinds)
    func `is reported as damage only when the file is damaged`(code: Int32, expected: StoreError.Code) {
        let error = StoreError.translated(EngineError(SQLiteError(code, "", sql: "SELECT")), at: "/store")
        #expect((error as? StoreError)?.code == expected)
    }

    @Test(arguments: kinds)
    func `is not a finding of a check unless it is damage`(code: Int32, expected: StoreError.Code) {
        let found = Result { try StoreCheck("trip") { throw EngineError(SQLiteError(code, "words")) } }
        if expected == .damaged {
            #expect((try? found.get().problem) == .engine("words"))
        } else {
            #expect(throws: EngineError.self) { try found.get() }
        }
    }

    @Test(arguments: kinds)
    func `is not skipped like a record that can't be opened`(code: Int32, expected: StoreError.Code) {
        let read = Result { try whatOpens { () throws -> Int in throw EngineError(SQLiteError(code, "")) } }
        if expected == .damaged {
            #expect((try? read.get()) == .some(nil))
        } else {
            #expect(throws: EngineError.self) { try read.get() }
        }
    }
}
