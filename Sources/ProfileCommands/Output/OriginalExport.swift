internal import CommandParsing
internal import Interchange
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// Gives back the files that hikes were imported from, byte for byte.
struct OriginalExport {
    private let store: ProfileStore
    /// The files in the order of their first hikes, each once.
    private var files: [(number: Int, file: OriginalFile)] = []
    /// The hikes of which none is kept.
    private var missing: [HikeHeader] = []

    /// - Parameter exact: whether files that meet a private place are given back, too: they can't be cut.
    /// - Throws: ``UserError`` for such a file otherwise.
    init(of hikes: [HikeHeader], in store: ProfileStore, exact: Bool) throws {
        self.store = store
        var known: Set<Int> = []
        for hike in hikes {
            guard let found = try store.original(ofHike: hike.id) else {
                missing.append(hike)
                continue
            }
            if known.insert(found.number).inserted {
                files.append(found)
                if try !exact && meetsPrivatePlace(found.number, found.file) {
                    throw UserError(
                        .invalidValue, "the file of hike \(hike.id) meets a private place, and can't be cut",
                        hint: "Export another format, which is cut, or give --exact.")
                }
            }
        }
    }

    /// Whether something in a file lies within the area around a private place. The file is read again, since its hikes
    /// may show less than it holds: trimmed, edited or removed ones. Its text is searched for positions too, since no
    /// reader reads everything. Routes beside a track aren't read, so they may lie anywhere.
    private func meetsPrivatePlace(_ number: Int, _ file: OriginalFile) throws -> Bool {
        let areas = try store.privateAreas
        guard !areas.isEmpty else { return false }
        let reader = HikeFileReader(fileName: file.name, isPartial: true)
        var search = CoordinateSearch(for: areas)
        reader.inspect = { search.look(at: $0) }
        var isMet = false
        func look(at hikes: [ImportedHike]) {
            for hike in hikes {
                isMet =
                    isMet || hike.hike.header.waypoints.contains { areas.contains($0.position) }
                    || [hike.recordingInSource, hike.recording].contains { $0.map(areas.meets) ?? false }
                    || hike.notices.contains { if case .routesLeftOut = $0 { true } else { false } }
            }
        }
        do {
            try read(number) { bytes in
                try reader.read(bytes)
                look(at: reader.takeHikes())
            }
            look(at: try reader.finish())
            search.finish()
        } catch is HikeFileError {
            // What isn't understood may be anywhere.
            return true
        }
        return isMet || search.hasFound
    }

    /// Writes the only file to a file, or to stdout.
    func write(to path: String?, _ call: CommandCall) throws {
        guard let only = files.first else {
            throw UserError(
                .notFound, "no file is kept of \(missing.count == 1 ? "this hike" : "these hikes")",
                hint: "Files are kept since version 0.2.0; import the file again to keep it.")
        }
        guard files.count == 1 else {
            throw UserError(
                .invalidValue, "the hikes are from \(files.count) files", hint: "Write them into a folder with --to.")
        }
        if let path, path != "-" {
            try OutputFile.write(bytesTo: path) { put in try read(only.number, put) }
            try call.reporter.answer(FileAnswer(file: path), text: [])
        } else {
            try read(only.number) { call.context.output.write(bytes: $0) }
        }
        reportMissing(call)
    }

    /// Writes the files into a folder, under their own names.
    func writeAll(into folder: String, _ call: CommandCall) throws {
        do throws(SystemError) { try PrivateFolder.makeMissing(folder) } catch {
            throw UserError(
                .io, "\(folder) cannot be written: \(error.reason)", hint: "Check the folder and the disk.")
        }
        var names = HikeFileNames()
        var written: [String] = []
        for (number, file) in files {
            try Interruption.throwIfInterrupted()
            let name = "\(folder)/\(names.name(of: file))"
            try OutputFile.write(bytesTo: name) { put in try read(number, put) }
            written.append(name)
        }
        try call.reporter.answer(
            FolderAnswer(folder: folder, files: written), text: ["\(written.count.counted("file")) written"])
        reportMissing(call)
    }

    private func read(_ number: Int, _ put: ([UInt8]) throws -> Void) throws {
        try PackedFile.unpack({ body in try store.readOriginal(number, body) }, to: put)
    }

    private func reportMissing(_ call: CommandCall) {
        guard let first = missing.first else { return }
        let others = missing.count > 1 ? " and \((missing.count - 1).counted("other"))" : ""
        call.reporter.notice("no file is kept of hike \(first.id), \(first.name)\(others)")
    }
}
