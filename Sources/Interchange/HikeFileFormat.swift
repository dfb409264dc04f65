/// The formats that hikes are read from.
public enum HikeFileFormat: String, CaseIterable, Sendable {
    case landmarks, gpx

    /// The format of a file that begins so; `nil` when it is neither.
    ///
    /// JSON begins with a list or an object, XML with `<`, in any encoding.
    public init?(beginning bytes: some Sequence<UInt8>) {
        // A byte order mark, the zeros of UTF-16, and white space come before what tells.
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
        switch bytes.first(where: { !marks.contains($0) }) {
        case UInt8(ascii: "<"): self = .gpx
        case UInt8(ascii: "["), UInt8(ascii: "{"): self = .landmarks
        default: return nil
        }
    }

    /// Bytes; longer files are refused.
    public var largestFile: Int {
        switch self {
        case .landmarks: LandmarksFormat.largestFile
        case .gpx: GPXFormat.largestFile
        }
    }
}
