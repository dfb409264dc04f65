public import ProfileModel

/// One hike's figures as aligned lines. What is not known has no line. Figures that were worked out here say how.
public struct HikeText {
    public let hike: Hike
    public let units: Units

    public init(hike: Hike, units: Units) {
        (self.hike, self.units) = (hike, units)
    }

    public var lines: [String] {
        let figures: [(label: String, value: String?)] = [
            ("Day", hike.date?.spelled),
            ("Distance", units.distance(kilometres: hike.distance) + method("along the ground")),
            ("Difficulty", String(hike.difficulty)),
            ("Duration", hike.duration.map { spelledDuration(seconds: $0) }),
            ("Moving", hike.movingTime.map { spelledDuration(seconds: $0) + method(movingMethod) }),
            ("At rest", rest.map { spelledDuration(seconds: $0) + method("stops and gaps") }),
            ("Pace", pace.map { units.pace(secondsPerKilometre: $0) }),
            ("Ascent", hike.ascent.map { units.height(metres: $0) + method(climbMethod) }),
            ("Descent", hike.descent.map { units.height(metres: $0) + method(climbMethod) }),
            ("Heart rate", hike.heartRate.map(Self.spell)),
            ("Stretches", hike.observations.isEmpty ? nil : String(hike.observations.count)),
            ("Source", hike.source?.terminalSafe),
        ]
        return ["\(hike.id)  \(hike.name.terminalSafe)"]
            + figures.compactMap { label, value in value.map { "  \(label.fitted(to: 11))\($0)" } }
    }

    private var rest: Double? {
        guard let duration = hike.duration, let moving = hike.movingTime, duration > moving else { return nil }
        return duration - moving
    }

    private var pace: Double? {
        guard let moving = hike.movingTime, moving > 0, hike.distance > 0 else { return nil }
        return moving / hike.distance
    }

    private func method(_ words: String) -> String {
        hike.header.isMeasured ? " (\(words))" : ""
    }

    private var climbMethod: String {
        "smoothed over \(units.height(metres: HikeStatistics.smoothing)), "
            + "\(units.height(metres: HikeStatistics.hysteresis)) hysteresis"
    }

    private var movingMethod: String {
        "\(units.speed(kilometresPerHour: WalkingTime.stoppedSpeed)) or more over \(WalkingTime.window) s"
    }

    private static func spell(_ rate: HeartRate) -> String {
        "\(rate.min.decimal(0)) to \(rate.max.decimal(0)), \(rate.average.decimal(0)) on average"
    }
}
