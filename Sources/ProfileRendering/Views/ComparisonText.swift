public import ProfileModel

/// Several hikes of one way as a table: for each stretch the time of the first hike, and those of the others with the
/// difference from it.
public struct ComparisonText {
    public let comparison: HikeComparison
    public let ids: [Int]
    public let units: Units
    /// Maximum width of a line in cells.
    public let width: Int

    public init(comparison: HikeComparison, ids: [Int], units: Units, width: Int = 80) {
        (self.comparison, self.ids, self.units, self.width) = (comparison, ids, units, width)
    }

    public var styled: [StyledLine] {
        let unit = units == .metric ? 1 : Units.kilometresPerMile
        let rows = comparison.stretches.map { stretch in
            [(stretch.end / unit).decimal(1)] + cells(of: stretch.durations)
        }
        let titles = [units.distanceUnit] + ids.map { "hike \($0)" }
        let all = rows + (rows.isEmpty ? [] : [["all"] + cells(of: sums)])
        let widths = titles.indices.map { column in ([titles] + all).map { $0[column].cells }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            zip(cells, widths).map { $0.leftPadded(to: $1) }.joined(separator: "  ").fitted(to: width).trimmedRight
        }
        return [StyledLine(line(titles), .bold)] + all.map { StyledLine(line($0)) }
    }

    /// The sums over the stretches that all hikes of the way have times for.
    private var sums: [Double?] {
        let ofWay = ids.indices.filter { comparison.directions[$0] != nil }
        let known = comparison.stretches.map(\.durations).filter { times in ofWay.allSatisfy { times[$0] != nil } }
        return ids.indices.map { index in
            known.isEmpty || !ofWay.contains(index) ? nil : known.reduce(0) { $0 + ($1[index] ?? 0) }
        }
    }

    private func cells(of durations: [Double?]) -> [String] {
        durations.enumerated().map { index, duration in
            guard let duration else { return "–" }
            guard index > 0, let first = durations[0] else { return clock(duration) }
            let difference = duration.rounded() - first.rounded()
            return "\(clock(duration)) \(difference < 0 ? "−" : "+")\(clock(abs(difference)))"
        }
    }

    /// "12:34" or "1:02:03".
    private func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(), 1e12))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = whole >= 3600 ? "\(whole / 3600):\(two(whole / 60 % 60))" : "\(whole / 60)"
        return "\(minutes):\(two(whole % 60))"
    }
}
