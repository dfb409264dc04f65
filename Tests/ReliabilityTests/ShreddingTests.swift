import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import SQLiteKit
import TestSupport
import Testing

/// R25: retired key material is gone from every file: from the store's rows and free pages, from the log, and from the
/// state folder. Without any wrap of it, no data key can be recovered.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `Retired key material` {
    /// A part of a store that opens something, or is opened.
    private struct Piece {
        let name: String
        let bytes: [UInt8]
    }

    /// Everything from which a data key could be recovered, or that it opens: wraps, salts, the device secret, boxes.
    private static func pieces(of account: String, in temporary: TemporaryStore) throws -> [Piece] {
        let database = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        var pieces: [Piece] = []
        for (table, column, key) in [
            ("account", "recovery", "id"), ("account", "device_check", "id"), ("account", "mac", "id"),
            ("stage", "salt", "account"), ("stage", "envelope", "account"), ("session", "envelope", "account"),
            ("profile", "record", "account"), ("manifest", "record", "account"), ("hike", "header", "account"),
        ] {
            let sql = "SELECT \(column) FROM \(table) WHERE \(key) = ?"
            pieces += try database.rows(sql, .text(account)) { row in
                // SQLite splits values over overflow pages, so their beginning is searched for.
                Piece(name: "\(table).\(column)", bytes: Array(try row.blob(0).prefix(48)))
            }
        }
        for (name, bytes) in try ByteSearch.contents(of: temporary.folder)
        where name.hasSuffix("/\(account)/device.key") {
            pieces.append(Piece(name: "device.key", bytes: bytes))
        }
        return pieces
    }

    /// The pieces that are still found, and where.
    private static func found(_ pieces: [Piece], in temporary: TemporaryStore) throws -> [String] {
        try pieces.flatMap { piece in
            try ByteSearch.files(in: temporary.folder, holding: piece.bytes).map { "\(piece.name) in \($0)" }
        }
    }

    private static func secrets(_ passcode: String = TemporaryStore.passcode) throws -> Gate.Secrets {
        Gate.Secrets(passcode: try Secret(passcode))
    }

    /// A store with two accounts, of which the second has content of every kind and a live session.
    private static func make() throws -> (temporary: TemporaryStore, second: Gate, code: RecoveryCode) {
        let temporary = try TemporaryStore()
        let (second, code) = try Gate.create(
            NewAccount(passcode: Secret(TemporaryStore.passcode)).named("second"), at: .file(temporary.gate.path),
            account: AccountID("second"), configuration: temporary.gate.configuration)
        let store = try second.unlock(with: Secret(TemporaryStore.passcode))
        try store.edit { $0.seasonalPhoto = .spring }
        try store.importHikes(
            (1...40).map { id in
                ImportedHike(
                    sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Ridge \(id)", distance: 4.5)))
            })
        try store.beginSession()
        store.close()
        return (temporary, second, code)
    }

    @Test func `is in no file after an account was removed`() throws {
        let (temporary, second, _) = try Self.make()
        let pieces = try Self.pieces(of: "second", in: temporary)
        #expect(Set(pieces.map(\.name)).count == 10, "\(Set(pieces.map(\.name)).sorted())")
        #expect(try Set(Self.found(pieces, in: temporary)).count >= 10, "each of them is found beforehand")
        // Another program that has the store open doesn't keep the old pages alive.
        let other = try temporary.unlock()
        _ = try other.profile
        try second.removeAccount(current: Self.secrets())
        #expect(try Self.found(pieces, in: temporary) == [])
        #expect(try other.profile.username == "g_kumar")
        other.close()
        #expect(try Self.found(pieces, in: temporary) == [])
        #expect(try Self.found(Self.pieces(of: "main", in: temporary), in: temporary).isEmpty == false)

        let left = try Self.foundWithoutCheckpoint()
        #expect(!left.isEmpty)
        ReliabilityFigure.record(
            "R25", "an account that was removed leaves nothing that opens it",
            figure: "\(pieces.count) wraps, salts, keys and boxes: 0 found",
            control: "without a checkpoint: \(left.count) found")
    }

    @Test func `is in no file after a change of secrets`() throws {
        var sought = 0
        for change in ["passcode", "recovery code", "recovery"] {
            let (temporary, second, code) = try Self.make()
            let old = try Self.pieces(of: "second", in: temporary)
            // A changed passcode wraps the same data key again; a new recovery code seals everything again.
            let retired =
                change == "passcode"
                ? ["stage.salt", "stage.envelope", "session.envelope", "device.key"] : Set(old.map(\.name)).sorted()
            switch change {
            case "passcode": try second.change(to: Secret("820461"), current: Self.secrets())
            case "recovery code": try second.renewRecoveryCode(current: Self.secrets())
            default: try second.recover(with: code, settingUp: Self.secrets("820461"))
            }
            let gone = old.filter { retired.contains($0.name) }
            sought += gone.count
            #expect(try Self.found(gone, in: temporary) == [], "\(change)")
        }
        ReliabilityFigure.record(
            "R25", "a change of secrets leaves nothing that the old ones open",
            figure: "3 changes, \(sought) wraps, salts, keys and boxes: 0 found")
    }

    /// Control: the same rows deleted by a program that doesn't checkpoint its log.
    private static func foundWithoutCheckpoint() throws -> [String] {
        let (temporary, _, _) = try make()
        let pieces = try pieces(of: "second", in: temporary)
        // While one connection is open, closing another doesn't empty the log.
        let database = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try database.run("DELETE FROM account WHERE id = 'second'")
        return try found(pieces, in: temporary)
    }
}
