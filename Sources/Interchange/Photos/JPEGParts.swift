internal import ProfileModel

/// The parts of a JPEG file: markers, segments and the coded picture between them. The file ends with its end marker:
/// what follows, such as a second picture, a film or a maker's own data, is no part of it.
struct JPEGParts {
    /// The segments up to the first scan, in order.
    private(set) var segments: [Segment] = []
    /// Everything from the first scan to the end marker, without what applications and comments have between scans.
    private(set) var picture: [ArraySlice<UInt8>] = []

    struct Segment {
        let marker: UInt8
        /// The content without the marker and the length.
        let content: ArraySlice<UInt8>

        fileprivate static let exif = Array("Exif\0\0".utf8)

        var exif: ArraySlice<UInt8>? {
            marker == Marker.app1 && content.starts(with: Self.exif)
                ? content.dropFirst(Self.exif.count) : nil
        }

        /// Whether decoding needs it: tables, the frame, and of the application's segments those about colours.
        var isOfPicture: Bool {
            switch marker {
            case Marker.app0: content.starts(with: "JFIF\0".utf8)
            case Marker.app2: content.starts(with: "ICC_PROFILE\0".utf8)
            case Marker.app14: content.starts(with: "Adobe".utf8)
            case Marker.apps, Marker.comment: false
            default: true
            }
        }

        var bytes: [UInt8] {
            let length = content.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        }
    }

    private enum Marker {
        static let start: UInt8 = 0xD8
        static let end: UInt8 = 0xD9
        static let scan: UInt8 = 0xDA
        static let apps: ClosedRange<UInt8> = 0xE0...0xEF
        static let (app0, app1, app2, app14): (UInt8, UInt8, UInt8, UInt8) = (0xE0, 0xE1, 0xE2, 0xEE)
        static let comment: UInt8 = 0xFE
        /// The markers of restarts, which stand alone, without a length.
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    }

    /// The bytes with which every file begins.
    static let signature: [UInt8] = [0xFF, Marker.start, 0xFF]

    /// Fails if the file is cut, or isn't made of such parts.
    init?(_ file: [UInt8]) {
        guard file.starts(with: Self.signature) else { return nil }
        var place = 2
        while true {
            guard let (marker, after) = Self.marker(in: file, at: place) else { return nil }
            if marker == Marker.scan {
                guard Self.isPicture(in: file, from: after, taking: &picture) else { return nil }
                return
            }
            guard let content = Self.content(in: file, at: after) else { return nil }
            segments.append(Segment(marker: marker, content: content))
            place = content.endIndex
        }
    }

    /// The photo's orientation and times. The first block that is one counts.
    var metadata: PhotoMetadata {
        segments.lazy.compactMap(\.exif).first.map { PhotoMetadata(exif: $0) } ?? PhotoMetadata()
    }

    /// The picture, not encoded anew, without anything that the camera or other programs wrote about it but its colours
    /// and its orientation.
    var withoutMetadata: [UInt8] {
        var kept = segments.filter(\.isOfPicture)
        let orientation = metadata.orientation
        if orientation != 1 {
            let content = (Segment.exif + EXIFBlock.orientation(orientation))[...]
            // JFIF's segment has to be the first.
            kept.insert(
                Segment(marker: Marker.app1, content: content),
                at: kept.first?.marker == Marker.app0 ? 1 : 0)
        }
        return [0xFF, Marker.start] + kept.flatMap(\.bytes) + picture.joined()
    }

    /// A marker, which any number of 0xFF may precede, and what is behind it.
    private static func marker(in file: [UInt8], at place: Int) -> (marker: UInt8, after: Int)? {
        guard place < file.count, file[place] == 0xFF else { return nil }
        guard let found = file[place...].firstIndex(where: { $0 != 0xFF }), file[found] != 0 else {
            return nil
        }
        let marker = file[found]
        guard marker != Marker.start, marker != Marker.end, !Marker.restarts.contains(marker),
            marker != 1
        else {
            return nil
        }
        return (marker, found + 1)
    }

    private static func content(in file: [UInt8], at place: Int) -> ArraySlice<UInt8>? {
        guard place + 2 <= file.count else { return nil }
        let length = Int(file[place]) << 8 | Int(file[place + 1])
        guard length >= 2, place + length <= file.count else { return nil }
        return file[place + 2..<place + length]
    }

    /// Passes over scans, and the segments between them by their lengths.
    ///
    /// - Parameters:
    ///   - scan: the index behind the marker of the first scan.
    ///   - parts: receives all but the segments of applications and comments.
    /// - Returns: whether the end marker was found.
    private static func isPicture(
        in file: [UInt8], from scan: Int, taking parts: inout [ArraySlice<UInt8>]
    ) -> Bool {
        guard var place = content(in: file, at: scan)?.endIndex else { return false }
        var start = scan - 2
        while let found = file[place...].firstIndex(of: 0xFF), found + 1 < file.count {
            switch file[found + 1] {
            case Marker.end:
                parts.append(file[start..<found + 2])
                return true
            // A byte of the coded picture, a restart, or a marker that begins with the next byte.
            case 0, Marker.restarts: place = found + 2
            case 0xFF: place = found + 1
            case let marker:
                guard let end = content(in: file, at: found + 2)?.endIndex else { return false }
                if Marker.apps.contains(marker) || marker == Marker.comment {
                    parts.append(file[start..<found])
                    start = end
                }
                place = end
            }
        }
        return false
    }
}
