public import ProfileModel

/// Recordings as GPX 1.1, with every stored point: reading the file gives equal hikes.
///
/// Heart rates, other measurements and the device's declared figures are in Garmin's extensions, which are widely supported; what is left
/// is in one element of our own (``HikeProperties``). Plans are routes.
public enum GPXWriter {
    /// The file's `creator`, by which its readers recognize it.
    static let creator = "profile"

    /// Writes a file piece by piece: its beginning, pieces for the segments, its end.
    ///
    /// - Parameters:
    ///   - output: called with each piece.
    ///   - body: called with a function that adds a hike with its recording, so that only one needs to be in memory.
    public static func write(
        to output: @escaping (String) throws -> Void, _ body: ((HikeHeader, Recording) throws -> Void) throws -> Void
    ) throws {
        try output(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
            xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1" \
            xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
            xmlns:profile="\(HikeProperties.namespace)">

            """)
        try body { header, recording in try write(header, recording.asKept, to: output) }
        try output("</gpx>\n")
    }

    private static func write(
        _ header: HikeHeader, _ recording: Recording, to output: (String) throws -> Void
    ) throws {
        var properties = HikeProperties(header, recording)
        if header.isPlanned, recording.segments.count > 1 { properties.segments = recording.segments.map(\.count) }
        let attributes = properties.attributes.map { " \($0.name)=\"\($0.value.xmlEscaped)\"" }.joined()
        let start =
            "<name>\(header.name.xmlEscaped)</name><type>\(header.activity.rawValue)</type>\n<extensions>"
            + statistics(recording.declared) + "<profile:\(HikeProperties.element)\(attributes)/></extensions>\n"
        if header.isPlanned {
            try output("<rte>\(start)")
            for segment in recording.segments { try output(segment.map { text(of: $0, "rtept") }.joined()) }
            try output("</rte>\n")
        } else {
            try output("<trk>\(start)")
            for segment in recording.segments {
                try output("<trkseg>\n\(segment.map { text(of: $0, "trkpt") }.joined())</trkseg>\n")
            }
            try output("</trk>\n")
        }
    }

    /// The device's figures in Garmin's element: metres and seconds.
    private static func statistics(_ declared: DeclaredFigures) -> String {
        let figures: [(String, Double?)] = [
            ("Distance", declared.distance.map { $0 * 1000 }), ("TimerTime", declared.timer),
            ("TotalElapsedTime", declared.duration), ("MovingTime", declared.movingTime), ("Ascent", declared.ascent),
            ("Descent", declared.descent),
        ]
        let elements = figures.compactMap { name, value in
            value.map { "<gpxtrkx:\(name)>\($0.inDecimals(3))</gpxtrkx:\(name)>" }
        }
        guard !elements.isEmpty else { return "" }
        return "<gpxtrkx:TrackStatsExtension>\(elements.joined())</gpxtrkx:TrackStatsExtension>"
    }

    private static func text(of point: TrackPoint, _ element: String) -> String {
        var text = "<\(element) lat=\"\(point.latitude.inDecimals(7))\" lon=\"\(point.longitude.inDecimals(7))\">"
        if let elevation = point.elevation { text += "<ele>\(elevation.inDecimals(2))</ele>" }
        if let time = point.time { text += "<time>\(time)</time>" }
        text += measurements(at: point)
        return text + "</\(element)>\n"
    }

    /// Temperature, heart rate, cadence and power in Garmin's extensions, in the order of their schemas.
    private static func measurements(at point: TrackPoint) -> String {
        let values = [("atemp", point.temperature), ("hr", point.heartRate), ("cad", point.cadence)]
        let elements = values.compactMap { name, value in
            value.map { "<gpxtpx:\(name)>\($0.inDecimals(1))</gpxtpx:\(name)>" }
        }
        var text =
            elements.isEmpty
            ? "" : "<gpxtpx:TrackPointExtension>\(elements.joined())</gpxtpx:TrackPointExtension>"
        if let power = point.power {
            text += "<gpxpx:PowerExtension><gpxpx:PowerInWatts>\(power.inDecimals(1))</gpxpx:PowerInWatts>"
            text += "</gpxpx:PowerExtension>"
        }
        return text.isEmpty ? "" : "<extensions>\(text)</extensions>"
    }
}

extension Double {
    /// The number with at most `places` decimals, and never with an exponent, which XML decimals don't allow.
    ///
    /// For numbers with at most eight digits before the decimal point.
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
    /// The text escaped for use in an element. Control characters that XML forbids become spaces; other control
    /// characters and invisible ones become character references.
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
