internal import CSodium

/// The unkeyed BLAKE2b-256 of a message that comes in pieces.
@safe public final class RunningDigest {
    /// Swift doesn't import a structure of this alignment.
    private let state: OpaquePointer

    public init() {
        Sodium.ready
        let memory = UnsafeMutableRawPointer.allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
        unsafe state = OpaquePointer(memory)
        unsafe crypto_generichash_init(state, nil, 0, KeyedHash.length)
    }

    deinit { unsafe UnsafeMutableRawPointer(state).deallocate() }

    /// Adds the next piece.
    public func add(_ bytes: [UInt8]) { unsafe crypto_generichash_update(state, bytes, UInt64(bytes.count)) }

    /// The digest, after the last piece.
    public func finish() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: KeyedHash.length) { output, filled in
            unsafe crypto_generichash_final(state, output.baseAddress!, KeyedHash.length)
            filled = KeyedHash.length
        }
    }
}
