internal import ProfileKit
public import ProfileModel

/// Recordings in GPX 1.0 and 1.1, the common exchange format of receivers and watches.
///
/// Each track with at least one point becomes a hike. Routes are plans: they are skipped if there are tracks, unless
/// ``GPXWriter`` wrote the file; otherwise each of them becomes a hike. A hike is named after its track, else after the
/// file's own name element, the file, or the track's type. Its description becomes the hike's notes, the file's keywords
/// become tags, and waypoints belong to the track that they are near, else to the last one.
///
/// A point whose position or time is unreadable, or that only marks a pause (latitude 100 or 200), is left out and
/// counted; so is a value that isn't a number. An elevation or heart rate that is out of range (`TrackPoint`), empty
/// or `NaN` counts as not measured. Of several elevations of a point the first counts, of several heart rates the first
/// plausible one, and so of cadences, temperatures and powers. The figures that Garmin's devices declare for a track (`TrackStatsExtension`) are kept with it.
public enum GPXFormat {
    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .gpx, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}

/// The GPX elements that hikes are read from, identified by their place in the file.
private enum GPXElement: XMLElement {
    case gpx, metadata, fileName, fileDescription, keywords
    case track, route, trackName, trackType, segment
    case waypoint, waypointName, symbol, waypointExtensions, waypointHike
    /// A text of a track, a route or a waypoint.
    case description, comment
    case point, elevation, time, heartRate
    case channel(Channel)
    /// Anything else within a point: extensions and their content.
    case inPoint
    case trackExtensions, trackStatistics, supplement
    case statistic(Statistic)
    case other

    /// The figures in Garmin's TrackStatsExtension.
    enum Statistic: String {
        case distance = "Distance"
        case ascent = "Ascent"
        case descent = "Descent"
        case duration = "TotalElapsedTime"
        case movingTime = "MovingTime"
        case timer = "TimerTime"
    }

    /// Whether it is a GPX namespace, or none at all, as some programs write.
    static func isGPX(_ namespace: String) -> Bool {
        namespace.isEmpty || ["http", "https"].contains { namespace.hasPrefix("\($0)://www.topografix.com/GPX/1/") }
    }

    /// Identifies an element by its name and its parent.
    ///
    /// - Parameter isGPX: whether it has the same namespace as the root element.
    init(_ full: XMLName, in parent: GPXElement, isGPX: Bool) {
        let name = full.local
        switch (parent, name) {
        case (.gpx, "metadata") where isGPX: self = .metadata
        case (.gpx, "name") where isGPX, (.metadata, "name") where isGPX: self = .fileName
        case (.gpx, "desc") where isGPX, (.metadata, "desc") where isGPX: self = .fileDescription
        case (.gpx, "keywords") where isGPX, (.metadata, "keywords") where isGPX: self = .keywords
        case (.gpx, "wpt") where isGPX: self = .waypoint
        case (.gpx, "trk") where isGPX: self = .track
        case (.gpx, "rte") where isGPX: self = .route
        case (.track, "name") where isGPX, (.route, "name") where isGPX: self = .trackName
        case (.track, "type") where isGPX, (.route, "type") where isGPX: self = .trackType
        case (.track, "desc") where isGPX, (.route, "desc") where isGPX, (.waypoint, "desc") where isGPX:
            self = .description
        case (.track, "cmt") where isGPX, (.route, "cmt") where isGPX, (.waypoint, "cmt") where isGPX: self = .comment
        case (.waypoint, "name") where isGPX: self = .waypointName
        case (.waypoint, "sym") where isGPX: self = .symbol
        case (.waypoint, "ele") where isGPX: self = .elevation
        case (.waypoint, "time") where isGPX: self = .time
        case (.waypoint, "extensions") where isGPX: self = .waypointExtensions
        case (.waypointExtensions, HikeSupplement.waypointElement) where full.namespace == HikeSupplement.namespace:
            self = .waypointHike
        case (.track, "trkseg") where isGPX: self = .segment
        case (.segment, "trkpt") where isGPX, (.route, "rtept") where isGPX: self = .point
        case (.point, "ele") where isGPX: self = .elevation
        case (.point, "time") where isGPX: self = .time
        // Garmin's extension and its imitations, with any prefix and any namespace.
        case (.point, _) where name.isHeartRate, (.inPoint, _) where name.isHeartRate: self = .heartRate
        case (.point, _), (.inPoint, _): self = Channel(nameInGPX: name).map { .channel($0) } ?? .inPoint
        case (.track, "extensions") where isGPX, (.route, "extensions") where isGPX: self = .trackExtensions
        case (.trackExtensions, HikeSupplement.element) where full.namespace == HikeSupplement.namespace:
            self = .supplement
        case (.trackExtensions, "TrackStatsExtension"): self = .trackStatistics
        case (.trackStatistics, _): self = Statistic(rawValue: name).map { .statistic($0) } ?? .other
        default: self = .other
        }
    }

