internal import Sealing
internal import SystemKit

/// What is kept outside of the database for a session: the boot, the idle deadline, and the session key.
///
/// The idle deadline stands here because it moves with each use, and reading never writes the database.
struct SessionPayload: ~Copyable {
    /// Which boot, and when on its clock the session ends unless it is used.
    let idleDeadline: BootInstant
    let key: Secret

    static let length = 16 + 8 + SealedBox.keyLength

    init(idleDeadline: BootInstant, key: consuming Secret) {
        self.idleDeadline = idleDeadline
        self.key = key
    }

    /// - Throws: ``MalformedRecord`` when the bytes are no payload; ``SealingError/outOfMemory``.
    init(decoding secret: borrowing Secret) throws {
        guard secret.count == Self.length else { throw MalformedRecord() }
        var boot: [UInt8] = []
        var nanoseconds: UInt64 = 0
        secret.withBytes { bytes in
            boot = (0..<16).map { bytes[$0] }
            nanoseconds = (0..<8).reduce(0) { $0 | UInt64(bytes[16 + $1]) << (8 * $1) }
        }
        let deadline = BootInstant(boot: boot, sinceBoot: .nanoseconds(Int(truncatingIfNeeded: nanoseconds)))
        let key = try unsafe secret.withUnsafeBytes { (bytes) throws(SealingError) in
            try unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[24...]))
        }
        self.init(idleDeadline: deadline, key: key)
    }

    func with(idleDeadline: BootInstant) throws(SealingError) -> SessionPayload {
        SessionPayload(idleDeadline: idleDeadline, key: try key.duplicate())
    }

    func encoded() throws(SealingError) -> Secret {
        // A clock that is handed in may name its boots as it likes.
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
