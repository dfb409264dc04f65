internal import Sealing
internal import SystemKit

/// The file `path.state`: the path at which an instance was last used here, by which another instance there is noticed.
///
/// Like ``SeenStateFile``, it is only a memory: if it is missing or fails its check, the path is *not known*. It is
/// written when an account is created, restored, unlocked or gets other secrets, and only if the path is another one,
/// so reading a store never writes it.
struct PathStateFile {
    let path: String
    /// The schema's domain, to which the MAC is bound.
    let domain: String
    /// Further data to which the MAC is bound. It is keyed by the device secret.
    let context: [UInt8]

    private static let version: UInt8 = 1
    /// Longer than any path or URL that opens a store.
    private static let longest = 8192

    /// The name of the store; `nil` if it isn't known.
    ///
    /// - Throws: ``UnsafeFile`` if something other than a file of the user's is in its place; ``SystemError``.
    func read(key: borrowing Secret) throws -> String? {
        let bytes: [UInt8]
        do {
            bytes = try PrivateFile.read(path, limit: Self.longest)
        } catch let error as SystemError where error.isMissing {
            return nil
        }
        let body = Array(bytes.dropLast(KeyedHash.length))
        guard KeyedHash.areEqual(Array(bytes.suffix(KeyedHash.length)), mac(body, key: key)),
            var reader = try? RecordReader(body, schema: Self.version)
        else { return nil }
        return try? reader.text()
    }

    /// Records the name of the store; it is on disk when this returns.
    func write(_ name: String, key: borrowing Secret) throws {
        var writer = RecordWriter(schema: Self.version)
        writer.append(name)
        try PrivateFile.write(writer.bytes + mac(writer.bytes, key: key), to: path)
    }

    private func mac(_ body: [UInt8], key: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(Array("\(domain).path-state.v1".utf8), context, body, key: key)
    }
}
