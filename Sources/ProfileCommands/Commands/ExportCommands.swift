internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// `profile export`: the committed profile and hikes as plain JSON.
enum ExportCommand: ProfileCommand {
    static let declaration = Command(
        "export", abstract: "Write the profile and hikes as plain JSON.",
        discussion: [
            "The committed profile and all hikes, not sealed: anyone who has the file can read it. Removed hikes, the "
                + "history, the draft and the emergency card are not included. An existing file is never overwritten.",
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
        let store = try call.access.store()
        guard let file = call.invocation.positionals.first, file != "-" else {
            let output = call.context.output
            return try Interruption.stopping { try call.requireWhole(try write(store) { output.write($0) }) }
        }
        guard !file.isEmpty else { throw InvalidValue.emptyFileName }
        let readable = try Interruption.stopping {
            try OutputFile.write(to: file, isWritten: \.value) { output in try write(store, to: output) }
        }
        guard readable.value else { return try call.requireWhole(readable) }
        try call.reporter.answer(FileAnswer(file: file), text: [])
        try call.requireWhole(readable, hint: "The file holds what opens.")
        call.reporter.remark("Exported. The file is not sealed: anyone who has it can read it.")
    }

    /// - Returns: whether the profile opens, so that anything was written, and the parts that don't open.
    private static func write(
        _ store: ProfileStore, to output: (String) throws -> Void
    ) throws -> Readable<Bool> {
        var writer = ProfileExport.Writer()
        // The same text for a terminal and a file, which may be shown on a terminal later.
        func put(_ text: String) throws { try output(JSONAnswer.escapingControls(in: text)) }
        let readable = try store.readContent { profile in
            guard let profile else { return false }
            try put(writer.begin(profile))
            return true
        } hike: { hike, source in
            try Interruption.throwIfInterrupted()
            try put(writer.add(hike, source))
        }
        if readable.value { try put(writer.end()) }
        return readable
    }
}

/// `profile import`: restores an export.
enum ImportCommand: ProfileCommand {
    private static let replace = Option(flag: "replace", help: "Replace all hikes with those of the file.")

    static let declaration = Command(
        "import", abstract: "Import the profile and hikes from an export.",
        discussion: [
            "The profile and hikes of the file become one new revision: all of it or nothing. A draft is "
                + "left alone. If there are hikes already, --replace is required.",
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
        let isOfHikes = !ProfileExport.isExport(beginning: beginning) && HikeFileFormat(beginning: beginning) != nil
        var hikes = 0
        let commit: ProfileCommit
        do {
            func restore() throws -> ProfileCommit {
                try store.restore(replacing: call.isSet(replace)) { add in
                    try ProfileExport.read(from: { try pieces.popFirst() ?? input.next() }) { hike, source in
                        try Interruption.throwIfInterrupted()
                        try add(hike, source)
                        hikes += 1
                    }
                }
            }
            commit = try input.size == nil ? restore() : Interruption.stopping(restore)
        } catch let error as StoreError where error.code == .exists && isOfHikes {
            throw Complaint(
                .invalidValue, "\(file): it is not an export of a profile",
                hint: "Nothing was changed. If it only has hikes, import them with: profile hike import")
        } catch let error as HikeFileError {
            throw Complaint(
                .invalidValue, "\(file)\(error.place.line.map { ":\($0)" } ?? ""): \(error.words)",
                hint: isOfHikes
                    ? "Nothing was changed. If it only has hikes, import them with: profile hike import"
                    : "Nothing was changed. Correct the file and try again.")
        } catch let error as StoreError where error.code == .invalidValue {
            var complaint = Complaint(error)
            complaint.messages = complaint.messages.map { "\(file): \($0)" }
            complaint.hint = "Nothing was changed. Correct the file and try again."
            throw complaint
        }
        try call.reporter.answer(
            ContentImportAnswer(
                revision: commit.revision, changes: commit.changes.map(ChangeAnswer.init), hikes: hikes),
            text: commit.changes.map(\.text) + [hikes.counted("hike")])
    }

    /// In bytes.
    private static let heldInMemory = 8 << 20
}

// The JSON answers about copies of the data.

struct FileAnswer: Encodable {
    var schema = JSONAnswer.schema
    /// The file that was written.
    let file: String
}

private struct ContentImportAnswer: Encodable {
    var schema = JSONAnswer.schema
    let revision: Int
    let changes: [ChangeAnswer]
    /// The number of imported hikes.
    let hikes: Int
}

/// Writes files that the user asked for.
private enum OutputFile {
    /// Writes a file that only this user can access. It gets its name when it is complete, and never replaces another
    /// file.
    ///
    /// - Parameters:
    ///   - isWritten: whether the body, by its result, has written what belongs into the file.
    ///   - body: called with a function that writes the next piece. If it throws, or hasn't written it, no file is left
    ///     behind.
    /// - Returns: the body's result.
    /// - Throws: ``StoreError`` with `exists`; ``Complaint`` with `io`; and what the body throws.
    static func write<Result>(
        to path: String, isWritten: (Result) -> Bool, _ body: (_ write: (String) throws -> Void) throws -> Result
    ) throws -> Result {
        do {
            let file = try NewFile(for: path)
            var (pending, written): ([UInt8], Int) = ([], 0)
            let result = try body { text in
                pending += text.utf8
                guard pending.count >= gathered else { return }
                try file.write(pending, at: written)
                (pending, written) = ([], written + pending.count)
            }
            guard isWritten(result) else { return result }
            try file.write(pending, at: written)
            try file.publish()
            return result
        } catch let error as SystemError {
            if error.alreadyExists { throw StoreError(.fileExists(path: path)) }
            throw Complaint(.io, "\(path) cannot be written: \(error.reason)", hint: "Check the folder and the disk.")
        }
    }

    private static let gathered = 256 << 10
}
