internal import SQLiteKit
internal import Sealing

/// The checks of accounts whose key isn't at hand: whether what stands there could be what was written, by its form.
enum OtherAccounts {
    /// One check an account.
    static func checks(besides own: AccountID, in connection: borrowing Connection) throws -> [StoreCheck] {
        let ids = try connection.rows("SELECT id FROM account WHERE id <> ? ORDER BY id", .text(own.description)) {
            try $0.text(0)
        }
        var checks: [StoreCheck] = []
        for id in ids {
            checks.append(
                StoreCheck(
                    "account \(id)", note: "by its form alone: its seals open with its own secrets",
                    finding: { try check(id, connection) }))
        }
        return checks
    }

    private static func check(_ id: String, _ connection: borrowing Connection) throws {
        guard let account = try? AccountID(id) else { throw CheckProblem("no account can have this id") }
        try checkGate(account, connection)
        for table in RecordTable.allCases {
            let columns = table == .hike ? ["header", "track"] : ["record"]
            for column in columns {
                try checkBoxes(
                    "SELECT \(table.number), \(column) FROM \(table.rawValue) WHERE account = ?", id, connection)
            }
        }
        try checkBoxes("SELECT revision, record FROM manifest WHERE account = ?", id, connection)
        for table in ["manifest", "profile", "summary", "history"] {
            let isThere = try connection.first("SELECT 1 FROM \(table) WHERE account = ? LIMIT 1", .text(id)) {
                try $0.integer(0)
            }
            guard isThere != nil else { throw CheckProblem("it has no record in '\(table)'") }
        }
        let fingerprints = try connection.first(
            "SELECT count(*) FROM hike WHERE account = ? AND length(fingerprint) <> ?", .text(id),
            .integer(KeyedHash.length)
        ) { try $0.integer(0) }
        guard fingerprints == 0 else { throw CheckProblem("a hike's fingerprint has another length than it must") }
    }

    private static func checkGate(_ account: AccountID, _ connection: borrowing Connection) throws {
        guard let record = try GateRecord.load(account, from: connection, at: "the store") else {
            throw CheckProblem("it has no gate")
        }
        guard ([record.epoch] + record.stages.map(\.epoch)).allSatisfy({ (1...GateRecord.highestEpoch).contains($0) })
        else { throw CheckProblem("its gate has an epoch out of bounds") }
        guard record.deviceCheck.count == KeyedHash.length, record.mac.count == KeyedHash.length else {
            throw CheckProblem("a MAC of its gate has another length than it must")
        }
        let isWhole =
            SealedBox.hasFormOfKey(record.recovery)
            && record.stages.allSatisfy {
                SealedBox.hasFormOfKey($0.envelope) && $0.salt.count == KeyDerivation.saltLength
            }
        guard isWhole else { throw CheckProblem("a seal of its gate has another form than it must") }
    }

    private static func checkBoxes(_ select: String, _ id: String, _ connection: borrowing Connection) throws {
        let rows = try connection.rows(select, .text(id)) { row in
            (number: try row.integer(0), isWhole: SealedBox.hasForm(try row.blob(1)))
        }
        guard let first = rows.first(where: { !$0.isWhole || $0.number < 0 }) else { return }
        throw CheckProblem("a record has another form than it must: \(first.number)")
    }
}
