internal import SQLiteKit
internal import Sealing

/// The checks of an account's sealed records: each one opens, and they fit each other.
enum RecordCheck: String, CaseIterable {
    case profile, history, draft, hikes, summary, emergency

    /// The results of all of them, made inside the caller's transaction.
    static func all(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> [StoreCheck] {
        var checks: [StoreCheck] = []
        for check in allCases {
            checks.append(StoreCheck(check.rawValue, finding: { try check.run(connection, sealer) }))
        }
        return checks
    }

    private func run(_ connection: borrowing Connection, _ sealer: borrowing RecordSealer) throws {
        switch self {
        case .profile: _ = try ProfileTable.load(from: connection, sealer: sealer)
        case .history: try Self.checkHistory(connection, sealer)
        case .draft: _ = try DraftTable.load(from: connection, sealer: sealer)
        case .hikes: try Self.checkHikes(connection, sealer)
        case .summary: try Self.checkSummary(connection, sealer)
        case .emergency: try EmergencyTable.check(in: connection, sealer: sealer)
        }
    }

    /// Every revision is there, and the last one is what readers see.
    private static func checkHistory(_ connection: borrowing Connection, _ sealer: borrowing RecordSealer) throws {
        let rows = try connection.rows(
            "SELECT revision, record FROM history WHERE account = ? ORDER BY revision", .text(sealer.accountID)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        var last: HistoryRecord?
        for (index, row) in rows.enumerated() {
            guard row.revision == index + 1 else { throw CheckProblem("revision \(index + 1) is missing") }
            let place = RecordPlace(table: "history", revision: row.revision)
            guard let record = try? HistoryRecord(decoding: try sealer.open(row.record, at: place)) else {
                throw CheckProblem("revision \(row.revision) does not open")
            }
            last = record
        }
        guard let last else { throw CheckProblem("there are no revisions") }
        // A profile that doesn't open is the other check's to report.
        guard let committed = try? ProfileTable.load(from: connection, sealer: sealer) else { return }
        guard committed.revision == rows.count, committed.profile == last.after else {
            throw CheckProblem("the last revision is not the committed profile")
        }
    }

    private static func checkHikes(_ connection: borrowing Connection, _ sealer: borrowing RecordSealer) throws {
        var damaged: [Int] = []
        for id in try HikeTable.ids(in: connection, sealer: sealer)
        where !HikeTable.isWhole(id: id, in: connection, sealer: sealer) {
            damaged.append(id)
        }
        guard damaged.isEmpty else {
            let ids = damaged.prefix(10).map(String.init).joined(separator: ", ")
            throw CheckProblem(
                "\(damaged.count == 1 ? "1 hike does" : "\(damaged.count) hikes do") not open: \(ids)"
                    + (damaged.count > 10 ? ", …" : ""))
        }
    }

    private static func checkSummary(_ connection: borrowing Connection, _ sealer: borrowing RecordSealer) throws {
        let digest = try HikeTable.digest(from: connection, sealer: sealer)
        // What it is compared with may be damaged itself, which the other checks report.
        guard let headers = try? HikeTable.headers(in: connection, sealer: sealer),
            let committed = try? ProfileTable.load(from: connection, sealer: sealer)
        else { return }
        guard digest == HikeDigest(over: headers, goalDate: committed.profile.goalDate) else {
            throw CheckProblem("it is not the summary of the hikes that are there")
        }
    }
}

extension HikeTable {
    /// Whether a hike's seals open and its row says of it what they do.
    fileprivate static func isWhole(
        id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) -> Bool {
        let found = try? connection.first(
            "SELECT fingerprint, header FROM hike WHERE account = ? AND id = ?", .text(sealer.accountID), .integer(id)
        ) { (fingerprint: try $0.blob(0), header: try $0.blob(1)) }
        guard let row = found, let hike = try? hike(id: id, in: connection, sealer: sealer), hike.id == id,
            let payload = try? sealer.open(row.header, at: place("hike.header", id: id)),
            let record = try? HeaderRecord(decoding: payload)
        else { return false }
        return sealer.fingerprint(of: record.contentDigest) == row.fingerprint
    }
}
