internal import CSodium

/// BLAKE2b: MACs, digests and sub-keys.
public enum KeyedHash {
    /// The length of a MAC or a digest, in bytes.
    public static let length = 32

    /// Returns the keyed BLAKE2b-256 of several parts. Each is preceded by its length, so that different lists of parts
    /// never hash alike.
    public static func mac(_ parts: [UInt8]..., key: borrowing Secret) -> [UInt8] {
        mac(framed: parts.reduce(into: []) { message, part in message.append(lengthPrefixed: part) }, key: key)
    }

    /// Returns the keyed BLAKE2b-256 of parts that `append(lengthPrefixed:)` has already framed in one message.
    public static func mac(framed message: [UInt8], key: borrowing Secret) -> [UInt8] {
        check(key)
        return unsafe key.withUnsafeBytes { key in
            unsafe [UInt8](unsafeUninitializedCapacity: length) { output, filled in
                unsafe crypto_generichash(
                    output.baseAddress!, length, message, UInt64(message.count), key.baseAddress!, key.count)
                filled = length
            }
        }
    }

    /// Returns the unkeyed BLAKE2b-256 of one message, without framing.
    public static func digest(of message: [UInt8]) -> [UInt8] {
        Sodium.ready
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { output, filled in
            unsafe crypto_generichash(output.baseAddress!, length, message, UInt64(message.count), nil, 0)
            filled = length
        }
    }

    /// Returns the keyed BLAKE2b-256 of several parts followed by a secret; the result is a secret too.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public static func derive(
        _ parts: [UInt8]..., mixing secret: borrowing Secret, key: borrowing Secret
    ) throws(SealingError) -> Secret {
        check(key)
        let prefix: [UInt8] = parts.reduce(into: []) { message, part in message.append(lengthPrefixed: part) }
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

    private static func check(_ key: borrowing Secret) {
        // For a key outside of these bounds, BLAKE2b computes nothing and reports this only through its status.
        precondition((16...64).contains(key.count), "a hash's key has 16 to 64 bytes")
        Sodium.ready
    }
}

extension [UInt8] {
    /// Appends the length of a part in eight bytes, little-endian, and then the part.
    // Inlinable, so that each use is specialized.
    @inlinable public mutating func append(lengthPrefixed part: some Collection<UInt8>) {
        append(littleEndian: UInt64(part.count))
        append(contentsOf: part)
    }

    /// Appends an integer's bytes in little-endian order.
    // Inlinable, so that each use is specialized for its integer type: it is called for every field of every context.
    @inlinable public mutating func append(littleEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { bytes in unsafe append(contentsOf: bytes) }
    }
}
