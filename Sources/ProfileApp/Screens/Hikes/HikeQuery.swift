internal import ProfileKit

enum HikeYear: Hashable, Comparable, Sendable {
    case year(Int)
    case undated

    /// - Parameter date: the hike's date; `nil` if it is undated.
    init(_ date: Day?) {
        self = date.map { .year($0.year) } ?? .undated
    }

    /// "2026" or "undated".
    var name: String {
        switch self {
        case .year(let year): String(year)
        case .undated: "undated"
        }
    }

    /// Newest first, undated last.
    static func < (first: HikeYear, second: HikeYear) -> Bool {
        switch (first, second) {
        case (.year(let one), .year(let other)): one > other
        case (.year, .undated): true
        case (.undated, _): false
        }
    }
}

/// A time of which hikes are listed: one of the groups that ``StatisticsScreen`` adds up.
enum HikePeriod: Hashable, Sendable {
    case year(HikeYear)
    case month(year: Int, month: Int)
    case season(String)

    /// - Parameter key: the group's name; `nil` for the undated hikes.
    init?(_ key: String?, of grouping: HikeGrouping) {
        guard let key else {
            self = .year(.undated)
            return
        }
        let numbers = key.split(separator: "-").compactMap { Int($0) }
        switch grouping {
        case .year where numbers.count == 1: self = .year(.year(numbers[0]))
        case .month where numbers.count == 2: self = .month(year: numbers[0], month: numbers[1])
        case .season: self = .season(key)
        case .year, .month, .week, .day, .weekday, .activity, .tag, .place: return nil
        }
    }

    /// "2026", "2026-04", "spring" or "undated".
    var name: String {
        switch self {
        case .year(let year): year.name
        case .month(let year, let month): Day(year: year, month: month, day: 1).description.prefix(7).description
        case .season(let name): name
        }
    }

    func contains(_ date: Day?) -> Bool {
        switch self {
        case .year(let year): HikeYear(date) == year
        case .month(let year, let month): date.map { $0.year == year && $0.month == month } ?? false
        case .season(let name): date.map { HikeGrouping.season.key(of: $0) == name } ?? false
        }
    }

    /// The year, if it is one.
    var year: HikeYear? { if case .year(let year) = self { year } else { nil } }
}

/// Which hikes a list shows, and in which order.
struct HikeQuery: Hashable, Sendable {
    /// What is typed.
    var line = FilterLine()
    var order = HikeOrder.date
    var period: HikePeriod?
    var activity: Activity?

    /// Whether it may leave hikes out.
    var isFilter: Bool { line.filter.isFilter || period != nil || activity != nil }
}
