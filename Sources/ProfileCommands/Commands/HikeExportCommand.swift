internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// `profile hike export`: hikes for other programs.
enum HikeExportCommand: ProfileCommand {
    private enum Format: String, CaseIterable {
        case gpx, geojson, csv, landmarks, original

        /// The extension of a file's name.
        var ending: String { self == .landmarks ? "json" : rawValue }
    }

    private static let format = Option(
        "format", value: "gpx|geojson|csv|landmarks|original", help: "The format (default: gpx).",
        completion: .values(Format.allCases.map(\.rawValue)))
    private static let output = Option(
        "output", short: "o", value: "FILE", help: "The file to write (default: stdout).", completion: .file)
    private static let folder = Option(
        "to", value: "FOLDER", help: "Write a file for each hike into this folder.", completion: .file)

    private static let exact = Option(
        flag: "exact", help: "Include private places, and the whole of trimmed recordings.")

    static let declaration = Command(
        "export", abstract: "Write hikes for other programs.",
        discussion: [
            "GPX and GeoJSON contain the track itself, with every point that is kept. All hikes are in one "
                + "document, with notes, tags, waypoints and laps. hike import reads both back as equal hikes. Other "
                + "programs pass over hikes without a position, which a notice names.",
            "Landmarks' JSON contains the figures and stretches of the hikes, and hike import reads it back. A notice "
                + "says what Landmarks itself will not show. It contains no recordings; 'profile export' contains "
                + "everything. CSV has one row per hike, for spreadsheets, without waypoints and laps; text that they would "
                + "take for a formula gets a leading apostrophe, and control characters are escaped.",
            "original gives back the file that a hike was imported from, byte for byte; those of several files only with "
                + "--to. A file of more than 32 MB packed, what came from a pipe, and files that profile wrote aren't kept.",
            "With --to, the files are named by day and name: '2026-10-11 Ridge.gpx'. An existing file is never "
                + "overwritten.",
            "Without --exact, points and waypoints near private places are left out, and so is what was trimmed off a track. "
                + "GPX and GeoJSON then have the start and the figures of what is left. "
                + "The waypoints and laps of a trimmed hike stay, and original gives back the whole file.",
            "The output is not sealed: anyone who has it can read it. From a damaged store you get what "
                + "still opens, and exit code 18.",
        ],
        options: HikeFilterOptions.all + [format, output, folder, exact], positionals: [HikeFilterOptions.ids()],
        examples: [
            Example("profile hike export 7 -o ridge.gpx", "A recording for a map or a watch."),
            Example("profile hike export --to ~/hikes", "All recordings, a file for each."),
            Example(
                "profile hike export --format landmarks > hikes.json", "All hikes with their figures and stretches."),
            Example("profile hike export --format csv --year 2026", "A year's hikes as rows."),
        ])

    static func run(_ call: CommandCall) throws {
        let format =
            try call.value(of: format, "must be gpx, geojson, csv, landmarks or original", Format.init(rawValue:))
            ?? .gpx
        let (file, folder) = (call.value(of: output), call.value(of: folder))
        guard file == nil || folder == nil else {
            throw UsageError(message: "--output and --to exclude each other", hint: "Name a file or a folder.")
        }
        guard file != "", folder != "" else { throw InvalidValue.emptyFileName }
        let filter = try call.hikeFilter()
        let store = try call.access.store()
        try Interruption.stopping {
            if format == .original {
                let hikes = try headers(filter, of: store)
                let originals = try OriginalExport(of: hikes.value, in: store, exact: call.isSet(exact))
                if let folder {
                    try originals.writeAll(into: folder, call)
                } else {
                    try originals.write(to: file, call)
                }
                return try call.requireWhole(hikes)
            }
            if let folder {
                try writeEach(filter, of: store, as: format, into: folder, call)
            } else if let file, file != "-" {
                // Also a document without a hike is one.
                let written = try OutputFile.write(to: file) { put in
                    try write(filter, of: store, as: format, exact: call.isSet(exact), to: put)
                }
                try call.reporter.answer(FileAnswer(file: file), text: [])
                try finish(written, call, hint: "The file holds what opens.")
            } else {
                let output = call.context.output
                try finish(
                    try write(filter, of: store, as: format, exact: call.isSet(exact), isOnTerminal: output.isTerminal)
                    { output.write($0) }, call
                )
            }
        }
    }

