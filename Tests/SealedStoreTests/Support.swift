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

/// A page of a notebook: an element with a key, a figure and a second part.
struct Note: CollectionElement, Hashable {
    var text: String
    var day: Int?
    var weight: Int?
    var attachment: [UInt8] = []

    /// Notes with attachments are recognized by them.
    var contentDigest: [UInt8]? { attachment.isEmpty ? nil : attachment }

    struct Header: Hashable, Sendable {
        var text: String
        var day: Int?
        var weight: Int?
    }

    static let kind = RecordKind("note", .collection, parts: ["note.head", "note.body"])
    static let rulesVersion = 1
    static let figureCount = 1
    static func key(of header: Header) -> Int { header.day ?? endKey }
    static func figures(of header: Header) -> [Int?] { [header.weight] }

    var header: Header { Header(text: text, day: day, weight: weight) }

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: 1)
        writer.append(text)
        writer.append(day) { $0.append($1) }
        writer.append(weight) { $0.append($1) }
        return [writer.bytes, [1] + attachment]
    }

    init(_ text: String, day: Int?, weight: Int?, attachment: [UInt8] = []) {
        (self.text, self.day, self.weight, self.attachment) = (text, day, weight, attachment)
    }

    /// The first byte of a body that only a later program can read.
    static let laterForm: UInt8 = 2

    init(parts: [[UInt8]?]) throws {
        let header = try Self.header(ofFirstPart: parts[0] ?? [])
        guard parts[1]?.first != Self.laterForm else { throw MalformedRecord() }
        self.init(header.text, day: header.day, weight: header.weight, attachment: Array((parts[1] ?? []).dropFirst()))
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        var reader = try RecordReader(bytes, schema: 1)
        let header = Header(
            text: try reader.text(), day: try reader.optional { try $0.integer() },
            weight: try reader.optional { try $0.integer() })
        try reader.finish()
        return header
    }
}

/// A planned trip: a document.
struct Trip: DocumentModel {
    var place = "nowhere"
    var isBooked = false
    var days = 1

    static let kinds = DocumentKinds("trip")
    static let fields = [
        ModelField<Trip>("place", tag: 1, label: "Place", \.place),
        ModelField<Trip>("isBooked", tag: 2, label: "Booked", \.isBooked),
        ModelField<Trip>("days", tag: 3, label: "Days", \.days),
    ]

    func problems(replacing committed: Trip, at now: WallTime) -> [FieldProblem] {
        (1...365).contains(days) ? [] : [FieldProblem("days", .range(1, 365))]
    }
}

extension WallTime {
    static func second(_ number: Int) -> WallTime { WallTime(secondsSince1970: number) }
}

/// A document that a later version of a program adds to its schema.
struct Extra: DocumentModel {
    var text = "fresh"

    static let kinds = DocumentKinds("extra")
    static let fields = [ModelField<Extra>("text", tag: 1, label: "Text", \.text)]
}

extension DocumentStore {
    /// Adds three notes, numbered from 1.
    func addNotes() throws {
        try opened.write { transaction in
            for number in 1...3 {
                try SealedCollection<Note>().put(
                    Note("note", day: number, weight: 1), number: number, in: &transaction)
            }
        }
    }
}
