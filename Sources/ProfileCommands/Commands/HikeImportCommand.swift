internal import CommandParsing
internal import Interchange
internal import ProfileKit

/// `profile hike import`: brings hikes in, one transaction a file.
enum HikeImportCommand: ProfileCommand {
    private static let format = Option(
        "format", value: "landmarks|gpx", help: "The files' format; found by content otherwise.",
        completion: .values(HikeFileFormat.allCases.map(\.rawValue)))
    private static let replace = Option(flag: "replace", help: "Let a hike with a known id replace the stored one.")

    static let declaration = Command(
        "import", abstract: "Import hikes from files.",
        discussion: [
            "Recordings in GPX 1.0 and 1.1, and hikes in Landmarks' JSON. Each track of a GPX file is a hike; its routes "
                + "are only where it has no track. Of a folder, the files in it and below that end in .gpx or .json are "
                + "read, in the order of their names.",
            "Each file goes in as a whole or not at all. Hikes that are there already are skipped. A file that is "
                + "refused leaves nothing behind, and the others stay.",
        ],
        options: [format, replace],
        positionals: [
            Positional("FILE", help: "A file, a folder, or - for stdin.", arity: .atLeastOne, completion: .file)
        ],
        examples: [
            Example("profile hike import hikeData.json", "The hikes of Apple's Landmarks tutorial."),
            Example("profile hike import ~/recordings", "All recordings of a folder."),
        ])

    static func run(_ call: CommandCall) throws {
        let format = try call.value(of: format, "is landmarks or gpx", HikeFileFormat.init(rawValue:))
        guard call.invocation.positionals.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError(message: "stdin can be read once only", hint: "Name '-' once.")
        }
        let store = try call.access.store()
        var batch = Batch(format: format, isReplacing: call.isSet(replace))
        let files = HikeFile.all(named: call.invocation.positionals)
        let bar = ProgressBar("files", total: files.count, for: call)
        for (done, file) in files.enumerated() {
            bar?.show(done)
            do {
                try batch.add(file, to: store)
            } catch {
                bar?.clear()
                throw error
            }
        }
        bar?.clear()
        try call.reporter.answer(batch.answer, text: [batch.summary])
        if let complaint = batch.complaint { throw complaint }
    }

    /// What became of the files so far.
    private struct Batch {
        let format: HikeFileFormat?
        let isReplacing: Bool
        private var result = HikeImportResult()
        private var refused: [HikeImportAnswer.Refusal] = []
        private var unreadable = 0
        private var opened = OpenedHeaders()

        init(format: HikeFileFormat?, isReplacing: Bool) {
            (self.format, self.isReplacing) = (format, isReplacing)
        }

        /// Imports a file, or notes why it is refused. What is wrong with the store is thrown.
        mutating func add(_ file: HikeFile, to store: ProfileStore) throws {
            do {
                let part = try store.importHikes(
                    try file.hikes(as: format), replacing: isReplacing, reusing: &opened)
                result.imported += part.imported
                result.skipped += part.skipped
            } catch let error as HikeFileError {
                refuse(file, line: error.line, error.message)
            } catch let error as ProfileError where error.code == .invalidValue {
                refuse(file, error.message)
            } catch let complaint as Complaint where [.io, .invalidValue].contains(complaint.exit) {
                unreadable += complaint.exit == .io ? 1 : 0
                // The file is named in front of each refusal.
                let message = complaint.messages.joined(separator: "; ")
                refuse(
                    file, message.hasPrefix("\(file.path) ") ? String(message.dropFirst(file.path.count + 1)) : message)
            }
        }

        private mutating func refuse(_ file: HikeFile, line: Int? = nil, _ message: String) {
            refused.append(.init(file: file.path, line: line, message: message))
        }

        var answer: HikeImportAnswer {
            HikeImportAnswer(
                imported: result.imported.count, skipped: result.skipped, hikes: result.imported, refused: refused)
        }

        var summary: String {
            "\(result.imported.count) imported, \(result.skipped) skipped, \(refused.count) refused"
        }

        var complaint: Complaint? {
            guard !refused.isEmpty else { return nil }
            return Complaint(
                unreadable == refused.count ? .io : .invalidValue,
                refused.map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.message)" },
                hint: "Nothing of a refused file was stored.")
        }
    }
}
