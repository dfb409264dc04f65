internal import FoundationEssentials
internal import ProfileKit
public import ProfileModel

/// The hikes of Apple's Landmarks tutorial, `hikeData.json`: an array of hikes with their observations.
///
/// Distances are in kilometres, elevations in metres, paces in seconds per kilometre, heart rates in beats per minute.
/// This format adds optional members: `date` (a day), `startTime` (ISO 8601 with a zone; it implies the day),
/// `duration` and `movingTime` (seconds), `movingDistance` (the kilometres covered in that time, when they aren't the
/// whole distance), `ascent` and `descent` (metres), `heartRate` (an object of `min`, `average` and `max`, when it
/// differs from that of the observations), `source`, `activity`, `planned`, `declared` (the figures that the device
/// declared), `notes`, `tags`, `favourite`, `waypoints`, `laps`, `zone` (the one in which the day was
/// fixed, if the start has none: `utcOffset` in seconds, and `from`, which is `longitude` or `machine`), and `trim` (the kilometres of a recording that are
/// shown).
///
/// Landmarks' own sample app can read the output. Its decoder requires elevation, pace and heart rate in every
/// observation, so incomplete observations are written to the additional member `partialObservations`, each with its
/// `index` among all. It also requires a difficulty: an unknown one is written as 0, with `unrated` set to true.
public enum LandmarksFormat {
    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line and the member.
    public static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [ImportedHike] {
        var reader = LandmarksReader()
        let hikes = try reader.read(bytes)
        try reader.finish()
        return hikes
    }

    /// The text of a file that is read back as the same hikes; equal hikes give equal text.
    ///
    /// - Throws: `EncodingError` for a number that isn't finite.
    public static func encoded(_ hikes: [Hike]) throws -> [UInt8] {
        var text: [UInt8] = []
        func append(_ piece: String) { text += piece.utf8 }
        try write(to: append) { add in
            for hike in hikes { try add(hike) }
        }
        return text
    }

    /// Writes a file piece by piece: its beginning, one piece per hike, its end.
    ///
    /// - Parameters:
    ///   - output: called with each piece.
    ///   - body: called with a function that adds a hike, so that only one needs to be in memory.
    /// - Throws: what `output` and `body` throw; `EncodingError` for a number that isn't finite.
    public static func write(
        to output: @escaping (String) throws -> Void, _ body: ((Hike) throws -> Void) throws -> Void
    ) throws {
        let text = IndentedJSON()
        var separator = "[\n  "
        try body { hike in
            try output(separator + (try text.encode(LandmarksHike(hike, isForSample: true), depth: 1)))
            separator = ",\n  "
        }
        try output(separator.hasPrefix("[") ? "[\n\n]\n" : "\n]\n")
    }

    /// The number of hikes of which Landmarks' sample app reads less than the file contains.
    public struct Gaps: Hashable, Sendable {
        /// Hikes with observations that lack an elevation, a pace or a heart rate.
        public private(set) var partialObservations = 0
        /// Hikes whose difficulty is unknown, which the app reads as 0.
        public private(set) var unrated = 0

        public init() {}

        /// Counts a hike that is written.
        public mutating func count(_ hike: Hike) {
            if !hike.observations.allSatisfy(\.isWhole) { partialObservations += 1 }
            if hike.header.difficulty == nil { unrated += 1 }
        }
    }
}

/// Reads a file of ``LandmarksFormat`` piece by piece, whatever its length.
struct LandmarksReader {
    private var splitter = JSONSplitter(.list)
    private var decoder = HikeDecoder()

    /// - Returns: the hikes that end in this piece.
    /// - Throws: ``HikeFileError``.
    mutating func read(_ bytes: [UInt8]) throws(HikeFileError) -> [ImportedHike] {
        let parts = try splitter.read(bytes)
        if let part = parts.first, part.path.isEmpty { throw Self.notAList(part) }
        return try decoder.decode(parts)
    }

    /// - Throws: ``HikeFileError`` for a file that is cut short or empty.
    mutating func finish() throws(HikeFileError) {
        let rest: JSONSplitter.Part?
        do throws(HikeFileError) {
            rest = try splitter.finish()
        } catch {
            throw splitter.isEmpty ? HikeFileError(.empty) : error
        }
        if let rest { throw Self.notAList(rest) }
    }

    private static func notAList(_ part: JSONSplitter.Part) -> HikeFileError {
        do {
            _ = try JSONDecoder().decode([LandmarksHike].self, from: Data(part.bytes))
        } catch let error as DecodingError {
            return HikeFileError(error, in: part)
        } catch {}
        return HikeFileError(.notOfFormat(.hikes(.landmarks)))
    }
}

/// Decodes the hikes of a text, and checks that no id occurs twice.
struct HikeDecoder {
    typealias Decoded = (hike: ImportedHike, entry: LandmarksHike)

    private let decoder = JSONDecoder()
    private var ids: Set<Int> = []

    /// Decodes a hike.
    ///
    /// - Throws: ``HikeFileError`` with the line and the member.
    mutating func decode(_ part: JSONSplitter.Part) throws(HikeFileError) -> Decoded {
        let decoded = try Self.decode(part, by: decoder)
        try addID(of: decoded.hike, in: part)
        return decoded
    }

    /// Decodes hikes, on two threads.
    ///
    /// - Throws: ``HikeFileError`` with the line and the member, for the first hike with an error.
    mutating func decode(_ parts: [JSONSplitter.Part]) throws(HikeFileError) -> [ImportedHike] {
        let decoding = SharedWork(limit: .max) { [decoder] (slice: ArraySlice<JSONSplitter.Part>) in
            slice.map { part in
                Result { () throws(HikeFileError) in try Self.decode(part, by: decoder).hike }
            }
        }
        var hikes: [ImportedHike] = []
        hikes.reserveCapacity(parts.count)
        for slice in decoding.products(of: Self.slices(of: parts)) {
            for hike in slice {
                hikes.append(try hike.get())
                try addID(of: hikes[hikes.count - 1], in: parts[hikes.count - 1])
            }
        }
        return hikes
    }

    /// Slices that are long enough for switching threads to cost little.
    private static func slices(of parts: [JSONSplitter.Part]) -> [ArraySlice<JSONSplitter.Part>] {
        var slices: [ArraySlice<JSONSplitter.Part>] = []
        var (start, length) = (0, 0)
        for (index, part) in parts.enumerated() {
            length += part.bytes.count
            guard length >= 16 << 10 || index == parts.count - 1 else { continue }
            slices.append(parts[start...index])
            (start, length) = (index + 1, 0)
        }
        return slices
    }

    private static func decode(
        _ part: JSONSplitter.Part, by decoder: JSONDecoder
    ) throws(HikeFileError) -> Decoded {
        let entry: LandmarksHike
        do {
            entry = try decoder.decode(LandmarksHike.self, from: Data(part.bytes))
        } catch let error as DecodingError {
            throw HikeFileError(error, in: part)
        } catch {
            throw HikeFileError(.unreadable, at: [], in: part)
        }
        do throws(LandmarksHike.Problem) {
            return (try entry.imported, entry)
        } catch {
            throw HikeFileError(error.reason, at: error.path, in: part)
        }
    }

    private mutating func addID(of hike: ImportedHike, in part: JSONSplitter.Part) throws(HikeFileError) {
        guard ids.insert(hike.hike.id).inserted else {
            throw HikeFileError(.duplicateID, at: [.member("id")], in: part)
        }
    }
}
