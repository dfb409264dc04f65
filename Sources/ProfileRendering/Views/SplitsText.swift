public import ProfileModel

/// The splits of a hike as a table: where each ends, its pace while moving, its ascent and average heart rate.
public struct SplitsText {
    public let splits: [HikeSplit]
    public let units: Units

    public init(splits: [HikeSplit], units: Units) {
        (self.splits, self.units) = (splits, units)
    }

    public var styled: [StyledLine] {
        let unit = units == .metric ? 1 : Units.kilometresPerMile
        var end = 0.0
        let rows = splits.map { split in
            end += split.distance
            return [
                (end / unit).decimal(1), split.pace.map(units.paceFigure) ?? "–",
                split.ascent.map { units.heightFigure(metres: $0) } ?? "–", split.heartRate?.decimal(0) ?? "–",
            ]
        }
        let titles = [units.distanceUnit, units.paceUnit, "\(units.heightUnit) up", "bpm"]
        let widths = titles.indices.map { column in ([titles] + rows).map { $0[column].cells }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            zip(cells, widths).map { "  " + $0.leftPadded(to: $1) }.joined()
        }
        return [StyledLine("Splits", .bold), StyledLine(line(titles), .dim)] + rows.map { StyledLine(line($0)) }
    }
}

/// The climbs of a hike as lines: "2.1 km to 4.5 km  320 m up  13 %".
public struct ClimbsText {
    public let climbs: [HikeClimb]
    public let units: Units

    public init(climbs: [HikeClimb], units: Units) {
        (self.climbs, self.units) = (climbs, units)
    }

    public var styled: [StyledLine] {
        let least = units.height(metres: HikeClimb.leastAscent)
        guard !climbs.isEmpty else { return [StyledLine("No climb of \(least) or more.")] }
        return [StyledLine("Climbs", .bold)]
            + climbs.map { climb in
                let way = "\(units.distance(kilometres: climb.start)) to \(units.distance(kilometres: climb.end))"
                let slope = climb.slope.map { "  \(($0 * 100).decimal(0)) %" } ?? ""
                return StyledLine("  \(way)  \(units.height(metres: climb.ascent)) up\(slope)")
            }
    }
}
