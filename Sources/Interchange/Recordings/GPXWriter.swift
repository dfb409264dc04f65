public import ProfileKit
public import ProfileModel

/// Hikes as GPX 1.1, with every stored point: reading the file gives equal hikes.
///
/// Notes are descriptions, waypoints are those of GPX, and plans are routes. Heart rates, other measurements and the
/// device's declared figures are in Garmin's extensions, which are widely supported; what is left is in one element of
/// our own (`HikeSupplement`). A hike without a recording is a track without points.
public enum GPXWriter {
    /// The file's `creator`, by which its readers recognize it.
    static let creator = "profile"

    /// Writes a file piece by piece: its beginning, pieces for the points, its end.
    ///
    /// - Parameters:
    ///   - output: called with each piece.
    ///   - waypoints: called with a function that adds the waypoints of a hike, since GPX has them before all tracks.
    ///   - hikes: called with a function that adds a hike with its recording and what is known about its source, so that
    ///     only one needs to be in memory. GPX has plans, which are routes, before the others.
    /// - Throws: what the closures throw.
    public static func write(
        to output: @escaping (String) throws -> Void,
        waypoints: (_ add: (HikeHeader) throws -> Void) throws -> Void,
        hikes: (_ add: (Hike, Recording?, HikeSource?) throws -> Void) throws -> Void
    ) throws {
        try output(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
            xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1" \
            xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
            xmlns:profile="\(HikeSupplement.namespace)">

            """)
        try waypoints { header in
            for waypoint in header.waypoints { try output(text(of: waypoint, hike: header.id)) }
        }
        try hikes { hike, recording, source in try write(hike, recording?.asKept, source, to: output) }
        try output("</gpx>\n")
    }

    private static func text(of waypoint: Waypoint, hike: Int) -> String {
        let position = waypoint.position
        var text = "<wpt lat=\"\(position.latitude.inDecimals(7))\" lon=\"\(position.longitude.inDecimals(7))\">"
        if let elevation = position.elevation { text += "<ele>\(elevation.inDecimals(2))</ele>" }
        if let time = position.time { text += "<time>\(time)</time>" }
        text += "<name>\(waypoint.name.xmlEscaped)</name>"
        if !waypoint.description.isEmpty { text += "<desc>\(waypoint.description.xmlEscaped)</desc>" }
        if !waypoint.symbol.isEmpty { text += "<sym>\(waypoint.symbol.xmlEscaped)</sym>" }
        return text
            + "<extensions><profile:\(HikeSupplement.waypointElement) hike=\"\(hike)\"/></extensions></wpt>\n"
    }

    private static func write(
        _ hike: Hike, _ recording: Recording?, _ source: HikeSource?, to output: (String) throws -> Void
    ) throws {
        let derived = HikeSupplement.derived(from: hike, recording, format: ImportedHike.gpxSource)
        var supplement = try HikeSupplement(hike, recording, source: source, beyond: derived)
        if hike.isPlanned, let recording, recording.segments.count > 1 { supplement.keepSegments(of: recording) }
        let notes = hike.notes.isEmpty ? "" : "<desc>\(hike.notes.xmlEscaped)</desc>"
        try output(
            (hike.isPlanned ? "<rte>" : "<trk>")
                + "<name>\(hike.name.xmlEscaped)</name>\(notes)<type>\(hike.activity.rawValue)</type>\n<extensions>"
                + statistics(recording?.declared ?? DeclaredFigures())
                + "<profile:\(HikeSupplement.element)>\(try supplement.text.xmlEscaped)</profile:\(HikeSupplement.element)>"
                + "</extensions>\n")
        for segment in recording?.segments ?? [] {
            if !hike.isPlanned { try output("<trkseg>\n") }
            for start in stride(from: 0, to: segment.count, by: pointsAtOnce) {
                let points = segment[start..<min(segment.count, start + pointsAtOnce)]
                try output(points.map { text(of: $0, hike.isPlanned ? "rtept" : "trkpt") }.joined())
            }
            if !hike.isPlanned { try output("</trkseg>\n") }
        }
        try output(hike.isPlanned ? "</rte>\n" : "</trk>\n")
    }

    private static let pointsAtOnce = 4096

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
    /// characters and invisible ones become character references. Line feeds and tabs stay.
    var xmlEscaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n": text.unicodeScalars.append(scalar)
            case "\t": text += "&#9;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += " "
            case _ where scalar.isInvisibleControl:
                text += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
