public import ProfileKit

/// The places of one category, in the order of their names.
public struct PlaceCategory: Hashable, Sendable {
    /// Empty for the places that have no category.
    public let name: String
    public let places: [PlaceEntry]

    /// The categories of some places.
    public static func all(of places: [PlaceEntry]) -> [PlaceCategory] {
        let sorted = places.sorted { ($0.place.name, $0.id) < ($1.place.name, $1.id) }
        return groups(of: sorted, by: \.place.category).map { PlaceCategory(name: $0.name, places: $0.members) }
    }

    /// The members of each category, in the order of the categories' names, those without a category last.
    static func groups<Member>(
        of members: [Member], by category: (Member) -> String
    ) -> [(name: String, members: [Member])] {
        Dictionary(grouping: members, by: category).map { (name: $0.key, members: $0.value) }
            .sorted { ($0.name.isEmpty ? 1 : 0, $0.name) < ($1.name.isEmpty ? 1 : 0, $1.name) }
    }

    /// The name for display.
    public var title: String { Self.title(of: name) }

    static func title(of name: String) -> String { name.isEmpty ? "Other places" : name.terminalSafe }

    /// How many of the places were visited.
    public var visitedCount: Int { places.count { $0.visits.count > 0 } }

    /// "3 of 5".
    public var standing: String { "\(visitedCount) of \(places.count)" }
}

extension Place {
    /// The signs after its name: a heart for a favourite, a star for a featured place, and a word for a private one.
    public var marks: String {
        [isFavourite ? " ♥" : "", isFeatured ? " ★" : "", privateRadius == nil ? "" : " (private)"].joined()
    }
}
