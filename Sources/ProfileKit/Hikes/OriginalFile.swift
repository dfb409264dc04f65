internal import ProfileModel
public import SealedStore
internal import Sealing

/// A file that hikes were imported from and that is kept as it was, without its bytes.
public struct OriginalFile: Hashable, Sendable {
    /// The file's name without folders.
    public var name: String
    /// The name of its format.
    public var format: String
    /// The file's length in bytes.
    public var size: Int
    /// The digest of its bytes.
    public var digest: [UInt8]
    /// The number of pieces of its packed form.
    public var pieces: Int

    public init(name: String, format: String, size: Int, digest: [UInt8], pieces: Int) {
        (self.name, self.format, self.size) = (name, format, size)
        (self.digest, self.pieces) = (digest, pieces)
    }

    /// The maximum length of the packed form of a file that is kept, in bytes.
    public static let maximumPackedSize = 32 << 20
    /// Maximum length of a name, in bytes.
    static let longestName = 1024
}

/// A piece of the packed form of a file. Files are kept once for all their hikes, and go with the last of them.
public struct OriginalPiece: Hashable, Sendable {
    /// The number of the file, which hikes name.
    public var file: Int
    /// The place among the file's pieces, from 0 on.
    public var index: Int
    /// What is known of the file; only the first piece has it.
    public var description: OriginalFile?
    public var bytes: [UInt8]

    public init(file: Int, index: Int, description: OriginalFile?, bytes: [UInt8]) {
        (self.file, self.index, self.description, self.bytes) = (file, index, description, bytes)
    }

    /// The length of every piece but the last, in bytes.
    public static let size = 1 << 20
    static let mostPieces = OriginalFile.maximumPackedSize / size

    /// The piece's number among all pieces.
    var number: Int { file + index }

    /// Whether it can be a piece of a file.
    public var isValid: Bool {
        guard (1...ImportedHike.maximumID).contains(file), (0..<Self.mostPieces).contains(index),
            (1...Self.size).contains(bytes.count), (description == nil) == (index > 0)
        else { return false }
        guard let description else { return true }
        return (1...Self.mostPieces).contains(description.pieces) && description.size >= 0
            && description.digest.count == KeyedHash.length
            && [description.name, description.format].allSatisfy { $0.utf8.count <= OriginalFile.longestName }
    }
}

extension OriginalPiece: CollectionElement {
    public static let kind = RecordKind("original", .collection, parts: ["original", "original.body"])

    /// A piece without its bytes.
    public struct Header: Hashable, Sendable {
        var file: Int
        var index: Int
        var description: OriginalFile?
    }

    public static func key(of header: Header) -> Int { header.file }
    public var header: Header { Header(file: file, index: index, description: description) }
    public var contentDigest: [UInt8]? { description?.digest }

    private static let schema: UInt8 = 1

    public var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(file)
        writer.append(index)
        writer.append(description) { writer, file in
            writer.append(file.name)
            writer.append(file.format)
            writer.append(file.size)
            writer.append(file.digest)
            writer.append(file.pieces)
        }
        return [writer.bytes, bytes]
    }

    /// Decodes a piece from its parts.
    ///
    /// - Throws: `MalformedRecord` if they have no valid form.
    public init(parts: [[UInt8]?]) throws {
        guard parts.count > 1, let first = parts[0], let bytes = parts[1] else { throw MalformedRecord() }
        let header = try Self.header(ofFirstPart: first)
        self.init(file: header.file, index: header.index, description: header.description, bytes: bytes)
        guard isValid else { throw MalformedRecord() }
    }

    /// Decodes the header from the first part.
    ///
    /// - Throws: `MalformedRecord` if it has no valid form.
    public static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        var reader = try RecordReader(bytes, schema: schema)
        let (file, index) = (try reader.integer(), try reader.integer())
        let description = try reader.optional { reader in
            OriginalFile(
                name: try reader.text(), format: try reader.text(), size: try reader.integer(),
                digest: try reader.blob(), pieces: try reader.integer())
        }
        try reader.finish()
        return Header(file: file, index: index, description: description)
    }

    public static func requiredParts(with header: Header) -> Set<Int> { [1] }
}
