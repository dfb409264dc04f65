internal import CSodium
internal import Synchronization

/// A secret that is being typed, character by character, kept in guarded memory. The source of the characters (a
/// terminal, an event) has already held them in ordinary memory.
///
/// References share one secret, so that there is only one place to wipe.
public final class TypedSecret: Sendable {
    private let state = Mutex(State())

    /// Creates an empty secret.
    public init() {}

    /// The number of characters typed.
    public var count: Int { state.withLock { $0.lengths.count } }

    /// The number of bytes of these characters.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// Appends a character. If the system refuses the memory, nothing is appended and ``count`` doesn't change.
    public func append(_ character: Character) {
        state.withLock { $0.append(character) }
    }

    /// Removes the last character, if there is one.
    public func removeLast() {
        state.withLock { $0.removeLast() }
    }

    /// Whether two secrets are equal, in a time that depends only on their length.
    public func equals(_ other: TypedSecret) -> Bool {
        guard other !== self else { return true }
        return state.withLock { state in other.state.withLock { other in state.equals(other) } }
    }

    /// Wipes what has been typed, so that the secret is empty again.
    public func wipe() {
        state.withLock { state in
            if state.byteCount > 0 { state = State() }
        }
    }

    /// Returns a guarded copy of what has been typed so far.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public func secret() throws(SealingError) -> Secret {
        try state.withLock { (state) throws(SealingError) in try state.secret() }
    }
}

/// Guarded like a ``Secret``, but writable until it is wiped: allocating guarded memory takes several system calls, too
/// many to do for each character.
private struct State: ~Copyable, Sendable {
    /// `nil` before the first character. The mutex around it gives one thread at a time access to the memory.
    private var memory: GuardedMemory?
    private(set) var byteCount = 0
    /// The number of bytes of each character.
    private(set) var lengths: [Int] = []

    private static let firstCapacity = 256

    mutating func append(_ character: Character) {
        let bytes = Array(String(character).utf8)
        guard reserve(byteCount + bytes.count), let memory else { return }
        for (index, byte) in bytes.enumerated() { unsafe memory.bytes[byteCount + index] = byte }
        byteCount += bytes.count
        lengths.append(bytes.count)
    }

    mutating func removeLast() {
        guard let length = lengths.popLast(), let memory else { return }
        byteCount -= length
        unsafe sodium_memzero(memory.bytes.baseAddress! + byteCount, length)
    }

    borrowing func equals(_ other: borrowing State) -> Bool {
        guard byteCount == other.byteCount else { return false }
        guard let memory, let theirs = other.memory else { return true }
        return unsafe sodium_memcmp(memory.bytes.baseAddress!, theirs.bytes.baseAddress!, byteCount) == 0
    }

    borrowing func secret() throws(SealingError) -> Secret {
        guard let memory else { return try Secret("") }
        return try unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount]))
    }

    /// - Returns: whether there is now memory for this number of bytes.
    private mutating func reserve(_ count: Int) -> Bool {
        let capacity = unsafe memory?.bytes.count ?? 0
        guard count > capacity else { return true }
        guard let larger = try? GuardedMemory(max(count, 2 * capacity, Self.firstCapacity)) else { return false }
        if let memory {
            unsafe larger.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount]))
        }
        memory = larger
        return true
    }
}
