internal import ProfileKit
internal import ProfileRendering

/// A hike's figures on one line, without those that are unknown.
struct HikeFigures {
    private let figures: [String]

    init(hike: HikeHeader, units: Units) {
        let rate = hike.heartRate.map { "♥ \($0.average.decimal(0))" }
        figures = [
            hike.ascent.map { "\(units.height(metres: $0)) up" },
            hike.movingTime.map { "\(spelledDuration(seconds: $0)) moving" }, rate,
            hike.difficulty.map { "difficulty \($0)" }, hike.source?.terminalSafe,
        ].compactMap(\.self)
    }

    /// As many figures as fit, in order of importance.
    func text(width: Int) -> String { figures.joined(upTo: width) }
}

extension [String] {
    /// The texts with dots between them. One that doesn't fit whole is left out.
    func joined(upTo width: Int) -> String {
        reduce("") { line, text in
            let longer = line.isEmpty ? text : "\(line) · \(text)"
            return longer.cells > width ? line : longer
        }
    }
}
