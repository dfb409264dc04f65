internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile export`: the committed profile and hikes as plain JSON.
enum ExportCommand: ProfileCommand {
    static let declaration = Command(
        "export", abstract: "Write the profile and hikes as plain JSON.",
        discussion: [
            "The committed profile and all hikes, not sealed: anyone who has the file can read it. A "
                + "draft is not included. An existing file is never overwritten.",
            "From a damaged store, what still opens is written, the rest is named, and the exit code is "
                + "18.",
        ],
        group: "Copies",
        positionals: [
            Positional("FILE", help: "The file to write (default: stdout).", arity: .optional, completion: .file)
        ],
        examples: [
            Example("profile export profile.json", "To keep, or to move to another account."),
            Example("profile export | jq .profile", "For a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableContent
        guard let profile = readable.value.profile else { return try call.requireWhole(readable) }
        let export = try ProfileExport(
            profile: profile, hikes: readable.value.hikes, sources: readable.value.sources
        ).encoded
        // The same text either way: a file may be shown on a terminal, too.
        let text = JSONAnswer.escapingControls(in: String(decoding: export, as: UTF8.self))
        guard let file = call.invocation.positionals.first, file != "-" else {
            call.context.output.write(text)
            return try call.requireWhole(readable)
        }
        try OutputFile.write(Array(text.utf8), to: file)
        try call.reporter.answer(FileAnswer(file: file), text: [])
        try call.requireWhole(readable, hint: "The file holds what opens.")
        call.reporter.remark("Exported. The file is not sealed: whoever has it can read it.")
    }
}

/// `profile import`: an export comes back.
enum ImportCommand: ProfileCommand {
    private static let replace = Option(flag: "replace", help: "Replace all hikes with those of the file.")

    static let declaration = Command(
        "import", abstract: "Bring an export back.",
        discussion: [
            "The profile and hikes of the file become one new revision: all of it or nothing. A draft is "
                + "left alone. If there are hikes already, --replace is required.",
            "Every value is checked against its rules, except that the goal date may be any day: it was "
                + "in range when it was set.",
        ],
        group: "Copies", options: [replace],
        positionals: [Positional("FILE", help: "An export, or - for stdin.", completion: .file)],
        examples: [Example("profile import profile.json --replace", "The account is then as the file has it.")])

    static func run(_ call: CommandCall) throws {
        let file = call.invocation.positionals[0]
        let store = try call.access.store()
        let content = try InputFile.read(file)
        let export: ProfileExport
        do throws(HikeFileError) {
            export = try ProfileExport(reading: content)
        } catch {
            let isOfHikes = !ProfileExport.isExport(beginning: content) && HikeFileFormat(beginning: content) != nil
            throw Complaint(
                .invalidValue, "\(file)\(error.line.map { ":\($0)" } ?? ""): \(error.message)",
                hint: isOfHikes
                    ? "Nothing was changed. If it has hikes alone, bring them in with: profile hike import"
                    : "Nothing was changed. Correct the file and try again.")
        }
        let commit = try store.restore(
            StoreContent(profile: export.profile, hikes: export.hikes, sources: export.sources),
            replacing: call.isSet(replace))
        try call.reporter.answer(
            ContentImportAnswer(
                revision: commit.revision, changes: commit.changes.map(ChangeAnswer.init), hikes: export.hikes.count),
            text: commit.changes.map(\.text) + [export.hikes.count == 1 ? "1 hike" : "\(export.hikes.count) hikes"])
    }
}
