internal import CSodium

/// The library's one-time start. Everything here that calls it goes through ``ready``.
enum Sodium {
    /// Starts libsodium on first use. It fails only where the system has no source of randomness, and then nothing
    /// that this module promises can be kept.
    static let ready: Void = {
        guard sodium_init() >= 0 else { preconditionFailure("libsodium cannot start: no source of randomness") }
    }()
}

/// Why sealing or opening failed.
///
/// There is one coarse case for a wrong key and for tampering: telling them apart would help only an attacker.
public enum SealingError: Error, Hashable, Sendable {
    /// The key doesn't fit, or the bytes are not those that were sealed.
    case authenticationFailed
    /// The bytes are no box of a version that this program knows.
    case malformed
    /// The system refused the memory that key derivation or a secret needs.
    case outOfMemory
}

/// Random bytes from the operating system.
public enum RandomBytes {
    public static func make(_ count: Int) -> [UInt8] {
        Sodium.ready
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe randombytes_buf(buffer.baseAddress!, count)
            filled = count
        }
    }

    /// A number from 0 up to a bound, each as likely as the others.
    public static func number(below bound: Int) -> Int {
        Sodium.ready
        return Int(randombytes_uniform(UInt32(clamping: bound)))
    }
}
