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
        guard bytes.contains(where: { !LandmarksFormat.whiteSpace.contains($0) }) else {
            throw HikeFileError("the file is empty")
        }
        let document: Document
        do {
            let (decoder, data) = (JSONDecoder(), Data(bytes))
            // What the file is comes first: the rest of another kind of file would only be misunderstood.
            try Self.check(try decoder.decode(Header.self, from: data), in: bytes)
            document = try decoder.decode(Document.self, from: data)
        } catch let error as DecodingError {
            throw HikeFileError(error, in: bytes)
        } catch let error as HikeFileError {
            throw error
        } catch {
            throw HikeFileError("the file is no export of a profile")
        }
        do throws(ProfileEntry.Problem) {
            profile = try document.profile.profile
        } catch {
            throw HikeFileError(at: [.member("profile"), .member(error.member)], in: bytes, error.rule)
        }
        hikes = try LandmarksFormat.imported(document.hikes, at: [.member("hikes")], in: bytes).map(\.hike)
        sources = [:]
        for (index, (hike, entry)) in zip(hikes, document.hikes).enumerated() {
            do throws(LandmarksHike.Problem) {
                sources[hike.id] = try entry.exportedSource
                // 0.1.0, which told no sources, had no other word for an unknown difficulty.
                if sources[hike.id] == nil, hike.difficulty == 0 { hikes[index].difficulty = nil }
            } catch {
                throw HikeFileError(
                    at: [.member("hikes"), .element(index)] + error.path, in: bytes, error.rule)
            }
        }
    }

    /// The text of a file: equal for equal contents.
    public var encoded: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let document = Document(
                schema: Self.schema, format: Self.format, profile: ProfileEntry(profile),
                hikes: hikes.map { LandmarksHike($0, source: sources[$0.id]) })
            return Array(try encoder.encode(document)) + [UInt8(ascii: "\n")]
        }
    }

    private struct Header: Decodable {
        // Read as any number: the decoder doesn't say where one that is not whole stands.
        let schema: Double
        let format: String
    }

    private struct Document: Codable {
        let schema: Int
        let format: String
        let profile: ProfileEntry
        let hikes: [LandmarksHike]
    }

    private static func check(_ header: Header, in bytes: [UInt8]) throws(HikeFileError) {
        guard header.format == format else {
            throw HikeFileError(at: [.member("format")], in: bytes, "is not '\(format)'")
        }
        guard header.schema == Double(schema) else {
            throw HikeFileError(at: [.member("schema")], in: bytes, "is not \(schema), which is all that can be read")
        }
    }
}

extension HikeFileError {
    fileprivate init(at path: [JSONLocator.Step], in bytes: [UInt8], _ message: String) {
        self.init(line: JSONLocator.line(of: path, in: bytes), "\(path.inWords) \(message)")
    }
}
