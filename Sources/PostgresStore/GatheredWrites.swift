internal import PostgresKit
internal import SealedStore

/// The writes of a transaction that haven't been sent yet: one account's rows by kind and number.
struct GatheredWrites {
    private(set) var kinds: [RecordKind: Kind] = [:]
    /// The approximate size of the boxes in bytes.
    private(set) var size = 0

    /// The changes of one kind: first the removals, then the rows.
    struct Kind {
        private(set) var ranges: [ClosedRange<Int>] = []
        private(set) var numbers: Set<Int> = []
        private(set) var rows: [Int: RecordRow] = [:]

        /// Whether the server's row with a number, if there is one, is obsolete.
        func hides(_ number: Int) -> Bool {
            rows[number] != nil || numbers.contains(number) || ranges.contains { $0.contains(number) }
        }

        /// The current singleton.
        ///
        /// - Parameter found: the one on the server.
        func singleton(inPlaceOf found: RecordRow?) -> RecordRow? {
            rows.values.first ?? found.flatMap { hides($0.number) ? nil : $0 }
        }

        mutating func put(_ row: RecordRow) { rows[row.number] = row }

        mutating func remove(_ removed: ClosedRange<Int>) {
            if removed.lowerBound == removed.upperBound {
                rows[removed.lowerBound] = nil
                numbers.insert(removed.lowerBound)
            } else {
                for number in rows.keys.filter(removed.contains) { rows[number] = nil }
                ranges.append(removed)
            }
        }
    }

    var isEmpty: Bool { kinds.isEmpty }

    subscript(kind: RecordKind) -> Kind? { kinds[kind] }

    mutating func put(_ row: RecordRow, _ kind: RecordKind) {
        // An account has at most one row of a singleton.
        if kind.form == .singleton { remove(kind, .min ... .max) }
        kinds[kind, default: Kind()].put(row)
        size += row.boxes.reduce(64) { $0 + $1.count }
    }

    mutating func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>) {
        kinds[kind, default: Kind()].remove(numbers)
    }
}

extension ServerTables {
    /// The statements that apply buffered writes on the server. Rows are removed first where two could otherwise have
    /// the same fingerprint for a moment.
    func statements(for writes: GatheredWrites, of account: AccountID) -> [PostgresQuery] {
        var statements: [PostgresQuery] = []
        for (kind, writes) in writes.kinds.sorted(by: { $0.key.name < $1.key.name }) {
            // Writing a singleton replaces its row, so no removal is needed.
            if kind.form == .singleton, let row = writes.rows.values.first {
                statements.append(insertion(of: row, kind, of: account))
                continue
            }
            statements += writes.ranges.map { removal(kind, $0, of: account) }
            let known = writes.rows.values.lazy.filter { $0.fingerprint != nil }.map(\.number)
            let removed = writes.numbers.union(writes.rows.count > 1 ? Set(known) : [])
            if !removed.isEmpty { statements.append(removal(kind, removed.sorted(), of: account)) }
            let rows = writes.rows.values.sorted { $0.number < $1.number }
            statements += rows.map { insertion(of: $0, kind, of: account) }
        }
        return statements
    }
}