    /// Writes a file for each hike that the format can hold.
    private static func writeEach(
        _ filter: HikeFilter, of store: ProfileStore, as format: Format, into folder: String, _ call: CommandCall
    ) throws {
        let hikes = try headers(filter, of: store)
        do throws(SystemError) { try PrivateFolder.makeMissing(folder) } catch {
            throw UserError(
                .io, "\(folder) cannot be written: \(error.reason)", hint: "Check the folder and the disk.")
        }
        var names = HikeFileNames()
        var files: [String] = []
        var readings = [hikes.map { _ in Optional(Written()) }]
        for hike in hikes.value.sorted(by: { $0.id < $1.id }) {
            let name = "\(folder)/\(names.name(of: hike)).\(format.ending)"
            var one = HikeFilter()
            one.ids = [hike.id...hike.id]
            let reading = try OutputFile.write(to: name, isWritten: \.value.isAny) { put in
                try write(one, of: store, as: format, exact: call.isSet(exact), to: put)
            }
            if reading.value.count > 0 { files.append(name) }
            readings.append(reading.map { Optional($0) })
        }
        try call.reporter.answer(
            FolderAnswer(folder: folder, files: files), text: ["\(files.count.counted("file")) written"])
        let all = Salvaged(each: readings)
        try finish(all.map { parts in parts.reduce(into: Written()) { $0.add($1) } }, call)
    }

    private static func finish(
        _ written: Salvaged<Written>, _ call: CommandCall,
        hint: CommandText = "The readable parts are shown. Nothing was changed."
    ) throws {
        for notice in written.value.notices { call.reporter.notice(notice) }
        if written.value.count == 0, written.damaged.isEmpty, try call.hikeFilter().isFilter {
            call.reporter.notice("No hikes match.")
        }
        try call.requireWhole(written, hint: hint)
    }

    /// What was written.
    private struct Written: Sendable {
        var count = 0
        var isAny: Bool { count > 0 }
        /// The number of those without a position.
        var unplaced = 0
        /// What was left out, and what another program won't show.
        var notices: [String] = []

        mutating func add(_ other: Written) {
            count += other.count
            unplaced += other.unplaced
            notices += other.notices
        }
    }

    /// Writes the recordings of some hikes into a new GPX file.
    ///
    /// - Returns: the number of hikes that were written, and of those without a position, and the parts that don't open.
    static func writeGPX(
        _ filter: HikeFilter, of store: ProfileStore, toFile path: String
    ) throws -> Salvaged<(hikes: Int, unplaced: Int)> {
        let written = try OutputFile.write(to: path) { try write(filter, of: store, as: .gpx, exact: false, to: $0) }
        return written.map { ($0.count, $0.unplaced) }
    }

    /// - Parameters:
    ///   - isOnTerminal: whether lines end as a terminal expects.
    ///   - output: called with each piece. It may be shown on a terminal later, so control characters are escaped as in
    ///     JSON; in GPX they already are character references.
    private static func write(
        _ filter: HikeFilter, of store: ProfileStore, as format: Format, exact: Bool, isOnTerminal: Bool = false,
        to output: @escaping (String) throws -> Void
    ) throws -> Salvaged<Written> {
        func put(_ text: String) throws { try output(JSONAnswer.escapingControls(in: text)) }
        var written = Written()
        switch format {
        case .landmarks:
            var gaps = LandmarksFormat.Gaps()
            let damaged = try writeLandmarks(filter, of: store, exact: exact, to: put) {
                gaps.count($0)
                written.count += 1
            }
            written.notices = gaps.notices
            return Salvaged(value: written, damaged: damaged)
        case .csv:
            let headers = try headers(filter, of: store)
            var readings: [Salvaged<HikeHeader?>] = [headers.map { _ in nil }]
            func put(row: String) throws {
                // A file may be shown on a terminal later, so control characters are escaped in both.
                let text = row.replacingInvisibleControls { control in
                    ["\n", "\t"].contains(control) ? String(control) : String(control).terminalSafe
                }
                try output(text + (isOnTerminal ? "\n" : "\r\n"))
            }
            try put(row: HikesCSV.headings)
            for hike in headers.value {
                try Interruption.throwIfInterrupted()
                let found = try store.readableHike(hike.id, exact: exact)
                readings.append(found.map(\.header))
                try put(row: HikesCSV.row(of: found.value.header ?? hike))
                written.count += 1
            }
            return Salvaged(each: readings).map { _ in written }
        case .gpx:
            let recordings = Recordings(of: try headers(filter, of: store), exact: exact)
            try GPXWriter.write(to: put) { add in
                try recordings.forEachHeader(in: store, add)
            } hikes: { add in
                try recordings.forEach(in: store, plansFirst: true, add)
            }
            return recordings.written
        case .geojson:
            let recordings = Recordings(of: try headers(filter, of: store), exact: exact)
            try GeoJSONWriter.write(to: put) { add in
                try recordings.forEach(in: store, add)
            }
            return recordings.written
        case .original:
            // Files are written as bytes.
            return Salvaged(value: written, damaged: [])
        }
    }

