internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// `profile hike import`: imports hikes, one transaction per file.
enum HikeImportCommand: ProfileCommand {
    private static let format = Option(
        "format", value: "landmarks|gpx|fit|tcx|kml|geojson|csv", help: "File format (default: by content).",
        completion: .values(HikeFileFormat.allCases.map(\.rawValue)))
    private static let duplicates = Option(
        "duplicates", value: "skip|keep", help: "What to do with an outing known from another file (default: skip).",
        completion: .values(["skip", "keep"]))
    private static let partial = Option(
        flag: "partial", help: "Of a file that is cut short or damaged, read what comes before the damage.")
    private static let verbose = Option(
        flag: "verbose", help: "Say everything about each file of a folder or an archive.")
    private static let replace = Option(flag: "replace", help: "Let a hike with a known id replace the stored one.")

    static let declaration = Command(
        "import", abstract: "Import hikes from files.",
        discussion: [
            "Recordings in GPX 1.0 and 1.1, FIT and TCX, lines in KML, KMZ and GeoJSON, hikes in Landmarks' JSON and in "
                + "CSV as hike export writes it, also compressed with gzip, and zip archives of them, also within another "
                + "archive. Each track of a GPX file is a hike; its routes are read only if it has no track or was "
                + "written by profile. Folders and their subfolders are searched, in the order of names, for .gpx, .fit, "
                + ".tcx, .kml, .geojson, .json and .csv files, also with .gz added, and for .zip and .kmz archives. What is found "
                + "there without an activity in it is only counted, and the results are summed up; --verbose lists them.",
            "In Strava's export, activities.csv gives titles and types, in Apple Health's, export.xml gives types. A "
                + "recording that names no activity gets one by its speed; a notice says which, unless it is hiking.",
            "Impossible points are left out, and a notice says how many. A track without a name is named after its file.",
            "Figures that an earlier version computed from recordings are recomputed by this one's rules.",
            "Each file, and each member of an archive, is imported as a whole or not at all. Hikes that are there "
                + "already, or were removed, are skipped, and so are outings known from another file: those that begin "
                + "within 2 minutes and 1 km of each other and differ in length by at most 2 %. A file that is refused leaves "
                + "nothing behind, and the others stay. The exit code is then 15, or 21 if the only problem is files that "
                + "cannot be read.",
            "Without a FILE, the recordings that have appeared in the inbox are imported, each once: see profile config. "
                + "Nothing in that folder is moved or deleted.",
            "With --replace, a hike keeps its recording as long as the new one is of the same outing, and a hike without "
                + "a recording gets the one of its outing.",
        ],
        options: [format, replace, duplicates, partial, verbose],
        positionals: [
            Positional(
                "FILE", help: "A file, a folder, or - for stdin (no archive).", arity: .any, completion: .file)
        ],
        examples: [
            Example("profile hike import hikeData.json", "The hikes of Apple's Landmarks tutorial."),
            Example("profile hike import ~/recordings", "All recordings of a folder."),
            Example("profile hike import export.zip", "Everything that a service exported for you."),
            Example("profile hike import", "What a phone has put into the inbox."),
        ])

