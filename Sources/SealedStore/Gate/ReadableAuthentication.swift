internal import Sealing

/// The MACs of the text that an owner chose to leave readable beside a singleton, keyed from the device secret.
///
/// The text stands in its record twice: readable, with a MAC, for whoever reads it locked; and sealed under the data key,
/// so that a recovery, which may know no device secret, can tell the true one. The account's row bears a mark that
/// names the text which was set last, or says that there is none: so one that was put back, cleared or taken away by
/// itself is noticed while the account is locked. Someone who puts the account's row back together with the text's is
/// noticed only when the account is opened.
package struct ReadableAuthentication {
    private let scope: AccountScope
    /// `nil` where the schema has no such singleton.
    private let kind: RecordKind?
    private let device: SharedSecret

    package init(_ scope: AccountScope, _ schema: StoreSchema, device: SharedSecret) {
        (self.scope, kind, self.device) = (scope, schema.readableKind, device)
    }

    var instance: InstanceID { scope.instance }

    /// The text with its MAC, as it stands beside the sealed one.
    ///
    /// - Parameter number: the record's.
    package func readable(_ text: String, number: Int) -> ReadableText {
        ReadableText(text: text, mac: mac(".v1", number, Array(text.utf8)))
    }

    /// The mark of the account's row.
    ///
    /// - Parameter number: the record's; `nil` when there is none.
    package func mark(number: Int?) -> [UInt8] {
        // Numbers begin with 1.
        mac("-mark.v1", number ?? 0, scope.instance.bytes)
    }

    /// The text that stands readable; `nil` when there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` when it isn't the one that its owner made, or another one was set or cleared
    ///   last.
    package func text(in heads: AccountHeads) throws(StoreError) -> String? {
        guard let kind else { return nil }
        let row = heads.singletons[kind.name]
        // A store of format 1 has no mark until its text is set or cleared, or its secrets change.
        let mayLackMark = heads.readableMark.isEmpty && scope.instance.isUnnamed
        guard mayLackMark || KeyedHash.areEqual(heads.readableMark, mark(number: row?.number)) else {
            throw StoreError(.damaged(.readableText(scope.account, .notTheLast)))
        }
        guard let row else { return nil }
        guard let readable = row.readable,
            KeyedHash.areEqual(readable.mac, self.readable(readable.text, number: row.number).mac)
        else { throw StoreError(.damaged(.readableText(scope.account, .tamperedWith))) }
        return readable.text
    }

    /// What a resealed record has readable beside it: what is sealed is the text as its owner set it; what stands readable
    /// may be anyone's.
    func readable(_ kind: RecordKind, _ number: Int, _ payload: [UInt8]) -> ReadableText? {
        kind == self.kind ? readable(String(decoding: payload, as: UTF8.self), number: number) : nil
    }

    /// Makes the MACs anew, over the text that is sealed. One that isn't the last gets none.
    fileprivate func renew(in transaction: inout RecordTransaction) throws {
        guard let kind else { return }
        do {
            let sealed = try transaction.singleton(kind)
            try transaction.setReadableMark(mark(number: sealed?.number))
            guard let sealed, let text = String(validating: sealed.payload, as: UTF8.self) else { return }
            try transaction.setReadable(readable(text, number: sealed.number), beside: kind)
        } catch let error as StoreError where error.code == .damaged {
            try transaction.setReadableMark([])
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
    /// Makes the MACs of what stands readable anew, such as from another device secret.
    package mutating func renew(_ readable: ReadableAuthentication) throws {
        try readable.renew(in: &self)
    }
}
