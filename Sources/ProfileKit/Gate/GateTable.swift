internal import SQLiteKit
internal import Sealing

/// The rows of accounts and their stages.
extension GateRecord {
    /// Reads an account's gate; `nil` when there is no such account.
    ///
    /// - Throws: ``ProfileError`` with `damaged` for values that this program would not have written.
    static func load(_ account: AccountID, from file: borrowing StoreFile) throws -> GateRecord? {
        try load(account, from: file.connection, at: file.path)
    }

    /// - Parameter path: what errors call the store.
    static func load(
        _ account: AccountID, from connection: borrowing Connection, at path: String
    ) throws -> GateRecord? {
        let stages = try connection.rows(
            "SELECT format, epoch, operations, memory, salt, envelope FROM stage WHERE account = ? ORDER BY position LIMIT 3",
            .text(account.description)
        ) { row in
            guard let format = CodeFormat(try row.text(0)),
                let cost = KeyDerivation.Cost(checkedOperations: try row.integer(2), memory: try row.integer(3))
            else { throw ProfileError.damaged(path, "a stage of the gate has parameters out of bounds") }
            return Stage(
                format: format, epoch: try row.integer(1), cost: cost, salt: try row.blob(4),
                envelope: try row.blob(5))
        }
        return try connection.first(
            "SELECT epoch, shuffle, recovery, device_check, mac FROM account WHERE id = ?", .text(account.description)
        ) { row in
            guard (1...2).contains(stages.count) else {
                throw ProfileError.damaged(path, "the gate has neither one stage nor two")
            }
            return GateRecord(
                account: account, epoch: try row.integer(0), shuffle: try row.integer(1) != 0, stages: stages,
                recovery: try row.blob(2), deviceCheck: try row.blob(3), mac: try row.blob(4))
        }
    }

    /// Whether the gate is the one that was written for this file's instance with this device secret.
    func isAuthentic(in file: borrowing StoreFile, device: borrowing Secret) -> Bool {
        KeyedHash.areEqual(expectedMAC(store: file.id, instance: file.instance, device: device), mac)
    }

    /// Writes an account with its stages, in place of what was there, inside the caller's transaction.
    func write(to connection: borrowing Connection) throws {
        try connection.run(
            """
            INSERT INTO account (id, epoch, shuffle, recovery, device_check, mac) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, shuffle = excluded.shuffle,
                recovery = excluded.recovery, device_check = excluded.device_check, mac = excluded.mac
            """,
            .text(account.description), .integer(epoch), .integer(shuffle ? 1 : 0), .blob(recovery),
            .blob(deviceCheck), .blob(mac))
        try connection.run("DELETE FROM stage WHERE account = ?", .text(account.description))
        for (position, stage) in stages.enumerated() {
            try connection.run(
                """
                INSERT INTO stage (account, position, format, epoch, operations, memory, salt, envelope)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .text(account.description), .integer(position), .text(stage.format.description),
                .integer(stage.epoch), .integer(stage.cost.operations), .integer(stage.cost.memory),
                .blob(stage.salt), .blob(stage.envelope))
        }
    }

    /// The ids of all accounts, in order.
    static func accounts(in file: borrowing StoreFile) throws -> [AccountID] {
        let ids = try file.connection.rows("SELECT id FROM account ORDER BY id") { try $0.text(0) }
        do {
            return try ids.map { try AccountID($0) }
        } catch {
            throw ProfileError.damaged(file.path, "an account has an id that none can have")
        }
    }

    /// The value that tells the right device secret; `nil` when there is no such account.
    static func deviceCheck(of account: AccountID, in connection: borrowing Connection) throws -> [UInt8]? {
        try connection.first("SELECT device_check FROM account WHERE id = ?", .text(account.description)) {
            try $0.blob(0)
        }
    }

    /// What tells a gate from every other that an account had; `nil` when there is no such account.
    static func mac(of account: AccountID, in connection: borrowing Connection) throws -> [UInt8]? {
        try connection.first("SELECT mac FROM account WHERE id = ?", .text(account.description)) { try $0.blob(0) }
    }

    /// The gate's epoch alone; `nil` when there is no such account.
    static func epoch(of account: AccountID, in connection: borrowing Connection) throws -> Int? {
        try connection.first("SELECT epoch FROM account WHERE id = ?", .text(account.description)) {
            try $0.integer(0)
        }
    }
}
