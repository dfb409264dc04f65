internal import FoundationEssentials

/// A photo in an export: the file, and the hike that it belongs to. All else is told by the file.
public struct ExportedPhoto: Hashable, Sendable {
    /// The id of its hike.
    public let hike: Int
    /// The name of its file.
    public let name: String
    public let file: [UInt8]

    public init(hike: Int, name: String, file: [UInt8]) { (self.hike, self.name, self.file) = (hike, name, file) }
}

extension ExportedPhoto: Codable {
    private enum Key: String, CodingKey {
        case hike, name, file
    }

    /// Decodes a photo whose file is in Base64.
    ///
    /// - Throws: `DecodingError` for a member that is missing or of another type.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        self.init(
            hike: try members.decode(Int.self, forKey: .hike), name: try members.decode(String.self, forKey: .name),
            file: Array(try members.decode(Data.self, forKey: .file)))
    }

    /// Encodes the photo with its file in Base64.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(hike, forKey: .hike)
        try members.encode(name, forKey: .name)
        try members.encode(Data(file), forKey: .file)
    }

    init(_ part: JSONSplitter.Part) throws(HikeFileError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(part.bytes))
        } catch let error as DecodingError {
            throw HikeFileError(error, in: part)
        } catch {
            throw HikeFileError(.unreadable, at: [], in: part)
        }
    }
}
