internal import SQLiteKit
internal import Sealing

/// The row of an account's emergency card.
///
/// The card stands there twice: open, with a code keyed from the device secret, for whoever reads it locked; and sealed
/// under the data key, so that a recovery, which may know no device secret, can tell the true one.
enum EmergencyTable {
    static let name = "emergency"

    /// The card, as far as it is the one that its owner made; `nil` when there is none.
    ///
    /// - Throws: ``ProfileError`` with `damaged` when its code doesn't fit.
    static func load(_ account: AccountID, from file: borrowing StoreFile, device: borrowing Secret) throws
        -> EmergencyCard?
    {
        let row = try file.connection.first(
            "SELECT revision, card, mac FROM emergency WHERE account = ?", .text(account.description)
        ) { (revision: try $0.integer(0), card: try $0.text(1), mac: try $0.blob(2)) }
        guard let row else { return nil }
        let expected = mac(
            row.card, revision: row.revision, account: account.description, store: file.id, device: device)
        guard KeyedHash.areEqual(row.mac, expected), let card = try? EmergencyCard(row.card) else {
            throw ProfileError.damaged(file.path, "the emergency card of account '\(account)' was tampered with")
        }
        return card
    }

    static func exists(for account: AccountID, in connection: borrowing Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM emergency WHERE account = ?", .text(account.description)) {
            try $0.integer(0)
        } != nil
    }

    static func write(
        _ card: EmergencyCard, in connection: borrowing Connection, sealer: borrowing RecordSealer, store: StoreID,
        device: borrowing Secret
    ) throws {
        // Never the number of an earlier card, so that none of those can be put in its place.
        let revision = try Manifest.openGeneration(of: sealer.accountID, in: connection) + 1
        let text = card.description
        try RecordTable.putCard(
            text, mac: mac(text, revision: revision, account: sealer.accountID, store: store, device: device),
            numbered: revision, in: connection, sealer: sealer)
    }

    static func delete(from connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        try RecordTable.emergency.remove(from: connection, sealer: sealer)
    }

    /// Puts the card under another key. What stands open becomes what was sealed, and keeps its code.
    static func reseal(
        _ number: Int, in connection: borrowing Connection, from old: borrowing RecordSealer,
        to new: borrowing RecordSealer
    ) throws {
        guard let (revision, text) = try sealed(in: connection, sealer: old), revision == number else {
            throw MalformedRecord()
        }
        let mac = try connection.first("SELECT mac FROM emergency WHERE account = ?", .text(old.accountID)) {
            try $0.blob(0)
        }
        try RecordTable.emergency.remove(from: connection, sealer: old)
        try RecordTable.putCard(text, mac: mac ?? [], numbered: number, in: connection, sealer: new)
    }

    /// Computes the code anew from another device secret, over the text that is sealed: what stands open may be
    /// anyone's.
    static func authenticate(
        in connection: borrowing Connection, sealer: borrowing RecordSealer, store: StoreID, device: borrowing Secret
    ) throws {
        guard let (revision, text) = try sealed(in: connection, sealer: sealer) else { return }
        try connection.run(
            "UPDATE emergency SET card = ?, mac = ? WHERE account = ?", .text(text),
            .blob(mac(text, revision: revision, account: sealer.accountID, store: store, device: device)),
            .text(sealer.accountID))
    }

    /// Verifies that what stands open is what was sealed.
    static func check(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        guard let (_, text) = try sealed(in: connection, sealer: sealer) else { return }
        let open = try connection.first("SELECT card FROM emergency WHERE account = ?", .text(sealer.accountID)) {
            try $0.text(0)
        }
        // Byte by byte: Swift takes another spelling of an é for the same text.
        guard let open, open.utf8.elementsEqual(text.utf8) else {
            throw CheckProblem("the emergency card is not the one that was set")
        }
    }

    private static func sealed(
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> (revision: Int, text: String)? {
        let row = try connection.first(
            "SELECT revision, record FROM emergency WHERE account = ?", .text(sealer.accountID)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        guard let row else { return nil }
        let bytes = try sealer.open(row.record, at: RecordPlace(table: name, revision: row.revision))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw MalformedRecord() }
        return (row.revision, text)
    }

    private static func mac(
        _ text: String, revision: Int, account: String, store: StoreID, device: borrowing Secret
    ) -> [UInt8] {
        var number: [UInt8] = []
        number.append(littleEndian: revision)
        return KeyedHash.mac(
            Array("profile.emergency.v1".utf8), store.bytes, Array(account.utf8), number, Array(text.utf8), key: device)
    }
}
