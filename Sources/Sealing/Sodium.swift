internal import CSodium

/// The one-time initialization of libsodium. Everything in this module that calls the library uses ``ready`` first.
enum Sodium {
    /// Initializes libsodium on first use. This fails only if the system has no source of randomness, in which case
    /// this module can't keep any of its promises.
    static let ready: Void = {
        guard sodium_init() >= 0 else { preconditionFailure("libsodium cannot start: no source of randomness") }
    }()
}

/// Why sealing or opening failed.
///
/// One case covers both a wrong key and tampering: telling them apart would help only an attacker.
public enum SealingError: Error, Hashable, Sendable {
    /// The key is wrong, or the bytes aren't those that were sealed.
    case authenticationFailed
    /// The bytes aren't a box of a version known to this program.
    case malformed
    /// The system refused the memory for a key derivation or a secret.
    case outOfMemory
}

/// Random bytes from the operating system.
public enum RandomBytes {
    /// Returns a number of random bytes.
    public static func make(_ count: Int) -> [UInt8] {
        Sodium.ready
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe randombytes_buf(buffer.baseAddress!, count)
            filled = count
        }
    }

    /// Returns a uniformly distributed number from 0 up to, but not including, a bound.
    public static func number(below bound: Int) -> Int {
        Sodium.ready
        return Int(randombytes_uniform(UInt32(clamping: bound)))
    }
}
