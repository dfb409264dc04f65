internal import FoundationEssentials
public import ProfileKit
public import ProfileModel

/// A profile and its hikes as plain JSON, to keep, to read elsewhere, and to import again.
///
/// One object:
///
///     {
///       "schema": 1,
///       "format": "profile-export",
///       "profile": {"username": …, "prefersNotifications": true, "seasonalPhoto": "winter", "goalDate": "2027-05-01"},
///       "places": [{"id": 1, "name": …, "latitude": 46.5, "longitude": 7.7, "radius": 250, …}],
///       "hikes": [{"id": 1001, "name": …, "distance": 4.5, "difficulty": 3, "date": …, "observations": […]}]
///     }
///
/// All of these members are required, except for the places, which 0.1.0 did not write. The profile is as in
/// `profile show --json`, with its goal as a text if it has one, such as `"120 km since 2026-06-01"`; the hikes are as in
/// ``LandmarksFormat`` with its optional members, which are omitted where nothing is known, except for the difficulty,
/// which is null then. Each hike has a `sourceDigest`, by which its source is recognized when it is imported again. If
/// it has a recording, there are also `recording`, packed, in Base64, and `figureRules`, the version of its figures'
/// rules. `files` are the files that hikes were imported from, which name them by `original`: a list of pieces of their
/// packed form (zlib, in Base64), the first of which describes the file. `photos` have the id of their `hike`, their
/// `name` and their `file` in Base64. Both are missing where there are none. Unknown members are ignored. Reading and
/// writing again gives an equal file.
public struct ProfileExport: Hashable, Sendable {
    /// The committed profile.
    public var profile: Profile
    /// All hikes, with their observations.
    public var hikes: [Hike]
    /// The stored facts about the hikes' sources, by id.
    public var sources: [Int: HikeSource]
    /// All photos, with the ids of their hikes.
    public var photos: [ExportedPhoto] = []
    /// All places, by id.
    public var places: [NumberedPlace]

    private static let schema = 1
    private static let format = "profile-export"

    public init(
        profile: Profile, hikes: [Hike], sources: [Int: HikeSource] = [:], places: [NumberedPlace] = []
    ) {
        (self.profile, self.hikes, self.sources, self.places) = (profile, hikes, sources, places)
    }

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line and the member.
    public init(reading bytes: [UInt8]) throws(HikeFileError) {
        var hikes: [Hike] = []
        var sources: [Int: HikeSource] = [:]
        var photos: [ExportedPhoto] = []
        var places: [NumberedPlace] = []
        var rest = [bytes][...]
        func next() -> [UInt8] { rest.popFirst() ?? [] }
        do {
            profile = try Self.read(from: next) {
                places = $0
            } _: { hike, source in
                hikes.append(hike)
                sources[hike.id] = source
            } photo: {
                photos.append($0)
            }
        } catch let error as HikeFileError {
            throw error
        } catch {
            throw HikeFileError(.notOfFormat(.profileExport))
        }
        (self.hikes, self.sources, self.photos, self.places) = (hikes, sources, photos, places)
    }

    /// The text of a file; equal content gives equal text.
    ///
    /// - Throws: `EncodingError` for a number that isn't finite.
    public var encoded: [UInt8] {
        get throws {
            var writer = Writer()
            var text = try writer.begin(profile, places)
            for hike in hikes { text += try writer.add(hike, sources[hike.id]) }
            for photo in photos { text += try writer.add(photo) }
            return Array((text + writer.end()).utf8)
        }
    }

    // MARK: Piece by piece

    private enum Member: String, CaseIterable {
        case schema, format, profile, places
    }

    /// Reads a file of any length, a hike at a time.
    ///
    /// - Parameters:
    ///   - next: returns the file's next piece; an empty one is the end.
    ///   - places: called with the places, unless the file has no such member, after everything else.
    ///   - body: called with each hike, and what is known about its source, as it is read. At that point it isn't known
    ///     whether the rest of the file is valid.
    ///   - file: called with each piece of the files that the hikes were imported from.
    ///   - photo: called with each photo.
    /// - Returns: the profile.
    /// - Throws: ``HikeFileError`` with the line and the member, and what `next` and `body` throw.
    public static func read(
        from next: () throws -> [UInt8], places: ([NumberedPlace]) throws -> Void = { _ in },
        _ body: (Hike, HikeSource?) throws -> Void,
        file: (OriginalPiece) throws -> Void = { _ in }, photo: (ExportedPhoto) throws -> Void = { _ in }
    ) throws -> Profile {
        var splitter = JSONSplitter(
            .members(lists: ["hikes", "files", "photos"], others: Set(Member.allCases.map(\.rawValue))))
        var hikes = HikeDecoder()
        var members = MemberReader()
        while case let piece = try next(), !piece.isEmpty {
            for part in try splitter.read(piece) {
                if part.path.first == .member("files"), part.path.count > 1 {
                    try file(try FilePieceEntry.piece(in: part))
                    continue
                }
                guard case .member(let list)? = part.path.first, ["hikes", "photos"].contains(list) else {
                    try members.read(part)
                    continue
                }
                guard part.path.count > 1 else { throw HikeFileError(.wrongType(expected: .list), at: [], in: part) }
                guard list == "hikes" else {
                    try photo(try ExportedPhoto(part))
                    continue
                }
                let (imported, entry) = try hikes.decode(part)
                let source: HikeSource?
                do throws(LandmarksHike.Problem) {
                    source = try entry.exportedSource
                } catch {
                    throw HikeFileError(error.reason, at: error.path, in: part)
                }
                var hike = imported.hike
                // 0.1.0, whose exports contain no sources, wrote an unknown difficulty as 0.
                if source == nil, hike.difficulty == 0 { hike.difficulty = nil }
                try body(hike, source)
            }
        }
        guard !splitter.isEmpty else { throw HikeFileError(.empty) }
        if let part = try splitter.finish() { try members.read(part) }
        let required = Member.allCases.filter { $0 != .places }.map(\.rawValue) + ["hikes"]
        for name in required where !splitter.names.contains(name) {
            throw HikeFileError(.missing(name), line: 1)
        }
        guard let profile = members.profile else { throw HikeFileError(.notOfFormat(.profileExport)) }
        if let found = members.places { try places(found) }
        return profile
    }

