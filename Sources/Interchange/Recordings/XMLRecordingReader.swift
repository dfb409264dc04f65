internal import ProfileModel

/// The content of a recording in XML, collected while reading.
protocol RecordingDocument: XMLReceiver {
    /// The hikes of a document that has been read completely.
    ///
    /// - Parameter fileName: the file's own name, without its extension; empty if unknown.
    /// - Throws: ``HikeFileError`` when the document contains none.
    mutating func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike]
    /// The number of tracks that have been read to their end.
    var tracksRead: Int { get }
    /// Removes the hikes that are complete and that the rest of the document can't change.
    mutating func takeHikes(fileName: String) -> [ImportedHike]
    /// Ends the hike that is being read: the document is damaged after it.
    mutating func cut() throws(HikeFileError)
}

/// Reads a recording in XML piece by piece, so that the file is never in memory as a whole.
final class XMLRecordingReader {
    private let limits: RecordingLimits
    private let parser: ExpatParser
    private var count = 0
    /// The number of tracks, and of bytes up to the last one.
    private var (tracksRead, countBefore) = (0, 0)
    private var hasBegun = false

    init(_ document: any RecordingDocument, _ limits: RecordingLimits) throws(HikeFileError) {
        self.limits = limits
        parser = try ExpatParser(document)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` with the line. The reader can't be used any further.
    func read(_ bytes: [UInt8]) throws(HikeFileError) {
        count += bytes.count
        try limits.check(bytes: count - countBefore, line: parser.line)
        guard !hasBegun else { return try parser.read(bytes, isLast: false) }
        // XML allows nothing before its declaration, but some services write blanks there.
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let marked = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
        let rest = marked.drop { blanks.contains($0) }
        hasBegun = !rest.isEmpty
        parser.skip(lines: marked[..<rest.startIndex].count { $0 == 0x0A })
        try parser.read(rest.count == marked.count ? bytes : Array(rest), isLast: false)
    }

    /// Lends what has been read so far.
    func withDocument<Result>(_ body: (any RecordingDocument) -> Result) -> Result {
        parser.withDocument { body($0) }
    }

    /// Removes the hikes that are complete.
    func takeHikes(fileName: String) -> [ImportedHike] {
        parser.withDocument { document in
            if document.tracksRead > tracksRead { (tracksRead, countBefore) = (document.tracksRead, count) }
            return document.takeHikes(fileName: fileName)
        }
    }

    /// The remaining hikes of a damaged file, including the part of one that comes before the damage.
    func cut(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        try parser.withDocument { document throws(HikeFileError) in
            try document.cut()
            return try document.hikes(fileName: fileName)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Ends the file and returns its hikes.
    ///
    /// - Throws: ``HikeFileError`` for a file that is cut short, and for one without a point.
    func finish(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard count > 0 else { throw HikeFileError(.empty) }
        try parser.read([], isLast: true)
        return try parser.withDocument { document throws(HikeFileError) in try document.hikes(fileName: fileName) }
    }
}

extension ImportedHike {
    /// The source of a recording: its format, and the program or device that wrote it.
    static func source(_ format: String, program: String) -> String {
        let program = String(decoding: program.utf8.prefix(240), as: UTF8.self).inOneLine.prefix(60)
        return program.isEmpty ? format : "\(format), \(program)"
    }
}
