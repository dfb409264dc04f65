internal import ProfileKit
internal import ProfileModel

// The waypoints, the laps and the zone of a hike in their file representation.

struct ZoneEntry: Codable {
    /// Seconds east of Greenwich.
    var utcOffset: Double
    /// `longitude` or `machine`.
    var from: String

    init(_ zone: AssumedZone) {
        (utcOffset, from) = (Double(zone.utcOffset), zone.isOfLongitude ? "longitude" : "machine")
    }

    var zone: AssumedZone {
        get throws(LandmarksHike.Problem) {
            guard let offset = Int(exactly: utcOffset),
                let zone = AssumedZone(utcOffset: offset, isOfLongitude: from == "longitude")
            else { throw LandmarksHike.Problem(.member("zone"), breaks: .wholeNumber(-86_399...86_399)) }
            return zone
        }
    }
}

struct WaypointEntry: Codable {
    var name: String
    var latitude: Double
    var longitude: Double
    var elevation: Double?
    var time: String?
    var description: String?
    var symbol: String?

    init(_ waypoint: Waypoint) {
        name = waypoint.name
        (latitude, longitude) = (waypoint.position.latitude, waypoint.position.longitude)
        (elevation, time) = (waypoint.position.elevation, waypoint.position.time?.description)
        description = waypoint.description.isEmpty ? nil : waypoint.description
        symbol = waypoint.symbol.isEmpty ? nil : waypoint.symbol
    }

    func waypoint(at path: [HikeFileError.Step]) throws(LandmarksHike.Problem) -> Waypoint {
        let moment = try LandmarksHike.moment(time, at: path + [.member("time")])
        guard
            let position = TrackPoint(latitude: latitude, longitude: longitude, elevation: elevation, time: moment)
        else { throw LandmarksHike.Problem(path: path, reason: .breaks(.position)) }
        return Waypoint(name: name, position: position, description: description ?? "", symbol: symbol ?? "")
    }
}

struct LapEntry: Codable {
    var startTime: String?
    var distance: Double?
    var duration: Double?
    var ascent: Double?
    var heartRate: Double?
    var name: String?

    init(_ lap: Lap) {
        (startTime, name) = (lap.startTime?.description, lap.name.isEmpty ? nil : lap.name)
        (distance, duration, ascent, heartRate) = (lap.distance, lap.duration, lap.ascent, lap.heartRate)
    }

    func lap(at path: [HikeFileError.Step]) throws(LandmarksHike.Problem) -> Lap {
        Lap(
            startTime: try LandmarksHike.moment(startTime, at: path + [.member("startTime")]), distance: distance,
            duration: duration, ascent: ascent, heartRate: heartRate, name: name ?? "")
    }
}

extension LandmarksHike {
    static func moment(_ text: String?, at path: [HikeFileError.Step]) throws(Problem) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(text) else { throw Problem(path: path, reason: .breaks(.timestamp)) }
        return time
    }

    /// Gives a header the words of this hike.
    func addWords(to header: inout HikeHeader) throws(Problem) {
        (header.notes, header.tags, header.isFavourite) = (notes ?? "", Set(tags ?? []), favourite ?? false)
        for (index, entry) in (waypoints ?? []).enumerated() {
            header.waypoints.append(try entry.waypoint(at: [.member("waypoints"), .element(index)]))
        }
        for (index, entry) in (laps ?? []).enumerated() {
            header.laps.append(try entry.lap(at: [.member("laps"), .element(index)]))
        }
        guard let trim = trim?.values else { return }
        guard trim.count == 2, trim[0] <= trim[1] else { throw Problem(.member("trim"), breaks: .lowerAndUpper) }
        header.trim = trim[0]...trim[1]
    }
}
