internal import CommandParsing
internal import HikeFormats
internal import ProfileKit

/// `profile hike import`: brings hikes in, one transaction a file.
enum HikeImportCommand: ProfileCommand {
    private static let format = Option(
        "format", value: "landmarks", help: "The files' format; found by content otherwise.",
        completion: .values(["landmarks"]))
    private static let replace = Option(flag: "replace", help: "Let a hike with a known id replace the stored one.")

    static let declaration = Command(
        "import", abstract: "Import hikes from files.",
        discussion: [
            "Each file goes in as a whole or not at all. Hikes that are there already are skipped. A file that is "
                + "refused leaves nothing behind, and the others stay."
        ],
        options: [format, replace],
        positionals: [Positional("FILE", help: "A file, or - for stdin.", arity: .atLeastOne, completion: .file)],
        examples: [Example("profile hike import hikeData.json", "The hikes of Apple's Landmarks tutorial.")])

    static func run(_ call: CommandCall) throws {
        _ = try call.value(of: format, "is landmarks") { $0 == "landmarks" ? $0 : nil }
        let store = try call.access.store()
        var result = HikeImportResult()
        var refused: [HikeImportAnswer.Refusal] = []
        var unreadable = 0
        for file in call.invocation.positionals {
            do {
                let hikes = try LandmarksFormat.read(try InputFile.read(file, limit: LandmarksFormat.largestFile))
                let part = try store.importHikes(hikes, replacing: call.isSet(replace))
                result.imported += part.imported
                result.skipped += part.skipped
            } catch let error as HikeFileError {
                refused.append(.init(file: file, line: error.line, message: error.message))
            } catch let error as ProfileError where error.code == .invalidValue {
                refused.append(.init(file: file, line: nil, message: error.message))
            } catch let complaint as Complaint where [.io, .invalidValue].contains(complaint.exit) {
                unreadable += complaint.exit == .io ? 1 : 0
                refused.append(.init(file: file, line: nil, message: complaint.messages.joined(separator: "; ")))
            }
        }
        try call.reporter.answer(
            HikeImportAnswer(
                imported: result.imported.count, skipped: result.skipped, hikes: result.imported, refused: refused),
            text: ["\(result.imported.count) imported, \(result.skipped) skipped, \(refused.count) refused"])
        guard refused.isEmpty else {
            throw Complaint(
                unreadable == refused.count ? .io : .invalidValue,
                refused.map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.message)" },
                hint: "Nothing of a refused file was stored.")
        }
    }
}
