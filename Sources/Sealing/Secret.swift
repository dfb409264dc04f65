internal import CSodium

/// Secret bytes: a passcode, a key.
///
/// They lie in guarded memory of libsodium's: never swapped, left out of core dumps (which locked heap memory is not),
/// fenced by pages that trap, and wiped when the value's life ends. The type cannot be copied, so that there is one
/// place to wipe. It has no description: it cannot be printed by mistake.
@safe public struct Secret: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: the memory behind it is written in an initializer only, before the value can
    // be shared, and read-only from then on.
    private let bytes: UnsafeMutableRawBufferPointer

    /// The UTF-8 bytes of a text, exactly as they are.
    ///
    /// The text itself stays wherever the caller has it; read secrets with ``init(capacity:filling:)`` where that
    /// matters.
    public init(_ text: String) {
        let utf8 = text.utf8
        unsafe self.init(capacity: utf8.count) { target in
            unsafe target.copyBytes(from: utf8)
            return utf8.count
        }
    }

    /// A copy of bytes that are no secret yet, or are wiped by the caller.
    public init(copying source: UnsafeRawBufferPointer) {
        unsafe self.init(capacity: source.count) { target in
            unsafe target.copyMemory(from: source)
            return source.count
        }
    }

    /// Fills guarded memory in place, so that the bytes are never anywhere else.
    ///
    /// - Parameter filling: is given `capacity` zero bytes and returns how many of them it used.
    public init<Failure: Error>(
        capacity: Int, filling: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        Sodium.ready
        guard let memory = unsafe sodium_malloc(max(capacity, 1)) else {
            // As with any allocation, there is nothing sensible to do without memory of a page.
            preconditionFailure("No guarded memory for a secret of \(capacity) bytes; is RLIMIT_MEMLOCK too low?")
        }
        unsafe sodium_memzero(memory, max(capacity, 1))
        let whole = unsafe UnsafeMutableRawBufferPointer(start: memory, count: capacity)
        let count: Int
        do {
            let filled = try unsafe filling(whole)
            count = min(max(filled, 0), capacity)
        } catch {
            unsafe sodium_free(memory)
            throw error
        }
        unsafe sodium_mprotect_readonly(memory)
        unsafe bytes = UnsafeMutableRawBufferPointer(rebasing: whole[..<count])
    }

    /// A fresh random key.
    public static func random(count: Int = SealedBox.keyLength) -> Secret {
        unsafe Secret(capacity: count) { target in
            unsafe randombytes_buf(target.baseAddress!, count)
            return count
        }
    }

    deinit {
        unsafe sodium_free(bytes.baseAddress)
    }

    public var count: Int { unsafe bytes.count }

    /// Lends the bytes. What is copied from them is no longer guarded.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
    }

    /// Lends the bytes to C. Don't let the pointer escape.
    package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(bytes))
    }

    /// A second guarded copy.
    public func duplicate() -> Secret {
        unsafe withUnsafeBytes { unsafe Secret(copying: $0) }
    }

    /// Whether two secrets are equal, in a time that depends on their length alone.
    public func equals(_ other: borrowing Secret) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(bytes.baseAddress!, other.bytes.baseAddress!, count) == 0
    }
}
