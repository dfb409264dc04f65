/// A sealed description of an account's sealed records, so that no single row can be rolled back, removed or added
/// unnoticed.
///
/// It is bound to the account's *generation*, which counts its writing transactions and is also remembered outside of
/// the database, so that a rollback of the whole database is noticed too.
///
/// It is sealed and written when a ``RecordTransaction`` finishes, nowhere else. ``StoreTransfer`` copies it to another
/// engine as it is, still sealed.
package struct Manifest: Hashable {
    /// Tells copies of one store apart; empty for a store of format 1 that was never restored.
    var instance: [UInt8]
    /// The heads by the names of their kinds; a kind without a record has no entry.
    var singletons: [String: Head] = [:]
    var logs: [String: LogHead] = [:]
    var directories: [String: DirectoryRoot] = [:]
    /// Over all records. It changes with every record, but only a check compares it with them.
    var inventory = Inventory()
    /// The version of the schema's values; 0 where no migration was ever declared.
    var schemaVersion = 0

    /// The head of a singleton.
    struct Head: Hashable {
        var number: Int
        var term: [UInt8]
    }

    /// The range of a log's numbers and its newest record. Each record holds the term of the one before.
    struct LogHead: Hashable {
        var first: Int
        var last: Int
        var lastTerm: [UInt8]
    }

    static let schema: UInt8 = 2
    /// The schema of a manifest that ends with the version of the schema's values.
    private static let versionedSchema: UInt8 = 3

    static func binding(generation: Int) -> RecordBinding { RecordBinding(part: "manifest", revision: generation) }

    init(instance: [UInt8]) {
        self.instance = instance
    }

    init(decoding bytes: [UInt8]) throws {
        let isVersioned = bytes.first == Self.versionedSchema
        var reader = try RecordReader(bytes, schema: isVersioned ? Self.versionedSchema : Self.schema)
        instance = try reader.blob()
        singletons = try reader.dictionary { Head(number: try $0.integer(), term: try $0.blob()) }
        logs = try reader.dictionary { reader in
            let (first, last) = (try reader.integer(), try reader.integer())
            guard first >= 1, last >= first - 1, last < .max else { throw MalformedRecord() }
            return LogHead(first: first, last: last, lastTerm: try reader.blob())
        }
        directories = try reader.dictionary { try DirectoryRoot(from: &$0) }
        inventory = try Inventory(count: try reader.integer(), sum: try reader.blob())
        if isVersioned { schemaVersion = try reader.integer() }
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: schemaVersion == 0 ? Self.schema : Self.versionedSchema)
        writer.append(instance)
        writer.append(singletons) { writer, head in
            writer.append(head.number)
            writer.append(head.term)
        }
        writer.append(logs) { writer, head in
            writer.append(head.first)
            writer.append(head.last)
            writer.append(head.lastTerm)
        }
        writer.append(directories) { $1.write(to: &$0) }
        writer.append(inventory.count)
        writer.append(inventory.sum)
        if schemaVersion != 0 { writer.append(schemaVersion) }
        return writer.bytes
    }
}

extension Manifest {
    /// Opens the manifest in an account's rows.
    ///
    /// - Parameter instance: the copy of the store to which it must belong; `nil` for any.
    /// - Throws: ``MalformedRecord`` or ``SealingError`` if there is none that was sealed for this account, generation
    ///   and copy.
    init(opening sealed: SealedManifest?, of instance: [UInt8]?, sealer: RecordSealer) throws {
        guard let sealed else { throw MalformedRecord() }
        try self.init(decoding: try sealer.open(sealed.box, at: Manifest.binding(generation: sealed.generation)))
        guard instance == nil || self.instance == instance else { throw MalformedRecord() }
    }

    /// A substitute for a manifest that doesn't open, describing the rows as they are.
    init(
        ofRowsWith singletons: [String: RecordRow], kinds: [RecordKind], instance: [UInt8],
        in backend: any RecordBackend, sealer: RecordSealer
    ) throws {
        self.init(instance: instance)
        for kind in kinds {
            guard let row = singletons[kind.name] else { continue }
            self.singletons[kind.name] = Head(number: row.number, term: sealer.term(of: row, kind))
        }
        for log in kinds where log.form == .log {
            func end(isDescending: Bool) throws -> Int? {
                var number: Int?
                let range = RecordRange(1...(.max - 1), isDescending: isDescending, limit: 1, extent: .first)
                try backend.rows(log, in: range, of: sealer.account) { row in
                    number = row.number
                    return false
                }
                return number
            }
            guard let first = try end(isDescending: false), let last = try end(isDescending: true) else { continue }
            logs[log.name] = LogHead(first: first, last: last, lastTerm: [])
        }
    }
}

extension RecordTransaction {
    /// What a writing transaction left in the manifest, by which its commit can be recognized.
    package struct CommitID: Hashable, Sendable {
        package let generation: Int
        /// The manifest's box, which differs for every transaction; `nil` if nothing was written.
        package let box: [UInt8]?

        /// Whether the transaction is in the store; `nil` if it can't be determined because others have written since.
        func isCommitted(in backend: any RecordBackend, account: AccountID) throws -> Bool? {
            guard let box else { return true }
            guard let found = try backend.heads(of: account, kinds: [])?.manifest else { return false }
            return found.generation > generation ? nil : found.box == box
        }
    }
}

extension RecordWriter {
    /// Sorted by name, so that equal dictionaries give equal bytes.
    fileprivate mutating func append<Value>(_ values: [String: Value], write: (inout RecordWriter, Value) -> Void) {
        append(values.keys.sorted()) { writer, name in
            writer.append(name)
            if let value = values[name] { write(&writer, value) }
        }
    }
}

extension RecordReader {
    fileprivate mutating func dictionary<Value>(_ read: (inout RecordReader) throws -> Value) throws -> [String: Value]
    {
        var values: [String: Value] = [:]
        for (name, value) in try list({ reader in (try reader.text(), try read(&reader)) }) {
            guard values.updateValue(value, forKey: name) == nil else { throw MalformedRecord() }
        }
        return values
    }
}
