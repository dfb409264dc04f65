internal import ProfileModel

/// What a GPX file says of hikes, gathered while it is read.
///
/// GPX 1.0 and 1.1, and files without their namespace. <https://www.topografix.com/GPX/1/1/>. Waypoints and all else that
/// is no track, route, name or type is passed over, and its text is not kept.
final class GPXDocument: XMLReceiver {
    /// A track, or a route.
    struct Track {
        var name = ""
        var type = ""
        var recording = Recording(segments: [])
    }

    private(set) var tracks: [Track] = []
    private(set) var routes: [Track] = []
    /// The name of the whole file.
    private(set) var name = ""
    /// The program that wrote it.
    private(set) var creator = ""
    /// Where the first track or route begins, else the file's own element.
    private(set) var firstLine: Int?

    private var path: [GPXElement] = []
    private var namespace = ""
    private var track = Track()
    private var segment: [TrackPoint] = []
    private var point = PointText()
    private var text: [UInt8] = []
    private var points = 0
    private var times = PointTimes()

    /// A point as it is spelled.
    private struct PointText {
        var latitude = 0.0
        var longitude = 0.0
        var elevation: Double?
        var heartRate: Double?
        var time: Timestamp?
    }

    private let limits: GPXLimits

    init(_ limits: GPXLimits) {
        self.limits = limits
    }

    var keepsText: Bool { path.last?.holdsText ?? false }

    func start(_ name: XMLName, _ attributes: XMLAttributes, line: () -> Int) throws(HikeFileError) -> Bool {
        let element: GPXElement
        if let parent = path.last {
            element = GPXElement(name.local, in: parent, isGPX: name.namespace == namespace)
        } else {
            guard name.local == "gpx", GPXElement.isGPX(name.namespace) else {
                throw HikeFileError("the root is not the 'gpx' of GPX 1.0 or 1.1")
            }
            (element, namespace, firstLine) = (.gpx, name.namespace, line())
            creator = attributes["creator"] ?? ""
        }
        switch element {
        case .other:
            return false
        case .track, .route:
            if tracks.isEmpty, routes.isEmpty, path.last == .gpx { firstLine = line() }
            track = Track()
        case .point:
            point = PointText()
            point.latitude = try Self.degrees(attributes, "lat", within: 90)
            point.longitude = try Self.degrees(attributes, "lon", within: 180)
        default:
            break
        }
        if element.holdsText { text.removeAll(keepingCapacity: true) }
        path.append(element)
        return true
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(HikeFileError) {
        guard let element = path.last, element.holdsText else { return }
        unsafe text.append(contentsOf: bytes)
        guard text.count <= element.longestText else { throw HikeFileError("\(element.words) is too long") }
    }

    func end() throws(HikeFileError) {
        guard let element = path.popLast() else { return }
        switch element {
        case .fileName: keep(&name)
        case .trackName: keep(&track.name)
        case .trackType: keep(&track.type)
        case .elevation where point.elevation == nil: point.elevation = try number("an elevation")
        case .heartRate where point.heartRate == nil:
            // A sensor that was lost writes 0, beside what another one measured.
            point.heartRate = try number("a heart rate").flatMap { TrackPoint.heartRates.contains($0) ? $0 : nil }
        case .time where point.time == nil: point.time = try moment
        case .point: try finishPoint()
        case .segment: finishSegment()
        case .track: try finish(&tracks)
        case .route:
            finishSegment()
            try finish(&routes)
        default: break
        }
    }

    private func finishPoint() throws(HikeFileError) {
        points += 1
        guard points <= limits.points else {
            throw HikeFileError("there are more than \(limits.points) points; split the file into several")
        }
        let whole = TrackPoint(
            latitude: point.latitude, longitude: point.longitude, elevation: point.elevation,
            heartRate: point.heartRate, time: point.time)
        if let whole { segment.append(whole) }
    }

    private func finishSegment() {
        if !segment.isEmpty { track.recording.segments.append(segment) }
        segment = []
    }

    private func finish(_ list: inout [Track]) throws(HikeFileError) {
        if !track.recording.isEmpty { list.append(track) }
        track = Track()
        guard list.count <= limits.tracks else {
            throw HikeFileError("there are more than \(limits.tracks) tracks; split the file into several")
        }
    }

    /// Keeps the text as a name, unless there is one already.
    private func keep(_ name: inout String) {
        if name.isEmpty { name = spelled.inOneLine }
    }

    private var spelled: String { String(decoding: text, as: UTF8.self) }

    /// The text as a number; `nil` when it is empty or says itself that nothing was measured.
    private func number(_ what: String) throws(HikeFileError) -> Double? {
        let spelled = spelled.inOneLine
        guard !spelled.isEmpty else { return nil }
        guard let number = Double(gpx: spelled) else { throw HikeFileError("\(what) is not a number") }
        return number.isFinite ? number : nil
    }

    /// The text as a time.
    private var moment: Timestamp? {
        get throws(HikeFileError) {
            let spelled = spelled.inOneLine
            guard !spelled.isEmpty else { return nil }
            guard let time = times.read(spelled) else {
                throw HikeFileError("a point's time is no time such as 2026-04-22T08:40:00+02:00")
            }
            return time
        }
    }

    private static func degrees(
        _ attributes: XMLAttributes, _ name: String, within most: Double
    ) throws(HikeFileError) -> Double {
        guard let text = attributes[name] else { throw HikeFileError("a point has no '\(name)'") }
        guard let degrees = Double(gpx: text.inOneLine), (-most...most).contains(degrees) else {
            throw HikeFileError("a point's '\(name)' is not a number from -\(Int(most)) to \(Int(most))")
        }
        return degrees
    }
}

extension Double {
    /// A decimal number, or `NaN`; not the other forms that Swift reads, such as `0x1p3`.
    fileprivate init?(gpx text: String) {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") }) else { return nil }
        self.init(text)
    }
}

extension String {
    /// The text without space around it, and with one space for each run of space within.
    var inOneLine: String {
        guard utf8.contains(where: { $0 <= 0x20 }) else { return self }
        return split { $0.isWhitespace }.joined(separator: " ")
    }
}
