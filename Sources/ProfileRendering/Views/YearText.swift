public import ProfileModel

/// A year in review as lines of text: totals next to those of the year before, seasons, records, places and
/// badges.
public struct YearText {
    public let review: YearReview
    public let units: Units
    /// Maximum width of a line in cells.
    public let width: Int

    public init(review: YearReview, units: Units, width: Int = 80) {
        (self.review, self.units, self.width) = (review, units, width)
    }

    public var styled: [StyledLine] { Array(sections.joined(separator: [StyledLine()])) }

    /// The totals, the streaks, the seasons, the records, the places and the badges; none without hikes.
    public var sections: [[StyledLine]] {
        guard review.totals.hikes > 0 else { return [] }
        var sections = [totals, streaks]
        sections.append([StyledLine("Seasons", .bold)] + groups(review.seasons))
        sections.append(
            [StyledLine("Records", .bold)]
                + RecordsText(records: review.records, units: units, width: width).lines.map { StyledLine($0) })
        if !review.places.isEmpty { sections.append([StyledLine("Places", .bold)] + places) }
        if let badges = review.badges, !badges.isEmpty {
            sections.append(
                [StyledLine("Badges", .bold)] + BadgeListText(badges: badges).styled.map { StyledLine("  ") + $0 })
        }
        return sections
    }

    /// The most visited places, and how many more there are.
    private var places: [StyledLine] {
        let shown = review.places.prefix(Self.mostPlaces)
        let more = review.places.count - shown.count
        let widest = min(shown.map(\.name.terminalSafe.cells).max() ?? 0, max(width - 24, 8))
        return shown.map { place in
            let visits = place.visits.counted("visit") + (place.isNew ? ", the first" : "")
            return StyledLine("  \(place.name.terminalSafe.fitted(to: widest))  \(visits)")
        } + (more > 0 ? [StyledLine("  and \(more.grouped) more")] : [])
    }

    private static let mostPlaces = 10

    private var totals: [StyledLine] {
        let (now, before) = (figures(of: review.totals), figures(of: review.before))
        let widths = [now, before].map { column in column.map(\.value.cells).max() ?? 0 }
        let years = [review.year, review.year - 1].map { String($0) }
        func line(_ label: String, _ values: [String]) -> String {
            "  \(label.fitted(to: 9))" + zip(values, widths).map { "  " + $0.leftPadded(to: max($1, 6)) }.joined()
        }
        return [StyledLine(line("", years), .bold)]
            + zip(now, before).map { StyledLine(line($0.label, [$0.value, $1.value])) }
    }

    func figures(of totals: HikeTotals) -> [(label: String, value: String)] {
        Self.figures(of: totals, units: units)
    }

    static func figures(of totals: HikeTotals, units: Units) -> [(label: String, value: String)] {
        [
            ("Hikes", Double(totals.hikes).decimal(0)), ("Distance", units.distance(kilometres: totals.distance)),
            ("Ascent", totals.ascent.map { units.height(metres: $0) } ?? "–"),
            ("Moving", totals.movingTime.map { spelledDuration(seconds: $0) } ?? "–"),
        ]
    }

    private var streaks: [StyledLine] {
        CalendarText(calendar: review.calendar, units: units, width: width).streaks
    }

    private func groups(_ groups: [HikeGroup]) -> [StyledLine] {
        HikeGroupsText(groups: groups, units: units, width: width - 2).lines.map { StyledLine("  " + $0) }
    }
}
