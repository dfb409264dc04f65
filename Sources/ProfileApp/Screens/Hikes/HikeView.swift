internal import ProfileKit
internal import ProfileRendering

/// A view of many hikes at once.
enum HikeView: Hashable, Sendable {
    case calendar(Int)
    case year(Int)
    case records
    /// All tracks; `nil` for those of all hikes, otherwise of those with these ids.
    case map(Set<Int>?)
    /// Hikes of one way by stretches of this length; the first is the one that the others are compared with.
    case comparison([Int], kilometres: Double)

    /// The year that it shows, if it shows one.
    var year: Int? {
        switch self {
        case .calendar(let year), .year(let year): year
        case .records, .map, .comparison: nil
        }
    }

    /// The number of hikes that are compared at once: more have no room beside each other.
    static let mostCompared = 9

    /// The comparison of some hikes by kilometres or miles.
    static func comparison(_ ids: [Int], units: Units) -> HikeView {
        .comparison(ids, kilometres: units == .metric ? 1 : Units.kilometresPerMile)
    }

    /// This view of another year.
    func showing(_ year: Int) -> HikeView {
        switch self {
        case .calendar: .calendar(year)
        case .year: .year(year)
        case .records, .map, .comparison: self
        }
    }

    var title: String {
        switch self {
        case .calendar: "Calendar"
        case .year: "Year in review"
        case .records: "Records"
        case .map: "Map of all"
        case .comparison: "Comparison"
        }
    }
}

/// What a view shows, as it was read.
enum HikeViewContent: Sendable {
    case calendar(HikeCalendar)
    case review(YearReview)
    case records(onFoot: PersonalRecords, [(activity: Activity, records: PersonalRecords)])
    case tracks([SimplifiedTrack])
    case comparison(HikeComparison, [HikeHeader])

    /// The text in sections of a width; none if there are no hikes to show.
    func sections(units: Units, width: Int) -> [[StyledLine]] {
        switch self {
        case .calendar(let calendar): CalendarText(calendar: calendar, units: units, width: width).sections
        case .review(let review): YearText(review: review, units: units, width: width).sections
        case .records(let onFoot, let activities):
            RecordsText.sections(onFoot: onFoot, activities, units: units, width: width)
        case .tracks: []
        case .comparison(let comparison, let hikes):
            Self.sections(of: comparison, hikes, units: units, width: width)
        }
    }

    /// The text of a comparison: which hikes they are, and the times.
    private static func sections(
        of comparison: HikeComparison, _ hikes: [HikeHeader], units: Units, width: Int
    ) -> [[StyledLine]] {
        let table = ComparisonText(comparison: comparison, ids: hikes.map(\.id), units: units, width: width)
        let names = zip(hikes, comparison.directions).enumerated().map { index, pair in
            let (hike, direction) = pair
            let what =
                switch direction {
                case .opposite?: "  ⇄ opposite direction"
                case nil where index > 0: "  not of the same way"
                case .same?, nil: ""
                }
            let day = hike.date.map { "  \($0)" } ?? ""
            let (head, rest) = ("hike \(hike.id)", "\(what)\(day)  \(hike.name.terminalSafe)")
            let room = max(width - head.cells, 0)
            return StyledLine(head, .bold) + StyledLine(rest.cells > room ? rest.fitted(to: room) : rest)
        }
        return [names, table.styled]
    }
}
