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
    /// Remarks: points that were skipped, duplicates of stored hikes.
    public var remarks: [String]
    /// The number of files that weren't read because the import was stopped.
    public var unread: Int

    public init(
        imported: [Int] = [], skipped: Int = 0, refused: [String] = [], remarks: [String] = [], unread: Int = 0
    ) {
        (self.imported, self.skipped, self.refused, self.remarks) = (imported, skipped, refused, remarks)
        self.unread = unread
    }

    /// "8 imported, 1 skipped, 2 refused · stopped, 3 files not read".
    var summary: String {
        let counts = "\(imported.count) imported, \(skipped) skipped, \(refused.count) refused"
        return unread == 0 ? counts : counts + " · stopped, \(unread == 1 ? "1 file" : "\(unread) files") not read"
    }

    var lines: [String] { (refused + remarks).map(\.terminalSafe) }
}
