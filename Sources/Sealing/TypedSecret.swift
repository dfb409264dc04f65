internal import Synchronization

/// A secret that is being typed, character by character, in guarded memory all the way.
///
/// Copies of a reference are the same secret, so that there is one place to wipe.
public final class TypedSecret: Sendable {
    private struct State: ~Copyable {
        var secret = Secret("")
        /// How many bytes each character has.
        var lengths: [Int] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// How many characters were typed.
    public var count: Int { state.withLock { $0.lengths.count } }

    /// How many bytes the characters have.
    public var byteCount: Int { state.withLock { $0.secret.count } }

    public func append(_ character: Character) {
        let bytes = Array(String(character).utf8)
        state.withLock { state in
            let old = state.secret.duplicate()
            state.secret = old.extended(by: bytes)
            state.lengths.append(bytes.count)
        }
    }

    /// Takes the last character away; nothing when there is none.
    public func removeLast() {
        state.withLock { state in
            guard let length = state.lengths.popLast() else { return }
            let old = state.secret.duplicate()
            state.secret = old.prefix(old.count - length)
        }
    }

    public func wipe() {
        state.withLock { $0 = State() }
    }

    /// The secret as it was typed so far, in guarded memory of its own.
    public func secret() -> Secret {
        state.withLock { $0.secret.duplicate() }
    }
}

extension Secret {
    fileprivate borrowing func extended(by bytes: [UInt8]) -> Secret {
        unsafe withUnsafeBytes { old in
            unsafe Secret(capacity: old.count + bytes.count) { target in
                unsafe target.copyMemory(from: old)
                for (index, byte) in bytes.enumerated() { unsafe target[old.count + index] = byte }
                return old.count + bytes.count
            }
        }
    }

    fileprivate borrowing func prefix(_ length: Int) -> Secret {
        unsafe withUnsafeBytes { old in unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: old[..<length])) }
    }
}
