internal import ProfileKit
internal import ProfileRendering

/// A hike's figures on one line; what is not known is left out.
struct HikeFigures {
    let text: String

    init(hike: HikeHeader, units: Units) {
        let rate = hike.heartRate.map { "♥ \($0.average.decimal(0))" }
        let figures = [
            hike.ascent.map { "\(units.height(metres: $0)) up" },
            hike.movingTime.map { "\(spelledDuration(seconds: $0)) moving" }, rate,
            hike.difficulty.map { "difficulty \($0)" }, hike.source?.terminalSafe,
        ]
        text = figures.compactMap(\.self).joined(separator: " · ")
    }
}
