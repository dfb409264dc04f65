internal import SQLiteKit

// Rows that nothing reads: only the shared table has a column for the kind, so only there can be rows of kinds that a
// store doesn't have, or of kinds that are read from a table of their own.

extension SQLiteBackend {
    package func countStrays(besides kinds: [RecordKind], of account: AccountID) throws -> Int {
        try EngineError.translating {
            try connection.first(
                "SELECT count(*) FROM \(strays(besides: kinds))", .text(account.description)
            ) { try $0.integer(0) } ?? 0
        }
    }

    package func removeStrays(besides kinds: [RecordKind], of account: AccountID) throws {
        try EngineError.translating {
            try connection.run("DELETE FROM \(strays(besides: kinds))", .text(account.description))
        }
    }

    private func strays(besides kinds: [RecordKind]) -> String {
        let names = kinds.filter { table(of: $0).isShared }.map { "'\($0.name)'" }
        return "\(RecordTable.shared.name) WHERE account = ? AND kind NOT IN (\(names.listed(by: ", ")))"
    }
}
