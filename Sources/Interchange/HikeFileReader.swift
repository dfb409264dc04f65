internal import ProfileKit
public import ProfileModel

/// Reads the hikes of a file of any format, piece by piece. The file may be compressed with gzip.
public final class HikeFileReader {
    /// Maximum number of bytes that a compressed file may expand to.
    public static let maximumUnpackedSize = 256 << 20

    private let format: HikeFileFormat?
    private let fileName: String
    private let limits: RecordingLimits
    private var state = State.undecided
    /// The bytes read before the format is detected.
    private var beginning: [UInt8] = []
    private let isUnpacked: Bool
    private var ready: [ImportedHike] = []

    private enum State {
        case undecided
        case packed(GzipReader, HikeFileReader)
        case xml(XMLRecordingReader)
        case landmarks(LandmarksReader)
        case fit([UInt8])
    }

    /// - Parameters:
    ///   - format: the format; `nil` to detect it from the content.
    ///   - fileName: the file's name, with or without its folder and extension; it becomes the name of a hike that has
    ///     none. Empty if unknown.
    public convenience init(format: HikeFileFormat? = nil, fileName: String = "") {
        self.init(format: format, fileName: Self.bareName(fileName), limits: RecordingLimits(), isUnpacked: false)
    }

    init(format: HikeFileFormat?, fileName: String, limits: RecordingLimits, isUnpacked: Bool = false) {
        (self.format, self.fileName, self.limits, self.isUnpacked) = (format, fileName, limits, isUnpacked)
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` with the location. The reader can't be used any further.
    public func read(_ bytes: [UInt8]) throws(HikeFileError) {
        switch state {
        case .undecided:
            beginning += bytes
            // Enough to detect any format: FIT is marked within its first 12 bytes, XML by its root element.
            if beginning.count >= Self.telling { try decide() }
        case .packed(let gzip, let reader):
            try gzip.read(bytes) { piece throws(HikeFileError) in try reader.read(piece) }
        case .xml(let reader):
            try reader.read(bytes)
        case .landmarks(var reader):
            // Drops the other reference, so that appending to a long hike doesn't copy what has been read of it.
            state = .undecided
            defer { state = .landmarks(reader) }
            ready += try reader.read(bytes)
        case .fit(var content):
            // Drops the other reference, so that appending doesn't copy the bytes.
            state = .undecided
            content += bytes
            try limits.check(bytes: content.count)
            state = .fit(content)
        }
    }

    /// Returns the hikes that are complete, and removes them. For a long file of Landmarks JSON there are some after
    /// each piece, so that memory use stays bounded; for other formats there are none before the end.
    public func takeHikes() -> [ImportedHike] {
        if case .packed(_, let reader) = state { return reader.takeHikes() }
        defer { ready = [] }
        return ready
    }

    /// Ends the file and returns its remaining hikes, without those already taken.
    ///
    /// - Throws: ``HikeFileError`` for a file that is cut short, and for a recording without a hike; a list in JSON may
    ///   be empty.
    public func finish() throws(HikeFileError) -> [ImportedHike] {
        if case .undecided = state { try decide() }
        switch state {
        case .undecided:
            throw HikeFileError(.empty)
        case .packed(let gzip, let reader):
            try gzip.finish()
            return try reader.finish()
        case .xml(let reader):
            return try reader.finish(fileName: fileName)
        case .fit(let content):
            return try FITFormat.read(content, fileName: fileName, limits: limits)
        case .landmarks(var reader):
            try reader.finish()
            return takeHikes()
        }
    }

    private static let telling = 4096

    private func decide() throws(HikeFileError) {
        let bytes = beginning
        beginning = []
        guard !bytes.isEmpty else { throw HikeFileError(.empty) }
        if bytes.starts(with: [0x1F, 0x8B]), !isUnpacked {
            let reader = HikeFileReader(format: format, fileName: fileName, limits: limits, isUnpacked: true)
            state = .packed(try GzipReader(limit: Self.maximumUnpackedSize), reader)
            return try read(bytes)
        }
        guard let format = format ?? HikeFileFormat(beginning: bytes) else {
            throw HikeFileError(.unrecognized)
        }
        switch format {
        case .gpx: state = .xml(try XMLRecordingReader(GPXDocument(limits), limits))
        case .tcx: state = .xml(try XMLRecordingReader(TCXDocument(limits), limits))
        case .fit: state = .fit([])
        case .landmarks: state = .landmarks(LandmarksReader())
        }
        for start in stride(from: 0, to: bytes.count, by: 256 << 10) {
            try read(Array(bytes[start..<min(bytes.count, start + 256 << 10)]))
        }
    }

    /// A file's name on one line, without folder and extension: `walk` for `2026/walk.gpx.gz`.
    static func bareName(_ name: String) -> String {
        var name = name.split(separator: "/").last.map(String.init) ?? ""
        for ending in [".gz"] + HikeFileFormat.endings where name.lowercased().hasSuffix(ending) {
            name.removeLast(ending.count)
        }
        let shown = name.replacingInvisibleControls { _ in "" }
        return String(decoding: shown.inOneLine.utf8.prefix(HikeHeader.maximumNameLength - 3), as: UTF8.self)
    }
}

/// The formats from which hikes are read.
public enum HikeFileFormat: String, CaseIterable, Sendable {
    case landmarks, gpx, fit, tcx

    /// The file extensions to look for in a folder or an archive, in lower case.
    public static let endings = [".gpx", ".fit", ".tcx", ".json", ".gpx.gz", ".fit.gz", ".tcx.gz", ".json.gz"]

    /// The format of a file that begins with these bytes; `nil` when it is none of them.
    ///
    /// Landmarks' JSON begins with a list, XML with `<`, in any encoding. The root element tells the XML formats apart;
    /// without one, GPX is assumed. FIT is marked from its ninth byte on.
    public init?(beginning bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes.prefix(4096))
        // Skips byte order marks, the zeros of UTF-16, and leading white space.
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
        if bytes.dropFirst(8).starts(with: ".FIT".utf8) {
            self = .fit
            return
        }
        switch bytes.first(where: { !marks.contains($0) }) {
        case UInt8(ascii: "<"):
            let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
            self = text.contains("<TrainingCenterDatabase") || text.contains(":TrainingCenterDatabase") ? .tcx : .gpx
        case UInt8(ascii: "["): self = .landmarks
        default: return nil
        }
    }

    /// Whether a file that nobody named is JSON of another program, to be passed over: services put many into an
    /// archive.
    public static func isForeignJSON(named name: String, beginning bytes: some Collection<UInt8>) -> Bool {
        name.lowercased().hasSuffix(".json") && HikeFileFormat(beginning: Array(bytes)) == nil
    }

    /// Maximum length in bytes; `nil` where a file is read hike by hike, and may be of any length.
    public var maximumFileSize: Int? {
        switch self {
        case .landmarks: nil
        case .gpx, .fit, .tcx: RecordingLimits.maximumFileSize
        }
    }
}
