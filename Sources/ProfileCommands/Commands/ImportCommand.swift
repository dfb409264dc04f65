internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile import`: restores an export.
enum ImportCommand: ProfileCommand {
    private static let replace = Option(flag: "replace", help: "Replace all hikes and places with those in the file.")

    static let declaration = Command(
        "import", abstract: "Import the profile and hikes from an export.",
        discussion: [
            "The profile and hikes of the file become one new revision: all of it or nothing. A draft is "
                + "left alone. If there are hikes or places already, --replace is required. It deletes them for good, and also "
                + "removed hikes whose ids are in the file. A file of 0.1.0 leaves the places as they are.",
            "Every value is checked against its rules, except that days are not compared with today: they were "
                + "in range when they were set.",
        ],
        group: "Copies", options: [replace],
        positionals: [Positional("FILE", help: "An export, or - for stdin.", completion: .file)],
        examples: [Example("profile import profile.json --replace", "The account then matches the file.")])

    static func run(_ call: CommandCall) throws {
        let file = call.invocation.positionals[0]
        let store = try call.access.store()
        let input = try InputFile(file)
        // A short input is read before the store is locked for writing: a pipe may be slow.
        var pieces = try input.pieces(upTo: heldInMemory)[...]
        let beginning = pieces.first ?? []
        let isExport = ProfileExport.isExport(beginning: beginning)
        let isOfHikes = !isExport && HikeFileFormat(beginning: beginning) != nil
        var hikes = 0
        let commit: ProfileCommit
        do {
            func next() throws -> [UInt8] { try pieces.popFirst() ?? input.next() }
            func restore() throws -> ProfileCommit {
                try store.restore(
                    replacing: call.isSet(replace),
                    from: { add in
                        try ProfileExport.read(from: next) {
                            try add(.places($0))
                        } _: { hike, source in
                            try Interruption.throwIfInterrupted()
                            try add(.hike(hike, source))
                            hikes += 1
                        } file: {
                            try add(.piece($0))
                        } photo: { photo in
                            try Interruption.throwIfInterrupted()
                            try add(.photo(ImportedPhoto(name: photo.name, reading: photo.file), hike: photo.hike))
                        }
                    })
            }
            commit = try input.size == nil ? restore() : Interruption.stopping(restore)
        } catch let error as StoreError where error.code == .exists && !isExport {
            // Nobody is to replace everything for the sake of a file that can't be read.
            throw UserError(
                .invalidValue, "\(file): it is not an export of a profile",
                hint: isOfHikes
                    ? "Nothing was changed. If it only has hikes, import them with: \(command: "hike import")"
                    : "Nothing was changed. Give a file that was written by: \(command: "export")")
        } catch let problem as PhotoProblem {
            throw UserError(
                .invalidValue, about: file, "contains a photo that \(problem.message)",
                hint: "Nothing was changed. Correct the file and try again.")
        } catch let error as HikeFileError {
            throw UserError(
                .invalidValue, "\(file)\(error.position.line.map { ":\($0)" } ?? ""): \(error.message)",
                hint: isOfHikes
                    ? "Nothing was changed. If it only has hikes, import them with: \(command: "hike import")"
                    : "Nothing was changed. Correct the file and try again.")
        } catch let error as StoreError where error.code == .invalidValue {
            var userError = UserError(error)
            userError.messages = userError.messages.map { "\(file): \($0)" }
            userError.hint = "Nothing was changed. Correct the file and try again."
            throw userError
        }
        try call.reporter.answer(
            ContentImportAnswer(
                revision: commit.revision, changes: commit.changes.map(ChangeAnswer.init), hikes: hikes),
            text: commit.changes.map(\.text) + [hikes.counted("hike")])
    }

    /// The size in bytes up to which a file is held in memory.
    private static let heldInMemory = 8 << 20
}

private struct ContentImportAnswer: Encodable {
    var schema = JSONAnswer.schema
    let revision: Int
    let changes: [ChangeAnswer]
    /// The number of imported hikes.
    let hikes: Int
}
