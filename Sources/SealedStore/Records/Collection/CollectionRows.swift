internal import Sealing

/// The rows of a collection, opened, and compared with what the directory says of each.
struct CollectionRows<Element: CollectionElement> {
    private var kind: RecordKind { Element.kind }

    /// The row of an entry; `nil` when it is missing or another one.
    func row(
        of entry: DirectoryEntry, extent: RecordExtent, in transaction: borrowing RecordTransaction
    ) throws -> RecordRow? {
        let number = entry.position.number
        guard let row = try transaction.backend.row(kind, number, of: transaction.account, extent: extent),
            KeyedHash.areEqual(transaction.sealer.term(of: row, kind), entry.term)
        else { return nil }
        return row
    }

    /// The header of an entry's row; `nil` when that is missing or another one, or doesn't open.
    func header(
        of entry: DirectoryEntry, in transaction: borrowing RecordTransaction
    ) throws -> Element.Header? {
        guard let row = try row(of: entry, extent: .first, in: transaction) else { return nil }
        return header(of: row, in: transaction)
    }

    /// The header that a row holds; `nil` when it doesn't open.
    func header(of row: RecordRow, in transaction: borrowing RecordTransaction) -> Element.Header? {
        try? Element.header(ofFirstPart: try transaction.sealer.open(row, of: kind))
    }

    /// The element of a row that was read whole, and whose header opens.
    ///
    /// - Returns: `nil` where damage is noted instead of thrown.
    func element(of row: RecordRow, in transaction: inout RecordTransaction) throws -> Element? {
        var parts: [[UInt8]?] = []
        for part in kind.parts.indices {
            guard let opened = try self.part(part, of: row, in: &transaction) else { return nil }
            parts.append(opened)
        }
        do {
            return try Element(parts: parts)
        } catch is MalformedRecord {
            try transaction.report(.record(kind: kind.name, number: row.number))
            return nil
        }
    }

    /// A part of a row that was read whole.
    ///
    /// - Returns: `nil` where damage is noted instead of thrown, and `.some(nil)` for a part that the row lacks.
    func part(_ part: Int, of row: RecordRow, in transaction: inout RecordTransaction) throws -> [UInt8]?? {
        do {
            return .some(try transaction.sealer.openIfThere(row, of: kind, part: part))
        } catch  where error.isOfDamage {
            try transaction.report(.part(kind.parts[part], number: row.number))
            return nil
        }
    }
}

/// The rows that a directory tells of, in the order of their numbers: what a reading of all rows, one behind the other, is
/// compared with. There may be very many, so each is small.
struct DueRows {
    private var rows: [DueRow] = []
    private var next = 0

    init(capacity: Int) { rows.reserveCapacity(capacity) }

    var count: Int { rows.count }

    /// Entries come in the directory's order; ``sort()`` puts them in the rows'.
    mutating func append(_ entry: DirectoryEntry) { rows.append(DueRow(entry)) }

    mutating func sort() { rows.sort { $0.number < $1.number } }

    /// Passes over the next row if its number is lower than one that was found: then it is missing.
    ///
    /// - Parameter number: of the row that was found; `nil` when there are no more.
    /// - Returns: the number of the missing one; `nil` when none is missing.
    mutating func passMissing(before number: Int?) -> Int? {
        guard next < rows.count, number.map({ rows[next].number < $0 }) ?? true else { return nil }
        defer { next += 1 }
        return rows[next].number
    }

    /// Takes a row that was found, after those before it.
    ///
    /// - Returns: whether it is the one that was written last; `nil` when none of its number is due.
    mutating func take(_ number: Int, term: [UInt8]) -> Bool? {
        guard next < rows.count, rows[next].number == number else { return nil }
        defer { next += 1 }
        return rows[next].isTold(by: term)
    }
}

private struct DueRow {
    let number: Int
    /// The term; none where it isn't as long as terms are.
    private let term: (UInt64, UInt64, UInt64, UInt64)?

    init(_ entry: DirectoryEntry) {
        number = entry.position.number
        term = Self.words(entry.term)
    }

    /// Whether a row of this term is the one. It takes as long whatever differs.
    func isTold(by other: [UInt8]) -> Bool {
        guard let term, let other = Self.words(other) else { return false }
        return (term.0 ^ other.0) | (term.1 ^ other.1) | (term.2 ^ other.2) | (term.3 ^ other.3) == 0
    }

    private static func words(_ bytes: [UInt8]) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard bytes.count == Inventory.length else { return nil }
        func word(_ start: Int) -> UInt64 { (start..<start + 8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
        return (word(0), word(8), word(16), word(24))
    }
}