    var longestText: Int {
        switch self {
        case .fileName, .trackName, .trackType, .waypointName, .symbol, .keywords: 1024
        case .fileDescription, .description, .comment: HikeHeader.maximumNotesLength
        case .supplement: HikeSupplement.maximumSize
        case .elevation, .time, .heartRate, .channel, .statistic: 100
        default: 0
        }
    }
}

extension String {
    /// Whether an element of this name contains a heart rate: `hr`, `heartrate`, `HeartRate`, `heart_rate` and the
    /// like.
    fileprivate var isHeartRate: Bool {
        guard [2, 9, 10].contains(utf8.count) else { return false }
        return ["hr", "heartrate", "heart_rate"].contains(lowercased())
    }
}

extension Channel {
    /// The channel that an extension's element of this name contains.
    ///
    /// The temperature is that of the air, as a watch measures it; Garmin has another one for water.
    fileprivate init?(nameInGPX name: String) {
        switch name.lowercased() {
        case "cad", "cadence", "runcadence": self = .cadence
        case "atemp", "temp", "temperature": self = .temperature
        case "power", "watts", "powerinwatts": self = .power
        default: return nil
        }
    }
}

/// The content of a GPX file that concerns hikes, collected while reading.
///
/// Supports GPX 1.0 and 1.1, and files without a namespace. <https://www.topografix.com/GPX/1/1/>. What
/// isn't read is skipped, and its text isn't kept.
struct GPXDocument: RecordingDocument {
    private(set) var tracks: [RecordedTrack] = []
    private(set) var routes: [RecordedTrack] = []
    /// The number of tracks taken before the end.
    private var taken = 0
    /// The name of the whole file.
    private(set) var name = ""
    /// What it says of itself, and its keywords.
    private var notes = ""
    private var tags: [String] = []
    private var waypoints = FileWaypoints()
    /// The program that wrote it.
    private(set) var creator = ""
    /// The line of the first track or route, else of the root element.
    private(set) var firstLine: Int?
    private(set) var firstProblem: HikeFileError?

    private var place = XMLPosition<GPXElement>()
    private var namespace = ""
    private var track = RecordedTrack()
    /// The description and the comment of the track or the waypoint being read.
    private var texts = (description: "", comment: "")
    private var point = Point()
    private var waypoint = NamedPoint()
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
        var channels = ChannelValues()

