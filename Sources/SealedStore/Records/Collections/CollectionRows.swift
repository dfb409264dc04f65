internal import Sealing

/// Opens the rows of a collection, and verifies each against its directory entry.
struct CollectionRows<Element: CollectionElement> {
    private var kind: RecordKind { Element.kind }

    /// The row of an entry; `nil` if it is missing or doesn't match.
    func row(
        of entry: DirectoryEntry, extent: RecordExtent, in transaction: borrowing RecordTransaction
    ) throws -> RecordRow? {
        let number = entry.position.number
        guard let row = try transaction.backend.row(kind, number, of: transaction.account, extent: extent),
            KeyedHash.areEqual(transaction.sealer.term(of: row, kind), entry.term)
        else { return nil }
        return row
    }

    /// The header of an entry's row; `nil` if the row is missing, doesn't match or doesn't open.
    func header(
        of entry: DirectoryEntry, in transaction: borrowing RecordTransaction
    ) throws -> Element.Header? {
        guard let row = try row(of: entry, extent: .first, in: transaction) else { return nil }
        return header(of: row, transaction.sealer)
    }

    /// The header in a row; `nil` if it doesn't open.
    func header(of row: RecordRow, _ sealer: RecordSealer) -> Element.Header? {
        try? Element.header(ofFirstPart: try sealer.open(row, of: kind))
    }

    /// Whether the header of a row opens and can be read. Otherwise it is reported.
    func canReadHeader(of row: RecordRow, in transaction: inout RecordTransaction) throws -> Bool {
        let part = DamagedPart.record(kind: kind.name, number: row.number)
        guard let first = try? transaction.sealer.open(row, of: kind) else {
            try transaction.report(part)
            return false
        }
        guard (try? Element.header(ofFirstPart: first)) != nil else {
            try transaction.reportUnreadable(part)
            return false
        }
        return true
    }

    /// The element in a row that was read whole and whose header opens.
    ///
    /// - Returns: `nil` if it is damaged and damage is recorded instead of thrown.
    func element(of row: RecordRow, in transaction: inout RecordTransaction) throws -> Element? {
        var parts: [[UInt8]?] = []
        for part in kind.parts.indices {
            guard let opened = try self.part(part, of: row, in: &transaction) else { return nil }
            parts.append(opened)
        }
        do {
            return try Element(parts: parts)
        } catch {
            try transaction.reportUnreadable(.record(kind: kind.name, number: row.number), cause: error)
            return nil
        }
    }

    /// A part of a row that was read whole.
    ///
    /// - Returns: `nil` if it is damaged and damage is recorded instead of thrown; `.some(nil)` if the row lacks the
    ///   part.
    func part(_ part: Int, of row: RecordRow, in transaction: inout RecordTransaction) throws -> [UInt8]?? {
        do {
            return .some(try transaction.sealer.openIfThere(row, of: kind, part: part))
        } catch  where error.indicatesDamage {
            try transaction.report(.part(kind.parts[part], number: row.number))
            return nil
        }
    }
}

/// The rows that a directory lists, in the order of their numbers, for verifying a sequential scan of all rows. There
/// may be very many, so each is kept small.
struct DueRows {
    private var rows: [DueRow] = []
    private var next = 0

    init(capacity: Int) { rows.reserveCapacity(capacity) }

    var count: Int { rows.count }

    /// Adds the entries of a page. ``sort()`` then sorts all of them by number.
    mutating func append(_ page: DirectoryEntries) throws(MalformedRecord) {
        for index in page.indices { rows.append(try page.dueRow(index)) }
    }

    mutating func sort() { rows.sort { $0.number < $1.number } }

    /// Skips the next row if its number is lower than that of a row that was found, since it is missing.
    ///
    /// - Parameter number: the number of the row that was found; `nil` if there are no more.
    /// - Returns: the number of the missing row; `nil` if none is missing.
    mutating func skipMissing(before number: Int?) -> Int? {
        guard next < rows.count, number.map({ rows[next].number < $0 }) ?? true else { return nil }
        defer { next += 1 }
        return rows[next].number
    }

    /// Takes a row that was found, after skipping the missing ones before it.
    ///
    /// - Returns: whether it is current; `nil` if no row with its number is listed.
    mutating func take(_ number: Int, term: DueRow.Term?) -> Bool? {
        guard next < rows.count, rows[next].number == number else { return nil }
        defer { next += 1 }
        return rows[next].matches(term)
    }
}

/// A row that a directory lists.
struct DueRow {
    /// A term in a form that needs no memory of its own.
    typealias Term = (UInt64, UInt64, UInt64, UInt64)

    let number: Int
    /// `nil` if the entry's term doesn't have the length of a term.
    let term: Term?

    /// Whether a row has this term. Compares in constant time.
    func matches(_ other: Term?) -> Bool {
        guard let term, let other else { return false }
        return (term.0 ^ other.0) | (term.1 ^ other.1) | (term.2 ^ other.2) | (term.3 ^ other.3) == 0
    }

    static func term(_ bytes: ArraySlice<UInt8>) -> Term? {
        guard bytes.count == Inventory.length else { return nil }
        func word(_ index: Int) -> UInt64 {
            var word: UInt64 = 0
            for byte in bytes.startIndex + 8 * index..<bytes.startIndex + 8 * index + 8 {
                word = word << 8 | UInt64(bytes[byte])
            }
            return word
        }
        return (word(0), word(1), word(2), word(3))
    }
}

extension RecordReader {
    /// Reads a blob that is a term; `nil` if it doesn't have the length of one.
    mutating func term() throws(MalformedRecord) -> DueRow.Term? { DueRow.term(try blobSlice()) }
}
