internal import ProfileModel

/// What a reader of recordings in XML gathers.
protocol RecordingDocument: XMLReceiver {
    /// The hikes of a document that was read to its end.
    ///
    /// - Parameter fileName: the file's own name, without its ending; empty where it has none.
    /// - Throws: ``HikeFileError`` where there is none in it.
    func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike]
}

/// Reads a recording in XML piece by piece, so that no file has to be held whole.
final class XMLRecordingReader {
    private let limits: RecordingLimits
    private let document: any RecordingDocument
    private let parser: ExpatParser
    private var count = 0

    init(_ document: any RecordingDocument, _ limits: RecordingLimits) throws(HikeFileError) {
        (self.limits, self.document) = (limits, document)
        parser = try ExpatParser(document)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` that names the line. The reader is of no use then.
    func read(_ bytes: [UInt8]) throws(HikeFileError) {
        count += bytes.count
        try limits.check(bytes: count, line: parser.line)
        try parser.read(bytes, isLast: false)
    }

    /// The hikes of the file, which ends here.
    ///
    /// - Throws: ``HikeFileError`` for a file that is cut short, and for one without a point.
    func finish(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard count > 0 else { throw HikeFileError("the file is empty") }
        try parser.read([], isLast: true)
        return try document.hikes(fileName: fileName)
    }
}

extension ImportedHike {
    /// The source of a recording: its format, and the program or the device that wrote it.
    static func source(_ format: String, program: String) -> String {
        let program = String(decoding: program.utf8.prefix(240), as: UTF8.self).inOneLine.prefix(60)
        return program.isEmpty ? format : "\(format), \(program)"
    }
}