    /// Hikes with their recordings, one in memory at a time, and the problems found.
    private final class Recordings {
        private let hikes: [HikeHeader]
        private var content = Written()
        /// The hikes without a position.
        private var unplaced: [HikeHeader] = []
        private var readings: [Salvaged<HikeHeader?>]
        /// Whether private places are written.
        private let exact: Bool

        init(of hikes: Salvaged<[HikeHeader]>, exact: Bool) {
            self.exact = exact
            self.hikes = hikes.value
            readings = [hikes.map { _ in nil }]
        }

        /// Calls a closure with each hike's header, with its waypoints.
        func forEachHeader(in store: ProfileStore, _ body: (HikeHeader) throws -> Void) throws {
            for hike in hikes {
                try Interruption.throwIfInterrupted()
                if let header = try store.readableHike(hike.id, exact: exact).value.header { try body(header) }
            }
        }

        func forEach(
            in store: ProfileStore, plansFirst: Bool = false, _ body: (Hike, Recording?, HikeSource?) throws -> Void
        ) throws {
            let plans = plansFirst ? hikes.filter(\.isPlanned) : []
            for hike in plans + hikes.filter({ !plansFirst || !$0.isPlanned }) {
                try Interruption.throwIfInterrupted()
                let found = try store.readableContent(ofHike: hike.id, exact: exact)
                readings.append(found.map(\.hike?.header))
                guard let whole = found.value.hike else { continue }
                if found.value.recording?.isEmpty ?? true, found.damaged.isEmpty { unplaced.append(hike) }
                try body(whole, found.value.recording, found.value.source)
                content.count += 1
            }
        }

        var written: Salvaged<Written> {
            var content = content
            content.unplaced = unplaced.count
            if let first = unplaced.first {
                let others = unplaced.count > 1 ? " and \((unplaced.count - 1).counted("other"))" : ""
                content.notices.append(
                    "no position is known of hike \(first.id), \(first.name)\(others): other programs show nothing of it"
                )
            }
            return Salvaged(each: readings).map { _ in content }
        }
    }

    /// - Parameter counting: called with each hike.
    /// - Returns: the parts that don't open.
    private static func writeLandmarks(
        _ filter: HikeFilter, of store: ProfileStore, exact: Bool, to output: @escaping (String) throws -> Void,
        counting: (Hike) -> Void
    ) throws -> [DamagedPart] {
        guard let ids = filter.namedIDs else {
            let selection = try store.readableSelection(of: filter)
            var readings: [Salvaged<Bool?>] = [selection.map { _ in nil }]
            try LandmarksFormat.write(to: output) { add in
                let content = try store.readContent(exact: exact) { _ in
                    true
                } hike: { hike, _ in
                    try Interruption.throwIfInterrupted()
                    guard selection.value(hike.header) else { return }
                    try add(hike)
                    counting(hike)
                }
                readings.append(content.map { _ in nil })
            }
            return Salvaged(each: readings).damaged
        }
        // Hikes that don't exist are reported before anything is written.
        let hikes = try Salvaged(each: ids.map { try store.readableHike($0, exact: exact).map(\.whole) })
        try LandmarksFormat.write(to: output) { add in
            for hike in hikes.value {
                try add(hike)
                counting(hike)
            }
        }
        return hikes.damaged
    }

    /// Hikes that don't exist are reported before anything is written.
    private static func headers(_ filter: HikeFilter, of store: ProfileStore) throws -> Salvaged<[HikeHeader]> {
        guard let ids = filter.namedIDs else { return try store.readableHikes(matching: filter) }
        return try Salvaged(each: ids.map { try store.readableHike($0).map(\.header) })
    }
}

extension LandmarksFormat.Gaps {
    /// The notices for users of Landmarks' sample app.
    fileprivate var notices: [String] {
        let (partial, unknown) = (partialObservations.counted("hike"), unrated.counted("hike"))
        return [
            partialObservations == 0
                ? nil
                : "Landmarks will not show all of \(partial): stretches without an elevation, a pace or a heart rate are in "
                    + "the member partialObservations.",
            unrated == 0
                ? nil : "Landmarks will show a difficulty of 0 for \(unknown), whose difficulty is unknown.",
        ].compactMap(\.self)
    }
}
