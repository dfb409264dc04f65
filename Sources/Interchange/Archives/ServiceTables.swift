public import ProfileKit
public import ProfileModel

/// What the tables of services' exports tell about the recordings beside them: `activities.csv` of Strava, and
/// `export.xml` of Apple Health.
///
/// They are read in an archive and in a folder alike. Damage costs at most the rest of a table, since the hikes are more
/// important than their titles.
public struct ServiceTables: Sendable {
    /// What a table tells about a file.
    struct Entry: Sendable {
        var title = ""
        var activity: Activity?
        var notes = ""
        var gear = ""
    }

    /// Maximum number of bytes of all tables together. Apple Health's has all records before the workouts.
    static let maximumSize = 2 << 30

    private let maximumEntryCount: Int
    private var entries: [String: Entry] = [:]
    /// The number of bytes of further tables that are read, and of further lists, which are held in memory.
    private var (room, roomForLists) = (maximumSize, ActivityTable.maximumSize)

    public init() { self.init(maximumEntryCount: ZipArchive.maximumMemberCount) }

    /// - Parameter maximumEntryCount: maximum number of files that are told about.
    init(maximumEntryCount: Int) { self.maximumEntryCount = maximumEntryCount }

    /// Whether a path is that of a table.
    public static func isTable(_ path: String) -> Bool { fileName(of: path) != nil }

    private static func fileName(of path: String) -> String? {
        let name = path.split(separator: "/").last?.lowercased()
        return [ActivityTable.fileName, HealthTable.fileName].first { $0 == name }
    }

    /// Adds what a table tells. About a file that is told about already, nothing is added.
    ///
    /// - Parameters:
    ///   - path: the table's path, to whose folder the names in it are relative.
    ///   - content: calls a closure with the table's bytes, piece by piece.
    public mutating func add(_ path: String, _ content: ImportedFile.Pieces) {
        guard let fileName = Self.fileName(of: path), room > 0, entries.count < maximumEntryCount else { return }
        let folder = String(path.dropLast(fileName.count))
        let found: [(file: String, entry: Entry)]
        if fileName == HealthTable.fileName {
            guard let table = try? HealthTable(folder: folder) else { return }
            var left = room
            try? content { piece in
                left -= piece.count
                guard left >= 0 else { throw HikeFileError(.exceeds(.fileSize(Self.maximumSize))) }
                try table.read(piece)
            }
            room = max(left, 0)
            found = table.entries
        } else {
            let most = roomForLists
            var bytes: [UInt8] = []
            try? content { piece in
                bytes += piece.prefix(most - bytes.count)
                if bytes.count == most { throw HikeFileError(.exceeds(.fileSize(most))) }
            }
            roomForLists -= bytes.count
            found = ActivityTable(bytes, folder: folder).entries
        }
        for (file, entry) in found where entries.count < maximumEntryCount && entries[file] == nil {
            entries[file] = entry
        }
    }

    /// The hike with what the tables tell about its file.
    ///
    /// - Parameter file: the file's path, relative to the same folder as the paths given to ``add(_:_:)``.
    public func completed(_ hike: ImportedHike, of file: String) -> ImportedHike {
        guard let entry = entries[file] else { return hike }
        var hike = hike
        hike.take(title: entry.title, activity: entry.activity)
        if !entry.notes.isEmpty { hike.hike.notes = entry.notes }
        if !entry.gear.isEmpty { hike.hike.tags.insert(entry.gear) }
        return hike
    }
}
