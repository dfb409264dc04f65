public import ProfileModel

/// One hike's figures as aligned lines. What is not known has no line.
public struct HikeText {
    public let hike: Hike
    public let units: Units

    public init(hike: Hike, units: Units) {
        (self.hike, self.units) = (hike, units)
    }

    public var lines: [String] {
        let figures: [(label: String, value: String?)] = [
            ("Day", hike.date?.spelled),
            ("Distance", units.distance(kilometres: hike.distance)),
            ("Difficulty", String(hike.difficulty)),
            ("Duration", hike.duration.map { spelledDuration(seconds: $0) }),
            ("Moving", hike.movingTime.map { spelledDuration(seconds: $0) }),
            ("Ascent", hike.ascent.map { units.height(metres: $0) }),
            ("Descent", hike.descent.map { units.height(metres: $0) }),
            ("Heart rate", hike.heartRate.map(Self.spell)),
            ("Stretches", hike.observations.isEmpty ? nil : String(hike.observations.count)),
            ("Source", hike.source?.terminalSafe),
        ]
        return ["\(hike.id)  \(hike.name.terminalSafe)"]
            + figures.compactMap { label, value in value.map { "  \(label.fitted(to: 11))\($0)" } }
    }

    private static func spell(_ rate: HeartRate) -> String {
        "\(rate.min.decimal(0)) to \(rate.max.decimal(0)), \(rate.average.decimal(0)) on average"
    }
}
