internal import Sealing
internal import SystemKit

/// `seen.state`: the generation that was last seen here, so that an older store put back is noticed.
///
/// It is only a memory. What is torn, missing or another device secret's is *not known*, which is no damage. So it is
/// written in place and left to the system to bring to the disk: no commit waits for it. Who deletes it hides that an
/// older store was put back.
struct SeenStateFile {
    let path: String
    /// The schema's, which the MAC is bound to too.
    let domain: String
    /// What the MAC is bound to, besides the device secret.
    let context: [UInt8]

    /// Within a disk's sector, which is written as a whole.
    private static let length = 64
    private static let version: UInt8 = 1

    /// The generation last seen; `nil` when it is not known.
    ///
    /// - Throws: ``UnsafeFile`` when something else than a file of ours stands there; ``SystemError``.
    func read(key: borrowing Secret) throws -> Int? {
        do {
            let bytes = try PrivateFile.open(path).read(Self.length, at: 0)
            let body = Array(bytes.dropLast(KeyedHash.length))
            guard bytes.count == Self.length,
                KeyedHash.areEqual(Array(bytes.suffix(KeyedHash.length)), mac(body, key: key))
            else { return nil }
            var reader = try RecordReader(body, schema: Self.version)
            return Int(clamping: try reader.unsigned())
        } catch is MalformedRecord {
            return nil
        } catch let error as SystemError where error.isMissing {
            return nil
        }
    }

    /// Remembers a generation, whatever was remembered before. Call it under the lock.
    ///
    /// - Parameter synced: whether it is on the disk when this returns, also the name of a file that is new.
    func write(_ generation: Int, key: borrowing Secret, synced: Bool = false) throws {
        var writer = RecordWriter(schema: Self.version)
        writer.append(unsigned: UInt64(max(generation, 0)))
        var body = writer.bytes
        body += [UInt8](repeating: 0, count: Self.length - KeyedHash.length - body.count)
        let content = body + mac(body, key: key)
        if synced { return try PrivateFile.write(content, to: path) }
        try PrivateFile.create(path)
        try PrivateFile.open(path, writing: true).write(content, at: 0)
    }

    private func mac(_ body: [UInt8], key: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(Array("\(domain).seen-state.v1".utf8), context, body, key: key)
    }
}

extension SealedGate {
    /// Accepts a store that is older than the last one seen, such as one that was restored on purpose.
    ///
    /// The current secrets are always asked for, under the ladder.
    ///
    /// - Throws: ``StoreError`` as ``unlock(with:)``.
    public func acceptOlder(current: Secrets) throws {
        try core.translating {
            let account = try VerifiedAccount(core)
            let keys = try account.prove(current)
            let sealer = try core.sealer(in: account.engine, dataKey: keys[keys.count - 1].secret)
            try account.engine.upgradeRecords(sealer, core.schema)
            let generation = try account.engine.transaction(.reading, of: self.account) { backend in
                try RecordTransaction(
                    in: backend, sealer: sealer, kinds: core.schema.kinds, instance: account.scope.instance.bytes,
                    access: .reading
                ).generation
            }
            try account.folder.seenState.write(generation, key: account.device, synced: true)
        }
    }
}
