internal import Synchronization

extension OpenAccount {
    /// The engine and keys of an open store. When the last reference is released, which is the store's own unless a
    /// transaction is running, the keys are wiped and the engine closes its file.
    final class Unlocked: Sendable {
        let engine: any RecordEngine
        let dataKey: SharedSecret
        let sealer: RecordSealer
        /// The heads of the last transaction.
        let cachedHeads = Mutex<CachedHeads?>(nil)
        /// The manifest of the highest generation so far. If an older one is found later, the store was replaced, or a
        /// server lost its last commits.
        let newestManifest = Mutex<SealedManifest?>(nil)
        /// The last state that the followers were notified of.
        let lastNotified = Mutex<RecordMoment?>(nil)

        init(_ engine: any RecordEngine, dataKey: SharedSecret, sealer: RecordSealer) {
            (self.engine, self.dataKey, self.sealer) = (engine, dataKey, sealer)
        }

        /// Remembers a manifest that opens, unless a newer one was seen.
        func see(_ manifest: SealedManifest) {
            newestManifest.withLock { newest in
                if manifest.generation > newest?.generation ?? .min { newest = manifest }
            }
        }

        /// Remembers the manifest that a transaction found, unless a newer one was seen.
        ///
        /// - Parameter earlier: the manifest seen before the transaction began.
        /// - Throws: ``StoreError`` with `damaged` if what was found is older, or another one of the same generation.
        func see(_ manifest: SealedManifest, after earlier: SealedManifest?) throws(StoreError) {
            if let earlier, manifest != earlier {
                guard manifest.generation > earlier.generation else { throw StoreError(.older(.using)) }
            }
            see(manifest)
        }
    }
}
