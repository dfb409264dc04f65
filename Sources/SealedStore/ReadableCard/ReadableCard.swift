internal import Sealing

// The one text of an account that its owner chose to leave readable without a secret, if the schema has a place for it.

extension GateContext {
    /// The readable text, which requires no unlock; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if the text isn't the one its owner set last, or is of another copy than
    ///   the one last used here; `noDeviceSecret` if that can't be verified.
    package func readableText() throws -> String? {
        guard let kind = schema.readableKind else { return nil }
        return try use { try readableText(kind, in: $0) }
    }

    private func readableText(_ kind: RecordKind, in engine: any RecordEngine) throws -> String? {
        func read() throws -> (check: [UInt8], heads: AccountHeads) {
            let found = try engine.transaction(.reading, of: account) { backend in
                (try backend.heads(of: account, kinds: [kind]), try backend.deviceCheck(of: account))
            }
            guard let heads = found.0, let check = found.1 else { throw StoreError(.noAccount(account)) }
            return (check, heads)
        }
        let (check, first) = try read()
        var heads = first
        let folder = self.folder(in: engine)
        guard let device = try folder.deviceSecretIfAny(for: check) else {
            // The secrets may have been changed meanwhile, and the device secret with them.
            guard try read().check == check else { return try readableText(kind, in: engine) }
            // Only a store of format 1 may lack both the text and a card number that says there is none.
            let hasNone = heads.cardNumber.isEmpty && heads.singletons.isEmpty && engine.instance.isUnnamed
            guard !hasNone else { return nil }
            throw try folder.noDeviceSecretError
        }
        // Not being able to read what is remembered is no reason to withhold the text.
        do {
            try folder.refuseOtherInstance(at: engine.name, key: device.secret)
        } catch  where (error as? StoreError)?.reason != .otherInstance(.opening) {}
        let seen = (try? folder.lastSeen(key: device.secret)) ?? nil
        // Another process may have committed before it was read.
        if let seen, heads.manifest?.generation ?? 0 < seen.generation {
            let again = try read()
            guard again.check == check else { return try readableText(kind, in: engine) }
            heads = again.heads
        }
        return try ReadableAuthentication(scope(in: engine), schema, device: device)
            .text(in: heads, lastSeen: seen)
    }
}

extension RecordTransaction {
    /// Makes a text readable for anyone who has the store, replacing the previous one; `nil` removes it.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none to remove.
    mutating func setReadableText(
        _ text: String?, as kind: RecordKind, with authentication: ReadableAuthentication
    ) throws {
        guard let text else {
            guard has(kind) else { throw StoreError(.noRecord(kind: kind.name, number: nil)) }
            try remove(kind)
            return try setCardNumber(authentication.cardNumber(nil))
        }
        // Never the number of an earlier text, so that none of those can be put in its place.
        let number = generation + 1
        try put(kind, number: number, Array(text.utf8), readable: authentication.readable(text, number: number))
        try setCardNumber(authentication.cardNumber(number))
    }
}
