public import ProfileModel

/// Recordings as GPX 1.1, every kept point of them: what is read back is equal to ``Recording/asKept``, without what the
/// device declared.
///
/// Heart rates stand in Garmin's extension, which every program reads. Plans are routes.
public enum GPXWriter {
    /// The program that the file names as its own.
    static let creator = "profile"

    /// Writes a file piece by piece: its beginning, a piece for each segment, its end.
    ///
    /// - Parameters:
    ///   - output: takes each piece.
    ///   - body: is lent what adds a hike with its recording, so that no more than one need be in memory.
    public static func write(
        to output: @escaping (String) -> Void, _ body: ((HikeHeader, Recording) -> Void) throws -> Void
    ) rethrows {
        output(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">

            """)
        try body { header, recording in write(header, recording.asKept, to: output) }
        output("</gpx>\n")
    }

    private static func write(_ header: HikeHeader, _ recording: Recording, to output: (String) -> Void) {
        let name = "<name>\(header.name.xmlEscaped)</name><type>\(header.activity.rawValue)</type>"
        if header.isPlanned {
            output("<rte>\(name)\n")
            for segment in recording.segments { output(segment.map { text(of: $0, "rtept") }.joined()) }
            output("</rte>\n")
        } else {
            output("<trk>\(name)\n")
            for segment in recording.segments {
                output("<trkseg>\n\(segment.map { text(of: $0, "trkpt") }.joined())</trkseg>\n")
            }
            output("</trk>\n")
        }
    }

    private static func text(of point: TrackPoint, _ element: String) -> String {
        var text = "<\(element) lat=\"\(point.latitude.inDecimals(7))\" lon=\"\(point.longitude.inDecimals(7))\">"
        if let elevation = point.elevation { text += "<ele>\(elevation.inDecimals(2))</ele>" }
        if let time = point.time { text += "<time>\(time)</time>" }
        if let rate = point.heartRate {
            text += "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(rate.inDecimals(1))</gpxtpx:hr>"
            text += "</gpxtpx:TrackPointExtension></extensions>"
        }
        return text + "</\(element)>\n"
    }
}

extension Double {
    /// The number with at most so many decimals, and never with an exponent, which XML's decimals lack.
    ///
    /// For numbers of at most eight digits before the point.
    fileprivate func inDecimals(_ places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let units = Int((self * Double(scale)).rounded())
        let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = units < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var decimals = Int(rest).padded(to: places)
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }
}

extension String {
    /// The text as it stands in an element: no markup, and no character that XML can't hold. What a terminal would act on,
    /// or nobody sees, is a reference.
    var xmlEscaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += " "
            case _ where scalar.isInvisibleControl:
                text += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
