public import ProfileKit
internal import ProfileRendering

/// The progress of an import.
public struct ImportProgress: Hashable, Sendable {
    /// The number of files that are done.
    public let done: Int
    /// The number of all files; 0 while they are being looked for.
    public let total: Int
    /// The file being read.
    public let file: String

    public init(done: Int, total: Int, file: String) {
        (self.done, self.total, self.file) = (done, total, file)
    }
}

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
    /// The ids of the hikes that are new.
    public var imported: [Int]
    public var skipped: Int
    /// A line for each file that was refused, with the reason.
    public var refused: [String]
    /// What was noticed about single files: points that were skipped, duplicates of stored hikes.
    public var notices: [String]
    /// The number of files that weren't read because the import was stopped.
    public var unread: Int
    /// Whether a lock ended the import. What was imported until then is stored.
    public var isCutOffByLock: Bool

    public init(
        imported: [Int] = [], skipped: Int = 0, refused: [String] = [], notices: [String] = [], unread: Int = 0,
        isCutOffByLock: Bool = false
    ) {
        (self.imported, self.skipped, self.refused, self.notices) = (imported, skipped, refused, notices)
        (self.unread, self.isCutOffByLock) = (unread, isCutOffByLock)
    }

    /// The report of an import that was cut off and then made again from its beginning.
    ///
    /// - Parameter again: the second report, which counts as skipped what the first had imported.
    func followed(by again: ImportReport) -> ImportReport {
        var whole = again
        whole.imported = imported + again.imported
        whole.skipped = max(again.skipped - imported.count, 0)
        let known = Set(notices)
        whole.notices = notices + again.notices.filter { !known.contains($0) }
        return whole
    }

    /// "8 imported, 1 skipped, 2 refused · stopped, 3 files not read".
    var summary: String {
        let counts = "\(imported.count.figure) imported, \(skipped.figure) skipped, \(refused.count.figure) refused"
        return unread == 0 ? counts : counts + " · stopped, \(unread.counted("file")) not read"
    }

    var lines: [String] { (refused + notices).map(\.terminalSafe) }
}

/// Imports hikes from files. The program supplies it, since the app doesn't know any file formats.
public struct HikeImporter: Sendable {
    /// Imports the hikes of files, folders and archives into a store, one file at a time.
    ///
    /// The closure is called before each file. If it returns `false`, the remaining files are not read, and what was
    /// imported stays.
    public typealias Reading = @Sendable (ProfileStore, [String], (ImportProgress) -> Bool) throws -> ImportReport

    let read: Reading
    /// Imports what has appeared in the inbox, each file once; `nil` if there is no inbox. The closure is called as for
    /// ``Reading``. Returns `nil` if nothing has appeared.
    public let readInbox: (@Sendable (ProfileStore, (ImportProgress) -> Bool) throws -> ImportReport?)?
    /// Imports the sample hikes.
    let samples: @Sendable (ProfileStore) throws -> ImportReport
    /// The possible completions of a path; folders end in a slash.
    let complete: @Sendable (String) -> [String]
    /// Why nothing can be read at a path; `nil` if it names a file or a folder.
    let problem: @Sendable (String) -> String?

    public init(
        samples: @escaping @Sendable (ProfileStore) throws -> ImportReport,
        complete: @escaping @Sendable (String) -> [String], problem: @escaping @Sendable (String) -> String?,
        readInbox: (@Sendable (ProfileStore, (ImportProgress) -> Bool) throws -> ImportReport?)? = nil,
        read: @escaping Reading
    ) {
        (self.samples, self.complete, self.problem, self.read) = (samples, complete, problem, read)
        self.readInbox = readInbox
    }
}
