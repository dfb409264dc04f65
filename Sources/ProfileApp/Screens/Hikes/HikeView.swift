internal import ProfileKit
internal import ProfileRendering

/// A view of many hikes at once.
enum HikeView: Hashable, Sendable {
    case calendar(Int)
    case year(Int)
    case records
    /// All tracks; `nil` for those of all hikes, otherwise of those with these ids.
    case map(Set<Int>?)

    /// The year that it shows, if it shows one.
    var year: Int? {
        switch self {
        case .calendar(let year), .year(let year): year
        case .records, .map: nil
        }
    }

    /// This view of another year.
    func showing(_ year: Int) -> HikeView {
        switch self {
        case .calendar: .calendar(year)
        case .year: .year(year)
        case .records, .map: self
        }
    }

    var title: String {
        switch self {
        case .calendar: "Calendar"
        case .year: "Year in review"
        case .records: "Records"
        case .map: "Map of all"
        }
    }
}

/// What a view shows, as it was read.
enum HikeViewContent: Sendable {
    case calendar(HikeCalendar)
    case review(YearReview)
    case records(onFoot: PersonalRecords, [(activity: Activity, records: PersonalRecords)])
    case tracks([SimplifiedTrack])

    /// The text in sections of a width; none if there are no hikes to show.
    func sections(units: Units, width: Int) -> [[StyledLine]] {
        switch self {
        case .calendar(let calendar): CalendarText(calendar: calendar, units: units, width: width).sections
        case .review(let review): YearText(review: review, units: units, width: width).sections
        case .records(let onFoot, let activities):
            RecordsText.sections(onFoot: onFoot, activities, units: units, width: width)
        case .tracks: []
        }
    }
}
