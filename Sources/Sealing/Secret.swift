internal import CSodium

/// Secret bytes: a passcode, a key.
///
/// They lie in guarded memory of libsodium's: left out of core dumps (which locked heap memory is not), fenced by pages
/// that trap, wiped when the value's life ends, and locked against swapping as far as the process's limit on locked memory
/// goes. Hibernation writes it to the disk as any memory. The type cannot be copied, so that there is one place to wipe. It has no description: it cannot be printed by mistake.
@safe public struct Secret: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: the memory behind it is written in an initializer only, before the value can
    // be shared, and read-only from then on.
    private let bytes: UnsafeMutableRawBufferPointer

    /// The UTF-8 bytes of a text, exactly as they are.
    ///
    /// The text itself stays wherever the caller has it; read secrets with ``init(capacity:filling:)`` where that
    /// matters.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public init(_ text: String) throws(SealingError) {
        let utf8 = text.utf8
        try unsafe self.init(capacity: utf8.count) { (target) throws(SealingError) in
            unsafe target.copyBytes(from: utf8)
            return utf8.count
        }
    }

    /// A copy of bytes that are no secret yet, or are wiped by the caller.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public init(copying source: UnsafeRawBufferPointer) throws(SealingError) {
        try unsafe self.init(capacity: source.count) { (target) throws(SealingError) in
            unsafe target.copyMemory(from: source)
            return source.count
        }
    }

    /// Fills guarded memory in place, so that no copy has to be made elsewhere.
    ///
    /// - Parameter filling: is given `capacity` zero bytes and returns how many of them it used.
    /// - Throws: ``SealingError/outOfMemory`` when the system refuses guarded memory, and what `filling` throws.
    public init(
        capacity: Int, filling: (UnsafeMutableRawBufferPointer) throws(SealingError) -> Int
    ) throws(SealingError) {
        let whole = try unsafe GuardedMemory.take(capacity)
        do throws(SealingError) {
            let count = try unsafe filling(whole)
            unsafe bytes = try GuardedMemory.close(whole, filled: count)
        } catch {
            unsafe sodium_free(whole.baseAddress)
            throw error
        }
    }

    /// The same, filled from a place that fails in ways of its own, such as a file.
    ///
    /// - Throws: ``SealingError/outOfMemory``, and what `reading` throws.
    public init(capacity: Int, reading: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        let whole = try unsafe GuardedMemory.take(capacity)
        do {
            let count = try unsafe reading(whole)
            unsafe bytes = try GuardedMemory.close(whole, filled: count)
        } catch {
            unsafe sodium_free(whole.baseAddress)
            throw error
        }
    }

    /// A fresh random key.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public static func random(count: Int = SealedBox.keyLength) throws(SealingError) -> Secret {
        try unsafe Secret(capacity: count) { (target) throws(SealingError) in
            unsafe randombytes_buf(target.baseAddress!, target.count)
            return target.count
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
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public func duplicate() throws(SealingError) -> Secret {
        try unsafe withUnsafeBytes { (bytes) throws(SealingError) in try unsafe Secret(copying: bytes) }
    }

    /// Whether two secrets are equal, in a time that depends on their length alone.
    public func equals(_ other: borrowing Secret) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(bytes.baseAddress!, other.bytes.baseAddress!, count) == 0
    }
}