    static func run(_ call: CommandCall) throws {
        let format = try call.value(
            of: format, "must be landmarks, gpx, fit, tcx, kml, geojson or csv", HikeFileFormat.init(rawValue:))
        guard call.invocation.positionals.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError(message: "stdin can be read once only", hint: "Name '-' once.")
        }
        guard !call.invocation.positionals.contains("") else { throw InvalidValue.emptyFileName }
        let keepsDuplicates = try call.value(of: duplicates, "must be skip or keep") {
            ["skip": false, "keep": true][$0]
        }
        let inbox = Inbox(call.settings.config, environment: call.context.environment)
        let isOfInbox = call.invocation.positionals.isEmpty
        guard !isOfInbox || inbox != nil else {
            throw UserError(
                .usage, "no file was named, and there is no inbox",
                hint: "Name a file, or set the inbox with: \(command: "config inbox FOLDER")")
        }
        let store = try call.access.store()
        let waiting = isOfInbox ? try inbox?.waiting(in: store) ?? [] : []
        var batch = HikeBatch(
            format: format, isReplacing: call.isSet(replace), keepsDuplicates: keepsDuplicates ?? false,
            isPartial: call.isSet(partial), isVerbose: call.isSet(verbose))
        batch.renewed += try store.renewFigures()
        let files =
            isOfInbox
            ? waiting.map(\.file) : HikeFile.all(named: call.invocation.positionals, bytes: call.context.importedFiles)
        if isOfInbox, files.isEmpty { call.reporter.notice("Nothing new is in the inbox.") }
        let bar = ProgressBar("files", total: files.count, for: call)
        let wakeUp = try EventCounter()
        for (done, file) in files.enumerated() {
            bar?.show(done, now: file.path.split(separator: "/").last.map(String.init) ?? file.path)
            func add() throws {
                try batch.add(file, to: store) { notice in
                    bar?.clear()
                    call.reporter.notice(notice)
                }
            }
            do {
                let unread = batch.unread
                try Interruption.throwIfInterrupted()
                // A signal undoes the file's import, so that what was imported can be said. A pipe may never end.
                if file.mayBlock { try add() } else { try Interruption.waking(wakeUp, add) }
                // What couldn't be read is tried again.
                if isOfInbox, batch.unread == unread { try store.takeInboxFiles([waiting[done].entry]) }
            } catch let stop as UserError where stop.exit == .interrupted {
                bar?.clear()
                try answer(batch, call)
                throw UserError(
                    .interrupted, "interrupted: \(done) of \(files.count) files were read",
                    hint: "What was imported stays.")
            } catch {
                bar?.clear()
                // Without an answer, the user wouldn't know what was imported before the error.
                guard batch.hasOutcome else { throw error }
                try answer(batch, call)
                throw batch.error(stoppedBy: error, at: file)
            }
        }
        bar?.clear()
        try answer(batch, call)
        if let error = batch.error { throw error }
    }

    private static func answer(_ batch: HikeBatch, _ call: CommandCall) throws {
        if let notice = batch.renewalNotice { call.reporter.notice(notice) }
        try call.reporter.answer(batch.answer, text: [batch.summary])
    }
}

/// The progress of long work, redrawn on one line of a terminal, and erased when the work is done.
private final class ProgressBar {
    private let channel: OutputChannel
    /// The counted items, such as "files".
    private let noun: String
    private let total: Int
    private var drawn = ""

    private let columns: Int

    /// Fails when there is no one to see it, it isn't wanted, or the work is short.
    init?(_ noun: String, total: Int, for call: CommandCall) {
        let errors = call.context.errors
        let isDumb = call.context.environment["TERM"] == "dumb" || call.isSet(GlobalOptions.plain)
        guard total > 1, errors.isTerminal, !isDumb, !call.settings.isQuiet, !call.settings.isJSON else { return nil }
        (channel, self.noun, self.total) = (errors, noun, total)
        columns = errors.terminalColumns ?? 80
    }

    /// Shows how many items are done.
    ///
    /// - Parameter name: the item in progress, which is shown if there is room.
    func show(_ done: Int, now name: String) {
        let text = " \(100 * done / total) % of \(total) \(noun)"
        // A full line would wrap to the next one.
        let cells = min(max(columns - text.count - 3, 4), max(24, columns / 4))
        let filled = cells * done / total
        var line = "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: cells - filled))]\(text)"
        let room = columns - line.count - 3
        if room >= 8 { line += "  \(name.terminalSafe.fitted(to: room).trimmed)" }
        guard line != drawn else { return }
        // Padded to erase a longer previous line.
        channel.write("\r\(line)\(String(repeating: " ", count: max(drawn.cells - line.cells, 0)))")
        channel.flush()
        drawn = line
    }

    /// Erases the line.
    func clear() {
        channel.write("\r\(String(repeating: " ", count: drawn.cells))\r")
        channel.flush()
        drawn = ""
    }
}
