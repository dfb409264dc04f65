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

    /// Maximum length in bytes; `nil` where a file is read hike by hike, and may be of any length.
    public var largestFile: Int? {
        switch self {
        case .landmarks: nil
        case .gpx, .fit, .tcx: RecordingLimits.largestFile
        }
    }
}
