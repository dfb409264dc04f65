/// The GPX elements that hikes are read from, identified by their place in the file.
enum GPXElement: XMLElement {
    case gpx, metadata, fileName
    case track, route, trackName, trackType, segment
    case point, elevation, time, heartRate
    /// Anything else within a point: extensions and their content.
    case inPoint
    case trackExtensions, trackStatistics
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
    init(_ name: String, in parent: GPXElement, isGPX: Bool) {
        switch (parent, name) {
        case (.gpx, "metadata") where isGPX: self = .metadata
        case (.gpx, "name") where isGPX, (.metadata, "name") where isGPX: self = .fileName
        case (.gpx, "trk") where isGPX: self = .track
        case (.gpx, "rte") where isGPX: self = .route
        case (.track, "name") where isGPX, (.route, "name") where isGPX: self = .trackName
        case (.track, "type") where isGPX, (.route, "type") where isGPX: self = .trackType
        case (.track, "trkseg") where isGPX: self = .segment
        case (.segment, "trkpt") where isGPX, (.route, "rtept") where isGPX: self = .point
        case (.point, "ele") where isGPX: self = .elevation
        case (.point, "time") where isGPX: self = .time
        // Garmin's extension and its imitations, with any prefix and any namespace.
        case (.point, _) where name.isHeartRate, (.inPoint, _) where name.isHeartRate: self = .heartRate
        case (.point, _), (.inPoint, _): self = .inPoint
        case (.track, "extensions") where isGPX: self = .trackExtensions
        case (.trackExtensions, "TrackStatsExtension"): self = .trackStatistics
        case (.trackStatistics, _): self = Statistic(rawValue: name).map { .statistic($0) } ?? .other
        default: self = .other
        }
    }

    var longestText: Int {
        switch self {
        case .fileName, .trackName, .trackType: 1024
        case .elevation, .time, .heartRate, .statistic: 100
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
