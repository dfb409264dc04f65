internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile export`: the committed profile and hikes as plain JSON.
enum ExportCommand: ProfileCommand {
    private static let withoutFiles = Option(
        flag: "without-files", help: "Leave out photos, and the files that hikes were imported from.")

    static let declaration = Command(
        "export", abstract: "Write the profile, hikes and places as plain JSON.",
        discussion: [
            "The committed profile, all places and all hikes, with their recordings, their photos and the files that they "
                + "were imported from, not sealed: anyone who has the file can read it. It is the whole archive, so private "
                + "places are not cut out of it. Removed hikes, the history, the draft and the emergency card are not "
                + "included. An existing file is never overwritten.",
            "From a damaged store, what still opens is written, the rest is named, and the exit code is "
                + "18.",
        ],
        group: "Copies", options: [withoutFiles],
        positionals: [
            Positional("FILE", help: "The file to write (default: stdout).", arity: .optional, completion: .file)
        ],
        examples: [
            Example("profile export profile.json", "To keep, or to move to another account."),
            Example("profile export | jq .profile", "For a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let store = try call.access.store()
        let includesFiles = !call.isSet(withoutFiles)
        guard let file = call.invocation.positionals.first, file != "-" else {
            let output = call.context.output
            return try Interruption.stopping {
                try call.requireWhole(try write(store, includesFiles: includesFiles) { output.write($0) })
            }
        }
        guard !file.isEmpty else { throw InvalidValue.emptyFileName }
        let readable = try Interruption.stopping {
            try write(store, includesFiles: includesFiles, toFile: file)
        }
        guard readable.value else { return try call.requireWhole(readable) }
        try call.reporter.answer(FileAnswer(file: file), text: [])
        try call.requireWhole(readable, hint: "The file holds what opens.")
        let uncut = (try? store.privateAreas.isEmpty) == false ? " Private places are in it, uncut." : ""
        call.reporter.notice("Exported. The file is not sealed: anyone who has it can read it.\(uncut)")
    }

    /// Writes a new file.
    static func write(
        _ store: ProfileStore, includesFiles: Bool = true, toFile path: String
    ) throws -> Salvaged<Bool> {
        try OutputFile.write(to: path, isWritten: \.value) { output in
            try write(store, includesFiles: includesFiles, to: output)
        }
    }

    /// - Returns: whether the profile opens, so that anything was written, and the parts that don't open.
    private static func write(
        _ store: ProfileStore, includesFiles: Bool, to output: (String) throws -> Void
    ) throws -> Salvaged<Bool> {
        var writer = ProfileExport.Writer()
        // The same text for a terminal and a file, which may be shown on a terminal later.
        func put(_ text: String) throws { try output(JSONAnswer.escapingControls(in: text)) }
        var profile: Profile?
        let readable = try store.readContent(exact: true, includesFiles: includesFiles) {
            profile = $0
            return $0 != nil
        } places: { places in
            if let profile { try put(writer.begin(profile, places)) }
        } hike: { hike, source in
            try Interruption.throwIfInterrupted()
            var hike = hike
            if !includesFiles { hike.header.original = nil }
            try put(writer.add(hike, source))
        } file: { piece in
            try Interruption.throwIfInterrupted()
            try put(writer.add(piece))
        } photo: { photo, file in
            try Interruption.throwIfInterrupted()
            try output(writer.add(ExportedPhoto(hike: photo.hike, name: photo.name, file: file)))
        }
        if readable.value { try put(writer.end()) }
        return readable
    }
}

/// The JSON answer of a command that wrote one file.
struct FileAnswer: Encodable {
    var schema = JSONAnswer.schema
    /// The file that was written.
    let file: String
}
