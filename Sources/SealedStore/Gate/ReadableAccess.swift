internal import Sealing

// The one text of an account that its owner chose to leave readable without a secret, if the schema has a place for it.

extension SealedGate {
    /// The readable text, which requires no unlock; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if the text isn't the one its owner set last, `noDeviceSecret` if that
    ///   can't be verified.
    package func readableText() throws -> String? {
        try core.use { engine in
            guard let kind = core.schema.readableKind else { return nil }
            func read() throws -> (check: [UInt8], heads: AccountHeads) {
                let found = try engine.look { backend in
                    (try backend.deviceCheck(of: account), try backend.heads(of: account, kinds: [kind]))
                }
                guard let check = found.0, let heads = found.1 else { throw StoreError(.noAccount(account)) }
                return (check, heads)
            }
            var (check, heads) = try read()
            let folder = core.folder(in: engine)
            guard let device = try folder.deviceSecretIfAny(for: check) else {
                // Only a store of format 1 may lack both the text and a mark that says there is none.
                let hasNone = heads.readableMark.isEmpty && heads.singletons.isEmpty && engine.instance.isUnnamed
                guard !hasNone else { return nil }
                throw try folder.missingSecret
            }
            // Not being able to read what is remembered is no reason to withhold the text.
            let seen = (try? folder.lastSeen(key: device.secret)) ?? nil
            // Another process may have committed before it was read.
            if let seen, heads.manifest?.generation ?? 0 < seen.generation { (check, heads) = try read() }
            return try ReadableAuthentication(core.scope(in: engine), core.schema, device: device)
                .text(in: heads, lastSeen: seen)
        }
    }
}

extension GatedStore {
    /// Makes a text readable for anyone who has the store, replacing the previous one; `nil` removes it.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none to remove.
    package func setReadableText(_ text: String?) throws {
        guard let kind = Self.schema.readableKind else { return }
        try write { transaction in
            guard text != nil || transaction.has(kind) else {
                throw StoreError(.noRecord(kind: kind.name, number: nil))
            }
            try set(text, as: kind, in: &transaction)
        }
    }

    /// Like ``setReadableText(_:)``, if the text is still the one that was read.
    ///
    /// - Parameter read: the text as it was read; `nil` if there was none.
    /// - Returns: `false`, with nothing changed, if it is another one now.
    package func setReadableText(_ text: String?, replacing read: String?) throws -> Bool {
        guard let kind = Self.schema.readableKind else { return false }
        return try write { transaction in
            // By bytes: texts in two Unicode spellings are equal, but different texts here.
            guard try transaction.singleton(kind)?.payload == read.map({ Array($0.utf8) }) else { return false }
            if text != nil || read != nil { try set(text, as: kind, in: &transaction) }
            return true
        }
    }

    private func set(_ text: String?, as kind: RecordKind, in transaction: inout RecordTransaction) throws {
        let readable = opened.readable
        guard let text else {
            try transaction.remove(kind)
            return try transaction.setReadableMark(readable.mark(number: nil))
        }
        // Never the number of an earlier text, so that none of those can be put in its place.
        let number = transaction.generation + 1
        try transaction.put(kind, number: number, Array(text.utf8), readable: readable.readable(text, number: number))
        try transaction.setReadableMark(readable.mark(number: number))
    }
}
