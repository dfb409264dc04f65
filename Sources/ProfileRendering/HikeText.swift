public import ProfileModel

/// One hike's values as aligned lines. Unknown values have no line. Computed figures state their method.
public struct HikeText {
    public let hike: Hike
    public let units: Units
    /// Maximum width of a line in cells; longer ones are wrapped.
    public let width: Int

    public init(hike: Hike, units: Units, width: Int = 80) {
        (self.hike, self.units, self.width) = (hike, units, width)
    }

    public var lines: [String] {
        let figures: [(label: String, value: String?)] = [
            ("Day", hike.date?.spelled),
            ("Distance", units.distance(kilometres: hike.distance) + method("horizontal", .distance)),
            ("Activity", activity),
            ("Difficulty", hike.difficulty.map(String.init)),
            ("Duration", hike.duration.map { spelledDuration(seconds: $0) }),
            ("Moving", hike.movingTime.map { spelledDuration(seconds: $0) + method(movingMethod, .movingTime) }),
            ("Not moving", rest.map { spelledDuration(seconds: $0) + method("stops and gaps") }),
            ("Pace", hike.header.pace.map { units.pace(secondsPerKilometre: $0) }),
            ("Ascent", hike.ascent.map { units.height(metres: $0) + method(climbMethod, .ascent) }),
            ("Descent", hike.descent.map { units.height(metres: $0) + method(climbMethod, .descent) }),
            ("Heart rate", hike.heartRate.map(Self.spell)),
            ("Stretches", hike.observations.isEmpty ? nil : String(hike.observations.count)),
            ("Source", hike.source?.terminalSafe),
        ]
        let id = "\(hike.id)  "
        return "\(id)\(hike.name.terminalSafe)".wordWrapped(to: width, indent: id.cells)
            + figures.flatMap { label, value in
                value.map { "  \(label.fitted(to: 11))\($0)".wordWrapped(to: width, indent: 13) } ?? []
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
    private func method(_ words: String, _ figure: DeclaredFigure? = nil) -> String {
        if figure == .movingTime, hike.declared.contains(.timer) { return " (the device's timer)" }
        if figure == .distance, hike.declared.contains(.enteredDistance) { return " (entered by hand)" }
        if let figure, hike.declared.contains(figure) { return " (by the device)" }
        return hike.header.isMeasured ? " (\(words))" : ""
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
