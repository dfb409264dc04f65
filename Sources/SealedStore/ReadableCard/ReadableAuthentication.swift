internal import Sealing

/// The MACs of the text that an owner chose to leave readable beside a singleton, keyed by the device secret.
///
/// The record holds the text twice: readable, with a MAC, for reading while locked; and sealed with the data key, so
/// that a recovery, which may lack the device secret, can identify the true text. The account's row has a card number,
/// which names the text set last or says that there is none. A text that was put back, cleared or removed on its own is
/// therefore noticed even while the account is locked. If the account's row was put back together with the text's, that
/// is noticed by the number that this machine remembers (``LastSeen``), or else when the account is opened.
package struct ReadableAuthentication {
    private let scope: AccountContext
    /// `nil` if the schema has no such singleton.
    private let kind: RecordKind?
    private let device: SharedSecret

    package init(_ scope: AccountContext, _ schema: StoreSchema, device: SharedSecret) {
        (self.scope, kind, self.device) = (scope, schema.readableKind, device)
    }

    var instance: InstanceID { scope.instance }

    /// The text with its MAC, as stored beside the sealed text.
    ///
    /// - Parameter number: the record's number.
    package func readable(_ text: String, number: Int) -> ReadableText {
        ReadableText(text: text, mac: mac(".v1", number, Array(text.utf8)))
    }

    /// The card number in the account's row.
    ///
    /// - Parameter number: the record's number; `nil` if there is no text.
    package func cardNumber(_ number: Int?) -> [UInt8] {
        // Numbers start at 1.
        mac("-mark.v1", number ?? 0, scope.instance.bytes)
    }

    /// The readable text, verified; `nil` if there is none.
    ///
    /// - Parameter seen: what this machine remembers of the store.
    /// - Throws: ``StoreError`` with `damaged` if it isn't the one its owner made, or another one was set or cleared
    ///   last.
    func text(in heads: AccountHeads, lastSeen seen: LastSeen? = nil) throws(StoreError) -> String? {
        guard let kind else { return nil }
        let row = heads.singletons[kind.name]
        // A store of format 1 has no card number until its text is set or cleared, or its secrets change.
        let mayLackCardNumber = heads.cardNumber.isEmpty && scope.instance.isUnnamed
        guard mayLackCardNumber || KeyedHash.areEqual(heads.cardNumber, cardNumber(row?.number)),
            seen?.allows(readable: row?.number, in: heads.manifest) ?? true
        else { throw StoreError(.damaged(.readableText(scope.account, .outdated))) }
        guard let row else { return nil }
        guard let readable = row.readable,
            KeyedHash.areEqual(readable.mac, self.readable(readable.text, number: row.number).mac)
        else { throw StoreError(.damaged(.readableText(scope.account, .tamperedWith))) }
        return readable.text
    }

    /// The readable text beside a resealed record. It is taken from the sealed text, which its owner set; anyone may
    /// have changed the readable one.
    func readable(_ kind: RecordKind, _ number: Int, _ payload: [UInt8]) -> ReadableText? {
        kind == self.kind ? readable(String(decoding: payload, as: UTF8.self), number: number) : nil
    }

    /// Recomputes the MACs from the sealed text. If that isn't the one set last, it gets none.
    fileprivate func renew(in transaction: inout RecordTransaction) throws {
        guard let kind else { return }
        do {
            let sealed = try transaction.singleton(kind)
            try transaction.setCardNumber(cardNumber(sealed?.number))
            guard let sealed, let text = String(validating: sealed.payload, as: UTF8.self) else { return }
            try transaction.setReadable(readable(text, number: sealed.number), beside: kind)
        } catch let error as StoreError where error.code == .damaged {
            try transaction.setCardNumber([])
        }
    }

    private func mac(_ suffix: String, _ number: Int, _ last: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return KeyedHash.mac(
            scope.purpose((kind?.name ?? "") + suffix), scope.store.bytes, scope.accountBytes, bytes, last,
            key: device.secret)
    }
}

extension RecordTransaction {
    /// Recomputes the MACs of the readable text, for example for another device secret.
    package mutating func renew(_ readable: ReadableAuthentication) throws {
        try readable.renew(in: &self)
    }
}

extension LastSeen {
    /// Whether a readable text of this number can be the one set last. Numbers rise, and a newer generation than the
    /// one remembered may have another text or none.
    fileprivate func allows(readable number: Int?, in manifest: SealedManifest?) -> Bool {
        guard let readable, number ?? 0 != readable else { return true }
        // Whoever raises the generation beside the manifest keeps the manifest from opening.
        guard let manifest, manifest.generation > generation else { return false }
        return number.map { $0 > readable } ?? true
    }
}
