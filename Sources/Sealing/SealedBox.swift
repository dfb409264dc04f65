internal import CSodium

/// Authenticated encryption of one record: XChaCha20-Poly1305 in a versioned box.
///
/// A box is `version (1) ‖ nonce (24) ‖ ciphertext ‖ tag (16)`. The nonce is random, and long enough for that to be
/// safe for any number of records. The plaintext is padded to a multiple of 256 bytes, so that a box reveals little
/// about the length of its content. The record's context (its place and its revision) is the associated data, which is
/// authenticated without being stored.
public enum SealedBox {
    /// The length of a sealing key, in bytes.
    public static let keyLength = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)

    private static let version: UInt8 = 1
    private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    private static let paddingBlock = 256
    /// The number of bytes at the start that identify a box: its version and its nonce.
    public static let identityLength = 1 + nonceLength
    private static let overhead = 1 + nonceLength + tagLength

    /// Seals bytes under a key.
    ///
    /// - Parameter context: the associated data; ``open(_:with:context:)`` needs the same.
    public static func seal(_ plain: [UInt8], with key: borrowing Secret, context: [UInt8]) -> [UInt8] {
        unsafe plain.withUnsafeBytes { unsafe seal($0, with: key, context: context, padded: true) }
    }

    /// Seals a key, without padding.
    public static func seal(_ secret: borrowing Secret, with key: borrowing Secret, context: [UInt8]) -> [UInt8] {
        unsafe secret.withUnsafeBytes { unsafe seal($0, with: key, context: context, padded: false) }
    }

    /// Opens a box of bytes.
    ///
    /// - Throws: ``SealingError/malformed`` for bytes that aren't a box, ``SealingError/authenticationFailed`` for a
    ///   wrong key, different associated data, or tampering.
    public static func open(
        _ box: [UInt8], with key: borrowing Secret, context: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        var plain = [UInt8](repeating: 0, count: max(box.count - overhead, 0))
        let count = plain.count
        let failure = unsafe plain.withUnsafeMutableBytes { output in
            unsafe decrypt(box, into: output, with: key, context: context)
        }
        if let failure { throw failure }
        var length = 0
        guard count > 0, unsafe sodium_unpad(&length, plain, count, paddingBlock) == 0 else { throw .malformed }
        plain.removeLast(count - length)
        return plain
    }

    /// Opens a box that holds a key, directly into guarded memory.
    public static func openSecret(
        _ box: [UInt8], with key: borrowing Secret, context: [UInt8]
    ) throws(SealingError) -> Secret {
        let count = max(box.count - overhead, 0)
        return try unsafe Secret(capacity: count) { (output) throws(SealingError) in
            if let failure = unsafe decrypt(box, into: output, with: key, context: context) { throw failure }
            // Code that uses a key may rely on this length.
            guard count == keyLength else { throw .malformed }
            return count
        }
    }

    /// Whether bytes have the form of a box of bytes, checked without its key.
    public static func hasForm(_ box: [UInt8]) -> Bool {
        let inner = box.count - overhead
        return box.first == version && inner > 0 && inner.isMultiple(of: paddingBlock)
    }

    /// Whether bytes have the form of a box of a key, checked without its key.
    public static func hasFormOfKey(_ box: [UInt8]) -> Bool {
        box.first == version && box.count == overhead + keyLength
    }

    private static func seal(
        _ plain: UnsafeRawBufferPointer, with key: borrowing Secret, context: [UInt8], padded: Bool
    ) -> [UInt8] {
        precondition(key.count == keyLength, "a sealing key has \(keyLength) bytes")
        Sodium.ready
        let padding = padded ? paddingBlock - plain.count % paddingBlock : 0
        let inner = plain.count + padding
        return unsafe [UInt8](unsafeUninitializedCapacity: inner + overhead) { box, filled in
            let nonce = unsafe box.baseAddress! + 1
            let body = unsafe nonce + nonceLength
            unsafe box[0] = version
            unsafe randombytes_buf(nonce, nonceLength)
            // Encrypted in place: the plaintext is written where the ciphertext will be.
            unsafe UnsafeMutableRawBufferPointer(start: body, count: inner).copyMemory(from: plain)
            if padded { unsafe sodium_pad(nil, body, plain.count, paddingBlock, inner) }
            unsafe key.withUnsafeBytes { key in
                _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                    body, nil, body, UInt64(inner), context, UInt64(context.count), nil, nonce,
                    key.assumingMemoryBound(to: UInt8.self).baseAddress!)
            }
            filled = inner + overhead
        }
    }

    /// - Returns: the error, since the standard library's closures don't propagate typed errors.
    private static func decrypt(
        _ box: [UInt8], into output: UnsafeMutableRawBufferPointer, with key: borrowing Secret, context: [UInt8]
    ) -> SealingError? {
        guard box.count >= overhead, box[0] == version, key.count == keyLength else { return .malformed }
        let status = unsafe box.withUnsafeBufferPointer { box in
            unsafe key.withUnsafeBytes { key in
                unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                    output.assumingMemoryBound(to: UInt8.self).baseAddress, nil, nil,
                    box.baseAddress! + 1 + nonceLength, UInt64(box.count - 1 - nonceLength), context,
                    UInt64(context.count), box.baseAddress! + 1,
                    key.assumingMemoryBound(to: UInt8.self).baseAddress!)
            }
        }
        return status == 0 ? nil : .authenticationFailed
    }
}
