public import ProfileModel

/// Recordings in GPX 1.0 and 1.1, the format that receivers and watches exchange.
///
/// Each track with a point in it is a hike. Routes are plans: where there is a track they are passed over, and where
/// there is none, each of them is a hike. A hike bears its track's name, else the file's, else its track's type.
///
/// What is no number or no time is refused; an elevation or a heart rate that is out of all bounds (``TrackPoint``), empty
/// or `NaN` was not measured. Of several elevations of a point the first counts, of several heart rates the first that can
/// be one.
public enum GPXFormat {
    /// Longer files are refused.
    public static let largestFile = 64 << 20

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` that names the line.
    public static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [ImportedHike] {
        let reader = try GPXReader()
        for start in stride(from: 0, to: bytes.count, by: 256 << 10) {
            try reader.read(Array(bytes[start..<min(bytes.count, start + 256 << 10)]))
        }
        return try reader.finish()
    }
}

/// What a GPX file may take. Programs that write more cut it up themselves.
struct GPXLimits {
    var bytes = GPXFormat.largestFile
    var points = 500_000
    var tracks = 10_000
}

/// Reads GPX piece by piece, so that no file has to be held whole.
public final class GPXReader {
    private let limits: GPXLimits
    private let document: GPXDocument
    private let parser: ExpatParser
    private var count = 0

    public convenience init() throws(HikeFileError) {
        try self.init(GPXLimits())
    }

    init(_ limits: GPXLimits) throws(HikeFileError) {
        self.limits = limits
        document = GPXDocument(limits)
        parser = try ExpatParser(document)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` that names the line. The reader is of no use then.
    public func read(_ bytes: [UInt8]) throws(HikeFileError) {
        count += bytes.count
        guard count <= limits.bytes else {
            throw HikeFileError(
                line: parser.line, "the file is longer than \(limits.bytes >> 20) MiB; split it into several")
        }
        try parser.read(bytes, isLast: false)
    }

    /// The hikes of the file, which ends here.
    ///
    /// - Throws: ``HikeFileError`` for a file that is cut short, and for one without a point.
    public func finish() throws(HikeFileError) -> [ImportedHike] {
        guard count > 0 else { throw HikeFileError("the file is empty") }
        try parser.read([], isLast: true)
        let tracks = document.tracks.isEmpty ? document.routes : document.tracks
        guard !tracks.isEmpty else {
            throw HikeFileError(line: document.firstLine, "no track and no route has a point in it")
        }
        return tracks.map { track in
            ImportedHike(name: name(of: track), source: source, recording: track.recording)
        }
    }

    /// It says nothing of the file's own name, so that a copy of the file is the same hike.
    private func name(of track: GPXDocument.Track) -> String {
        // Some programs write the number of a sport.
        let word = track.type.contains(where: \.isLetter) ? track.type : ""
        let type = word.prefix(1).uppercased() + word.dropFirst().lowercased()
        let names = [track.name, document.name, type]
        return names.first { $0.unicodeScalars.contains(where: \.isVisibleAlone) } ?? "Hike"
    }

    private var source: String {
        let creator = document.creator.inOneLine.prefix(60)
        return creator.isEmpty ? ImportedHike.gpxSource : "\(ImportedHike.gpxSource), \(creator)"
    }
}
