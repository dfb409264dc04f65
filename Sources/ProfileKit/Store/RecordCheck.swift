internal import SQLiteKit
internal import Sealing

/// The checks of an account's sealed records: each one opens, and they fit each other.
enum RecordCheck: String, CaseIterable {
    case profile, history, draft, hikes, summary, emergency, manifest

    /// The results of all of them, made inside the caller's transaction.
    static func all(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> [StoreCheck] {
        var checks: [StoreCheck] = []
        for check in allCases {
            let aside = check == .manifest ? try AsideTable.count(of: sealer.account, in: connection) : 0
            let note = aside == 0 ? nil : "records kept aside that do not open: \(aside)"
            checks.append(StoreCheck(check.rawValue, note: note, finding: { try check.run(connection, sealer) }))
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
        case .manifest: try Self.checkManifest(connection, sealer)
        }
    }

    /// Every revision is there from the one that begins the history, and the last one is what readers see.
    private static func checkHistory(_ connection: borrowing Connection, _ sealer: borrowing RecordSealer) throws {
        let rows = try connection.rows(
            "SELECT revision, record FROM history WHERE account = ? ORDER BY revision", .text(sealer.accountID)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        var last: (revision: Int, record: HistoryRecord)?
        for row in rows {
            if let last, row.revision != last.revision + 1 {
                throw CheckProblem("revision \(last.revision + 1) is missing")
            }
            let place = RecordPlace(table: "history", revision: row.revision)
            guard let record = try? HistoryRecord(decoding: try sealer.open(row.record, at: place)) else {
                throw CheckProblem("revision \(row.revision) does not open")
            }
            guard last != nil || record.before == nil else {
                throw CheckProblem("revision \(row.revision - 1) is missing")
            }
            last = (row.revision, record)
        }
        guard let last else { throw CheckProblem("there are no revisions") }
        // A profile that doesn't open is the other check's to report.
        guard let committed = try? ProfileTable.load(from: connection, sealer: sealer) else { return }
        guard committed.revision == last.revision, committed.profile == last.record.after else {
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

    /// The records are those that were written: none was changed, taken away or put back by itself.
    private static func checkManifest(_ connection: borrowing Connection, _ sealer: borrowing RecordSealer) throws {
        let manifest = try Manifest.load(from: connection, sealer: sealer)
        let stale = try manifest.damagedHeads(in: connection, sealer: sealer)
        guard stale.isEmpty else {
            throw CheckProblem("\(stale.map(\.description).joined(separator: ", ")): not what was written last")
        }
        let (written, found) = (manifest.inventory, try Inventory(of: connection, sealer: sealer))
        guard found.count == written.count else {
            throw CheckProblem("\(written.count) records were written, and \(found.count) are there")
        }
        guard found == written else { throw CheckProblem("a record is not the one that was written") }
    }
}
