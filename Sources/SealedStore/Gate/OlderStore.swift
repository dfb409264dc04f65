internal import Sealing

extension SealedGate {
    /// Accepts a store that is older than the last one seen, such as one that was restored on purpose.
    ///
    /// The current secrets are always asked for, under the ladder.
    ///
    /// - Throws: ``StoreError`` as ``unlock(with:)``.
    public func acceptOlder(current: Secrets) throws {
        try core.translating {
            let account = try VerifiedAccount(core)
            let keys = try account.prove(current)
            let sealer = try core.sealer(in: account.engine, dataKey: keys[keys.count - 1].secret)
            try account.engine.upgradeRecords(sealer, core.schema)
            let generation = try account.engine.transaction(.reading, of: self.account) { backend in
                try RecordTransaction(
                    in: backend, sealer: sealer, kinds: core.schema.kinds, instance: account.scope.instance.bytes,
                    access: .reading
                ).generation
            }
            try account.folder.seenState.write(generation, key: account.device, synced: true)
        }
    }
}
