internal import CSodium

/// Secret bytes, such as a passcode or a key.
///
/// They are kept in guarded memory from libsodium: excluded from core dumps (unlike locked heap memory), fenced by
/// pages that trap, wiped at the end of the value's lifetime, and locked against swapping within the process's limit
/// on locked memory allows. Hibernation still writes them to disk like all memory. The type is noncopyable, so that
/// there is only one place to wipe, and has no description, so that it can't be printed by mistake.
@safe public struct Secret: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: the memory behind it is written only in an initializer, before the value can be
    // shared, and is read-only from then on.
    private let bytes: UnsafeRawBufferPointer
    private let memory: GuardedMemory

    /// Creates a secret from the UTF-8 bytes of a text, unchanged.
    ///
    /// The text itself remains wherever the caller has it; use ``init(capacity:filling:)`` if that matters.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public init(_ text: String) throws(SealingError) {
        let utf8 = text.utf8
        try unsafe self.init(capacity: utf8.count) { (target) throws(SealingError) in
            unsafe target.copyBytes(from: utf8)
            return utf8.count
        }
    }

    /// Copies bytes that aren't secret yet, or that the caller wipes.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public init(copying source: UnsafeRawBufferPointer) throws(SealingError) {
        try unsafe self.init(capacity: source.count) { (target) throws(SealingError) in
            unsafe target.copyMemory(from: source)
            return source.count
        }
    }

    /// Fills guarded memory in place, so that no other copy is needed.
    ///
    /// - Parameter filling: receives `capacity` zero bytes and returns the number of bytes used.
    /// - Throws: ``SealingError/outOfMemory`` if the system refuses guarded memory, and any error that `filling`
    ///   throws.
    public init(
        capacity: Int, filling: (UnsafeMutableRawBufferPointer) throws(SealingError) -> Int
    ) throws(SealingError) {
        let memory = try GuardedMemory(capacity)
        let count = try unsafe filling(memory.bytes)
        unsafe self.init(try memory.close(filled: count), in: memory)
    }

    /// Fills guarded memory in place from a source with its own errors, such as a file.
    ///
    /// - Throws: ``SealingError/outOfMemory``, and any error that `reading` throws.
    public init(capacity: Int, reading: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        let memory = try GuardedMemory(capacity)
        let count = try unsafe reading(memory.bytes)
        unsafe self.init(try memory.close(filled: count), in: memory)
    }

    /// Generates a random key.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public static func random(count: Int = SealedBox.keyLength) throws(SealingError) -> Secret {
        try unsafe Secret(capacity: count) { (target) throws(SealingError) in
            unsafe randombytes_buf(target.baseAddress!, target.count)
            return target.count
        }
    }

    private init(_ bytes: UnsafeRawBufferPointer, in memory: GuardedMemory) {
        unsafe self.bytes = bytes
        self.memory = memory
    }

    /// Returns a part of the bytes as a secret of its own, in the same memory, which is wiped when the last of its
    /// parts is released.
    ///
    /// It is for secrets that live equally long: each guarded memory takes twelve system calls and four pages.
    package func slice(_ range: Range<Int>) -> Secret {
        unsafe Secret(UnsafeRawBufferPointer(rebasing: bytes[range]), in: memory)
    }

    /// The number of bytes.
    public var count: Int { unsafe bytes.count }

    /// Lends the bytes to a body. A copy of them is no longer guarded.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeBytes: bytes))
    }

    /// Lends the bytes to C code. The pointer must not escape.
    package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(bytes)
    }

    /// Makes a second guarded copy.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public func duplicate() throws(SealingError) -> Secret {
        try unsafe withUnsafeBytes { (bytes) throws(SealingError) in try unsafe Secret(copying: bytes) }
    }

    /// Whether two secrets are equal, in a time that depends only on their length.
    public func equals(_ other: borrowing Secret) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(bytes.baseAddress!, other.bytes.baseAddress!, count) == 0
    }
}

/// Memory from libsodium that is fenced by guard pages, excluded from core dumps, and wiped when it is freed. It is
/// locked against swapping if the process's limit on locked memory allows it.
@safe final class GuardedMemory: @unchecked Sendable {
    // Unchecked because of the pointer: a ``Secret`` writes to it only while nothing else knows it, and a
    // ``TypedSecret`` behind a mutex.
    let bytes: UnsafeMutableRawBufferPointer

    /// Allocates memory filled with zeros.
    ///
    /// - Parameter count: the number of bytes; a negative count is treated as 0.
    /// - Throws: ``SealingError/outOfMemory`` if the system refuses it because of a limit on the process's memory or
    ///   mappings.
    init(_ count: Int) throws(SealingError) {
        Sodium.ready
        let count = max(count, 0)
        // Even an empty allocation needs an address to free.
        guard let start = unsafe sodium_malloc(max(count, 1)) else { throw .outOfMemory }
        unsafe sodium_memzero(start, max(count, 1))
        unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { unsafe sodium_free(bytes.baseAddress) }

    /// Makes the memory read-only until it is freed.
    ///
    /// - Returns: the bytes at its start that are in use.
    /// - Throws: ``SealingError/outOfMemory`` if the system refuses the change, which may require splitting a mapping.
    func close(filled count: Int) throws(SealingError) -> UnsafeRawBufferPointer {
        guard unsafe sodium_mprotect_readonly(bytes.baseAddress!) == 0 else { throw .outOfMemory }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[..<min(max(count, 0), bytes.count)])
    }
}
