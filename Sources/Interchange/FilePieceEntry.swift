internal import FoundationEssentials
internal import ProfileKit

/// A piece of a file in a profile's export.
struct FilePieceEntry: Codable {
    var file: Double
    var index: Double
    // Only the first piece describes the file.
    var name: String?
    var format: String?
    var size: Double?
    var digest: String?
    var pieces: Double?
    /// The bytes in Base64.
    var packed: String

    init(_ piece: OriginalPiece) {
        (file, index) = (Double(piece.file), Double(piece.index))
        packed = Data(piece.bytes).base64EncodedString()
        guard let description = piece.description else { return }
        (name, format, size) = (description.name, description.format, Double(description.size))
        (digest, pieces) = (description.digest.hexadecimal, Double(description.pieces))
    }

    /// - Throws: ``HikeFileError`` with the line.
    static func piece(in part: JSONSplitter.Part) throws(HikeFileError) -> OriginalPiece {
        let entry: FilePieceEntry
        do {
            entry = try JSONDecoder().decode(FilePieceEntry.self, from: Data(part.bytes))
        } catch let error as DecodingError {
            throw HikeFileError(error, in: part)
        } catch {
            throw HikeFileError(.unreadable, at: [], in: part)
        }
        guard let piece = entry.piece, piece.isValid else { throw HikeFileError(.unreadable, at: [], in: part) }
        return piece
    }

    private var piece: OriginalPiece? {
        guard let file = Int(exactly: file), let index = Int(exactly: index), let bytes = Data(base64Encoded: packed)
        else { return nil }
        var description: OriginalFile?
        if let name, let format, let size = size.flatMap({ Int(exactly: $0) }),
            let digest = digest.flatMap({ [UInt8](hexadecimal: $0) }),
            let pieces = pieces.flatMap({ Int(exactly: $0) })
        {
            description = OriginalFile(name: name, format: format, size: size, digest: digest, pieces: pieces)
        }
        return OriginalPiece(file: file, index: index, description: description, bytes: Array(bytes))
    }
}
