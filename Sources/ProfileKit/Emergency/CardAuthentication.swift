internal import SealedStore
internal import Sealing

/// The MACs of an emergency card, keyed from the device secret.
///
/// The card stands in its record twice: readable, with a MAC, for whoever reads it locked; and sealed under the data key,
/// so that a recovery, which may know no device secret, can tell the true one. The account's row bears a mark that
/// names the card which was set last, or says that there is none: so one that was put back, cleared or taken away by
/// itself is noticed while the account is locked. Someone who puts the account's row back together with the card's is
/// noticed only when the account is opened.
struct CardAuthentication {
    let store: StoreID
    let instance: InstanceID
    let account: AccountID
    let device: SharedSecret

    init(of account: AccountID, in file: borrowing StoreFile, device: SharedSecret) {
        self.init(of: account, store: file.id, instance: file.instance, device: device)
    }

    init(of account: AccountID, store: StoreID, instance: InstanceID, device: SharedSecret) {
        (self.store, self.instance, self.account, self.device) = (store, instance, account, device)
    }

    /// The text with its MAC, as it stands beside the sealed one.
    ///
    /// - Parameter number: the record's.
    func readable(_ text: String, number: Int) -> ReadableText {
        ReadableText(text: text, mac: mac("profile.emergency.v1", number, Array(text.utf8)))
    }

    /// The mark of the account's row.
    ///
    /// - Parameter number: the card's; `nil` when there is none.
    func mark(number: Int?) -> [UInt8] {
        // Numbers begin with 1.
        mac("profile.emergency-mark.v1", number ?? 0, instance.bytes)
    }

    /// The card that stands readable; `nil` when there is none.
    ///
    /// - Throws: ``CheckProblem`` when it isn't the one that its owner made, or another one was set or cleared last.
    func card(in heads: AccountHeads) throws -> EmergencyCard? {
        let row = heads.singletons[ProfileSchema.emergency.name]
        // A store of format 1 has no mark until its card is set or cleared, or its secrets change.
        let mayLackMark = heads.readableMark.isEmpty && instance.isUnnamed
        guard mayLackMark || KeyedHash.areEqual(heads.readableMark, mark(number: row?.number)) else {
            throw CheckProblem("is not the one that was set last")
        }
        guard let row else { return nil }
        guard let text = row.readable?.text, let mac = row.readable?.mac,
            KeyedHash.areEqual(mac, readable(text, number: row.number).mac), let card = try? EmergencyCard(text)
        else { throw CheckProblem("was tampered with") }
        return card
    }

    private func mac(_ domain: String, _ number: Int, _ last: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return KeyedHash.mac(
            Array(domain.utf8), store.bytes, Array(account.description.utf8), bytes, last, key: device.secret)
    }
}

extension RecordTransaction {
    /// Makes the card's MACs anew from another device secret, over the text that is sealed: what stands readable may be
    /// anyone's. A card that isn't the last gets none.
    mutating func renew(_ card: CardAuthentication) throws {
        do {
            let sealed = try singleton(ProfileSchema.emergency)
            try setReadableMark(card.mark(number: sealed?.number))
            guard let sealed, let text = String(validating: sealed.payload, as: UTF8.self) else { return }
            try setReadable(card.readable(text, number: sealed.number), beside: ProfileSchema.emergency)
        } catch let error as StoreError where error.code == .damaged {
            try setReadableMark([])
        }
    }
}
