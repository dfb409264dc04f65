internal import Sealing
internal import SystemKit

/// A session's payload and the storage where it was found.
struct StoredSession: ~Copyable {
    let payload: SessionPayload
    let storage: SessionStorage
}

/// The part of a session that is kept outside of the database: the boot, the idle deadline, and the session key.
///
/// The idle deadline is kept here because it moves with each use, and reading never writes to the database.
struct SessionPayload: ~Copyable {
    /// The boot, and the time on its clock at which the session ends if it isn't used.
    let idleDeadline: BootInstant
    let key: Secret

    static let length = 16 + 8 + SealedBox.keyLength

    init(idleDeadline: BootInstant, key: consuming Secret) {
        self.idleDeadline = idleDeadline
        self.key = key
    }

    /// - Throws: ``MalformedRecord`` if the bytes aren't a payload.
    init(decoding secret: borrowing Secret) throws {
        guard secret.count == Self.length else { throw MalformedRecord() }
        var boot: [UInt8] = []
        var nanoseconds: UInt64 = 0
        secret.withBytes { bytes in
            boot = (0..<16).map { bytes[$0] }
            nanoseconds = (0..<8).reduce(0) { $0 | UInt64(bytes[16 + $1]) << (8 * $1) }
        }
        let deadline = BootInstant(boot: boot, sinceBoot: .nanoseconds(Int(truncatingIfNeeded: nanoseconds)))
        self.init(idleDeadline: deadline, key: secret.slice(24..<secret.count))
    }

    func with(idleDeadline: BootInstant) throws(SealingError) -> SessionPayload {
        SessionPayload(idleDeadline: idleDeadline, key: try key.duplicate())
    }

    func encoded() throws(SealingError) -> Secret {
        // An injected clock may use boot ids of any length.
        var open = Array((idleDeadline.boot + [UInt8](repeating: 0, count: 16)).prefix(16))
        open.append(littleEndian: idleDeadline.sinceBoot.nanoseconds)
        return try unsafe Secret(capacity: Self.length) { (target) throws(SealingError) in
            unsafe target.copyBytes(from: open)
            key.withBytes { bytes in
                for index in bytes.indices { unsafe target[open.count + index] = bytes[index] }
            }
            return Self.length
        }
    }
}
