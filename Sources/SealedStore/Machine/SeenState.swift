internal import Sealing
internal import SystemKit

/// The state of a store that this machine saw last.
struct LastSeen: Hashable, Sendable {
    var generation: Int
    /// The number of the account's readable text in that generation, 0 if there was none; `nil` if it isn't known.
    var readable: Int?
}

/// The file `seen.state`: the last generation seen here, by which a rollback of the store is noticed, and the number of
/// the readable text, by which its rollback is noticed without a key.
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
    /// Version 1 has no number of a readable text.
    private static let version: UInt8 = 2

    /// The state seen last; `nil` if it isn't known.
    ///
    /// - Throws: ``UnsafeFile`` if something other than a file of the user's is in its place; ``SystemError``.
    func read(key: borrowing Secret) throws -> LastSeen? {
        do {
            return content(of: try PrivateFile.open(path).read(Self.length, at: 0), key: key)
        } catch let error as SystemError where error.isMissing {
            return nil
        }
    }

    /// Records what was seen, unless the file holds it or something newer. Call this while holding the folder.
    ///
    /// - Parameter replacingUnknown: whether to replace a content that can't be read.
    func advance(
        to seen: LastSeen, key: borrowing Secret, replacingUnknown: () throws -> Bool
    ) throws {
        // By one descriptor, since this is done after each commit.
        guard let file = try? PrivateFile.open(path, writing: true) else {
            if try replacingUnknown() { try write(seen, key: key) }
            return
        }
        if let known = content(of: try file.read(Self.length, at: 0), key: key) {
            let completes = seen.generation == known.generation && known.readable == nil && seen.readable != nil
            guard seen.generation > known.generation || completes else { return }
        } else {
            guard try replacingUnknown() else { return }
        }
        try file.write(bytes(of: seen, key: key), at: 0)
    }

    /// Records what was seen, whether or not it is newer. Call this while holding the folder.
    ///
    /// - Parameter synced: whether the content, and the name of a new file, are on disk when this returns.
    func write(_ seen: LastSeen, key: borrowing Secret, synced: Bool = false) throws {
        let content = bytes(of: seen, key: key)
        if synced { return try PrivateFile.write(content, to: path) }
        try PrivateFile.create(path)
        try PrivateFile.open(path, writing: true).write(content, at: 0)
    }

    private func bytes(of seen: LastSeen, key: borrowing Secret) -> [UInt8] {
        var writer = RecordWriter(schema: Self.version)
        writer.append(unsigned: UInt64(max(seen.generation, 0)))
        writer.append(seen.readable) { $0.append($1) }
        var body = writer.bytes
        body += [UInt8](repeating: 0, count: Self.length - KeyedHash.length - body.count)
        return body + mac(body, key: key)
    }

    private func content(of bytes: [UInt8], key: borrowing Secret) -> LastSeen? {
        let body = Array(bytes.dropLast(KeyedHash.length))
        guard bytes.count == Self.length,
            KeyedHash.areEqual(Array(bytes.suffix(KeyedHash.length)), mac(body, key: key)),
            let version = body.first, (1...Self.version).contains(version),
            var reader = try? RecordReader(body, schema: version), let generation = try? reader.unsigned()
        else { return nil }
        var seen = LastSeen(generation: Int(clamping: generation))
        if version == Self.version { seen.readable = (try? reader.optional { try $0.integer() }) ?? nil }
        return seen
    }

    private func mac(_ body: [UInt8], key: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(Array("\(domain).seen-state.v1".utf8), context, body, key: key)
    }
}

/// This machine's memory of a store, apart from its file: the state seen last, with the folder and the device secret
/// that keep it.
///
/// It is written after a commit, without syncing or waiting, so that it never slows a commit down. It may therefore lag
/// behind the store, which is harmless. If the store lags behind *it*, an older store was put back.
package struct MachineMemory: Sendable {
    package let folder: StateFolder
    package let device: SharedSecret

    /// Records what was seen, unless the folder is held at the moment: then the next commit does it.
    func note(_ seen: LastSeen) {
        try? folder.holdingIfFree {
            try folder.seenState.advance(to: seen, key: device.secret) {
                // A record that is keyed by a newer device secret is kept.
                try folder.isInUse(device.secret)
            }
        }
    }

    /// The last generation seen; `nil` if it isn't known.
    package var lastSeen: Int? {
        get throws { try seen?.generation }
    }

    /// The state seen last; `nil` if it isn't known.
    var seen: LastSeen? {
        get throws { try folder.lastSeen(key: device.secret) }
    }
}