    /// Writes a file piece by piece, so that only one hike needs to be in memory.
    public struct Writer {
        private let text = IndentedJSON()
        private var separator = "\n    "
        /// The list that is being written; `nil` for the hikes.
        private var list: String?

        public init() {}

        /// The beginning, with the profile and the places.
        ///
        /// - Throws: `EncodingError` for a number that isn't finite.
        public func begin(_ profile: Profile, _ places: [NumberedPlace] = []) throws -> String {
            let entries = try places.map { "\n    " + (try text.encode(ExportedPlace($0), depth: 2)) }
            let list = entries.isEmpty ? "[]" : "[\(entries.joined(separator: ","))\n  ]"
            return """
                {
                  "schema" : \(ProfileExport.schema),
                  "format" : "\(ProfileExport.format)",
                  "profile" : \(try text.encode(ProfileEntry(profile), depth: 1)),
                  "places" : \(list),
                  "hikes" : [
                """
        }

        /// A hike, with what is known about its source.
        ///
        /// - Throws: `EncodingError` for a number that isn't finite.
        public mutating func add(_ hike: Hike, _ source: HikeSource?) throws -> String {
            defer { separator = ",\n    " }
            return separator + (try text.encode(LandmarksHike(hike, source: source), depth: 2))
        }

        /// A piece of a file that hikes were imported from, after all hikes.
        ///
        /// - Throws: `EncodingError` for a number that JSON can't hold.
        public mutating func add(_ piece: OriginalPiece) throws -> String {
            beginning(of: "files") + (try text.encode(FilePieceEntry(piece), depth: 2))
        }

        /// A photo, after all hikes and files.
        ///
        /// - Throws: `EncodingError` for a number that JSON can't hold.
        public mutating func add(_ photo: ExportedPhoto) throws -> String {
            beginning(of: "photos") + (try text.encode(photo, depth: 2))
        }

        /// What separates an element of a list from what was written before it.
        private mutating func beginning(of name: String) -> String {
            guard list != name else { return ",\n    " }
            list = name
            return "\n  ],\n  \"\(name)\" : [\n    "
        }

        /// The end, after all hikes, files and photos.
        public func end() -> String { "\n  ]\n}\n" }
    }

    /// The members other than the hikes.
    ///
    /// The file's kind is checked as its members are read, since the content of another kind would be misinterpreted.
    private struct MemberReader {
        private(set) var profile: Profile?
        private(set) var places: [NumberedPlace]?
        private let decoder = JSONDecoder()

        mutating func read(_ part: JSONSplitter.Part) throws(HikeFileError) {
            do {
                guard case .member(let name)? = part.path.first, let member = Member(rawValue: name) else {
                    // The text isn't the expected object.
                    _ = try decoder.decode([String: Bool].self, from: Data(part.bytes))
                    throw HikeFileError(.notOfFormat(.profileExport))
                }
                let data = Data(part.bytes)
                switch member {
                case .schema:
                    guard try decoder.decode(Double.self, from: data) == Double(schema) else {
                        throw HikeFileError(.unsupportedSchema(supported: schema), at: [], in: part)
                    }
                case .format:
                    guard try decoder.decode(String.self, from: data) == format else {
                        throw HikeFileError(.differs(from: format), at: [], in: part)
                    }
                case .profile:
                    profile = try decoder.decode(ProfileEntry.self, from: data).profile
                case .places: places = try decoder.decode([ExportedPlace].self, from: data).map(\.place)
                }
            } catch let error as DecodingError {
                throw HikeFileError(error, in: part)
            } catch let problem as FieldProblem {
                throw HikeFileError(.breaks(problem.rule), at: [.member(problem.field)], in: part)
            } catch let error as HikeFileError {
                throw error
            } catch {
                throw HikeFileError(.notOfFormat(.profileExport))
            }
        }
    }
}

/// Encodes the parts of a text that is indented as a whole.
struct IndentedJSON {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    }

    /// Encodes a value at a nesting depth, without indenting its first line.
    func encode(_ value: some Encodable, depth: Int) throws -> String {
        let lines = try encoder.encode(value)
        var text: [UInt8] = []
        text.reserveCapacity(lines.count * 2)
        for byte in lines {
            text.append(byte)
            // Line feeds occur only between values: in strings they are escaped.
            guard byte == UInt8(ascii: "\n") else { continue }
            text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
