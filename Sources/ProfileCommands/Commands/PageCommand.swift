internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile page`: the whole archive as one HTML file.
enum PageCommand: ProfileCommand {
    private static let output = Option(
        "output", short: "o", value: "FILE", help: "The file to write (default: stdout).", completion: .file)
    private static let open = Option(
        flag: "open", help: "Write it to the runtime folder, which is in memory, and open it in the browser.")

    private static let exact = Option(flag: "exact", help: "Private places too.")

    static let declaration = Command(
        "page", abstract: "Write the whole archive as one HTML page.",
        discussion: [
            "The page has the profile, badges, the newest year, a map of all tracks, all hikes in a table that sorts, "
                + "filters and searches, places with their visits, records and calendars. The newest "
                + "\(ArchivePage.mostDetailed) hikes have a map, graphs that are read at one pointer, laps, waypoints, and "
                + "small photos until these take \(ArchivePage.mostPhotoBytes >> 20) MiB; the others have a small graph. "
                + "Options choose the hikes.",
            "It loads nothing from elsewhere, works without its script, and can be printed. An existing file is never "
                + "overwritten. The page of --open is replaced by the next one, and removed by profile lock.",
            "What is near private places is left out, unless --exact: the places, tracks, waypoints and photos there. "
                + "Hikes that are cut have the figures of what is left.",
            "The page is not sealed: anyone who has it can read it. From a damaged store you get what still opens, and "
                + "exit code 18.",
        ],
        group: "Hikes", options: [output, open, exact] + HikeFilterOptions.all,
        examples: [
            Example("profile page -o hikes.html", "Everything, in a file for you alone."),
            Example("profile page --open", "In the browser, without a file on the disk."),
            Example("profile page --year 2026 -o 2026.html", "Only this year's hikes."),
        ])

    static func run(_ call: CommandCall) throws {
        let (file, opens) = (call.value(of: output), call.isSet(open))
        guard file == nil || !opens else {
            throw UsageError(message: "--output and --open exclude each other", hint: "Give one of them.")
        }
        guard file != "" else { throw InvalidValue.emptyFileName }
        let filter = try call.hikeFilter(takesIDs: false)
        let runtimeFile = opens ? try RuntimePage(environment: call.context.environment) : nil
        let store = try call.access.store()
        let reading = try ArchiveReading(
            of: store, filter, exact: call.isSet(exact), today: call.context.today, units: call.settings.units
        ) { try call.requireWhole($0, hint: "A page needs all of it.") }
        try Interruption.stopping {
            if let runtimeFile {
                runtimeFile.remove()
                try OutputFile.write(to: runtimeFile.path) { try reading.write(to: $0) }
                do {
                    _ = try store.committed
                } catch let error as StoreError where error.code == .locked {
                    // A lock that came before the page was written had nothing to remove.
                    runtimeFile.remove()
                    throw error
                } catch {
                    // Any other error says nothing of a lock.
                }
                try call.reporter.answer(FileAnswer(file: runtimeFile.path), text: [])
            } else if let file, file != "-" {
                try OutputFile.write(to: file) { try reading.write(to: $0) }
                try call.reporter.answer(FileAnswer(file: file), text: [])
            } else {
                try reading.write { call.context.output.write($0) }
            }
        }
        call.reporter.notice("The page is not sealed: anyone who has it can read it.")
        if let runtimeFile { try runtimeFile.open(environment: call.context.environment) }
        try call.requireWhole(reading.damaged, hint: "The page has what opens.")
    }
}

extension PageCommand {
    /// Writes a page of some hikes into a new file.
    ///
    /// - Returns: the parts that don't open.
    static func write(
        _ store: ProfileStore, _ filter: HikeFilter, units: Units, toFile path: String
    ) throws -> [DamagedPart] {
        let reading = try ArchiveReading(of: store, filter, exact: false, today: store.today, units: units) { summary in
            throw UserMessage(
                .damaged, "a page needs all of the profile, and parts of it don't open",
                hint: "Repair it first: \(command: "repair")")
        }
        try OutputFile.write(to: path) { try reading.write(to: $0) }
        return reading.damaged.damaged
    }
}
