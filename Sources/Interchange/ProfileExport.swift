internal import FoundationEssentials
public import ProfileKit
public import ProfileModel

/// A profile and its hikes as plain JSON, to keep, to read elsewhere, and to bring back.
///
/// One object:
///
///     {
///       "schema": 1,
///       "format": "profile-export",
///       "profile": {"username": …, "prefersNotifications": true, "seasonalPhoto": "winter", "goalDate": "2027-05-01"},
///       "hikes": [{"id": 1001, "name": …, "distance": 4.5, "difficulty": 3, "date": …, "observations": […]}]
///     }
///
/// All members are there always. The profile is as `profile show --json` has it; the hikes are those of
/// ``LandmarksFormat`` with its optional members, which are left out where nothing is known, but for the difficulty, which
/// is null then. Each has a `sourceDigest`, by which its source is known when it comes again, and, where a recording is
/// kept, that `recording`, packed, in Base64, with the version of its figures' rules, `figureRules`. Members that are not
/// known are ignored. What is read and written again is equal.
public struct ProfileExport: Hashable, Sendable {
    public var profile: Profile
    public var hikes: [Hike]
    /// What is known of the hikes' sources, by id.
    public var sources: [Int: HikeSource]

    private static let schema = 1
    private static let format = "profile-export"

    public init(profile: Profile, hikes: [Hike], sources: [Int: HikeSource] = [:]) {
        (self.profile, self.hikes, self.sources) = (profile, hikes, sources)
    }

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` that names the line and the member.
    public init(reading bytes: [UInt8]) throws(HikeFileError) {
        var hikes: [Hike] = []
        var sources: [Int: HikeSource] = [:]
        var rest = [bytes][...]
        func next() -> [UInt8] { rest.popFirst() ?? [] }
        do {
            profile = try Self.read(from: next) { hike, source in
                hikes.append(hike)
                sources[hike.id] = source
            }
        } catch let error as HikeFileError {
            throw error
        } catch {
            throw HikeFileError("the file is no export of a profile")
        }
        (self.hikes, self.sources) = (hikes, sources)
    }

    /// The text of a file: equal for equal contents.
    public var encoded: [UInt8] {
        get throws {
            var writer = Writer()
            var text = try writer.begin(profile)
            for hike in hikes { text += try writer.add(hike, sources[hike.id]) }
            return Array((text + writer.end()).utf8)
        }
    }

    // MARK: Piece by piece

    private enum Member: String, CaseIterable {
        case schema, format, profile
    }

    /// Reads a file of any length, a hike at a time.
    ///
    /// - Parameters:
    ///   - next: the file's next piece; an empty one is the end.
    ///   - body: takes each hike, with what is known of its source, as it comes. It can't tell yet whether the file is whole.
    /// - Returns: the profile.
    /// - Throws: ``HikeFileError`` that names the line and the member, and what `next` and `body` throw.
    public static func read(
        from next: () throws -> [UInt8], _ body: (Hike, HikeSource?) throws -> Void
    ) throws -> Profile {
        var splitter = JSONSplitter(.members(list: "hikes", others: Set(Member.allCases.map(\.rawValue))))
        var hikes = HikeDecoder()
        var members = MemberReader()
        while case let piece = try next(), !piece.isEmpty {
            for part in try splitter.read(piece) {
                guard part.path.first == .member("hikes") else {
                    try members.read(part)
                    continue
                }
                guard part.path.count > 1 else { throw HikeFileError(at: [], in: part, "is not a list") }
                let (imported, entry) = try hikes.decode(part)
                let source: HikeSource?
                do throws(LandmarksHike.Problem) {
                    source = try entry.exportedSource
                } catch {
                    throw HikeFileError(at: error.path, in: part, error.rule)
                }
                var hike = imported.hike
                // 0.1.0, which told no sources, had no other word for an unknown difficulty.
                if source == nil, hike.difficulty == 0 { hike.difficulty = nil }
                try body(hike, source)
            }
        }
        guard !splitter.isEmpty else { throw HikeFileError("the file is empty") }
        if let part = try splitter.finish() { try members.read(part) }
        for name in Member.allCases.map(\.rawValue) + ["hikes"] where !splitter.names.contains(name) {
            throw HikeFileError(line: 1, "the file has no '\(name)'")
        }
        guard let profile = members.profile else { throw HikeFileError("the file is no export of a profile") }
        return profile
    }

    /// Writes a file piece by piece, so that no more than one hike need be in memory.
    public struct Writer {
        private let text = IndentedJSON()
        private var separator = "\n    "

        public init() {}

        /// The beginning, with the profile.
        public func begin(_ profile: Profile) throws -> String {
            """
            {
              "schema" : \(ProfileExport.schema),
              "format" : "\(ProfileExport.format)",
              "profile" : \(try text.encode(ProfileEntry(profile), depth: 1)),
              "hikes" : [
            """
        }

        /// A hike, with what is known of its source.
        public mutating func add(_ hike: Hike, _ source: HikeSource?) throws -> String {
            defer { separator = ",\n    " }
            return separator + (try text.encode(LandmarksHike(hike, source: source), depth: 2))
        }

        /// The end, behind all hikes.
        public func end() -> String { "\n  ]\n}\n" }
    }

    /// The members beside the hikes. What the file is comes first: the rest of another kind of file would only be
    /// misunderstood.
    private struct MemberReader {
        private(set) var profile: Profile?
        private let decoder = JSONDecoder()

        mutating func read(_ part: JSONSplitter.Part) throws(HikeFileError) {
            do {
                guard case .member(let name)? = part.path.first, let member = Member(rawValue: name) else {
                    // It isn't the object that was expected.
                    _ = try decoder.decode([String: Bool].self, from: Data(part.bytes))
                    throw HikeFileError("the file is no export of a profile")
                }
                let data = Data(part.bytes)
                switch member {
                case .schema:
                    guard try decoder.decode(Double.self, from: data) == Double(schema) else {
                        throw HikeFileError(at: [], in: part, "is not \(schema), which is all that can be read")
                    }
                case .format:
                    guard try decoder.decode(String.self, from: data) == format else {
                        throw HikeFileError(at: [], in: part, "is not '\(format)'")
                    }
                case .profile:
                    profile = try decoder.decode(ProfileEntry.self, from: data).profile
                }
            } catch let error as DecodingError {
                throw HikeFileError(error, in: part)
            } catch let problem as FieldProblem {
                let placed = HikeFileError(
                    at: [.member(problem.field)], in: part, "breaks the rule '\(problem.rule.name)'")
                throw HikeFileError(line: placed.line, placed.message, problem: problem)
            } catch let error as HikeFileError {
                throw error
            } catch {
                throw HikeFileError("the file is no export of a profile")
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

    /// A value as it stands inside of so many others, its first line not indented.
    func encode(_ value: some Encodable, depth: Int) throws -> String {
        let lines = try encoder.encode(value)
        var text: [UInt8] = []
        text.reserveCapacity(lines.count * 2)
        for byte in lines {
            text.append(byte)
            // The end of a line stands between values only: in strings it is spelled as an escape.
            guard byte == UInt8(ascii: "\n") else { continue }
            text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
