internal import ProfileKit
public import ProfileModel

/// Activities and courses in TCX, Garmin's Training Center XML.
///
/// Each activity becomes a hike, and each course a plan. TCX has sports for running and biking only; the speed tells
/// the others apart. A hike is named after its course, else after the file. The time and the distance that the device declares
/// for each lap are summed and kept, and so are the laps themselves; a course's points are waypoints. Points without a position, as recorded indoors, are skipped; otherwise the same
/// applies as for points in GPX (``GPXFormat``).
public enum TCXFormat {
    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .tcx, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}

/// The TCX elements that hikes are read from, identified by their place in the file.
private enum TCXElement: XMLElement {
    case database, list, session, activity, course, lap, track, point, position, heartRate, creator
    case notes, lapNotes, lapHeartRate, lapHeartRateValue
    case coursePoint, coursePointName, coursePointType, coursePointNotes
    case name, creatorName, lapTime, lapDistance, time, latitude, longitude, elevation, heartRateValue
    case inPoint
    case channel(Channel)
    case other

    /// Identifies an element by its name and its parent.
    init(_ name: String, in parent: TCXElement) {
        self =
            switch (parent, name) {
            case (.database, "Activities"), (.database, "Courses"): .list
            case (.list, "MultiSportSession"): .session
            // The sports of a session wrap its activities.
            case (.session, "FirstSport"), (.session, "NextSport"): .session
            case (.list, "Activity"), (.session, "Activity"): .activity
            case (.list, "Course"): .course
            case (.course, "Name"): .name
            case (.activity, "Notes"), (.course, "Notes"): .notes
            case (.lap, "Notes"): .lapNotes
            case (.lap, "AverageHeartRateBpm"): .lapHeartRate
            case (.lapHeartRate, "Value"): .lapHeartRateValue
            case (.course, "CoursePoint"): .coursePoint
            case (.coursePoint, "Name"): .coursePointName
            case (.coursePoint, "PointType"): .coursePointType
            case (.coursePoint, "Notes"): .coursePointNotes
            case (.coursePoint, "Time"): .time
            case (.coursePoint, "Position"): .position
            case (.coursePoint, "AltitudeMeters"): .elevation
            case (.activity, "Creator"), (.course, "Creator"): .creator
            case (.creator, "Name"): .creatorName
            case (.activity, "Lap"), (.course, "Lap"): .lap
            case (.lap, "TotalTimeSeconds"): .lapTime
            case (.lap, "DistanceMeters"): .lapDistance
            case (.lap, "Track"), (.course, "Track"): .track
            case (.track, "Trackpoint"): .point
            case (.point, "Time"): .time
            case (.point, "Position"): .position
            case (.position, "LatitudeDegrees"): .latitude
            case (.position, "LongitudeDegrees"): .longitude
            case (.point, "AltitudeMeters"): .elevation
            case (.point, "HeartRateBpm"): .heartRate
            case (.heartRate, "Value"): .heartRateValue
            // Garmin's activity extension has the cadence of runners, and the power.
            case (.point, "Extensions"), (.inPoint, "TPX"): .inPoint
            case (.point, "Cadence"), (.inPoint, "RunCadence"): .channel(.cadence)
            case (.inPoint, "Watts"): .channel(.power)
            default: .other
            }
    }

    var longestText: Int {
        switch self {
        case .notes, .coursePointNotes: HikeHeader.maximumNotesLength
        case .name, .creatorName, .lapNotes, .coursePointName, .coursePointType: 1024
        case .lapTime, .lapDistance, .time, .latitude, .longitude, .elevation, .heartRateValue, .channel,
            .lapHeartRateValue:
            100
        default: 0
        }
    }
}

/// The content of a TCX file that concerns hikes, collected while reading.
/// <https://www8.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd>
struct TCXDocument: RecordingDocument {
    private var tracks: [(track: RecordedTrack, creator: String)] = []
    /// The number of tracks taken before the end.
    private var taken = 0
    private var firstLine: Int?
    private var firstProblem: HikeFileError?

