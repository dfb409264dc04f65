/// The TCX elements that hikes are read from, identified by their place in the file.
enum TCXElement: XMLElement {
    case database, list, session, activity, course, lap, track, point, position, heartRate, creator
    case name, creatorName, lapTime, lapDistance, time, latitude, longitude, elevation, heartRateValue
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
            default: .other
            }
    }

    var longestText: Int {
        switch self {
        case .name, .creatorName: 1024
        case .lapTime, .lapDistance, .time, .latitude, .longitude, .elevation, .heartRateValue: 100
        default: 0
        }
    }
}
