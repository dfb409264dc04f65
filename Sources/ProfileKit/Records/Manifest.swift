internal import SQLiteKit

/// What an account's sealed records are, sealed: so that no row can be put back to an older one, be taken away or be
/// added by itself.
///
/// Its revision counts the account's writing transactions. It is the store's *generation*, which the gate state remembers
/// outside of the database, so that a whole database that was put back is noticed too.
struct Manifest: Hashable {
    /// How many transactions have written.
    var generation: Int
    /// Looked at in each transaction.
    var heads: Heads
    /// Of all rows. It changes with each, and is compared with them by a check alone.
    var inventory: Inventory

    /// What the rows add to the inventory of which an account has one at the most; empty where there is none.
    struct Heads: Hashable {
        var profile: [UInt8]
        var summary: [UInt8]
        var draft: [UInt8]
        var emergency: [UInt8]
    }

    /// Of a store whose instance has no name.
    private static let unnamedSchema: UInt8 = 1
    private static let schema: UInt8 = 2
    private static let table = "manifest"

    /// What stands in for one that doesn't open, so that the next is newer.
    ///
    /// - Parameter generation: as it stands in the open, where anyone may have written it.
    init(lostAt generation: Int, lastSeen: Int) {
        self.init(
            generation: max((0..<1 << 53).contains(generation) ? generation : 0, lastSeen),
            heads: Heads(profile: [], summary: [], draft: [], emergency: []), inventory: Inventory())
    }

    private init(generation: Int, heads: Heads, inventory: Inventory) {
        (self.generation, self.heads, self.inventory) = (generation, heads, inventory)
    }

    /// - Throws: ``MalformedRecord`` or ``SealingError`` when it is missing, doesn't open, or is another instance's.
    static func load(from connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Manifest {
        let (manifest, instance) = try loadOfAnyInstance(from: connection, sealer: sealer)
        guard instance == sealer.instance else { throw MalformedRecord() }
        return manifest
    }

    /// The manifest and the instance that it was written for.
    ///
    /// - Throws: ``MalformedRecord`` or ``SealingError`` when it is missing or doesn't open.
    static func loadOfAnyInstance(
        from connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> (manifest: Manifest, instance: InstanceID) {
        guard let row = try row(of: sealer.accountID, in: connection) else { throw MalformedRecord() }
        let payload = try sealer.open(row.box, at: RecordPlace(table: table, revision: row.generation))
        let isUnnamed = payload.first == unnamedSchema
        var reader = try RecordReader(payload, schema: isUnnamed ? unnamedSchema : schema)
        let instance = isUnnamed ? InstanceID.unnamed : InstanceID(bytes: try reader.blob())
        let heads = Heads(
            profile: try reader.blob(), summary: try reader.blob(), draft: try reader.blob(),
            emergency: try reader.blob())
        let inventory = try Inventory(count: try reader.integer(), sum: try reader.blob())
        try reader.finish()
        return (Manifest(generation: row.generation, heads: heads, inventory: inventory), instance)
    }

    /// - Throws: ``DamagedParts`` when rows of which there is one are not those that were written last.
    func check(_ connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        let parts = try damagedHeads(in: connection, sealer: sealer)
        guard parts.isEmpty else { throw DamagedParts(parts: parts) }
    }

    /// Which of the rows of which there is one are not those that were written last.
    func damagedHeads(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> [DamagedPart] {
        func isWhole(_ table: RecordTable, _ head: [UInt8]) throws -> Bool {
            try whatOpens { try Heads.current(table, in: connection, sealer: sealer) == head } ?? false
        }
        var parts: [DamagedPart] = []
        if try !isWhole(.profile, heads.profile) { parts.append(.profile) }
        if try !isWhole(.draft, heads.draft) { parts.append(.draft) }
        if try !isWhole(.summary, heads.summary) { parts.append(.summary) }
        if try !isWhole(.emergency, heads.emergency) { parts.append(.emergencyCard) }
        return parts
    }

    /// Brings the manifest up to date with what the caller's transaction has written, as the sealer has counted it.
    ///
    /// - Returns: the mark by which the transaction is known again.
    static func update(
        _ previous: Manifest?, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Mark {
        let inventory = sealer.tally.inventory
        if let previous, previous.inventory == inventory { return Mark(generation: previous.generation, box: nil) }
        let heads = try Heads.current(in: connection, sealer: sealer)
        return try Manifest(generation: previous?.generation ?? 0, heads: heads, inventory: inventory)
            .writeNext(in: connection, sealer: sealer)
    }

    /// Puts it in the caller's transaction as the next generation with the records as they are, so that a file of before
    /// is older.
    ///
    /// - Returns: the generation.
    func raise(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Int {
        try writeNext(in: connection, sealer: sealer).generation
    }

    private func writeNext(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Mark {
        let (generation, isTooHigh) = self.generation.addingReportingOverflow(1)
        guard !isTooHigh else { throw MalformedRecord() }
        let next = Manifest(generation: generation, heads: heads, inventory: inventory)
        return try next.write(to: connection, sealer: sealer)
    }

    /// Seals the manifest and puts it in its row, inside the caller's transaction.
    func write(to connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Mark {
        let schema = sealer.instance.isUnnamed ? Self.unnamedSchema : Self.schema
        var writer = RecordWriter(schema: schema)
        if !sealer.instance.isUnnamed { writer.append(sealer.instance.bytes) }
        writer.append(heads.profile)
        writer.append(heads.summary)
        writer.append(heads.draft)
        writer.append(heads.emergency)
        writer.append(inventory.count)
        writer.append(inventory.sum)
        let box = sealer.seal(writer.bytes, at: RecordPlace(table: Self.table, revision: generation))
        try connection.run(
            "INSERT OR REPLACE INTO manifest (account, revision, record) VALUES (?, ?, ?)", .text(sealer.accountID),
            .integer(generation), .blob(box))
        return Mark(generation: generation, box: box)
    }

    /// The generation as it stands in the open, for numbers that must never come twice.
    static func openGeneration(of account: String, in connection: borrowing Connection) throws -> Int {
        try row(of: account, in: connection)?.generation ?? 0
    }

    fileprivate static func row(
        of account: String, in connection: borrowing Connection
    ) throws -> (generation: Int, box: [UInt8])? {
        try connection.first("SELECT revision, record FROM manifest WHERE account = ?", .text(account)) {
            (generation: try $0.integer(0), box: try $0.blob(1))
        }
    }
}

extension Manifest.Heads {
    static func current(
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Manifest.Heads {
        Manifest.Heads(
            profile: try current(.profile, in: connection, sealer: sealer),
            summary: try current(.summary, in: connection, sealer: sealer),
            draft: try current(.draft, in: connection, sealer: sealer),
            emergency: try current(.emergency, in: connection, sealer: sealer))
    }

    fileprivate static func current(
        _ table: RecordTable, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [UInt8] {
        try table.terms(in: connection, sealer: sealer).first ?? []
    }
}

extension Manifest {
    /// What a writing transaction left in the manifest's row, by which it is known again.
    struct Mark: Hashable {
        let generation: Int
        /// The manifest's box, which no other transaction seals alike; `nil` when the transaction wrote nothing.
        let box: [UInt8]?

        /// Whether the transaction is in the file; `nil` when others wrote on since then, and it can't be told.
        func isCommitted(in connection: borrowing Connection, account: AccountID) throws -> Bool? {
            guard let box else { return true }
            guard let row = try Manifest.row(of: account.description, in: connection) else { return false }
            return row.generation > generation ? nil : row.box == box
        }
    }
}
