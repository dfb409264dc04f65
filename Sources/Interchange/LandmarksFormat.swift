internal import FoundationEssentials
public import ProfileModel

/// The hikes of Apple's Landmarks tutorial, `hikeData.json`: an array of hikes with their observations.
///
/// Distances are in kilometres, elevations in metres, paces in seconds a kilometre, heart rates in beats a minute. Ours
/// adds optional members: `date` (a day), `startTime` (ISO 8601 with a zone, which gives the day too), `duration` and
/// `movingTime` (seconds), `ascent` and `descent` (metres), `heartRate` (an object of `min`, `average` and `max`, where the
/// observations tell another one or none), `source`, `activity`, `planned`, and `declared` (the figures that the device
/// declared).
///
/// Landmarks' own sample reads what is written: its decoder needs elevation, pace and heart rate of every observation, so
/// those that lack one stand in a member of ours, `partialObservations`, each with its `index` among all. It needs a
/// difficulty, too: one that is not known is 0 there, and `unrated` is true.
public enum LandmarksFormat {
    /// Longer files are refused before they are read into values.
    public static let largestFile = 128 << 20

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` that names the line and the member.
    public static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [ImportedHike] {
        guard bytes.contains(where: { !Self.whiteSpace.contains($0) }) else {
            throw HikeFileError("the file is empty")
        }
        let entries: [LandmarksHike]
        do {
            entries = try JSONDecoder().decode([LandmarksHike].self, from: Data(bytes))
        } catch let error as DecodingError {
            throw HikeFileError(error, in: bytes)
        } catch {
            throw HikeFileError("the file is not a list of hikes")
        }
        return try imported(entries, at: [], in: bytes)
    }

    /// The text of a file that is read back as the same hikes: equal for equal hikes.
    public static func encoded(_ hikes: [Hike]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(hikes.map { LandmarksHike($0, isForSample: true) })) + [UInt8(ascii: "\n")]
    }

    /// The hikes of a list that stands at a path of a text.
    static func imported(
        _ entries: [LandmarksHike], at list: [JSONLocator.Step], in bytes: [UInt8]
    ) throws(HikeFileError) -> [ImportedHike] {
        var hikes: [ImportedHike] = []
        for (index, entry) in entries.enumerated() {
            do throws(LandmarksHike.Problem) {
                hikes.append(try entry.imported)
            } catch {
                let path = list + [.element(index)] + error.path
                throw HikeFileError(line: JSONLocator.line(of: path, in: bytes), "\(path.inWords) \(error.rule)")
            }
        }
        if let twice = firstRepeatedID(hikes) {
            let path = list + [.element(twice), .member("id")]
            throw HikeFileError(
                line: JSONLocator.line(of: path, in: bytes), "\(path.inWords) stands in the file twice")
        }
        return hikes
    }

    private static func firstRepeatedID(_ hikes: [ImportedHike]) -> Int? {
        var seen: Set<Int> = []
        return hikes.firstIndex { !seen.insert($0.sourceID ?? 0).inserted }
    }

    static let whiteSpace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
}

extension [JSONLocator.Step] {
    /// As people count: "hike 3, observation 12, elevation".
    var inWords: String {
        var words: [String] = []
        for (index, step) in enumerated() {
            switch step {
            case .element(let number) where index == 0: words.append("hike \(number + 1)")
            case .element(let number) where self[index - 1] == .member("hikes"):
                words[words.count - 1] = "hike \(number + 1)"
            case .element(let number) where self[index - 1] == .member("observations"):
                words[words.count - 1] = "observation \(number + 1)"
            case .element(let number): words.append("value \(number + 1)")
            case .member(let name): words.append(name)
            }
        }
        return words.isEmpty ? "the file" : words.joined(separator: ", ")
    }
}
