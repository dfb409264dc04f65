import FoundationEssentials
import SQLiteKit
import SealedStoreTesting
import Sealing
import TestSupport
import Testing

@testable import SealedStore

/// One account's records in an engine that a test chooses, without a gate.
final class RecordBench {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case memory, file
        var testDescription: String { rawValue }
    }

    static let domain = "bench"
    private(set) var sealer: RecordSealer
    let kinds: [RecordKind]
    let instance: [UInt8]
    private let memory = MemoryEngine()
    /// `nil` when the records are in memory.
    let file: SQLiteBackend?
    private var path = ""

    init(_ kind: Kind, kinds: [RecordKind], instance: [UInt8] = [7]) throws {
        (self.kinds, self.instance) = (kinds, instance)
        sealer = try RecordSealer(
            domain: Self.domain, store: StoreID(bytes: [UInt8](repeating: 1, count: 16)), account: .main,
            dataKey: Secret.random())
        memory.makeAccount(.main)
        guard kind == .file else {
            file = nil
            return
        }
        path = FileManager.default.temporaryDirectory.path + "/bench-\(UUID().uuidString)"
        let connection = try Connection(opening: path, mode: .create, busyTimeout: .zero)
        try connection.run(
            """
            CREATE TABLE account (
                id TEXT PRIMARY KEY, epoch INTEGER, lock INTEGER, card BLOB NOT NULL DEFAULT x''
            ) STRICT
            """)
        try connection.run("CREATE TABLE manifest (account TEXT PRIMARY KEY, revision INTEGER, record BLOB) STRICT")
        try connection.run(RecordTable.sharedStatement)
        try connection.run("INSERT INTO account (id, epoch, lock) VALUES ('main', 1, 0)")
        file = SQLiteBackend(connection, tables: [:])
    }

    deinit {
        if file != nil { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Moves the records to another key, as a recovery does.
    ///
    /// - Returns: what was damaged.
    func reseal(_ collections: [any CollectionElement.Type], limits: DirectoryLimits) throws -> [DamagedPart] {
        let next = try RecordSealer(
            domain: Self.domain, store: sealer.store, account: .main, dataKey: Secret.random())
        let damaged = try inEngine { backend in
            var old = try RecordTransaction(
                in: backend, sealer: sealer, kinds: kinds, instance: instance, access: .salvaging)
            old.directoryLimits = limits
            return try Resealing(kinds: kinds, collections: collections).reseal(
                old, to: next, instance: instance, lastSeen: 0, readable: { _, _, _ in nil }, completing: { _, _ in }
            ).damaged
        }
        sealer = next
        return damaged
    }

    /// Creates the account's records.
    func create(_ body: (inout RecordTransaction) throws -> Void) throws {
        try inEngine { backend in
            var transaction = RecordTransaction(creating: backend, sealer: sealer, instance: instance)
            try body(&transaction)
            _ = try transaction.finish()
        }
    }

    @discardableResult
    func write<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try inEngine { backend in
            var transaction = try RecordTransaction(
                in: backend, sealer: sealer, kinds: kinds, instance: instance, access: .writing)
            let result = try body(&transaction)
            _ = try transaction.finish()
            return result
        }
    }

    func read<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try inEngine { backend in
            var transaction = try RecordTransaction(
                in: backend, sealer: sealer, kinds: kinds, instance: instance, access: .reading)
            return try body(&transaction)
        }
    }

    /// The readable result, and the damaged parts.
    func salvage<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> (Result, [DamagedPart])
    {
        try inEngine { backend in
            var transaction = try RecordTransaction(
                in: backend, sealer: sealer, kinds: kinds, instance: instance, access: .salvaging)
            let result = try body(&transaction)
            return (result, transaction.damaged)
        }
    }

    private func inEngine<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        guard let file else { return try memory.transaction(.writing, of: .main, body) }
        try file.connection.run("BEGIN")
        do {
            let result = try body(file)
            try file.connection.run("COMMIT")
            return result
        } catch {
            try file.connection.run("ROLLBACK")
            throw error
        }
    }

    /// The numbers of a kind's rows, in order.
    func numbers(of kind: RecordKind) throws -> [Int] {
        try inEngine { backend in
            var numbers: [Int] = []
            try backend.rows(kind, in: RecordRange(extent: .first), of: .main) {
                numbers.append($0.number)
                return true
            }
            return numbers
        }
    }

    /// Changes the file as none of our programs does.
    func tamper(_ sql: String) throws {
        try file?.connection.run(sql)
    }
}
