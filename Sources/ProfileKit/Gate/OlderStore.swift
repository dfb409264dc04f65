internal import Sealing

extension Gate {
    /// Accepts a store that is older than the last one seen, such as one that was restored on purpose.
    ///
    /// The current secrets are always asked for, under the ladder.
    ///
    /// - Throws: ``ProfileError`` as ``unlock(with:)``.
    public func acceptOlder(current: Secrets) throws {
        try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            let keys = try account.prove(current)
            let sealer = try RecordSealer(
                of: self.account, in: account.file, dataKey: keys[keys.count - 1].secret)
            let manifest = try Manifest.load(from: account.file.connection, sealer: sealer)
            try account.folder.seenState.write(manifest.generation, key: account.device, synced: true)
        }
    }
}
