public import ProfileModel

/// One hike's values as aligned lines. Unknown values have no line. Computed figures state their method.
public struct HikeText {
    public let hike: Hike
    /// The names of the places that it visited.
    public let places: [String]
    public let units: Units
    /// Maximum width of a line in cells; longer ones are wrapped.
    public let width: Int

    public init(hike: Hike, places: [String] = [], units: Units, width: Int = 80) {
        (self.hike, self.places, self.units, self.width) = (hike, places, units, width)
    }

    public var lines: [String] {
        let figures: [(label: String, value: String?)] = [
            ("Day", hike.date.map { $0.spelled + zone }),
            ("Distance", units.distance(kilometres: hike.distance) + method("horizontal", .distance)),
            ("Activity", activity),
            ("Difficulty", hike.difficulty.map(String.init)),
            ("Duration", hike.duration.map { spelledDuration(seconds: $0) + entered(.enteredDuration) }),
            ("Moving", hike.movingTime.map { spelledDuration(seconds: $0) + method(movingMethod, .movingTime) }),
            ("Not moving", rest.map { spelledDuration(seconds: $0) + method("stops and gaps") }),
            ("Pace", hike.header.pace.map { units.pace(secondsPerKilometre: $0) }),
            ("Ascent", hike.ascent.map { units.height(metres: $0) + method(climbMethod, .ascent) }),
            ("Descent", hike.descent.map { units.height(metres: $0) + method(climbMethod, .descent) }),
            ("Heart rate", hike.heartRate.map(Self.spell)),
            ("Stretches", hike.observations.isEmpty ? nil : String(hike.observations.count)),
            ("Source", hike.source.map { $0.terminalSafe + (hike.original == nil ? "" : "; its file is kept") }),
            ("Trimmed", trim),
            ("Favourite", hike.isFavourite ? "yes" : nil),
            ("Tags", hike.tags.isEmpty ? nil : hike.tags.sorted().joined(separator: ", ").terminalSafe),
            ("Places", places.isEmpty ? nil : places.map(\.terminalSafe).joined(separator: ", ")),
            ("Laps", text(of: hike.laps.enumerated().map { lap($1, number: $0 + 1) })),
            ("Waypoints", text(of: hike.waypoints.flatMap(waypoint))),
            ("Notes", text(of: Self.lines(of: hike.notes))),
        ]
        let id = "\(hike.id)  "
        return "\(id)\(hike.name.terminalSafe)".wordWrapped(to: width, indent: id.cells)
            + figures.flatMap { label, value in value.map { lines(of: $0, after: label) } ?? [] }
    }

    private func lines(of value: String, after label: String) -> [String] {
        value.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
            "  \((number == 0 ? label : "").fitted(to: 11))\(line)".wordWrapped(to: width, indent: 13)
        }
    }

    // MARK: Words

    /// Lines as one value; `nil` without any.
    private func text(of lines: [String]) -> String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

    private static func lines(of notes: String) -> [String] {
        guard !notes.isEmpty else { return [] }
        return notes.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).replacing("\t", with: "    ").terminalSafe
        }
    }

    private func waypoint(_ waypoint: Waypoint) -> [String] {
        let name = waypoint.name.isEmpty ? "without a name" : waypoint.name.terminalSafe
        let height = waypoint.position.elevation.map { ", \(units.height(metres: $0))" } ?? ""
        return [name + height] + Self.lines(of: waypoint.description).map { "  \($0)" }
    }

    private func lap(_ lap: Lap, number: Int) -> String {
        let figures = [
            lap.distance.map { units.distance(kilometres: $0) }, lap.duration.map { spelledDuration(seconds: $0) },
            lap.ascent.map { "\(units.height(metres: $0)) up" }, lap.heartRate.map { "\($0.decimal(0)) bpm" },
        ]
        let name = lap.name.isEmpty ? "" : " \(lap.name.terminalSafe)"
        return "\(number)\(name): \(figures.compactMap(\.self).joined(separator: ", "))"
    }

    /// The zone in which the day was fixed, where the source names none.
    private var zone: String {
        guard let zone = hike.zone, hike.startTime?.utcOffset == nil else { return "" }
        guard zone.isOfLongitude else { return " (in this machine's zone)" }
        let hours = zone.utcOffset / 3600
        return " (in its longitude's zone, UTC\(hours < 0 ? "−" : "+")\(hours.magnitude))"
    }

    private var trim: String? {
        hike.trim.map { trim in
            "from \(units.distance(kilometres: trim.lowerBound)) to "
                + "\(units.distance(kilometres: trim.upperBound)) of the recording"
        }
    }

    private var rest: Double? {
        guard let duration = hike.duration, let moving = hike.movingTime, duration > moving else { return nil }
        return duration - moving
    }

    /// Shown only for what isn't an ordinary hike.
    private var activity: String? {
        guard hike.activity != .hiking || hike.isPlanned else { return nil }
        return hike.activity.rawValue.capitalizedFirst + (hike.isPlanned ? ", planned" : "")
    }

    /// The origin of a figure, in parentheses: the method of computing it, or the device that declared it.
    private func method(_ text: String, _ figure: DeclaredFigure? = nil) -> String {
        if let entered = figure?.entered, hike.declared.contains(entered) { return " (entered by hand)" }
        if figure == .movingTime, hike.declared.contains(.timer) { return " (the device's timer)" }
        if let figure, hike.declared.contains(figure) { return " (by the device)" }
        return hike.header.isMeasured ? " (\(text))" : ""
    }

    private func entered(_ figure: DeclaredFigure) -> String {
        hike.declared.contains(figure) ? " (entered by hand)" : ""
    }

    private var climbMethod: String {
        "smoothed over \(units.height(metres: HikeStatistics.smoothing)) or more, "
            + "\(units.fineHeight(metres: HikeStatistics.hysteresis)) hysteresis or more"
    }

    private var movingMethod: String {
        "\(units.speed(kilometresPerHour: WalkingTime.stoppedSpeed)) or more over \(WalkingTime.window) s"
    }

    private static func spell(_ rate: HeartRate) -> String {
        "\(rate.min.decimal(0)) to \(rate.max.decimal(0)), \(rate.average.decimal(0)) on average"
    }
}
