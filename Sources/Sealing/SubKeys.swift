internal import CSodium

/// The independent keys derived from one data key.
public struct SubKeys: ~Copyable, Sendable {
    /// The key for sealing records.
    public let records: Secret
    /// The key for fingerprints, by which equal contents are found without being read.
    public let fingerprints: Secret
    /// The key for the terms of rows, by which removed or reinserted rows are noticed.
    public let inventory: Secret

    /// Derives the keys, numbers 1 to 3, with `crypto_kdf` in the context `profile1`.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public init(from key: borrowing Secret) throws(SealingError) {
        let length = SealedBox.keyLength
        let all = try unsafe key.withUnsafeBytes { (master) throws(SealingError) in
            try unsafe Secret(capacity: 3 * length) { (output) throws(SealingError) in
                for index in 0..<3 {
                    unsafe crypto_kdf_derive_from_key(
                        output.baseAddress! + index * length, length, UInt64(index + 1), "profile1",
                        master.baseAddress!)
                }
                return output.count
            }
        }
        records = all.slice(0..<length)
        fingerprints = all.slice(length..<2 * length)
        inventory = all.slice(2 * length..<3 * length)
    }

    /// Keys with another key for records.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public init(records: consuming Secret, otherwise keys: borrowing SubKeys) throws(SealingError) {
        let fingerprints = try keys.fingerprints.duplicate()
        let inventory = try keys.inventory.duplicate()
        self.records = records
        self.fingerprints = fingerprints
        self.inventory = inventory
    }
}
