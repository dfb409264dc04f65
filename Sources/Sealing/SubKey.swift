internal import CSodium

/// The independent keys derived from one data key.
public enum SubKey: UInt64, Sendable {
    /// The key for sealing records.
    case records = 1
    /// The key for fingerprints, by which equal contents are found without being read.
    case fingerprints = 2
    /// The key for the terms of rows, by which removed or reinserted rows are noticed.
    case inventory = 3

    /// Derives the sub-key with `crypto_kdf` in the context `profile1`.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public func derive(from key: borrowing Secret) throws(SealingError) -> Secret {
        try unsafe key.withUnsafeBytes { (master) throws(SealingError) in
            try unsafe Secret(capacity: SealedBox.keyLength) { (output) throws(SealingError) in
                unsafe crypto_kdf_derive_from_key(
                    output.baseAddress!, output.count, rawValue, "profile1", master.baseAddress!)
                return output.count
            }
        }
    }
}
