internal import FoundationEssentials
public import ProfileModel

extension HikesCSV {
    /// Reads hikes from comma-separated values in UTF-8: a row of headings, then a row for each hike.
    ///
    /// The headings are those of ``rows(of:)``, in any order and case, among them `name` and `distance`; other columns are
    /// ignored, and so are ids: the rows lack much of what the hikes with these ids may have, and must not replace them.
    /// Values follow the rules of ``LandmarksFormat``.
    ///
    /// - Throws: ``HikeFileError`` with the number of the row and the column.
    public static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [ImportedHike] {
        let table = CSVRows(bytes)
        guard let headings = table.rows.first, hasHeadings(headings) else {
            throw HikeFileError(.notOfFormat(.hikes(.csv)), line: 1)
        }
        let columns = headings.map { heading in names.first { $0.lowercased() == heading.inOneLine.lowercased() } }
        var hikes: [ImportedHike] = []
        var decoder = HikeDecoder()
        if table.isCut { throw HikeFileError(.unreadable, line: table.numbers.last) }
        for (row, line) in zip(table.rows, table.numbers).dropFirst() where row.contains(where: { !$0.isEmpty }) {
            var values = Dictionary(zip(columns, row).compactMap { name, value in name.map { ($0, value) } }) { $1 }
            values = values.filter { !$0.value.isEmpty }
            // The number of the row, which is the line's unless a text has line feeds.
            values["id"] = String(line)
            let part = JSONSplitter.Part(path: [.element(hikes.count)], line: line, bytes: json(of: values))
            var hike = try decoder.decode(part).hike
            (hike.sourceID, hike.hike.header.id) = (nil, 0)
            hike.isOwnExport = true
            hikes.append(hike)
        }
        return hikes
    }

    /// The rows before the last one that is whole, for a file that is cut short.
    static func wholeRows(of bytes: [UInt8]) -> [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "\n")).map { Array(bytes[...$0]) } ?? []
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
    private static func json(of values: [String: String]) -> [UInt8] {
        var members = ["\"observations\":[]"]
        if values["difficulty"] == nil { members.append("\"difficulty\":null") }
        var heartRate: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let parts = name.split(separator: ".")
            let member = "\"\(parts[parts.count - 1])\":\(json(of: value, in: name))"
            if parts.count > 1 { heartRate.append(member) } else { members.append(member) }
        }
        if !heartRate.isEmpty { members.append("\"heartRate\":{\(heartRate.joined(separator: ","))}") }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func json(of value: String, in column: String) -> String {
        let isText = ["name", "date", "source", "startTime", "activity"].contains(column)
        let word = value.inOneLine.lowercased()
        if !isText, let number = Double(decimal: word), number.isFinite { return "\(number)" }
        if !isText, ["true", "false"].contains(word) { return word }
        let text = isText ? value.withoutMarkOfText : value
        return String(decoding: (try? JSONEncoder().encode(text)) ?? Data("null".utf8), as: UTF8.self)
    }
}

extension String {
    /// The text without the apostrophe that keeps a spreadsheet from taking it for a formula.
    fileprivate var withoutMarkOfText: String {
        first == "'" && HikesCSV.needsMark(self) ? String(dropFirst()) : self
    }
}
