/// What one transaction changed of an account's elements. The log of changes has one for each transaction that changed
/// any, in one record or, if there is too much for one, in several that follow each other.
package struct ElementChanges: Hashable, Sendable {
    /// The number of its last record.
    var number = 0
    var at: WallTime
    /// The number of the first record of the operation to which it belongs, if that has several transactions.
    var operation: Int?
    /// What the program calls it, such as an import; `nil` if it has no name.
    package var label: String?
    /// The ``id`` of the change that it took back, if it did.
    var undoes: Int?
    package var items: [Item]

    /// What identifies it, with the other changes of its operation.
    var id: Int { operation ?? number }

    /// A change of one element.
    package struct Item: Hashable, Sendable {
        /// The name of its collection.
        package let collection: String
        let number: Int
        var change: Change
    }

    package enum Change: Hashable, Sendable {
        case added, removed, restored
        case edited([TagChange])
    }

    /// A field that was changed, in its stored forms; `nil` where the record lacks it.
    package struct TagChange: Hashable, Sendable {
        package let tag: Int
        let before: [UInt8]?
        let after: [UInt8]?
    }
}

extension RecordKind {
    /// The log of changes to elements.
    static let changes = RecordKind("changes", .log)
}

/// What the log of changes will say of a transaction.
struct PendingChange {
    /// The time of the transaction.
    var now = WallTime(secondsSince1970: 0)
    /// The number of records that the log keeps; `nil` for all of them.
    var historyLimit: Int?
    package var label: String?
    var operation: Int?
    var undoes: Int?
    var items: [ElementChanges.Item] = []
}

extension RecordTransaction {
    /// The time at which it began.
    public var now: WallTime { pendingChange.now }

    /// The number of commits and of changes that histories keep; `nil` for all of them.
    var historyLimit: Int? { pendingChange.historyLimit }

    /// What the log of changes calls this transaction, such as an import.
    public var label: String? {
        get { pendingChange.label }
        set { pendingChange.label = newValue }
    }

    /// Lets all that is changed by transactions with the same operation be one change in the history, which is taken
    /// back as one.
    ///
    /// - Parameter operation: what this returned in the operation's first transaction; `nil` there.
    /// - Returns: what identifies the operation.
    @discardableResult
    public mutating func continueOperation(_ operation: Int?) -> Int {
        let id = operation ?? (numbers(of: .changes)?.upperBound ?? 0) + 1
        pendingChange.operation = id
        return id
    }

    /// The time and the limit of the histories, which its store gives.
    mutating func begin(at now: WallTime, historyLimit: Int? = nil) {
        (pendingChange.now, pendingChange.historyLimit) = (now, historyLimit)
    }

    /// Whether it has changed elements of models.
    package var hasElementChanges: Bool { !pendingChange.items.isEmpty }

    /// Notes a change of an element for the log.
    package mutating func note(_ change: ElementChanges.Change, of number: Int, in collection: RecordKind) {
        pendingChange.items.append(.init(collection: collection.name, number: number, change: change))
    }

    /// Writes what the transaction has changed to the log.
    mutating func logChange() throws {
        let pending = pendingChange
        guard !pending.items.isEmpty || pending.undoes != nil else { return }
        let changes = ElementChanges(
            at: pending.now, operation: pending.operation, label: pending.label, undoes: pending.undoes,
            items: pending.items)
        for record in ChangeRecord.records(of: changes) { try append(record.encoded, to: .changes) }
        guard let limit = pending.historyLimit, let last = numbers(of: .changes)?.upperBound else { return }
        try trim(.changes, before: last - min(max(limit, 1), last) + 1)
    }

    /// Calls a body with the changes, newest first, until it returns `false`. One of which a record was lost or dropped
    /// is left out.
    mutating func forEachChange(_ body: (ElementChanges) throws -> Bool) throws {
        var found: (changes: ElementChanges, next: Int, part: Int)?
        var unreadable: [Int] = []
        try forEachNewestFirst(of: .changes) { number, payload in
            guard let record = try? ChangeRecord(decoding: payload) else {
                unreadable.append(number)
                return true
            }
            if record.isLast {
                found = (record.changes, number, record.part)
                found?.changes.number = number
            } else if let rest = found, rest.next == number + 1, rest.part == record.part + 1 {
                found?.changes.items = record.changes.items + rest.changes.items
                found?.next = number
                found?.part = record.part
            } else {
                found = nil
            }
            guard record.part == 0, let whole = found?.changes else { return true }
            found = nil
            return try body(whole)
        }
        for number in unreadable { try reportUnreadable(.record(kind: RecordKind.changes.name, number: number)) }
    }

