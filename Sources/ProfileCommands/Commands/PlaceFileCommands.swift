internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// `profile place import`: imports places, one transaction per file.
enum PlaceImportCommand: ProfileCommand {
    static let declaration = Command(
        "import", abstract: "Import places from files.",
        discussion: [
            "Landmarks' landmarkData.json, waypoints in GPX, points in KML, KMZ and GeoJSON, and CSV with a row of "
                + "headings, among them name, latitude and longitude. A place that exists already, of the same name and "
                + "less than 10 m away, is skipped. Each file is imported as a whole or not at all."
        ],
        positionals: [
            Positional("FILE", help: "A file, or - for stdin.", arity: .atLeastOne, completion: .file)
        ],
        examples: [
            Example("profile place import landmarkData.json", "The places of Apple's Landmarks tutorial."),
            Example("profile place import huts.csv summits.gpx", "Two files."),
        ])

    static func run(_ call: CommandCall) throws {
        let files = call.invocation.positionals
        guard files.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError(message: "stdin can be read once only", hint: "Name '-' once.")
        }
        let store = try call.access.store()
        var (imported, skipped): ([Int], [String]) = ([], [])
        func report() throws {
            for name in skipped.prefix(10) { call.reporter.notice("\(name): exists already") }
            if skipped.count > 10 {
                call.reporter.notice("\((skipped.count - 10).counted("more place")) exist already.")
            }
            try call.reporter.answer(
                PlaceImportAnswer(imported: imported.count, skipped: skipped.count, places: imported),
                text: ["\(imported.count.counted("place")) imported, \(skipped.count) skipped"])
        }
        do {
            for file in files {
                try Interruption.throwIfInterrupted()
                let result = try importPlaces(in: file, into: store, call)
                imported += result.imported
                skipped += result.skipped
            }
        } catch {
            // What the files before it brought stays.
            if !imported.isEmpty || !skipped.isEmpty { try report() }
            throw error
        }
        try report()
    }

    private static func importPlaces(
        in file: String, into store: ProfileStore, _ call: CommandCall
    ) throws -> PlaceImportResult {
        let places = try read(file, call)
        do {
            return try store.importPlaces(places)
        } catch let error as StoreError where error.code == .invalidValue {
            throw UserError(
                .invalidValue, about: "\(file):", UserMessage(error).message, hint: "Nothing of it was stored.")
        }
    }

    private static func read(_ file: String, _ call: CommandCall) throws -> [Place] {
        let input = try InputFile(
            file, systemPath: call.context.importedFiles[file].map { $0.map { CChar(bitPattern: $0) } + [0] })
        var bytes: [UInt8] = []
        for piece in try input.pieces(upTo: PlaceFile.maximumSize + 1) { bytes += piece }
        do {
            guard ZipArchive.isArchive(beginning: bytes) else { return try PlaceFile.read(bytes) }
            return try withExtendedLifetime(input) { try PlaceFile.read(try input.archive()) }
        } catch let error as HikeFileError {
            let line = error.position.line.map { ":\($0)" } ?? ""
            throw UserError(
                .invalidValue, about: "\(file)\(line):", error.message, hint: "Nothing of it was stored.")
        }
    }
}

/// `profile place export`: the places as GeoJSON.
enum PlaceExportCommand: ProfileCommand {
    private static let output = Option(
        "output", short: "o", value: "FILE", help: "Write to this file (default: stdout).", completion: .file)
    private static let exact = Option(flag: "exact", help: "Private places too.")

    static let declaration = Command(
        "export", abstract: "Write all places as GeoJSON.",
        discussion: [
            "place import reads it back as the same places. Without --exact, private places and places near them are left "
                + "out. An existing file is never overwritten. The output is not sealed: anyone who has it can read it.",
            "From a damaged store, --exact writes what still opens, and the exit code is 18.",
        ],
        options: [output, exact],
        examples: [Example("profile place export -o places.geojson", "For a map program, or another store.")])

    static func run(_ call: CommandCall) throws {
        let file = call.value(of: output)
        guard file != "" else { throw InvalidValue.emptyFileName }
        let store = try call.access.store()
        let (isExact, readable) = (call.isSet(exact), try store.readablePlaces(exact: true))
        // If a place doesn't open, it isn't known what is private.
        if !isExact { try call.requireWhole(readable, hint: "--exact writes what opens, private places too.") }
        let shown = isExact ? readable.value : try store.readablePlaces().value
        let places = try shown.map { entry in
            var place = try store.place(entry.id)
            if !isExact { place.privateShift = nil }
            return place
        }
        let text = JSONAnswer.escapingControls(in: try GeoJSONPlaces.encoded(places))
        if let file, file != "-" {
            try OutputFile.write(to: file) { try $0(text) }
            try call.reporter.answer(FileAnswer(file: file), text: [])
        } else {
            call.context.output.write(text)
        }
        let left = readable.value.count - shown.count
        if left > 0 {
            call.reporter.notice(
                "\(left.counted("place")) left out: private, or near a private one. --exact writes all.")
        }
        try call.requireWhole(readable, hint: "The output holds what opens.")
    }
}
