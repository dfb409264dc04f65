internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile hike export`: hikes for other programs.
enum HikeExportCommand: ProfileCommand {
    private enum Format: String, CaseIterable {
        case landmarks, csv
    }

    private static let format = Option(
        "format", value: "landmarks|csv", help: "The format (default: landmarks).",
        completion: .values(Format.allCases.map(\.rawValue)))

    static let declaration = Command(
        "export", abstract: "Write hikes for other programs.",
        discussion: [
            "Landmarks' JSON holds everything of the hikes, and hike import reads it back. CSV has a row a hike for "
                + "spreadsheets; a text in it that they would take for a formula gets an apostrophe in front, and control "
                + "characters are spelled out.",
            "What is written is not sealed: whoever has it can read it. Of a damaged store it is what opens, and the exit "
                + "code is 18.",
        ],
        options: [format],
        positionals: [Positional("ID", help: "Which hikes (default: all).", arity: .any)],
        examples: [
            Example("profile hike export > hikes.json", "All hikes with all they hold."),
            Example("profile hike export --format csv 1001 1002", "Two hikes as rows."),
        ])

    static func run(_ call: CommandCall) throws {
        let format = try call.value(of: format, "is landmarks or csv", Format.init(rawValue:)) ?? .landmarks
        var ids: [Int] = []
        for word in call.invocation.positionals {
            guard let id = Int(word) else { throw InvalidValue("ID", "is a hike's number") }
            if !ids.contains(id) { ids.append(id) }
        }
        let store = try call.access.store()
        let output = call.context.output
        switch format {
        case .landmarks:
            let hikes = try hikes(ids, of: store)
            let text = String(decoding: try LandmarksFormat.encoded(hikes.value), as: UTF8.self)
            output.write(JSONAnswer.escapingControls(in: text))
            try call.requireWhole(hikes)
        case .csv:
            let headers = try headers(ids, of: store)
            for row in HikesCSV.rows(of: headers.value) {
                // A file may be shown on a terminal, too, so control characters are spelled out in either.
                output.write(line: row.terminalSafe + (output.isTerminal ? "" : "\r"))
            }
            try call.requireWhole(headers)
        }
    }

    private static func hikes(_ ids: [Int], of store: ProfileStore) throws -> Readable<[Hike]> {
        guard !ids.isEmpty else { return try store.readableContent.map(\.hikes) }
        return try Readable(each: ids.map { try store.readableHike($0).map(\.whole) })
    }

    private static func headers(_ ids: [Int], of store: ProfileStore) throws -> Readable<[HikeHeader]> {
        guard !ids.isEmpty else { return try store.readableHikes }
        return try Readable(each: ids.map { try store.readableHike($0).map(\.header) })
    }
}
