internal import SQLiteKit

/// The tables of an account's sealed records, and the one place where their rows are written.
///
/// Every row that comes or goes is counted in the sealer's tally, from which the ``Manifest`` takes the ``Inventory``.
/// So nothing else may write to these tables: what it wrote would be found as damage.
enum RecordTable: String, CaseIterable {
    case profile, history, draft, summary, hike, emergency

    /// The column that tells an account's rows apart, or bears the number of the only one.
    var number: String {
        switch self {
        case .draft: "save"
        case .hike: "id"
        case .profile, .history, .summary, .emergency: "revision"
        }
    }

    /// Whether an account has one row at the most.
    private var isSingle: Bool { self != .history && self != .hike }

    // MARK: Writing

    /// Seals a record and puts it in its row, inside the caller's transaction. It takes the place of the only row, but
    /// never that of a commit. Hikes and emergency cards have rows of their own kinds: see ``putHike(_:_:in:sealer:)`` and
    /// ``putCard(_:_:numbered:in:sealer:)``.
    func put(
        _ payload: [UInt8], numbered number: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        if isSingle { try remove(from: connection, sealer: sealer) }
        let box = sealer.seal(payload, at: RecordPlace(table: rawValue, revision: number))
        try connection.run(
            "INSERT INTO \(rawValue) (account, \(self.number), record) VALUES (?, ?, ?)", .text(sealer.accountID),
            .integer(number), .blob(box))
        sealer.tally.add(sealer.term(of: [box], numbered: number, in: self))
    }

    /// Puts a hike's row in the place of the one of its id, inside the caller's transaction.
    static func putHike(
        _ id: Int, _ row: HikeRow, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        try RecordTable.hike.remove(numbered: id, from: connection, sealer: sealer)
        try connection.run(
            "INSERT INTO hike (account, id, revision, fingerprint, header, track) VALUES (?, ?, 1, ?, ?, ?)",
            .text(sealer.accountID), .integer(id), .blob(row.fingerprint), .blob(row.header), .blob(row.track))
        sealer.tally.add(sealer.term(of: [row.fingerprint, row.header, row.track], numbered: id, in: .hike))
    }

    /// A hike as its row holds it.
    struct HikeRow {
        let fingerprint: [UInt8]
        /// Sealed.
        let header: [UInt8]
        /// Sealed.
        let track: [UInt8]
    }

    /// Puts an emergency card's row in the place of the account's only one, inside the caller's transaction.
    ///
    /// - Parameter mac: what tells that the open text is the owner's. It isn't counted: another device secret changes it.
    static func putCard(
        _ card: String, mac: [UInt8], numbered number: Int, in connection: borrowing Connection,
        sealer: borrowing RecordSealer
    ) throws {
        try RecordTable.emergency.remove(from: connection, sealer: sealer)
        let box = sealer.seal(Array(card.utf8), at: RecordPlace(table: emergency.rawValue, revision: number))
        try connection.run(
            "INSERT INTO emergency (account, revision, card, mac, record) VALUES (?, ?, ?, ?, ?)",
            .text(sealer.accountID), .integer(number), .text(card), .blob(mac), .blob(box))
        sealer.tally.add(sealer.term(of: [box], numbered: number, in: .emergency))
    }

    /// Removes a row, or all of them, inside the caller's transaction.
    func remove(
        numbered number: Int? = nil, from connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        let terms = try terms(numbered: number, in: connection, sealer: sealer)
        guard !terms.isEmpty else { return }
        for term in terms { sealer.tally.subtract(term) }
        if let number {
            try connection.run(
                "DELETE FROM \(rawValue) WHERE account = ? AND \(self.number) = ?", .text(sealer.accountID),
                .integer(number))
        } else {
            try connection.run("DELETE FROM \(rawValue) WHERE account = ?", .text(sealer.accountID))
        }
    }

    /// Makes the inventory fit what is there, before rows are removed that don't open: of these it isn't known what was
    /// written, and to subtract what stands there now would leave the inventory wrong for good. It is left as it is when
    /// rows are missing or too many, which is another damage.
    func forgetDamage(
        of numbers: [Int], in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        guard try numbers.contains(where: { try !isWhole($0, in: connection, sealer: sealer) }) else { return }
        let found = try Inventory(of: connection, sealer: sealer)
        if found.count == sealer.tally.inventory.count { sealer.tally.begin(with: found) }
    }

    private func isWhole(
        _ number: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Bool {
        switch self {
        case .hike: return HikeTable.isWhole(id: number, in: connection, sealer: sealer)
        default:
            let box = try blobs(numbered: number, in: connection, sealer: sealer).first ?? []
            return try whatOpens { try sealer.open(box, at: RecordPlace(table: rawValue, revision: number)) } != nil
        }
    }

    // MARK: Reading

    /// The numbers of the account's rows, in order.
    func numbers(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> [Int] {
        try connection.rows(
            "SELECT \(number) FROM \(rawValue) WHERE account = ? ORDER BY \(number)", .text(sealer.accountID)
        ) { try $0.integer(0) }
    }

    /// The columns that a row's term is made of.
    private var columns: [String] { self == .hike ? ["fingerprint", "header", "track"] : ["record"] }

    /// The boxes of a row, and what else its term is made of; empty when there is none.
    func blobs(
        numbered wanted: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [[UInt8]] {
        try connection.first(
            "SELECT \(columns.joined(separator: ", ")) FROM \(rawValue) WHERE account = ? AND \(number) = ?",
            .text(sealer.accountID), .integer(wanted)
        ) { row in
            var blobs: [[UInt8]] = []
            for column in columns.indices { blobs.append(try row.blob(Int32(column))) }
            return blobs
        } ?? []
    }

    /// What the account's rows, or the one of a number, add to the inventory.
    func terms(
        numbered wanted: Int? = nil, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [[UInt8]] {
        let select = "SELECT \(number), \(columns.joined(separator: ", ")) FROM \(rawValue) WHERE account = ?"
        func term(_ row: borrowing Row) throws -> [UInt8] {
            var blobs: [[UInt8]] = []
            for column in 1...columns.count { blobs.append(try row.blob(Int32(column))) }
            return sealer.term(of: blobs, numbered: try row.integer(0), in: self)
        }
        guard let wanted else { return try connection.rows(select, .text(sealer.accountID)) { try term($0) } }
        return try connection.rows("\(select) AND \(number) = ?", .text(sealer.accountID), .integer(wanted)) {
            try term($0)
        }
    }
}
