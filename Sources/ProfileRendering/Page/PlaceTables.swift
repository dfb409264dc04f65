internal import ProfileKit
internal import ProfileModel

/// The places in the archive's page: a table for each category, with the visits of the page's hikes.
struct PlaceTables {
    private struct Row {
        let place: NumberedPlace
        /// The days of its visits, in order; `nil` for hikes without a date.
        let days: [Day?]
    }

    private let isSelection: Bool
    private let rows: [Row]
    /// The names of the places that each hike visited, by the hike's id.
    let namesByHike: [Int: [String]]

    init(_ page: ArchivePage) {
        isSelection = page.isSelection
        let days = Dictionary(page.hikes.map { ($0.id, $0.date) }) { first, _ in first }
        let places = page.places.sorted { ($0.place.name, $0.id) < ($1.place.name, $1.id) }
        var names: [Int: [String]] = [:]
        rows = places.compactMap { place in
            let hikes = (page.hikesByPlace[place.id] ?? []).filter { days[$0] != nil }
            for hike in hikes { names[hike, default: []].append(place.place.name) }
            // A selection doesn't tell of places that its hikes didn't come to.
            guard !page.isSelection || !hikes.isEmpty else { return nil }
            return Row(place: place, days: hikes.compactMap { days[$0] })
        }
        namesByHike = names
    }

    var isEmpty: Bool { rows.isEmpty }

    /// The section with all tables; none without places.
    var section: [Markup] {
        guard !isEmpty else { return [] }
        let tables = PlaceCategory.groups(of: rows, by: \.place.place.category).map {
            Markup.element("div", ["class": "first"], [table($0.name, $0.members)])
        }
        return [PageParts.section("Places", id: "places", [.element("div", ["class": "columns"], tables)])]
    }

    private func table(_ category: String, _ rows: [Row]) -> Markup {
        let visited = rows.count { !$0.days.isEmpty }
        let head = ["Place", "Visits", "First", "Last"].map { Markup.element("th", ["scope": "col"], text: $0) }
        return .element(
            "table", [:],
            [
                .element(
                    "caption", [:],
                    [
                        .element("bdi", text: PlaceCategory.title(of: category)),
                        .text(isSelection ? "" : ": \(visited) of \(rows.count.counted("place")) visited"),
                    ]),
                .element("thead", [:], [.element("tr", [:], head)]), .element("tbody", [:], rows.map(row)),
            ])
    }

    private func row(_ row: Row) -> Markup {
        let (place, days) = (row.place.place, row.days.compactMap(\.self))
        let title: [Markup] =
            [.element("bdi", text: place.name)] + (place.isFavourite ? [HikeTable.favourite] : [])
            + [.element("small", text: (place.isFeatured ? "Featured · " : "") + place.position.spelled)]
        let cells =
            [row.days.isEmpty ? "" : String(row.days.count)] + [days.min(), days.max()].map { $0?.description ?? "" }
        return .element(
            "tr", [:],
            [.element("th", ["scope": "row"], title)] + cells.map { .element("td", text: $0) })
    }
}

extension TrackPosition {
    /// "46.52000, 7.90000": degrees north and east, to a metre.
    var spelled: String { "\(latitude.decimal(5)), \(longitude.decimal(5))" }
}
