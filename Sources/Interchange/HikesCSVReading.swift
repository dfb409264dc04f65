internal import FoundationEssentials
internal import ProfileKit
public import ProfileModel

extension HikesCSV {
    /// Reads hikes from comma-separated values in UTF-8: a row of headings, then a row for each hike.
    ///
    /// There must be columns named `name` and `distance`. The other columns of ``rows(of:)`` are read too, in any order and
    /// in upper or lower case, except for the ids: a row has only a part of a hike, and must not replace the whole. All
    /// others are ignored. Values follow the rules of ``LandmarksFormat``. Rows that differ in anything, such as the id or
    /// the notes, are different hikes.
    ///
    /// - Throws: ``HikeFileError`` with the number of the row and the column.
    public static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [ImportedHike] {
        try read(bytes, isCutShort: false)
    }

    /// Reads hikes from a file that may be cut short, whose last row is then left out.
    static func read(_ bytes: [UInt8], isCutShort: Bool) throws(HikeFileError) -> [ImportedHike] {
        let table = CSVRows(bytes)
        guard let headings = table.rows.first, hasHeadings(headings) else {
            throw HikeFileError(.notOfFormat(.hikes(.csv)), line: 1)
        }
        let columns = headings.map { heading in names.first { $0.lowercased() == heading.inOneLine.lowercased() } }
        var hikes: [ImportedHike] = []
        var decoder = HikeDecoder()
        var numbersByDigest: [[UInt8]: [[String]: Int]] = [:]
        let encoder = JSONEncoder()
        if table.isCut, !isCutShort { throw HikeFileError(.truncated(.quotedText), line: table.numbers.last) }
        let endsInRow = table.isCut || bytes.last != UInt8(ascii: "\n")
        let rows = zip(table.rows, table.numbers).dropFirst().dropLast(isCutShort && endsInRow ? 1 : 0)
        for (row, line) in rows where row.contains(where: { !$0.isEmpty }) {
            if let first = table.notUTF8, first <= line { throw HikeFileError(.notUTF8, line: first) }
            guard row.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
                throw HikeFileError(.valuesBeyond(columns: columns.count), line: line)
            }
            var values = Dictionary(zip(columns, row).compactMap { name, value in name.map { ($0, value) } }) { $1 }
            values = values.filter { !$0.value.isEmpty }
            // The number of the row, which is the line's unless a text has line feeds.
            values["id"] = String(line)
            let part = JSONSplitter.Part(
                path: [.element(hikes.count)], line: line,
                bytes: [UInt8]((try? encoder.encode(json(of: values))) ?? Data()))
            var hike = try decoder.decode(part).hike
            (hike.sourceID, hike.hike.header.id) = (nil, 0)
            hike.isOwnExport = true
            let digest = hike.contentDigest
            let number = numbersByDigest[digest]?[row] ?? numbersByDigest[digest]?.count ?? 0
            numbersByDigest[digest, default: [:]][row] = number
            if number > 0 { hike.distinguish(fromEarlier: number) }
            hikes.append(hike)
        }
        return hikes
    }

    /// Whether a file begins with headings of hikes.
    static func isBeginning(of bytes: [UInt8]) -> Bool {
        CSVRows(Array(bytes.prefix { $0 != UInt8(ascii: "\n") })).rows.first.map(hasHeadings) ?? false
    }

    private static func hasHeadings(_ row: [String]) -> Bool {
        let headings = Set(row.map { $0.inOneLine.lowercased() })
        return headings.isSuperset(of: ["name", "distance"])
    }

    /// The hike as in Landmarks' JSON, whose rules it is checked by.
    private static func json(of values: [String: String]) -> JSONValue {
        var members: [String: JSONValue] = ["observations": .list([]), "difficulty": .null]
        var heartRate: [String: JSONValue] = [:]
        for (column, text) in values {
            let value = value(of: text, in: column)
            if let member = column.split(separator: ".").dropFirst().first {
                heartRate[String(member)] = value
            } else {
                members[column] = value
            }
        }
        if !heartRate.isEmpty { members["heartRate"] = .object(heartRate) }
        return .object(members)
    }

    private static func value(of text: String, in column: String) -> JSONValue {
        guard !["name", "date", "source", "startTime", "activity", "notes"].contains(column) else {
            let text = text.withoutMarkOfText
            return .text(column == "notes" ? text.replacing("\r\n", with: "\n") : text)
        }
        guard column != "tags" else {
            let tags = text.withoutMarkOfText.split(separator: ",").map(\.trimmingSpaces)
            return .list(tags.filter { !$0.isEmpty }.map { .text($0) })
        }
        let word = text.inOneLine.lowercased()
        if let number = Double(decimal: word), number.isFinite { return .number(number) }
        return ["true", "false"].contains(word) ? .flag(word == "true") : .text(text)
    }
}

extension String {
    /// The text without the apostrophe that keeps a spreadsheet from taking it for a formula.
    fileprivate var withoutMarkOfText: String {
        first == "'" && HikesCSV.needsMark(self) ? String(dropFirst()) : self
    }
}
