internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile hike export`: hikes for other programs.
enum HikeExportCommand: ProfileCommand {
    private enum Format: String, CaseIterable {
        case landmarks, gpx, geojson, csv
    }

    private static let format = Option(
        "format", value: "landmarks|gpx|geojson|csv", help: "The format (default: landmarks).",
        completion: .values(Format.allCases.map(\.rawValue)))

    static let declaration = Command(
        "export", abstract: "Write hikes for other programs.",
        discussion: [
            "Landmarks' JSON contains the figures and stretches of the hikes, and hike import reads it back. A remark "
                + "says what Landmarks itself will not show. It contains no recordings: GPX and GeoJSON do, and "
                + "'profile export' contains everything. CSV has one row per hike, for spreadsheets; text that they "
                + "would take for a formula gets a leading apostrophe, and control characters are escaped.",
            "GPX and GeoJSON contain the track itself: every point of the stored recordings, all hikes in one "
                + "document. Hikes without a recording, or one without positions, are left out, and named.",
            "The output is not sealed: anyone who has it can read it. From a damaged store you get what "
                + "still opens, and exit code 18.",
        ],
        options: [format],
        positionals: [
            Positional(
                "ID", help: "Which hikes (default: all).", arity: .any, completion: .program(CompletionKind.hikes))
        ],
        examples: [
            Example("profile hike export > hikes.json", "All hikes with their figures and stretches."),
            Example("profile hike export --format csv 1001 1002", "Two hikes as rows."),
            Example("profile hike export --format gpx 7 > ridge.gpx", "A recording for a map or a watch."),
        ])

    static func run(_ call: CommandCall) throws {
        let format =
            try call.value(of: format, "must be landmarks, gpx, geojson or csv", Format.init(rawValue:)) ?? .landmarks
        let ids = try call.hikeIDs()
        let store = try call.access.store()
        try Interruption.stopping { try write(ids, of: store, as: format, call) }
    }

    private static func write(
        _ ids: [Int], of store: ProfileStore, as format: Format, _ call: CommandCall
    ) throws {
        let output = call.context.output
        switch format {
        case .landmarks:
            var gaps = LandmarksFormat.Gaps()
            let damaged = try writeLandmarks(ids, of: store, to: write(call)) { gaps.count($0) }
            for remark in gaps.remarks { call.reporter.remark(remark) }
            try call.requireWhole(Salvaged(value: (), damaged: damaged))
        case .csv:
            let headers = try headers(ids, of: store)
            for row in HikesCSV.rows(of: headers.value) {
                // A file may be shown on a terminal later, so control characters are escaped in both.
                output.write(line: row.terminalSafe + (output.isTerminal ? "" : "\r"))
            }
            try call.requireWhole(headers)
        case .gpx:
            var recordings = Recordings(of: try headers(ids, of: store))
            try GPXWriter.write(to: write(call)) { add in
                // A GPX file's routes come before its tracks.
                try recordings.forEach(in: store, plansFirst: true) { add($0, $1) }
            }
            try recordings.finish(call)
        case .geojson:
            var recordings = Recordings(of: try headers(ids, of: store))
            try GeoJSONWriter.write(to: write(call)) { add in
                try recordings.forEach(in: store) { try add($0, $1) }
            }
            try recordings.finish(call)
        }
    }

    /// Writes to stdout. The output may be shown on a terminal, so control characters are escaped as in JSON; in GPX
    /// they already are character references.
    private static func write(_ call: CommandCall) -> (String) -> Void {
        { call.context.output.write(JSONAnswer.escapingControls(in: $0)) }
    }

    /// The recordings of hikes, one in memory at a time, and the problems found.
    private struct Recordings {
        private let hikes: [HikeHeader]
        private var leftOut: [String] = []
        private var readings: [Salvaged<HikeHeader?>]

        init(of hikes: Salvaged<[HikeHeader]>) {
            self.hikes = hikes.value
            // Only headers and recordings are written, so damage to other parts of a hike doesn't matter.
            let damaged = hikes.damaged.filter { if case .part = $0 { false } else { true } }
            readings = [Salvaged(value: nil, damaged: damaged)]
        }

        mutating func forEach(
            in store: ProfileStore, plansFirst: Bool = false, _ body: (HikeHeader, Recording) throws -> Void
        ) throws {
            let plans = plansFirst ? hikes.filter(\.isPlanned) : []
            for hike in plans + hikes.filter({ !plansFirst || !$0.isPlanned }) {
                try Interruption.throwIfInterrupted()
                let found = try store.readableRecording(ofHike: hike.id)
                readings.append(found.map(\.header))
                guard let recording = found.value.recording, !recording.isEmpty else {
                    guard found.damaged.isEmpty else { continue }
                    let reason =
                        found.value.recording == nil ? "no recording is kept" : "its recording has no positions"
                    leftOut.append("hike \(hike.id), \(hike.name): \(reason)")
                    continue
                }
                try body(hike, recording)
            }
        }

        /// Reports the hikes that were left out.
        func finish(_ call: CommandCall) throws {
            for remark in leftOut { call.reporter.remark(remark) }
            try call.requireWhole(Salvaged(each: readings))
        }
    }

    /// - Parameter counting: called with each hike.
    /// - Returns: the parts that don't open.
    private static func writeLandmarks(
        _ ids: [Int], of store: ProfileStore, to output: @escaping (String) -> Void, counting: (Hike) -> Void
    ) throws -> [DamagedPart] {
        guard !ids.isEmpty else {
            var damaged: [DamagedPart] = []
            try LandmarksFormat.write(to: output) { add in
                damaged = try store.readContent { _ in
                    true
                } hike: { hike, _ in
                    try Interruption.throwIfInterrupted()
                    try add(hike)
                    counting(hike)
                }.damaged
            }
            return damaged
        }
        // Hikes that don't exist are reported before anything is written.
        let hikes = try Salvaged(each: ids.map { try store.readableHike($0).map(\.whole) })
        try LandmarksFormat.write(to: output) { add in
            for hike in hikes.value {
                try add(hike)
                counting(hike)
            }
        }
        return hikes.damaged
    }

    /// Hikes that don't exist are reported before anything is written.
    private static func headers(_ ids: [Int], of store: ProfileStore) throws -> Salvaged<[HikeHeader]> {
        guard !ids.isEmpty else { return try store.readableHikes }
        return try Salvaged(each: ids.map { try store.readableHike($0).map(\.header) })
    }
}

extension LandmarksFormat.Gaps {
    /// What a user of Landmarks' sample app should know.
    fileprivate var remarks: [String] {
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
