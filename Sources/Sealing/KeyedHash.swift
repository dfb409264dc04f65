internal import CSodium

/// BLAKE2b: MACs, digests and sub-keys.
public enum KeyedHash {
    public static let length = 32

    /// The keyed BLAKE2b-256 of parts, each preceded by its length so that no two lists of parts hash alike.
    public static func mac(_ parts: [UInt8]..., key: borrowing Secret) -> [UInt8] {
        let message = framed(parts, key: key)
        return unsafe key.withUnsafeBytes { key in
            unsafe [UInt8](unsafeUninitializedCapacity: length) { output, filled in
                unsafe crypto_generichash(
                    output.baseAddress!, length, message, UInt64(message.count), key.baseAddress!, key.count)
                filled = length
            }
        }
    }

    /// BLAKE2b-256 without a key, of one message as it is.
    public static func digest(of message: [UInt8]) -> [UInt8] {
        Sodium.ready
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { output, filled in
            unsafe crypto_generichash(output.baseAddress!, length, message, UInt64(message.count), nil, 0)
            filled = length
        }
    }

    /// A keyed BLAKE2b-256 of parts that end in a secret; the result is a secret too.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public static func derive(
        _ parts: [UInt8]..., mixing secret: borrowing Secret, key: borrowing Secret
    ) throws(SealingError) -> Secret {
        let prefix = framed(parts, key: key)
        let message = try unsafe secret.withUnsafeBytes { (secret) throws(SealingError) in
            try unsafe Secret(capacity: prefix.count + secret.count) { (target) throws(SealingError) in
                unsafe target.copyBytes(from: prefix)
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[prefix.count...]).copyMemory(from: secret)
                return target.count
            }
        }
        return try unsafe message.withUnsafeBytes { (message) throws(SealingError) in
            try unsafe key.withUnsafeBytes { (key) throws(SealingError) in
                try unsafe Secret(capacity: length) { (output) throws(SealingError) in
                    unsafe crypto_generichash(
                        output.baseAddress!, length, message.baseAddress!, UInt64(message.count), key.baseAddress!,
                        key.count)
                    return length
                }
            }
        }
    }

    /// Whether two MACs are equal, in constant time.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        Sodium.ready
        guard one.count == other.count else { return false }
        return unsafe sodium_memcmp(one, other, one.count) == 0
    }

    private static func framed(_ parts: [[UInt8]], key: borrowing Secret) -> [UInt8] {
        // Of a key out of these bounds BLAKE2b makes nothing, and says so only by its status.
        precondition((16...64).contains(key.count), "a hash's key has 16 to 64 bytes")
        Sodium.ready
        return parts.reduce(into: []) { message, part in message.append(lengthPrefixed: part) }
    }
}

extension [UInt8] {
    /// Appends the count of a part in eight bytes, little end first, and then the part.
    public mutating func append(lengthPrefixed part: [UInt8]) {
        append(littleEndian: UInt64(part.count))
        append(contentsOf: part)
    }

    /// Appends an integer's bytes, little end first.
    // Inlinable, so that each use is of a plain integer: it is called for every field of every context.
    @inlinable public mutating func append(littleEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { bytes in unsafe append(contentsOf: bytes) }
    }
}

/// The independent keys that one data key gives rise to.
public enum SubKey: UInt64, Sendable {
    /// Seals records.
    case records = 1
    /// Fingerprints hikes, so that equal ones are found without being read.
    case fingerprints = 2
    /// Sums up records, so that none can be taken away or put back.
    case inventory = 3

    /// The sub-key, by `crypto_kdf` in the context `profile1`.
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
