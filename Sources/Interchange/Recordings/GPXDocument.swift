internal import ProfileModel

/// The content of a GPX file that concerns hikes, collected while reading.
///
/// Supports GPX 1.0 and 1.1, and files without a namespace. <https://www.topografix.com/GPX/1/1/>. Waypoints and
/// everything else that isn't a track, route, name or type is skipped, and its text isn't kept.
final class GPXDocument: RecordingDocument {
    private(set) var tracks: [RecordedTrack] = []
    private(set) var routes: [RecordedTrack] = []
    /// The name of the whole file.
    private(set) var name = ""
    /// The program that wrote it.
    private(set) var creator = ""
    /// The line of the first track or route, else of the root element.
    private(set) var firstLine: Int?
    private(set) var firstProblem: HikeFileError?

    private var place = XMLPlace<GPXElement>()
    private var namespace = ""
    private var track = RecordedTrack()
    private var point = Point()
    private var points = 0
    private var times = PointTimes()
    private let limits: RecordingLimits

    /// The point being read.
    private struct Point {
        var latitude = Double.nan
        var longitude = Double.nan
        var elevation: Double?
        var heartRate: Double?
        var time = RecordedTrack.Time.none

        var hasTime: Bool {
            if case .none = time { false } else { true }
        }
    }

    init(_ limits: RecordingLimits) {
        self.limits = limits
    }

    func start(
        _ start: XMLStart, name: () -> XMLName, line: () -> Int
    ) throws(HikeFileError) -> XMLInterest {
        let (element, interest) = try place.enter(start) { parent throws(HikeFileError) in
            let name = name()
            if let parent { return GPXElement(name.local, in: parent, isGPX: name.namespace == namespace) }
            guard name.local == "gpx", GPXElement.isGPX(name.namespace) else {
                throw HikeFileError("the root is not the 'gpx' of GPX 1.0 or 1.1")
            }
            return .gpx
        }
        switch element {
        case .gpx:
            (namespace, firstLine) = (name().namespace, line())
            creator = start["creator"] ?? ""
        case .track, .route:
            if tracks.isEmpty, routes.isEmpty { firstLine = line() }
            track = RecordedTrack()
            track.isRoute = element == .route
        case .point:
            point = Point()
            point.latitude = try degrees(start, "lat", within: 90, line)
            point.longitude = try degrees(start, "lon", within: 180, line)
        default:
            break
        }
        return interest
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe place.append(bytes)
    }

    func end() throws(HikeFileError) {
        guard let element = place.leave() else { return }
        let text = place.text
        switch element {
        case .fileName: text.name(&name)
        case .trackName: text.name(&track.name)
        case .trackType: text.name(&track.type)
        case .elevation where point.elevation == nil: point.elevation = track.number(in: text)
        case .heartRate where point.heartRate == nil:
            // A disconnected sensor writes 0 next to the value of another one.
            point.heartRate = track.number(in: text).flatMap { TrackPoint.heartRates.contains($0) ? $0 : nil }
        case .time where !point.hasTime: point.time = times.moment(in: text)
        case .statistic(let statistic): take(statistic, text)
        case .point: try finishPoint()
        case .segment: track.endSegment()
        case .track: try finish(&tracks)
        case .route: try finish(&routes)
        default: break
        }
    }

    /// The hikes: the tracks, or the routes if there are no tracks. In a file written by ``GPXWriter`` both count,
    /// since its routes are plans and not another form of its tracks.
    func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        let found = creator == GPXWriter.creator ? tracks + routes : tracks.isEmpty ? routes : tracks
        guard !found.isEmpty else {
            throw firstProblem ?? HikeFileError(line: firstLine, "no track or route has any points")
        }
        let source = ImportedHike.source(ImportedHike.gpxSource, program: creator)
        return found.map { $0.imported(source: source, name: name, fileName: fileName) }
    }

    private func finishPoint() throws(HikeFileError) {
        points += 1
        try limits.check(points: points)
        track.add(
            latitude: point.latitude, longitude: point.longitude, elevation: point.elevation,
            heartRate: point.heartRate, time: point.time)
    }

    private func finish(_ list: inout [RecordedTrack]) throws(HikeFileError) {
        if !track.isEmpty {
            if creator.hasPrefix("Strava") { track.activity = Self.stravaTypes[track.type] }
            list.append(track)
        }
        track = RecordedTrack()
        try limits.check(tracks: list.count)
    }

    /// Stores a figure that the device declares for the track.
    private func take(_ statistic: GPXElement.Statistic, _ text: XMLText) {
        guard case .number(let number) = text.number else { return }
        switch statistic {
        case .distance: track.declared.distance = number / 1000
        case .ascent: track.declared.ascent = number
        case .descent: track.declared.descent = number
        case .duration: track.declared.duration = number
        case .movingTime: track.declared.movingTime = number
        case .timer: track.declared.timer = number
        }
    }

    /// Reads a latitude or a longitude; an unreadable one gives NaN, so that the point is left out.
    ///
    /// - Throws: ``HikeFileError`` when the attribute is missing: then the element isn't a point.
    private func degrees(
        _ start: XMLStart, _ name: String, within most: Double, _ line: () -> Int
    ) throws(HikeFileError) -> Double {
        guard let degrees = start.decimal(name) else { throw HikeFileError("a point has no '\(name)'") }
        if !(-most...most).contains(degrees), firstProblem == nil {
            firstProblem = HikeFileError(
                line: line(), "a point's '\(name)' is not a number from -\(Int(most)) to \(Int(most))")
        }
        return degrees
    }

    /// Strava writes an activity as a number.
    private static let stravaTypes: [String: Activity] = [
        "1": .cycling, "4": .hiking, "9": .running, "10": .walking,
    ]
}
