internal import FoundationEssentials
internal import Glibc
internal import Interchange
internal import ProfileKit

/// Files of hikes that a person names, folders among them.
struct HikeFile: Hashable {
    let path: String

    /// The files that words of a command line mean: each file itself, and of a folder those in it and below whose names
    /// end as those of hikes do (``HikeFileFormat/endings``), or in `.zip`, sorted. Hidden ones and what is no plain file
    /// are left out, and links to folders are not followed.
    static func all(named words: [String]) -> [HikeFile] {
        words.flatMap { word in
            guard word != "-", isFolder(word) else { return [HikeFile(path: word)] }
            let files = files(below: word)
            // A folder without any is named as it is, to be refused: it is not what its owner took it for.
            return files.isEmpty ? [HikeFile(path: word)] : files
        }
    }

    /// What is in a file.
    enum Content {
        case hikes([ImportedHike])
        /// An archive, and its file, which has to stay open.
        case archive(ZipArchive, InputFile)
    }

    /// Reads the hikes of the file, or opens it where it is an archive of many.
    ///
    /// - Parameter format: `nil` to tell it by the content.
    /// - Throws: ``HikeFileError``; ``Complaint`` with `io` when it can't be read.
    func content(as format: HikeFileFormat?) throws -> Content {
        if path != "-", Self.isFolder(path) {
            guard Self.names(in: path) != nil else {
                throw Complaint(.io, "\(path) cannot be read", hint: "Check the folder's permissions.")
            }
            throw HikeFileError("the folder has no file in it whose name ends in .gpx, .fit, .tcx, .json, .gz or .zip")
        }
        let file = try InputFile(path)
        var piece = try file.next()
        if ZipArchive.isArchive(beginning: piece) { return .archive(try file.archive(), file) }
        if let format = format ?? HikeFileFormat(beginning: piece), file.size ?? 0 > format.largestFile {
            throw HikeFileError("the file is longer than \(format.largestFile >> 20) MiB; split it into several")
        }
        let reader = HikeFileReader(format: format, fileName: path == "-" ? "" : path)
        while !piece.isEmpty {
            try reader.read(piece)
            piece = try file.next()
        }
        return .hikes(try reader.finish())
    }

    private static func files(below folder: String) -> [HikeFile] {
        // A folder that can't be read stands for itself, to be refused with that.
        guard let names = names(in: folder) else { return [HikeFile(path: folder)] }
        return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if isFolder(path, followingLinks: false) { return files(below: path) }
            let isNamedSo = (HikeFileFormat.endings + [".zip"]).contains { path.lowercased().hasSuffix($0) }
            return isNamedSo && isPlainFile(path) ? [HikeFile(path: path)] : []
        }
    }

    private static func names(in folder: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder)
    }

    private static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
        kind(of: path, followingLinks: followingLinks) == S_IFDIR
    }

    /// Whether a file has an end: a pipe that nobody writes to would be waited for.
    private static func isPlainFile(_ path: String) -> Bool {
        // What can't be examined, such as a link that leads nowhere, is named, to be refused with that.
        [S_IFREG, nil].contains(kind(of: path))
    }

    private static func kind(of path: String, followingLinks: Bool = true) -> mode_t? {
        var status = stat()
        let result = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
