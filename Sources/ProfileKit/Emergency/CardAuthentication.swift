internal import SealedStore
internal import Sealing

/// The MAC of an emergency card.
///
/// The card stands in its record twice: readable, with this MAC keyed from the device secret, for whoever reads it
/// locked; and sealed under the data key, so that a recovery, which may know no device secret, can tell the true one.
struct CardAuthentication {
    let store: StoreID
    let account: AccountID
    let device: SharedSecret

    /// The text with its MAC, as it stands beside the sealed one.
    ///
    /// - Parameter number: the record's.
    func readable(_ text: String, number: Int) -> ReadableText {
        ReadableText(text: text, mac: mac(text, number: number))
    }

    /// The card that stands readable; `nil` when it isn't the one that its owner made.
    func card(in row: RecordRow) -> EmergencyCard? {
        guard let readable = row.readable, KeyedHash.areEqual(readable.mac, mac(readable.text, number: row.number))
        else { return nil }
        return try? EmergencyCard(readable.text)
    }

    private func mac(_ text: String, number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return KeyedHash.mac(
            Array("profile.emergency.v1".utf8), store.bytes, Array(account.description.utf8), bytes, Array(text.utf8),
            key: device.secret)
    }
}
