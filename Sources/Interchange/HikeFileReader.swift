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
    /// Whether the hikes before damage are wanted.
    private let isPartial: Bool
    private var ending: HikeFileError?
    private var found: HikeFileFormat?
    private var hasTaken = false
    /// Called with the bytes of the file, piece by piece and unpacked, before they are parsed.
    public var inspect: ([UInt8]) -> Void = { _ in }

    private enum State {
        case undecided
        case packed(GzipReader, HikeFileReader)
        case xml(XMLRecordingReader)
        case landmarks(LandmarksReader)
        case geoJSON(GeoJSONReader)
        /// A format that is read as a whole.
        case whole(HikeFileFormat, [UInt8])
    }

    /// - Parameters:
    ///   - format: the format; `nil` to detect it from the content.
    ///   - fileName: the file's name, with or without its folder and extension; it becomes the name of a hike that has
    ///     none. Empty if unknown.
    ///   - isPartial: whether damage ends the file, so that what comes before it is read, instead of refusing it.
    public convenience init(format: HikeFileFormat? = nil, fileName: String = "", isPartial: Bool = false) {
        self.init(
            format: format, fileName: Self.bareName(fileName), limits: RecordingLimits(), isPartial: isPartial)
    }

    init(
        format: HikeFileFormat?, fileName: String, limits: RecordingLimits, isPartial: Bool = false,
        isUnpacked: Bool = false
    ) {
        (self.format, self.fileName, self.limits, self.isUnpacked) = (format, fileName, limits, isUnpacked)
        self.isPartial = isPartial
    }

    /// The damage at which a partial reading ended; `nil` if there was none.
    public var damage: HikeFileError? {
        if case .packed(_, let reader) = state { return ending ?? reader.damage }
        return ending
    }

    /// The format that was detected; `nil` before.
    public var detectedFormat: HikeFileFormat? {
        if case .packed(_, let reader) = state { return reader.detectedFormat }
        return found
    }

    /// Ends a partial reading where the file is damaged. The caller that unpacks the file also calls this.
    ///
    /// - Throws: the error, unless it is about damage and a part of the file is enough.
    public func end(at error: HikeFileError) throws(HikeFileError) {
        guard isPartial, error.isDamage else { throw error }
        ending = ending ?? error
    }

    /// Reads the next piece.
    ///
    /// - Throws: ``HikeFileError`` with the location. The reader can't be used any further.
    public func read(_ bytes: [UInt8]) throws(HikeFileError) {
        guard ending == nil else { return }
        do throws(HikeFileError) { try readPiece(bytes) } catch { try end(at: error) }
    }

    private func readPiece(_ bytes: [UInt8]) throws(HikeFileError) {
        // Those before the format is detected come again.
        if found != nil { inspect(bytes) }
        switch state {
        case .undecided:
            beginning += bytes
            // Enough to detect any format: FIT is marked within its first 12 bytes, XML by its root element.
            if beginning.count >= Self.telling { try decide() }
        case .packed(let gzip, let reader):
            try gzip.read(bytes) { piece throws(HikeFileError) in try reader.read(piece) }
        case .xml(let reader):
            try reader.read(bytes)
            ready += reader.takeHikes(fileName: fileName)
        case .landmarks(var reader):
            // Drops the other reference, so that appending to a long hike doesn't copy what has been read of it.
            state = .undecided
            defer { state = .landmarks(reader) }
            ready += try reader.read(bytes)
        case .geoJSON(var reader):
            state = .undecided
            defer { state = .geoJSON(reader) }
            ready += try reader.read(bytes, fileName: fileName)
        case .whole(let format, var content):
            // Drops the other reference, so that appending doesn't copy the bytes.
            state = .undecided
            content += bytes
            try limits.check(bytes: content.count)
            state = .whole(format, content)
        }
    }

    /// Returns the hikes that are complete, and removes them. For a long file there are some after each piece, so that
    /// memory use stays bounded; for FIT and CSV there are none before the end.
    public func takeHikes() -> [ImportedHike] {
        if case .packed(_, let reader) = state { ready = reader.takeHikes() }
        defer { ready = [] }
        hasTaken = hasTaken || !ready.isEmpty
        return ready
    }

    /// Ends the file and returns its remaining hikes, without those already taken.
    ///
    /// - Throws: ``HikeFileError`` for a file that is cut short, and for a recording without a hike; a list in JSON may
    ///   be empty.
    public func finish() throws(HikeFileError) -> [ImportedHike] {
        do throws(HikeFileError) {
            if ending == nil {
                let rest = try finishWhole()
                return takeHikes() + rest
            }
        } catch {
            try end(at: error)
        }
        let hikes = takeHikes() + ((try? beforeDamage()) ?? [])
        if let ending, !hasTaken, hikes.isEmpty { throw ending }
        return hikes
    }

    private func finishWhole() throws(HikeFileError) -> [ImportedHike] {
        if case .undecided = state { try decide() }
        switch state {
        case .undecided:
            throw HikeFileError(.empty)
        case .packed(let gzip, let reader):
            try gzip.finish()
            return try reader.finish()
        case .xml(let reader):
            return try reader.finish(fileName: fileName)
        case .whole(.csv, let content):
            return try HikesCSV.read(content)
        case .whole(_, let content):
            return try FITFormat.read(content, fileName: fileName, limits: limits)
        case .landmarks(var reader):
            try reader.finish()
            return takeHikes()
        case .geoJSON(var reader):
            return try reader.finish(fileName: fileName)
        }
    }

    /// What was begun before the damage, and not taken yet.
    private func beforeDamage() throws(HikeFileError) -> [ImportedHike] {
        switch state {
        case .undecided, .landmarks: []
        case .whole(.csv, let content): try HikesCSV.read(content, isCutShort: true)
        case .packed(_, let reader): try reader.finish()
        case .geoJSON(var reader): try reader.cut(fileName: fileName)
        case .xml(let reader): try reader.cut(fileName: fileName)
        case .whole(_, let content):
            try FITFormat.read(content, fileName: fileName, limits: limits, isPartial: true)
        }
    }

    private static let telling = 4096

    private func decide() throws(HikeFileError) {
        let bytes = beginning
        beginning = []
        guard !bytes.isEmpty else { throw HikeFileError(.empty) }
        if bytes.starts(with: [0x1F, 0x8B]), !isUnpacked {
            let reader = HikeFileReader(
                format: format, fileName: fileName, limits: limits, isPartial: isPartial, isUnpacked: true)
            reader.inspect = inspect
            state = .packed(try GzipReader(limit: Self.maximumUnpackedSize), reader)
            return try read(bytes)
        }
        guard let format = format ?? HikeFileFormat(beginning: bytes) else {
            throw HikeFileError(.unrecognized)
        }
        found = format
        switch format {
        case .gpx: state = .xml(try XMLRecordingReader(GPXDocument(limits), limits))
        case .tcx: state = .xml(try XMLRecordingReader(TCXDocument(limits), limits))
        case .fit, .csv: state = .whole(format, [])
        case .kml: state = .xml(try XMLRecordingReader(KMLDocument(limits), limits))
        case .landmarks: state = .landmarks(LandmarksReader())
        case .geojson: state = .geoJSON(GeoJSONReader(limits))
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
    case landmarks, gpx, fit, tcx, kml, geojson, csv

    /// The file extensions to look for in a folder or an archive, in lower case.
    public static let endings = names.map { ".\($0)" } + names.map { ".\($0).gz" }
    private static let names = ["gpx", "fit", "tcx", "kml", "geojson", "json", "csv"]
    /// The endings of archives of such files.
    public static let archiveEndings = [".zip", ".kmz"]

    /// The format of a file that begins with these bytes; `nil` when it is none of them.
    ///
    /// Landmarks' JSON begins with a list, GeoJSON with an object that names one of its types or has its members, XML
    /// with `<`, in any encoding. The root element tells the XML formats apart; without one, GPX is assumed. FIT is
    /// marked from its ninth byte on, and CSV begins with headings, among them a hike's name and distance.
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
            // Without their prefixes.
            let names = text.split(separator: "<").map { tag in
                tag.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }.split(separator: ":").last ?? ""
            }
            self = names.contains("TrainingCenterDatabase") ? .tcx : names.contains("kml") ? .kml : .gpx
        case UInt8(ascii: "["): self = .landmarks
        case UInt8(ascii: "{") where Self.isGeoJSON(String(decoding: bytes, as: UTF8.self)): self = .geojson
        default:
            guard HikesCSV.isBeginning(of: bytes) else { return nil }
            self = .csv
        }
    }

    private static func isGeoJSON(_ text: String) -> Bool {
        let types = ["FeatureCollection", "Feature", "LineString", "MultiLineString"]
        if text.contains("\"type\""), types.contains(where: { text.contains("\"\($0)\"") }) { return true }
        // Where members are sorted by name, the type comes last. Landmarks' coordinates are an object.
        let dense = text.filter { !$0.isWhitespace }
        return ["\"features\":[{", "\"geometry\":{", "\"coordinates\":["].contains { dense.contains($0) }
    }

    /// Maximum length in bytes; `nil` where a file is read hike by hike, and may be of any length.
    public var maximumFileSize: Int? { [.fit, .csv].contains(self) ? RecordingLimits.maximumSize : nil }
}