    private var place = XMLPosition<TCXElement>()
    private var track = RecordedTrack()
    private var creator = ""
    private var tracksOfLap = 0
    private var point = Point()
    private var lap = Lap()
    private var waypoint = (name: "", description: "", symbol: "")
    private var indoors = Readings()
    private var pointLine = 0
    private var points = 0
    private var times = PointTimes()
    private let limits: RecordingLimits

    /// The point being read.
    private struct Point {
        var hasPosition = false
        var latitude: Double?
        var longitude: Double?
        var elevation: Double?
        var heartRate: Double?
        var time = RecordedTrack.Time.none
        var channels = ChannelValues()
    }

    /// The heart rates of points without a position, such as those recorded on a treadmill; a track has no such points.
    private struct Readings {
        private var range: ClosedRange<Double>?
        private var (sum, count) = (0.0, 0.0)

        mutating func include(_ rate: Double) {
            guard TrackPoint.heartRates.contains(rate) else { return }
            range = min(range?.lowerBound ?? rate, rate)...max(range?.upperBound ?? rate, rate)
            sum += rate
            count += 1
        }

        /// Every reading has the same weight.
        var heartRate: HeartRate? {
            range.map { HeartRate(min: $0.lowerBound, average: sum / count, max: $0.upperBound) }
        }
    }

    init(_ limits: RecordingLimits) {
        self.limits = limits
    }

    mutating func start(
        _ start: XMLStart, name: () -> XMLName, line: () -> Int
    ) throws(HikeFileError) -> XMLInterest {
        let element: TCXElement
        if let known = place.known(start) {
            element = known
        } else {
            element = try self.element(named: name().local)
            place.remember(start, as: element)
        }
        let interest = place.enter(element)
        switch element {
        case .database:
            firstLine = line()
        case .activity:
            beginTrack(line)
            // TCX has only three sports, of which the third says nothing.
            track.type = start["Sport"].flatMap { $0 == "Other" ? nil : $0 } ?? ""
        case .course:
            beginTrack(line)
            track.isRoute = true
        case .lap:
            tracksOfLap = 0
            lap = Lap(startTime: start["StartTime"].flatMap { PointTimes.read($0.inOneLine) })
            if track.start == nil { track.start = lap.startTime }
        case .track:
            // A lap continues the previous one; within a lap, a further track follows a pause.
            if tracksOfLap > 0 { track.endSegment() }
            tracksOfLap += 1
        case .point:
            (point, pointLine) = (Point(), line())
        case .coursePoint:
            (point, waypoint) = (Point(), ("", "", ""))
        case .position:
            point.hasPosition = true
        default:
            break
        }
        return interest
    }

    /// The kind of an element at this place.
    private func element(named name: String) throws(HikeFileError) -> TCXElement {
        if let parent = place.innermost { return TCXElement(name, in: parent) }
        guard name == "TrainingCenterDatabase" else {
            throw HikeFileError(.notOfFormat(.hikes(.tcx)))
        }
        return .database
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe place.append(bytes)
    }

    mutating func end() throws(HikeFileError) {
        guard let element = place.leave() else { return }
        switch element {
        case .name: place.text.name(&track.name)
        case .creatorName: place.text.name(&creator)
        case .notes: if track.notes.isEmpty { track.notes = place.text.paragraphs }
        case .lapTime: add(\.timer, track.number(in: place.text), to: \.duration)
        case .lapDistance: add(\.distance, track.number(in: place.text).map { $0 / 1000 }, to: \.distance)
        case .lapHeartRateValue:
            lap.heartRate = track.number(in: place.text).flatMap { TrackPoint.heartRates.contains($0) ? $0 : nil }
        case .lapNotes: place.text.name(&lap.name)
        case .lap: if track.laps.count < HikeHeader.maximumWaypointCount, !track.isRoute { track.laps.append(lap) }
        case .coursePointName: place.text.name(&waypoint.name)
        case .coursePointType: place.text.name(&waypoint.symbol)
        case .coursePointNotes: waypoint.description = place.text.paragraphs
        case .coursePoint: finishCoursePoint()
        case .time: point.time = times.moment(in: place.text)
        case .latitude: point.latitude = track.number(in: place.text) ?? .nan
        case .longitude: point.longitude = track.number(in: place.text) ?? .nan
        case .elevation: point.elevation = track.number(in: place.text)
        case .heartRateValue: point.heartRate = track.number(in: place.text)
        case .channel(let channel) where point.channels[channel] == nil:
            point.channels[channel] = track.number(in: place.text)
        case .point: try finishPoint()
        case .activity, .course: try finishTrack()
        default: break
        }
    }

