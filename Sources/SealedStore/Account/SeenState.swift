internal import Sealing
internal import SystemKit

/// The file `seen.state`: the last generation seen here, by which a rollback of the store is noticed.
///
/// It is only a memory: if it is torn, missing or keyed by another device secret, the generation is *not known*, which
/// isn't damage. It can therefore be written in place without syncing, and no commit waits for it. Deleting it hides a
/// rollback.
struct SeenStateFile {
    let path: String
    /// The schema's domain, to which the MAC is bound.
    let domain: String
    /// Further data to which the MAC is bound. It is keyed by the device secret.
    let context: [UInt8]

    /// Fits in a disk sector, which is written as a whole.
    private static let length = 64
    private static let version: UInt8 = 1

    /// The last generation seen; `nil` if it isn't known.
    ///
    /// - Throws: ``UnsafeFile`` if something other than a file of the user's is in its place; ``SystemError``.
    func read(key: borrowing Secret) throws -> Int? {
        do {
            return generation(in: try PrivateFile.open(path).read(Self.length, at: 0), key: key)
        } catch let error as SystemError where error.isMissing {
            return nil
        }
    }

    /// Records a generation, unless the file holds it or a newer one. Call this while holding the lock.
    ///
    /// - Parameter replacingUnknown: whether to replace a content from which the generation can't be read.
    func advance(
        to generation: Int, key: borrowing Secret, replacingUnknown: () throws -> Bool
    ) throws {
        // By one descriptor, since this is done after each commit.
        guard let file = try? PrivateFile.open(path, writing: true) else {
            if try replacingUnknown() { try write(generation, key: key) }
            return
        }
        if let seen = self.generation(in: try file.read(Self.length, at: 0), key: key) {
            guard generation > seen else { return }
        } else {
            guard try replacingUnknown() else { return }
        }
        try file.write(content(generation, key: key), at: 0)
    }

    /// Records a generation, whether or not it is newer. Call this while holding the lock.
    ///
    /// - Parameter synced: whether the content, and the name of a new file, are on disk when this returns.
    func write(_ generation: Int, key: borrowing Secret, synced: Bool = false) throws {
        let content = content(generation, key: key)
        if synced { return try PrivateFile.write(content, to: path) }
        try PrivateFile.create(path)
        try PrivateFile.open(path, writing: true).write(content, at: 0)
    }

    private func content(_ generation: Int, key: borrowing Secret) -> [UInt8] {
        var writer = RecordWriter(schema: Self.version)
        writer.append(unsigned: UInt64(max(generation, 0)))
        var body = writer.bytes
        body += [UInt8](repeating: 0, count: Self.length - KeyedHash.length - body.count)
        return body + mac(body, key: key)
    }

    private func generation(in content: [UInt8], key: borrowing Secret) -> Int? {
        let body = Array(content.dropLast(KeyedHash.length))
        guard content.count == Self.length,
            KeyedHash.areEqual(Array(content.suffix(KeyedHash.length)), mac(body, key: key)),
            var reader = try? RecordReader(body, schema: Self.version)
        else { return nil }
        return (try? reader.unsigned()).map { Int(clamping: $0) }
    }

    private func mac(_ body: [UInt8], key: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(Array("\(domain).seen-state.v1".utf8), context, body, key: key)
    }
}

/// What this machine remembers of a store, apart from its file: the last generation seen.
///
/// It is written after a commit, without syncing or waiting, so that it never slows a commit down. It may therefore lag
/// behind the store, which is harmless. If the store lags behind *it*, an older store was put back.
package struct GateMemory: Sendable {
    package let folder: StateFolder
    package let device: SharedSecret

    /// Records a generation, unless the gate's lock is held at the moment: then the next commit does it.
    func note(_ generation: Int) {
        try? folder.withLockIfFree {
            try folder.seenState.advance(to: generation, key: device.secret) {
                // A record that is keyed by a newer device secret is kept.
                try folder.isInUse(device.secret)
            }
        }
    }

    /// The last generation seen; `nil` if it isn't known.
    package var lastSeen: Int? {
        get throws { try folder.lastSeen(key: device.secret) }
    }
}