        var hasTime: Bool {
            if case .none = time { false } else { true }
        }
    }

    /// What is read of a waypoint besides the point.
    private struct NamedPoint {
        var name = ""
        var symbol = ""
        /// The id of its hike, in a file of ours.
        var hike: Int?
    }

    init(_ limits: RecordingLimits) {
        self.limits = limits
    }

    mutating func start(
        _ start: XMLStart, name: () -> XMLName, line: () -> Int
    ) throws(HikeFileError) -> XMLInterest {
        let element: GPXElement
        if let known = place.known(start) {
            element = known
        } else {
            element = try self.element(named: name())
            place.remember(start, as: element)
        }
        let interest = place.enter(element)
        switch element {
        case .gpx:
            (namespace, firstLine) = (name().namespace, line())
            creator = start["creator"] ?? ""
        case .track, .route:
            if tracks.isEmpty, routes.isEmpty, taken == 0 { firstLine = line() }
            (track, points, texts) = (RecordedTrack(), 0, ("", ""))
            track.isRoute = element == .route
            track.isKnownDone = element == .track && creator == GPXWriter.creator
        case .waypoint:
            (point, waypoint, texts) = (Point(), NamedPoint(), ("", ""))
            (point.latitude, point.longitude) = (start.decimal("lat") ?? .nan, start.decimal("lon") ?? .nan)
        case .waypointHike:
            waypoint.hike = start["hike"].flatMap { Int($0) }
        case .point:
            point = Point()
            point.latitude = degrees(start, "lat", within: 90, line)
            point.longitude = degrees(start, "lon", within: 180, line)
        default:
            break
        }
        return interest
    }

    /// The kind of an element at this place.
    private func element(named name: XMLName) throws(HikeFileError) -> GPXElement {
        if let parent = place.innermost {
            return GPXElement(name, in: parent, isGPX: name.namespace == namespace)
        }
        guard name.local == "gpx", GPXElement.isGPX(name.namespace) else {
            throw HikeFileError(.notOfFormat(.hikes(.gpx)))
        }
        return .gpx
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe place.append(bytes)
    }

    mutating func end() throws(HikeFileError) {
        guard let element = place.leave() else { return }
        switch element {
        case .fileName: place.text.name(&name)
        case .fileDescription where notes.isEmpty: notes = place.text.paragraphs
        case .keywords: tags += place.text.spelled.split { $0 == "," || $0 == ";" }.map(String.init)
        case .description: texts.description = place.text.paragraphs
        case .comment: texts.comment = place.text.paragraphs
        case .waypointName: place.text.name(&waypoint.name)
        case .symbol: place.text.name(&waypoint.symbol)
        case .waypoint: finishWaypoint()
        case .supplement: track.supplement = HikeSupplement(place.text)
        case .trackName: place.text.name(&track.name)
        case .trackType: place.text.name(&track.type)
        case .elevation where point.elevation == nil: point.elevation = track.number(in: place.text)
        case .heartRate where point.heartRate == nil:
            // A disconnected sensor writes 0 next to the value of another one.
            point.heartRate = track.number(in: place.text).flatMap { TrackPoint.heartRates.contains($0) ? $0 : nil }
        case .channel(let channel) where point.channels[channel] == nil:
            point.channels[channel] = track.number(in: place.text)
        case .time where !point.hasTime: point.time = times.moment(in: place.text)
        case .statistic(let statistic): take(statistic, place.text)
        case .point: try finishPoint()
        case .segment: track.endSegment()
        case .track, .route: try finishTrack()
        default: break
        }
    }

    private mutating func finishTrack() throws(HikeFileError) {
        defer { track = RecordedTrack() }
        guard !track.isEmpty || track.supplement != nil else { return }
        (track.notes, track.tags) = (said, tags)
        // Routes of a file of ours are plans, and not another form of its tracks.
        if track.isRoute, creator != GPXWriter.creator { routes.append(track) } else { tracks.append(track) }
        try limits.check(tracks: max(taken + tracks.count, routes.count))
    }

    /// What is said of the track or the waypoint: the description, and a comment that says something else.
    private var said: String {
        let (description, comment) = texts
        return [description, description.contains(comment) ? "" : comment].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }

    private mutating func finishWaypoint() {
        var time: Timestamp?
        if case .moment(let moment) = point.time { time = moment }
        let position = TrackPoint(
            latitude: point.latitude, longitude: point.longitude, elevation: point.elevation, time: time)
        guard let position else { return }
        waypoints.append(
            Waypoint(name: waypoint.name, position: position, description: said, symbol: waypoint.symbol),
            of: waypoint.hike)
    }

    var tracksRead: Int { taken + tracks.count + routes.count }

    mutating func cut() throws(HikeFileError) { try finishTrack() }

    /// The last track stays: what is left out of the file is said beside a hike, and known at the end only.
    mutating func takeHikes(fileName: String) -> [ImportedHike] {
        guard tracks.count > 1 else { return [] }
        defer { tracks.removeFirst(tracks.count - 1) }
        taken += tracks.count - 1
        return tracks.dropLast().map { imported($0, fileName: fileName) }
    }

    private mutating func imported(_ track: RecordedTrack, isLast: Bool = false, fileName: String) -> ImportedHike {
        var track = track
        track.waypoints = waypoints.take(for: track, isLast: isLast)
        return track.imported(format: ImportedHike.gpxSource, program: creator, name: name, fileName: fileName)
    }

    /// The hikes: the tracks, or the routes if there are no tracks.
    mutating func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        var found = tracks.isEmpty ? routes : tracks
        guard !found.isEmpty else {
            throw firstProblem ?? HikeFileError(.noPoints(.gpx), line: firstLine)
        }
        // What is said of a file is said of its only track.
        if found.count == 1, taken == 0, found[0].notes.isEmpty { found[0].notes = notes }
        var hikes: [ImportedHike] = []
        for (index, track) in found.enumerated() {
            hikes.append(imported(track, isLast: index == found.count - 1, fileName: fileName))
        }
        let routesLeftOut = tracks.count + routes.count - found.count
        if routesLeftOut > 0 { hikes[0].notices.append(.routesLeftOut(routesLeftOut)) }
        return hikes
    }

    private mutating func finishPoint() throws(HikeFileError) {
        points += 1
        try limits.check(points: points)
        track.add(
            latitude: point.latitude, longitude: point.longitude, elevation: point.elevation,
            heartRate: point.heartRate, time: point.time, channels: point.channels)
    }

    /// Stores a figure that the device declares for the track.
    private mutating func take(_ statistic: GPXElement.Statistic, _ text: XMLText) {
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

    /// Reads a latitude or a longitude; a missing or unreadable one gives NaN, so that the point is left out.
    private mutating func degrees(
        _ start: XMLStart, _ name: String, within most: Double, _ line: () -> Int
    ) -> Double {
        let degrees = start.decimal(name)
        if !(degrees.map((-most...most).contains) ?? false), firstProblem == nil {
            let reason = degrees == nil ? .pointWithout(name) : HikeFileError.Reason.degrees(name, -most...most)
            firstProblem = HikeFileError(reason, line: line())
        }
        return degrees ?? .nan
    }
}