    func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard !tracks.isEmpty || taken > 0 else {
            throw firstProblem ?? HikeFileError(.noPoints(.tcx), line: firstLine)
        }
        return tracks.map { Self.hike($0, by: $1, fileName: fileName) }
    }

    mutating func takeHikes(fileName: String) -> [ImportedHike] {
        defer { tracks = [] }
        taken += tracks.count
        return tracks.map { Self.hike($0, by: $1, fileName: fileName) }
    }

    private static func hike(_ track: RecordedTrack, by creator: String, fileName: String) -> ImportedHike {
        track.imported(format: ImportedHike.tcxSource, program: creator, name: "", fileName: fileName)
    }

    var tracksRead: Int { taken + tracks.count }

    mutating func cut() throws(HikeFileError) { try finishTrack() }

    private mutating func beginTrack(_ line: () -> Int) {
        if tracks.isEmpty, taken == 0 { firstLine = line() }
        (track, creator, tracksOfLap, indoors, points) = (RecordedTrack(), "", 0, Readings(), 0)
    }

    private mutating func finishPoint() throws(HikeFileError) {
        points += 1
        try limits.check(points: points)
        guard point.hasPosition else {
            if let rate = point.heartRate { indoors.include(rate) }
            return
        }
        let (latitude, longitude) = (point.latitude ?? .nan, point.longitude ?? .nan)
        if firstProblem == nil, TrackPoint(latitude: latitude, longitude: longitude) == nil {
            firstProblem = HikeFileError(.position, line: pointLine)
        }
        track.add(
            latitude: latitude, longitude: longitude, elevation: point.elevation, heartRate: point.heartRate,
            time: point.time, channels: point.channels)
    }

    private mutating func finishCoursePoint() {
        var time: Timestamp?
        if case .moment(let moment) = point.time { time = moment }
        guard track.waypoints.count < HikeHeader.maximumWaypointCount,
            let position = TrackPoint(
                latitude: point.latitude ?? .nan, longitude: point.longitude ?? .nan, elevation: point.elevation,
                time: time)
        else { return }
        let symbol = waypoint.symbol == "Generic" ? "" : waypoint.symbol
        track.waypoints.append(
            Waypoint(name: waypoint.name, position: position, description: waypoint.description, symbol: symbol))
    }

    private mutating func finishTrack() throws(HikeFileError) {
        // Indoor activities have laps, but no positions.
        if track.isEmpty, !track.isRoute { track.declared.heartRate = indoors.heartRate }
        if !track.isEmpty || (track.declared.distance ?? 0) > 0 { tracks.append((track, creator)) }
        track = RecordedTrack()
        try limits.check(tracks: taken + tracks.count)
    }

    /// - Parameter part: the same figure of the lap.
    private mutating func add(
        _ figure: WritableKeyPath<DeclaredFigures, Double?>, _ value: Double?, to part: WritableKeyPath<Lap, Double?>
    ) {
        // A course's laps belong to its plan.
        guard let value, !track.isRoute else { return }
        if (0...1e9).contains(value) { lap[keyPath: part] = value }
        track.declared[keyPath: figure] = (track.declared[keyPath: figure] ?? 0) + value
    }
}
