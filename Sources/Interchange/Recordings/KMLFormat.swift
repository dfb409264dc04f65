public import ProfileModel

/// Tracks in KML, the format of Google Earth: each placemark with a `LineString` or a `gx:Track` becomes a hike, and its
/// points are waypoints.
///
/// Several lines of a placemark are segments of one hike. A line without times is a plan, unless its placemark has a
/// time. <https://developers.google.com/kml/documentation/kmlreference>
public enum KMLFormat {
    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .kml, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}

/// The KML elements that hikes are read from, identified by their place in the file.
private enum KMLElement: XMLElement {
    case kml, container, containerName
    case placemark, name, description, time, moment
    case geometry, line, point, coordinates
    case track, trackTime, trackPosition
    case other

    /// Identifies an element by its name and its parent, with any prefix and any namespace.
    init(_ name: String, in parent: KMLElement) {
        self =
            switch (parent, name) {
            case (.kml, "Document"), (.kml, "Folder"), (.container, "Document"), (.container, "Folder"): .container
            case (.container, "name"): .containerName
            case (.kml, "Placemark"), (.container, "Placemark"): .placemark
            case (.placemark, "name"): .name
            case (.placemark, "description"): .description
            case (.placemark, "TimeStamp"), (.placemark, "TimeSpan"): .time
            case (.time, "when"), (.time, "begin"): .moment
            case (.placemark, "MultiGeometry"), (.placemark, "MultiTrack"), (.geometry, "MultiGeometry"): .geometry
            case (.placemark, "LineString"), (.geometry, "LineString"): .line
            case (.placemark, "Point"), (.geometry, "Point"): .point
            case (.line, "coordinates"), (.point, "coordinates"): .coordinates
            case (.placemark, "Track"), (.geometry, "Track"): .track
            case (.track, "when"): .trackTime
            case (.track, "coord"): .trackPosition
            default: .other
            }
    }

    var longestText: Int {
        switch self {
        case .containerName, .name: 1024
        case .description: 64 << 10
        case .moment, .trackTime, .trackPosition: 100
        // Each tuple is parsed as it comes.
        case .coordinates: 1
        default: 0
        }
    }
}

/// The content of a KML file that concerns hikes, collected while reading.
struct KMLDocument: RecordingDocument {
    private var tracks: [RecordedTrack] = []
    private var taken = 0
    private var waypoints = FileWaypoints()
    private var name = ""
    private var firstLine: Int?

    private var place = XMLPosition<KMLElement>()
    private var track = RecordedTrack()
    private var points = 0
    private var isInPoint = false
    /// The tuple of coordinates that isn't complete yet.
    private var tuple: [UInt8] = []
    /// The place of the placemark's last point.
    private var position: TrackPoint?
    private var times = PointTimes()
    /// The times and positions of a `gx:Track`, which has as many of both.
    private var moments: [RecordedTrack.Time] = []
    private var positions: [[Double]] = []
    private let limits: RecordingLimits

    init(_ limits: RecordingLimits) { self.limits = limits }

    mutating func start(
        _ start: XMLStart, name: () -> XMLName, line: () -> Int
    ) throws(HikeFileError) -> XMLInterest {
        let element: KMLElement
        if let known = place.known(start) {
            element = known
        } else {
            element = try self.element(named: name().local)
            place.remember(start, as: element)
        }
        let interest = place.enter(element)
        switch element {
        case .kml: firstLine = line()
        case .placemark: (track, points, position) = (RecordedTrack(), 0, nil)
        case .point: isInPoint = true
        case .line: isInPoint = false
        case .track: (moments, positions) = ([], [])
        case .coordinates: tuple = []
        default: break
        }
        return interest
    }

    private func element(named name: String) throws(HikeFileError) -> KMLElement {
        if let parent = place.innermost { return KMLElement(name, in: parent) }
        guard name == "kml" else { throw HikeFileError(.notOfFormat(.hikes(.kml))) }
        return .kml
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(HikeFileError) {
        guard place.innermost == .coordinates else { return unsafe place.append(bytes) }
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            if byte > 0x20 {
                // Longer than any three numbers.
                if tuple.count < Self.longestTuple { tuple.append(byte) }
            } else {
                try endTuple()
            }
        }
    }

