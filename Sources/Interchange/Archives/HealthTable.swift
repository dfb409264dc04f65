internal import ProfileModel

/// Apple Health's `export.xml` gives the activity of each workout's route, and no titles.
///
/// It holds all of a person's health records before the workouts, so it is read as a stream.
final class HealthTable {
    static let fileName = "export.xml"

    private let parser: ExpatParser
    /// What comes before the root element; `nil` once that has begun.
    private var beginning: [UInt8]? = []
    /// Maximum length of what comes before the root element, in bytes. An export has about 10,000.
    private static let longestBeginning = 64 << 10

    /// - Parameter folder: the folder of the table with a final slash, to which the paths in it are relative.
    init(folder: String) throws(HikeFileError) { parser = try ExpatParser(HealthDocument(folder: folder)) }

    /// What has been read so far.
    var entries: [(file: String, entry: ServiceTables.Entry)] {
        parser.withDocument { ($0 as? HealthDocument)?.entries ?? [] }
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` for damage.
    func read(_ bytes: [UInt8]) throws(HikeFileError) {
        guard let beginning else { return try parser.read(bytes, isLast: false) }
        // The export declares a document type, which the parser refuses of any file; some versions of it aren't valid.
        let text = beginning + bytes
        guard let root = text.firstRange(of: Array("<HealthData".utf8))?.lowerBound else {
            guard text.count <= Self.longestBeginning else { throw HikeFileError(.unrecognized) }
            self.beginning = text
            return
        }
        self.beginning = nil
        try parser.read(Array(text[root...]), isLast: false)
    }
}

/// The workouts of an export.
private struct HealthDocument: RecordingDocument {
    let folder: String
    var entries: [(file: String, entry: ServiceTables.Entry)] = []
    /// That of the workout being read.
    var activity: Activity?
    var tracksRead: Int { 0 }

    /// Maximum length of a path in bytes.
    private static let longestPath = 1024

    mutating func start(_ element: XMLStart, name: () -> XMLName, line: () -> Int) -> XMLInterest {
        switch element.spelling {
        case "HealthData", "WorkoutRoute": return .elements
        case "Workout":
            activity = element["workoutActivityType"].flatMap(Activity.init(typeInHealth:))
            return .elements
        case "FileReference":
            guard let activity, entries.count < ZipArchive.maximumMemberCount,
                let path = element["path"], path.utf8.count <= Self.longestPath
            else { return .none }
            entries.append((folder + path.drop { $0 == "/" }, ServiceTables.Entry(activity: activity)))
            return .none
        default: return .none
        }
    }

    func end() {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func hikes(fileName: String) -> [ImportedHike] { [] }
    func takeHikes(fileName: String) -> [ImportedHike] { [] }
    func cut() {}
}

extension Activity {
    /// The activity of a workout's type, such as `HKWorkoutActivityTypeHiking`; `nil` if it isn't one.
    fileprivate init?(typeInHealth type: String) {
        let prefix = "HKWorkoutActivityType"
        guard type.hasPrefix(prefix) else { return nil }
        let name = String(type.dropFirst(prefix.count))
        // A triathlon has a run in its name, but isn't one.
        self = name == "SwimBikeRun" ? .other : Activity(word: name) ?? .other
    }
}
