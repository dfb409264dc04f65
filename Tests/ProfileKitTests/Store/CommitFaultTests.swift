import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

/// What the library says of a commit that failed. `DurabilityTests` makes disks fail; here a row that refers to nothing
/// keeps the commit, and nothing before it, from going through.
@Suite(.temporaryStore) struct `A commit that was said to have failed` {
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

    private func edit(_ store: ProfileStore, alongside body: (borrowing Connection) throws -> Void) throws {
        try store.write { transaction in
            try store.records.edit(at: store.now, in: &transaction) { $0.username = "new" }
            try body(try #require(transaction.backend as? SQLiteBackend).connection)
        }
    }

    @Test func `is an error when it isn't in the file, and nothing was changed`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { $0.username = "draft" }
        let before = try store.summary
        let error = #expect(throws: ProfileError.self) {
            try edit(store) { try obstructCommit($0) }
        }
        #expect(error?.message.contains("not known") == false)
        #expect((error?.cause as? SQLiteError)?.outcomeIsUnknown == false)
        #expect(try store.summary == before)
        #expect(try store.commit(try store.draft()).revision == 2, "the store goes on")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `stays unknown when the file is gone`() throws {
        let store = try temporary.unlock()
        let error = #expect(throws: ProfileError.self) {
            try edit(store) { connection in
                try obstructCommit(connection)
                try remove(temporary.gate.path)
            }
        }
        #expect(error?.code == .failure)
        #expect(error?.message.contains("whether it counts is not known") == true)
    }

    @Test func `counts when it is found in the file, unless others wrote on`() throws {
        let store = try temporary.unlock()
        let engine = try SQLiteEngine(opening: temporary.gate.path)
        func settle(_ mark: RecordTransaction.Mark) throws -> Bool? {
            try engine.settled(.main) { try mark.isCommitted(in: $0, account: .main) }
        }
        func mark() throws -> RecordTransaction.Mark {
            try store.read { transaction in
                let heads = try transaction.backend.heads(of: .main, kinds: [])
                let manifest = try #require(heads?.manifest)
                return RecordTransaction.Mark(generation: manifest.generation, box: manifest.box)
            }
        }
        let first = try mark()
        #expect(try settle(first) == true)
        #expect(try settle(RecordTransaction.Mark(generation: first.generation, box: nil)) == true)
        #expect(try settle(RecordTransaction.Mark(generation: first.generation + 1, box: [1])) == false)
        try store.edit { $0.username = "newer" }
        #expect(try settle(first) == nil)
        #expect(try settle(try mark()) == true)
    }
}
