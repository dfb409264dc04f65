internal import ProfileKit

/// The year of a hike.
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

/// Which hikes a list shows, and in which order.
struct HikeQuery: Hashable, Sendable {
    /// Words that are all in a hike's name or source, in any case and with or without accents.
    var words = ""
    var order = HikeOrder.date
    var year: HikeYear?
    var activity: Activity?

    /// Whether it may leave hikes out.
    var isFilter: Bool { !words.allSatisfy(\.isWhitespace) || year != nil || activity != nil }
}
