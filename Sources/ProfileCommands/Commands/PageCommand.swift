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
                + "filters and searches, records and calendars. The newest \(ArchivePage.mostDetailed) hikes have a map, "
                + "and graphs that are read at one pointer; the others have a small graph. Options choose the hikes.",
            "It loads nothing from elsewhere, works without its script, and can be printed. An existing file is never "
                + "overwritten. The page of --open is replaced by the next one, and removed by profile lock.",
            "What is near private places is left out, unless --exact.",
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
                try call.reporter.answer(FileAnswer(file: runtimeFile.path), text: [])
            } else if let file, file != "-" {
                try OutputFile.write(to: file) { try reading.write(to: $0) }
                try call.reporter.answer(FileAnswer(file: file), text: [])
            } else {
                try reading.write { call.context.output.write($0) }
            }
        }
        call.reporter.remark("The page is not sealed: anyone who has it can read it.")
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

/// What the page shows, read from a store.
private final class ArchiveReading {
    private let store: ProfileStore
    private let page: ArchivePage
    /// Whether private places are shown.
    private let isExact: Bool
    private var readings: [Salvaged<Bool?>]

    /// - Parameter refuse: throws the error for a profile or a summary that doesn't open.
    init(
        of store: ProfileStore, _ filter: HikeFilter, exact: Bool, today: Day, units: Units,
        refusing refuse: (Salvaged<SummaryParts>) throws -> Void
    ) throws {
        isExact = exact
        let summary = try store.readableSummary
        guard let profile = summary.value.committed?.profile, let badges = summary.value.hikes?.badges else {
            try refuse(summary)
            throw StoreError(.noDraft)
        }
        let selection = try store.readableSelection(of: filter)
        let hikes = try store.readableHikes(where: selection.value) { SmallGraph($0) }
        let tracks = try store.readableTracks(exact: exact) { [isWanted = selection.value] in
            !$0.isPlanned && isWanted($0)
        }
        self.store = store
        page = ArchivePage(
            profile: profile, goal: summary.value.goal, badges: badges,
            entries: hikes.value.map { ArchivePage.Entry($0.hike, elevations: $0.digest ?? nil) },
            tracks: tracks.value.map(\.track), today: today, units: units,
            isSelection: filter.isFilter)
        readings = [
            selection.map { _ in nil }, summary.map { _ in nil }, hikes.map { _ in nil }, tracks.map { _ in nil },
        ]
    }

    /// The parts that don't open.
    var damaged: Salvaged<[Bool]> { Salvaged(each: readings) }

    func write(to put: (String) throws -> Void) throws {
        try page.write(to: put) { id in
            try Interruption.throwIfInterrupted()
            do {
                let (hike, recorded) = (
                    try store.readableHike(id, exact: isExact), try store.readableRecording(ofHike: id, exact: isExact)
                )
                readings += [hike.map { _ in nil }, recorded.map { _ in nil }]
                return hike.value.whole.map { ArchivePage.Content($0, recording: recorded.value.recording) }
            } catch let error as StoreError where error.code == .notFound {
                // It was removed after the list was read.
                return nil
            }
        }
    }
}
