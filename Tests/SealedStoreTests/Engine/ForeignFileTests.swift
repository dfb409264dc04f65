import Dispatch
import Glibc
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `Another program's database` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `with nothing but its mark is refused too`() throws {
        let path = "\(temporary.folder)/marked.db"
        try Connection(opening: path, mode: .create, busyTimeout: .seconds(1)).run("PRAGMA application_id = 1")
        let configuration = temporary.gate.configuration
        for attempt in [
            { _ = try Gate(at: .file(path), configuration: configuration) },
            {
                _ = try Gate.create(
                    NewAccount(passcode: Secret("820461")), at: .file(path), configuration: configuration)
            },
        ] as [() throws -> Void] {
            #expect((#expect(throws: StoreError.self) { try attempt() })?.reason == .damaged(.notAStore))
        }
    }

    @Test func `is reported as not a store rather than as damaged, and is left unchanged`() throws {
        let path = "\(temporary.folder)/notes.db"
        do {
            let connection = try Connection(opening: path, mode: .create, busyTimeout: .seconds(1))
            try connection.run("CREATE TABLE note (text TEXT)")
        }
        let before = try bytes(of: path)
        let configuration = temporary.gate.configuration
        let attempts: [() throws -> Void] = [
            { _ = try Gate(at: .file(path), configuration: configuration) },
            {
                _ = try Gate.create(
                    NewAccount(passcode: Secret("820461")), at: .file(path), configuration: configuration)
            },
            { try Gate.restore(path, to: "\(temporary.folder)/restored") },
        ]
        for attempt in attempts {
            #expect {
                try attempt()
            } throws: { error in
                guard let error = error as? StoreError else { return false }
                return error.code == .foreign && error.reason == .ofAnotherApplication && error.store == path
            }
        }
        #expect(try bytes(of: path) == before)
    }
}

@Suite(.temporaryStore) struct `A store that another thread creates` {
    /// In some of the rounds the creation commits, and its journal goes, in the midst of an open.
    @Test func `is missing until it is there, and never damaged`() throws {
        let schema = TripStore.schema.engineSchema
        for round in 0..<100 {
            let path = "\(TemporaryStore.current.folder)/\(round).sealed"
            let errors = Mutex([String]())
            let isCreated = Atomic(false)
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                do {
                    guard number == 1 else {
                        defer { isCreated.store(true, ordering: .relaxed) }
                        _ = try SQLiteEngine(creating: path, schema)
                        return
                    }
                    while !isCreated.load(ordering: .relaxed) {
                        do {
                            _ = try SQLiteEngine(opening: path, schema)
                        } catch let error as StoreError where error.code == .noStore {}
                    }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 }.isEmpty)
        }
    }
}

/// SQLite would open it read-only, and leave files beside it that nobody could write.
@Suite(.temporaryStore) struct `A store's file without permission to write` {
    @Test func `is refused by name, leaves no files beside it, and works again once it has the permission`() throws {
        let gate = TemporaryStore.current.gate
        let folder = TemporaryStore.current.folder
        try #require(chmod(gate.path, 0o444) == 0 && chmod(folder, 0o777) == 0)
        _ = asAnyone {
            #expect {
                _ = try Gate.all(at: .file(gate.path), configuration: gate.configuration).first?.status
            } throws: { error in
                (error as? StoreError)?.code == .io && "\(error)".contains(gate.path)
            }
        }
        for suffix in ["-wal", "-shm"] { #expect(access(gate.path + suffix, F_OK) != 0) }
        try #require(chmod(gate.path, 0o600) == 0 && chmod(folder, 0o700) == 0)
        try TemporaryStore.current.unlock().edit { $0.days = 3 }
    }
}
