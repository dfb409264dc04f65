internal import SQLiteKit
internal import SealedStore
internal import Sealing

/// The checks of accounts whose key isn't at hand: whether what stands there could be what was written, by its form.
enum OtherAccounts {
    /// One check an account.
    static func checks(besides own: AccountID, in file: borrowing StoreFile) throws -> [StoreCheck] {
        let ids = try file.connection.rows(
            "SELECT id FROM account WHERE id <> ? ORDER BY id", .text(own.description)
        ) { try $0.text(0) }
        var checks: [StoreCheck] = []
        for id in ids {
            checks.append(
                try StoreCheck(
                    "account \(id)", note: "by its form alone: its seals open with its own secrets",
                    finding: { try check(id, file) }))
        }
        return checks
    }

    private static func check(_ id: String, _ file: borrowing StoreFile) throws {
        guard let account = try? AccountID(id) else { throw CheckProblem("no account can have this id") }
        try checkGate(account, file.connection)
        let singletons = ProfileSchema.kinds.filter { $0.form == .singleton }
        guard let heads = try file.backend.heads(of: account, kinds: singletons), let manifest = heads.manifest else {
            throw CheckProblem("it has no manifest")
        }
        guard manifest.generation >= 0, SealedBox.hasForm(manifest.box) else {
            throw CheckProblem("its manifest has the wrong form")
        }
        for kind in ProfileSchema.kinds {
            var count = 0
            try file.backend.rows(kind, in: RecordRange(), of: account) { row in
                try checkForm(of: row, kind)
                count += 1
                return true
            }
            guard count > 0 || !required.contains(kind.name) else {
                throw CheckProblem("it has no record in '\(kind.name)'")
            }
        }
    }

    /// What every account has.
    private static let required = ["profile", "summary", "history"]

    private static func checkForm(of row: RecordRow, _ kind: RecordKind) throws {
        let boxes = row.boxes.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }
        guard row.number >= 0, boxes.allSatisfy({ SealedBox.hasForm($0.element) }) else {
            throw CheckProblem("a record has the wrong form: \(kind.name) \(row.number)")
        }
        guard row.fingerprint.map({ $0.count == KeyedHash.length }) ?? true else {
            throw CheckProblem("a fingerprint has the wrong length: \(kind.name) \(row.number)")
        }
    }

    private static func checkGate(_ account: AccountID, _ connection: borrowing Connection) throws {
        guard let record = try GateRecord.load(account, from: connection, at: "the store") else {
            throw CheckProblem("it has no gate")
        }
        guard record.epoch > 0 else { throw CheckProblem("no gate can have its epoch") }
        guard record.deviceCheck.count == KeyedHash.length, record.mac.count == KeyedHash.length else {
            throw CheckProblem("a MAC of its gate has the wrong length")
        }
        let isWhole =
            SealedBox.hasFormOfKey(record.recovery)
            && record.stages.allSatisfy {
                SealedBox.hasFormOfKey($0.envelope) && $0.salt.count == KeyDerivation.saltLength
            }
        guard isWhole else { throw CheckProblem("a seal of its gate has the wrong form") }
    }
}
