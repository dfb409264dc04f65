internal import ProfileModel
internal import SealedStore
internal import Sealing

/// A file that appeared in the inbox: the folder whose recordings are imported by themselves, each once.
public struct InboxFile: Hashable, Sendable {
    /// The name within the folder.
    public var name: String
    /// The file's length in bytes.
    public var size: Int
    /// When it was last changed, in nanoseconds since 1970.
    public var modified: Int

    public init(name: String, size: Int, modified: Int) {
        (self.name, self.size, self.modified) = (name, size, modified)
    }

    fileprivate var digest: [UInt8] {
        var writer = RecordWriter(schema: 1)
        writer.append(name)
        writer.append(size)
        writer.append(modified)
        return KeyedHash.digest(of: writer.bytes)
    }
}

/// A file that was taken from the inbox. Only a digest of its name, size and time is stored: enough to know it again.
struct TakenInboxFile: CollectionElement {
    static let kind = RecordKind("inbox", .collection, parts: ["inbox"])
    private static let schema: UInt8 = 1

    let header: [UInt8]

    static func key(of header: [UInt8]) -> Int { 0 }

    var contentDigest: [UInt8]? { header }

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(header)
        return [writer.bytes]
    }

    init(digest: [UInt8]) { header = digest }

    init(parts: [[UInt8]?]) throws { header = try Self.header(ofFirstPart: parts[0] ?? []) }

    static func header(ofFirstPart bytes: [UInt8]) throws -> [UInt8] {
        var reader = try RecordReader(bytes, schema: schema)
        let digest = try reader.blob()
        try reader.finish()
        guard digest.count == KeyedHash.length else { throw MalformedRecord() }
        return digest
    }
}

extension ProfileStore {
    /// The files that weren't taken from the inbox yet. A file that was changed since is another one.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func waitingInboxFiles(among files: [InboxFile]) throws -> [InboxFile] {
        guard !files.isEmpty else { return [] }
        return try opened.read { transaction in
            let taken = SealedCollection<TakenInboxFile>()
            return try files.filter { try taken.number(withContentDigest: $0.digest, in: &transaction) == nil }
        }
    }

    /// Notes that files were taken from the inbox.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/write(_:)`` does.
    public func takeInboxFiles(_ files: [InboxFile]) throws {
        guard !files.isEmpty else { return }
        try opened.write { transaction in
            let taken = SealedCollection<TakenInboxFile>()
            for file in files where try taken.number(withContentDigest: file.digest, in: &transaction) == nil {
                try taken.put(
                    TakenInboxFile(digest: file.digest), number: try taken.nextNumber(in: &transaction),
                    in: &transaction)
            }
        }
    }
}
