/// What an account's sealed records are, sealed: so that no row can be put back to an older one, be taken away or be
/// added by itself.
///
/// It is bound to the store's *generation*, which counts the account's writing transactions and is remembered outside of
/// the database, so that a whole database that was put back is noticed too.
package struct Manifest: Hashable {
    /// Tells copies of one store apart; empty for one that was never restored since format 1.
    var instance: [UInt8]
    /// By the names of their kinds; a kind without a record has none.
    var singletons: [String: Head] = [:]
    var logs: [String: LogHead] = [:]
    var directories: [String: DirectoryRoot] = [:]
    /// Of all records. It changes with each, and is compared with them by a check alone.
    var inventory = Inventory()

    /// The one record of a kind.
    struct Head: Hashable {
        var number: Int
        var term: [UInt8]
    }

    /// The records of a log: which numbers there are, and the newest one. Each holds the term of the one before.
    struct LogHead: Hashable {
        var first: Int
        var last: Int
        var lastTerm: [UInt8]
    }

    static let schema: UInt8 = 2

    static func place(generation: Int) -> RecordPlace { RecordPlace(part: "manifest", revision: generation) }

    init(instance: [UInt8]) {
        self.instance = instance
    }

    init(decoding bytes: [UInt8]) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        instance = try reader.blob()
        singletons = try reader.dictionary { Head(number: try $0.integer(), term: try $0.blob()) }
        logs = try reader.dictionary { reader in
            let (first, last) = (try reader.integer(), try reader.integer())
            guard first >= 1, last >= first - 1, last < .max else { throw MalformedRecord() }
            return LogHead(first: first, last: last, lastTerm: try reader.blob())
        }
        directories = try reader.dictionary { try DirectoryRoot(from: &$0) }
        inventory = try Inventory(count: try reader.integer(), sum: try reader.blob())
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
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
        return writer.bytes
    }
}

extension RecordWriter {
    /// In the order of the names, so that equal dictionaries give equal bytes.
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
