public import ProfileKit

/// The places of one category, in the order of their names.
public struct PlaceCategory: Hashable, Sendable {
    /// Empty for the places that have no category.
    public let name: String
    public let places: [PlaceEntry]

    /// The categories of some places, in the order of their names, that of the places without a category last.
    public static func all(of places: [PlaceEntry]) -> [PlaceCategory] {
        let groups = Dictionary(grouping: places) { $0.place.category }
        let names = groups.keys.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }
        return names.map { name in
            PlaceCategory(
                name: name,
                places: (groups[name] ?? []).sorted { ($0.place.name, $0.id) < ($1.place.name, $1.id) })
        }
    }

    /// The name for display.
    public var title: String { name.isEmpty ? "Other places" : name.terminalSafe }

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