    /// Removes the values of some elements from the log, and from what this transaction will add to it.
    ///
    /// The cost grows with the number of newer changes, since each authenticates the one before it.
    package mutating func forgetValues(of numbers: Set<Int>, in collection: RecordKind) throws {
        try forget { item in
            guard case .edited = item.change else { return false }
            return item.collection == collection.name && numbers.contains(item.number)
        }
    }

    /// Removes all changes of a collection from the log, whose elements are replaced by others of the same numbers.
    package mutating func forgetChanges(of collection: RecordKind) throws {
        try forget { $0.collection == collection.name }
    }

    private mutating func forget(_ isForgotten: (ElementChanges.Item) -> Bool) throws {
        pendingChange.items.removeAll(where: isForgotten)
        var (records, rewritten): ([(number: Int, payload: [UInt8])], Int) = ([], 0)
        try forEachNewestFirst(of: .changes) { number, payload in
            var payload = payload
            if var record = try? ChangeRecord(decoding: payload), record.changes.items.contains(where: isForgotten) {
                record.changes.items.removeAll(where: isForgotten)
                payload = record.encoded
                rewritten = records.count + 1
            }
            records.append((number, payload))
            return true
        }
        let newer = records.prefix(rewritten).reversed()
        guard let first = newer.first?.number else { return }
        try editLog(.changes) { try $0.rewrite(from: first, Array(newer)) }
    }
}

/// One record of the log of changes.
struct ChangeRecord {
    var changes: ElementChanges
    /// The record's position among those of its change.
    var part = 0
    var isLast = true

    private static let schema: UInt8 = 1
    /// The size of a record's items, in bytes, beyond which the next one begins.
    private static let longest = 1 << 20

    /// Splits a change into records of about ``longest`` bytes.
    static func records(of changes: ElementChanges) -> [ChangeRecord] {
        var records: [ChangeRecord] = []
        var record = ChangeRecord(changes: changes)
        record.changes.items = []
        var size = 0
        for item in changes.items {
            if size > longest {
                records.append(record)
                (record.changes.items, record.part, size) = ([], record.part + 1, 0)
            }
            record.changes.items.append(item)
            size += item.size
        }
        records.append(record)
        for index in records.indices.dropLast() { records[index].isLast = false }
        return records
    }

    init(changes: ElementChanges) { self.changes = changes }

    init(decoding bytes: [UInt8]) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        changes = ElementChanges(
            at: WallTime(secondsSince1970: try reader.integer()), label: try reader.optional { try $0.text() },
            undoes: try reader.optional { try $0.integer() }, items: [])
        changes.operation = try reader.optional { try $0.integer() }
        (part, isLast) = (try reader.integer(), try reader.flag())
        let collections = try reader.list { reader in
            let name = try reader.text()
            return try reader.list { try ElementChanges.Item(collection: name, from: &$0) }
        }
        changes.items = collections.flatMap(\.self)
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(changes.at.secondsSince1970)
        writer.append(changes.label) { $0.append($1) }
        writer.append(changes.undoes) { $0.append($1) }
        writer.append(changes.operation) { $0.append($1) }
        writer.append(part)
        writer.append(isLast)
        // In their order, each run of one collection with its name once.
        let runs = changes.items.indices.filter {
            $0 == 0 || changes.items[$0].collection != changes.items[$0 - 1].collection
        }
        writer.append(Array(zip(runs, runs.dropFirst() + [changes.items.count]))) { writer, run in
            writer.append(changes.items[run.0].collection)
            writer.append(Array(changes.items[run.0..<run.1])) { $1.write(to: &$0) }
        }
        return writer.bytes
    }
}

extension ElementChanges.Item {
    /// About the bytes that it takes.
    fileprivate var size: Int {
        guard case .edited(let fields) = change else { return 16 }
        return fields.reduce(16) { $0 + ($1.before?.count ?? 0) + ($1.after?.count ?? 0) + 16 }
    }

    fileprivate init(collection: String, from reader: inout RecordReader) throws {
        (self.collection, number) = (collection, try reader.integer())
        switch try reader.integer() {
        case 0: change = .added
        case 1: change = .removed
        case 2: change = .restored
        case 3:
            change = .edited(
                try reader.list { reader in
                    ElementChanges.TagChange(
                        tag: try reader.integer(), before: try reader.optional { try $0.blob() },
                        after: try reader.optional { try $0.blob() })
                })
        default: throw MalformedRecord()
        }
    }

    fileprivate func write(to writer: inout RecordWriter) {
        writer.append(number)
        switch change {
        case .added: writer.append(0)
        case .removed: writer.append(1)
        case .restored: writer.append(2)
        case .edited(let fields):
            writer.append(3)
            writer.append(fields) { writer, field in
                writer.append(field.tag)
                writer.append(field.before) { $0.append($1) }
                writer.append(field.after) { $0.append($1) }
            }
        }
    }
}
