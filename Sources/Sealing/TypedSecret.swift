internal import CSodium
internal import Synchronization

/// A secret that is being typed, character by character, in guarded memory all the way.
///
/// Copies of a reference are the same secret, so that there is one place to wipe.
public final class TypedSecret: Sendable {
    private let state = Mutex(State())

    public init() {}

    /// How many characters were typed.
    public var count: Int { state.withLock { $0.lengths.count } }

    /// How many bytes the characters have.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    public func append(_ character: Character) {
        state.withLock { $0.append(character) }
    }

    /// Takes the last character away; nothing when there is none.
    public func removeLast() {
        state.withLock { $0.removeLast() }
    }

    public func wipe() {
        state.withLock { state in
            if state.byteCount > 0 { state = State() }
        }
    }

    /// The secret as it was typed so far, in guarded memory of its own.
    public func secret() -> Secret {
        state.withLock { $0.secret() }
    }
}

/// Guarded as a ``Secret`` is, but for being written to until it is wiped: guarded memory costs several system calls,
/// too many to take it anew for each character.
@safe private struct State: ~Copyable, @unchecked Sendable {
    // Unchecked because of the pointer: the mutex around it lets one thread at a time come to the memory.
    /// None before the first character.
    private var memory: UnsafeMutableRawBufferPointer?
    private(set) var byteCount = 0
    /// How many bytes each character has.
    private(set) var lengths: [Int] = []

    private static let firstCapacity = 256

    mutating func append(_ character: Character) {
        let bytes = Array(String(character).utf8)
        reserve(byteCount + bytes.count)
        guard let memory = unsafe memory else { return }
        for (index, byte) in bytes.enumerated() { unsafe memory[byteCount + index] = byte }
        byteCount += bytes.count
        lengths.append(bytes.count)
    }

    mutating func removeLast() {
        guard let length = lengths.popLast(), let memory = unsafe memory else { return }
        byteCount -= length
        unsafe sodium_memzero(memory.baseAddress! + byteCount, length)
    }

    borrowing func secret() -> Secret {
        guard let memory = unsafe memory else { return Secret("") }
        return unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: memory[..<byteCount]))
    }

    private mutating func reserve(_ count: Int) {
        let capacity = unsafe memory?.count ?? 0
        guard count > capacity else { return }
        let larger = max(count, 2 * capacity, Self.firstCapacity)
        Sodium.ready
        guard let start = unsafe sodium_malloc(larger) else {
            // As with any allocation, there is nothing sensible to do without memory of a page.
            preconditionFailure("No guarded memory for a secret of \(larger) bytes; is RLIMIT_MEMLOCK too low?")
        }
        let taken = unsafe UnsafeMutableRawBufferPointer(start: start, count: larger)
        if let memory = unsafe memory {
            unsafe taken.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<byteCount]))
            unsafe sodium_free(memory.baseAddress)
        }
        unsafe self.memory = taken
    }

    deinit {
        // Wipes it as well.
        unsafe sodium_free(memory?.baseAddress)
    }
}
