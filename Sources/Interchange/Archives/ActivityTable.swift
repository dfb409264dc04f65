internal import ProfileModel

/// Strava's `activities.csv`, which gives the title, type, description and gear of each file of an export. Its headings
/// are in the user's language, so columns are known by their positions.
struct ActivityTable {
    static let fileName = "activities.csv"
    static let maximumSize = 64 << 20

    private struct Row {
        let title, type, description, gear: String
    }

    private var rows: [String: Row] = [:]

    private static let (title, type, description) = (2, 3, 4)

    /// - Parameter folder: the folder of the table with a final slash, to which the names in it are relative.
    init(_ bytes: [UInt8], folder: String) {
        let table = CSVRows(bytes).rows
        // The gear stands before the name of the file, which is in a folder of that name.
        let file = table.lazy.compactMap { $0.firstIndex { $0.hasPrefix("activities/") } }.first
        guard let file, file > Self.description + 1 else { return }
        for row in table where row.count > file && !row[file].isEmpty {
            rows[folder + row[file]] = Row(
                title: row[Self.title].inOneLine, type: row[Self.type], description: row[Self.description],
                gear: row[file - 1].inOneLine)
        }
    }

    /// The hike with what the table says of its file.
    func completed(_ hike: ImportedHike, of file: String) -> ImportedHike {
        guard let row = rows[file] else { return hike }
        var hike = hike
        hike.take(title: row.title, activity: Activity(word: row.type))
        if !row.description.isEmpty { hike.hike.notes = row.description }
        if !row.gear.isEmpty { hike.hike.tags.insert(row.gear) }
        return hike
    }
}

/// The rows of comma-separated values (RFC 4180) in UTF-8.
struct CSVRows {
    private(set) var rows: [[String]] = []

    init(_ bytes: [UInt8]) {
        var (row, field): ([String], [UInt8]) = ([], [])
        var isQuoted = false
        var isClosing = false
        func end(_ field: inout [UInt8]) -> String {
            defer { field = [] }
            return String(decoding: field, as: UTF8.self)
        }
        for byte in bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...] {
            switch byte {
            case UInt8(ascii: "\"") where !isQuoted && field.isEmpty && !isClosing: isQuoted = true
            case UInt8(ascii: "\"") where isQuoted: (isQuoted, isClosing) = (false, true)
            case UInt8(ascii: "\"") where isClosing:
                // A doubled quote.
                field.append(byte)
                (isQuoted, isClosing) = (true, false)
            case _ where isQuoted: field.append(byte)
            case UInt8(ascii: ","):
                row.append(end(&field))
                isClosing = false
            case UInt8(ascii: "\n"):
                row.append(end(&field))
                rows.append(row)
                (row, isClosing) = ([], false)
            case UInt8(ascii: "\r"): break
            default: field.append(byte)
            }
        }
        if !row.isEmpty || !field.isEmpty { rows.append(row + [end(&field)]) }
    }
}