    private static let longestTuple = 100

    mutating func end() throws(HikeFileError) {
        guard let element = place.leave() else { return }
        switch element {
        case .containerName: place.text.name(&name)
        case .name: place.text.name(&track.name)
        case .description: track.notes = place.text.paragraphs
        case .moment:
            if track.start == nil, case .moment(let time) = times.moment(in: place.text) {
                (track.start, track.isKnownDone) = (time, true)
            }
        case .coordinates: try endTuple()
        case .line: track.endSegment()
        case .trackTime:
            moments.append(times.moment(in: place.text))
            try limits.check(points: moments.count)
        case .trackPosition:
            positions.append(Self.numbers(place.text.bytes, separator: 0x20))
            try limits.check(points: positions.count)
        case .track: try endTrack()
        case .placemark: try finishPlacemark()
        default: break
        }
    }

    mutating func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard !tracks.isEmpty else { throw HikeFileError(.noPoints(.kml), line: firstLine) }
        var hikes: [ImportedHike] = []
        for (index, track) in tracks.enumerated() {
            hikes.append(imported(track, isLast: index == tracks.count - 1, fileName: fileName))
        }
        return hikes
    }

    /// The last track stays, for the waypoints.
    mutating func takeHikes(fileName: String) -> [ImportedHike] {
        guard tracks.count > 1 else { return [] }
        defer { tracks.removeFirst(tracks.count - 1) }
        taken += tracks.count - 1
        return tracks.dropLast().map { imported($0, fileName: fileName) }
    }

    private mutating func imported(_ track: RecordedTrack, isLast: Bool = false, fileName: String) -> ImportedHike {
        var track = track
        track.waypoints = waypoints.take(for: track, isLast: isLast)
        return track.imported(format: ImportedHike.kmlSource, name: name, fileName: fileName)
    }

    var tracksRead: Int { taken + tracks.count }

    mutating func cut() throws(HikeFileError) {
        if !positions.isEmpty { try endTrack() }
        try finishPlacemark()
    }

    private mutating func finishPlacemark() throws(HikeFileError) {
        defer { (track, position) = (RecordedTrack(), nil) }
        if let position { waypoints.append(Waypoint(name: track.name, position: position, description: track.notes)) }
        guard !track.isEmpty else { return }
        tracks.append(track)
        try limits.check(tracks: taken + tracks.count)
    }

    /// Longitude, latitude and possibly an elevation.
    private mutating func endTuple() throws(HikeFileError) {
        guard !tuple.isEmpty else { return }
        defer { tuple.removeAll(keepingCapacity: true) }
        let numbers = Self.numbers(tuple, separator: UInt8(ascii: ","))
        if isInPoint {
            guard numbers.count >= 2 else { return }
            position = TrackPoint(
                latitude: numbers[1], longitude: numbers[0], elevation: numbers.count > 2 ? numbers[2] : nil)
        } else {
            try add(numbers, .none)
        }
    }

    private mutating func endTrack() throws(HikeFileError) {
        for (index, numbers) in positions.enumerated() {
            try add(numbers, index < moments.count ? moments[index] : .none)
        }
        (moments, positions) = ([], [])
        track.endSegment()
    }

    private mutating func add(_ numbers: [Double], _ time: RecordedTrack.Time) throws(HikeFileError) {
        points += 1
        try limits.check(points: points)
        track.add(
            latitude: numbers.count > 1 ? numbers[1] : .nan, longitude: numbers.first ?? .nan,
            elevation: numbers.count > 2 ? numbers[2] : nil, heartRate: nil, time: time)
    }

    private static func numbers(_ bytes: [UInt8], separator: UInt8) -> [Double] {
        bytes.split(separator: separator).map { Double(decimal: String(decoding: $0, as: UTF8.self)) ?? .nan }
    }
}
