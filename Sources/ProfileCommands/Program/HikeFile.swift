internal import Glibc
internal import Interchange
internal import ProfileKit
internal import ProfileRendering

/// A file of hikes named by the user, or found in a folder.
struct HikeFile: Hashable {
    /// The name for display.
    let path: String
    /// The name in the file system, which need not be UTF-8, with a terminating zero.
    private let systemPath: [CChar]
    /// Whether it was found in a folder rather than named.
    let isFound: Bool
    /// The tables of services (``ServiceTables``) in its folder and in those above, up to the one that was named.
    private(set) var tables: [HikeFile] = []

    /// - Parameter bytes: the name in the file system, if it isn't UTF-8.
    init(path: String, bytes: [UInt8]? = nil) {
        self.path = path
        isFound = false
        systemPath = bytes.map { ($0 + [0]).map { CChar(bitPattern: $0) } } ?? Array(path.utf8CString)
    }

    private init(_ name: [UInt8], in folder: HikeFile) {
        let separator = folder.path.hasSuffix("/") ? [] : [UInt8(ascii: "/")]
        systemPath = folder.systemPath.dropLast() + (separator + name + [0]).map { CChar(bitPattern: $0) }
        isFound = true
        path = String(decoding: systemPath.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path that a user typed into a prompt or a form, where no shell expands `~` and `-` isn't stdin.
    static func path(typed path: String, home: String?) -> String {
        if path == "-" { return "./-" }
        guard let home, path == "~" || path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }

    /// The files named on a command line: each file itself, and from a folder and its subfolders those whose extensions
    /// are those of hikes (``HikeFileFormat/endings``) or of archives of them, sorted. Hidden and special files are left out, and
    /// links to folders aren't followed.
    ///
    /// - Parameter bytes: the names that aren't UTF-8, by the words that replace them.
    static func all(named words: [String], bytes: [String: [UInt8]] = [:]) -> [HikeFile] {
        words.map { HikeFile(path: $0, bytes: bytes[$0]) }.flatMap { file in
            guard file.path != "-", file.kind() == S_IFDIR else { return [file] }
            let files = file.filesBelow
            // A folder without such files is listed itself, so that it is rejected: it isn't what the user expected.
            return files.isEmpty ? [file] : files
        }
    }

    /// The files below a folder, as ``all(named:bytes:)`` finds them; `nil` if it isn't a folder that can be read.
    static func all(below folder: String) -> [HikeFile]? {
        let folder = HikeFile(path: folder)
        return folder.names == nil ? nil : folder.filesBelow
    }

    /// The size in bytes, and the time of the last change in nanoseconds since 1970; `nil` if there is no such file.
    var status: (size: Int, modified: Int)? {
        var status = stat()
        guard unsafe stat(systemPath, &status) == 0 else { return nil }
        return (Int(status.st_size), Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec))
    }

    /// The content of a file.
    enum Content {
        case hikes(Reading)
        /// An archive, and its file, which must stay open.
        case archive(ZipArchive, InputFile)
    }

    /// The first hikes of a file, and how to read the next ones.
    struct Reading {
        let hikes: [ImportedHike]
        /// Returns no hikes at the end; `nil` when there are none after the first.
        var more: (() throws -> [ImportedHike])?
        let reader: HikeFileReader
        /// Calls a closure with the bytes of the file, piece by piece; `nil` if they can't be read again.
        var content: ImportedFile.Pieces?

        /// The file, to be kept beside its hikes.
        ///
        /// - Parameter path: its name, with folders.
        func file(named path: String) -> ImportedFile? {
            guard let content, reader.damage == nil, let format = reader.detectedFormat else { return nil }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return ImportedFile(name: name, format: format.rawValue, content: content) { body in
                try PackedFile.pack(content, to: body)
            }
        }
    }

    /// Reads the hikes of the file, or opens it if it is an archive.
    ///
    /// - Parameters:
    ///   - format: the format; `nil` to detect it from the content.
    ///   - isPartial: whether damage ends the file, instead of refusing it.
    /// - Throws: ``HikeFileError``; ``UserError`` with `io` when it can't be read, with `invalidValue` when there is
    ///   nothing to read in it.
    func content(as format: HikeFileFormat?, isPartial: Bool = false) throws -> Content {
        if path != "-", kind() == S_IFDIR {
            guard names != nil else {
                throw UserError(.io, about: path, "cannot be read", hint: "Check the folder's permissions.")
            }
            throw Self.refused(
                "the folder has no file in it whose name ends in .gpx, .fit, .tcx, .kml, .geojson, .json or .csv, in one of these "
                    + "with .gz, or in .zip or .kmz"
            )
        }
        let file = try InputFile(path, systemPath: systemPath)
        var piece = try file.next()
        if ZipArchive.isArchive(beginning: piece) {
            guard file.size != nil else {
                throw UserError(
                    .invalidValue, "a zip archive can only be read from a regular file",
                    hint: "Save the archive as a file, and name that.")
            }
            return .archive(try file.archive(), file)
        }
        try Self.requireHikes(in: file, beginning: piece, as: format)
        let reader = HikeFileReader(format: format, fileName: path == "-" ? "" : path, isPartial: isPartial)
        var hikes: [ImportedHike] = []
        var size = 0
        let content: ImportedFile.Pieces? = file.size == nil ? nil : { try file.readAll($0) }
        while !piece.isEmpty {
            try reader.read(piece)
            let new = reader.takeHikes()
            size += new.reduce(0) { $0 + $1.hike.observations.count + ($1.recording?.points ?? 0) }
            hikes += new
            if hikes.count >= Self.mostHeld.hikes || size >= Self.mostHeld.points {
                return .hikes(
                    Reading(hikes: hikes, more: Self.rest(of: file, reader), reader: reader, content: content))
            }
            piece = try file.next()
        }
        return .hikes(Reading(hikes: hikes + (try reader.finish()), reader: reader, content: content))
    }

    /// Refuses what can't contain hikes, or can't be read, before it is read to its end.
    private static func requireHikes(in file: InputFile, beginning: [UInt8], as format: HikeFileFormat?) throws {
        if ProfileExport.isExport(beginning: beginning) {
            throw UserError(
                .invalidValue, "it is an export of a whole profile",
                hint: "Import such an export with: \(command: "import")")
        }
        if let largest = (format ?? HikeFileFormat(beginning: beginning))?.maximumFileSize, file.size ?? 0 > largest {
            throw HikeFileError(.exceeds(.fileSize(largest)))
        }
    }

    /// The error for a file that can be read, but of which nothing is taken.
    static func refused(_ message: String) -> UserError { UserError(.invalidValue, message, hint: advice) }

    /// What to do about a file of a format that isn't read.
    static let conversion: CommandText =
        "gpsbabel converts most other formats: gpsbabel -i FORMAT -f FILE -o gpx -F FILE.gpx"

    /// The remedy for a refused file.
    static let advice: CommandText = "Correct the file, or leave it out."

    /// How much to read, and keep in memory, before the store is locked for writing: a pipe may be slow, and others may
    /// need the store.
    private static let mostHeld = (hikes: 5_000, points: 50_000)

    private static func rest(of file: InputFile, _ reader: HikeFileReader) -> () throws -> [ImportedHike] {
        var isAtEnd = false
        return {
            while !isAtEnd {
                let piece = try file.next()
                isAtEnd = piece.isEmpty
                if isAtEnd { return try reader.finish() }
                try reader.read(piece)
                let hikes = reader.takeHikes()
                if !hikes.isEmpty { return hikes }
            }
            return []
        }
    }

    private var filesBelow: [HikeFile] {
        // A folder that can't be read is listed itself, so that it is rejected with that reason.
        guard let names else { return [self] }
        let shown = names.filter { $0.first != UInt8(ascii: ".") }.map { HikeFile($0, in: self) }
        let found = shown.filter { ServiceTables.isTable($0.path) && $0.kind(followingLinks: false) == S_IFREG }
        let all = tables + found
        return shown.sorted { $0.path < $1.path }.flatMap { file in
            var file = file
            file.tables = all
            if file.kind(followingLinks: false) == S_IFDIR { return file.filesBelow }
            let isOfHikes = Self.isNamedLikeHikes(file.path) && !ServiceTables.isTable(file.path)
            return isOfHikes && file.kind(followingLinks: false) == S_IFREG ? [file] : []
        }
    }

    /// Adds what this file, a table, tells. If it can't be read, the hikes are imported without their titles.
    func add(to tables: inout ServiceTables) {
        tables.add(path) { try InputFile(path, systemPath: systemPath).readAll($0) }
    }

    /// Whether a file's name ends as those of hikes do, or as that of an archive.
    static func isNamedLikeHikes(_ name: String) -> Bool {
        (HikeFileFormat.endings + HikeFileFormat.archiveEndings).contains { name.lowercased().hasSuffix($0) }
    }

    /// The names in a folder, unsorted; `nil` when it can't be read.
    private var names: [[UInt8]]? {
        guard let folder = unsafe opendir(systemPath) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe $0.prefix { $0 != 0 }.map(\.self) }
            names.append(name)
        }
        return names
    }

    /// The reason why the app can't read it; `nil` for a readable file or folder. Reading a special file may block
    /// forever, which is acceptable for a command but not for the app.
    var problem: String? {
        guard let kind = kind(), unsafe access(systemPath, R_OK) == 0 else {
            return systemReason()
        }
        return [S_IFREG, S_IFDIR].contains(kind) ? nil : "neither a file nor a folder"
    }

    /// Whether reading it may block forever: it is stdin, a pipe or a device. A file that can't be examined is refused
    /// at once.
    var mayBlock: Bool { path == "-" || ![S_IFREG, S_IFDIR, nil].contains(kind()) }

    private func kind(followingLinks: Bool = true) -> mode_t? {
        var status = stat()
        let result = unsafe followingLinks ? stat(systemPath, &status) : lstat(systemPath, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}

extension ProfileExport {
    /// Whether a file that begins with these bytes is an export of a whole profile, valid or not.
    static func isExport(beginning bytes: [UInt8]) -> Bool {
        bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
            && String(decoding: bytes.prefix(4096), as: UTF8.self).contains("\"profile-export\"")
    }
}
