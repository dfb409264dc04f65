internal import SQLiteKit
internal import SealedStore
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
            try account.file.upgradeRecords(sealer)
            let generation = try account.file.connection.transaction(.reading) { _ in
                try account.file.records(sealer, .reading).generation
            }
            try account.folder.seenState.write(generation, key: account.device, synced: true)
        }
    }
}
