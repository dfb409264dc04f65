internal import ProfileModel

/// Strava's `activities.csv` gives the title, type, description and gear of each file of an export.
struct ActivityTable {
    static let fileName = "activities.csv"
    static let maximumSize = 64 << 20

    private(set) var entries: [(file: String, entry: ServiceTables.Entry)] = []

    /// - Parameter folder: the folder of the table with a final slash, to which the names in it are relative.
    init(_ bytes: [UInt8], folder: String) {
        let rows = CSVRows(bytes).rows
        guard let columns = Columns(of: rows) else { return }
        for row in rows.dropFirst() {
            func text(_ column: Int?) -> String { column.flatMap { $0 < row.count ? row[$0] : nil } ?? "" }
            let file = text(columns.file)
            guard !file.isEmpty else { continue }
            let entry = ServiceTables.Entry(
                title: text(columns.title).inOneLine, activity: Activity(word: text(columns.type)),
                notes: text(columns.description), gear: text(columns.gear).inOneLine)
            entries.append((folder + file, entry))
        }
    }

    /// The places of the columns that a table has.
    private struct Columns {
        let title, type, description, gear: Int?
        let file: Int

        /// The places of the names of files in the layouts that Strava has used; in all, the gear stands before them.
        private static let filePlaces = 9...12

        /// Finds the columns by their headings, else by their places: the headings are in the user's language.
        ///
        /// - Returns: `nil` for a table in another language that doesn't have Strava's layout.
        init?(of rows: [[String]]) {
            let headings = rows.first?.map(\.inOneLine) ?? []
            if let file = headings.firstIndex(of: "Filename") {
                title = headings.firstIndex(of: "Activity Name")
                type = headings.firstIndex(of: "Activity Type")
                description = headings.firstIndex(of: "Activity Description")
                gear = headings.firstIndex(of: "Activity Gear")
                self.file = file
            } else {
                let file = Self.filePlaces.first { place in
                    rows.contains { $0.count > place && $0[place].hasPrefix("activities/") }
                }
                guard let file else { return nil }
                (title, type, description, gear, self.file) = (2, 3, 4, file - 1, file)
            }
        }
    }
}

/// The rows of comma-separated values (RFC 4180) in UTF-8, without blank ones.
struct CSVRows {
    private(set) var rows: [[String]] = []
    /// The number of each row in the text, from 1.
    private(set) var numbers: [Int] = []
    /// Whether the rest of the text was left out: it has more fields than are held, or ends within quotes.
    private(set) var isCut = false
    /// The number of the first row that isn't in UTF-8.
    private(set) var notUTF8: Int?

    /// As many as 40,000 activities of Strava have.
    private static let maximumFieldCount = 4_000_000

    init(_ bytes: [UInt8]) {
        var (row, field): ([String], [UInt8]) = ([], [])
        var isQuoted = false
        var isClosing = false
        var (number, count) = (0, 0)
        func end(_ field: inout [UInt8]) -> String {
            defer { field = [] }
            count += 1
            if let text = String(validating: field, as: UTF8.self) { return text }
            notUTF8 = notUTF8 ?? number + 1
            return String(decoding: field, as: UTF8.self)
        }
        func end(_ row: inout [String]) {
            number += 1
            if row != [""] {
                rows.append(row)
                numbers.append(number)
            }
            row = []
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
                end(&row)
                isClosing = false
            case UInt8(ascii: "\r"): break
            default: field.append(byte)
            }
            guard count < Self.maximumFieldCount else {
                isCut = true
                return
            }
        }
        isCut = isQuoted
        if !row.isEmpty || !field.isEmpty {
            row.append(end(&field))
            end(&row)
        }
    }
}
