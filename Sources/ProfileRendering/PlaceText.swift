public import ProfileKit

/// One place's values as aligned lines. Unknown values have no line.
public struct PlaceText {
    public let entry: PlaceEntry
    public let nearest: NearestHike?
    public let units: Units
    /// Maximum width of a line in cells; longer ones are wrapped.
    public let width: Int

    public init(entry: PlaceEntry, nearest: NearestHike? = nil, units: Units, width: Int = 80) {
        (self.entry, self.nearest, self.units, self.width) = (entry, nearest, units, width)
    }

    public var lines: [String] {
        let place = entry.place
        let marks = [place.isFavourite ? "favourite" : nil, place.isFeatured ? "featured" : nil].compactMap(\.self)
        let values: [(label: String, value: String?)] = [
            ("Category", place.category.isEmpty ? nil : place.category.terminalSafe),
            ("Position", "\(place.position.latitude.decimal(5)), \(place.position.longitude.decimal(5))"),
            ("Radius", units.height(metres: place.radius)),
            ("Private", place.privateRadius.map { "\(units.height(metres: $0)) around it are left out of outputs" }),
            ("Marks", marks.isEmpty ? nil : marks.joined(separator: ", ")),
            ("Visits", visits),
            ("Nearest", nearest.map(Self.spell)),
        ]
        let id = "\(entry.id)  "
        return "\(id)\(place.name.terminalSafe)".wordWrapped(to: width, indent: id.cells)
            + values.flatMap { label, value in
                value.map { "  \(label.fitted(to: 11))\($0)".wordWrapped(to: width, indent: 13) } ?? []
            }
            + place.notes.split(separator: "\n").flatMap {
                "  \(String($0).terminalSafe)".wordWrapped(to: width, indent: 2)
            }
    }

    private var visits: String {
        let visits = entry.visits
        guard visits.count > 0 else { return "none" }
        guard let first = visits.first, let last = visits.last else { return String(visits.count) }
        return visits.count == 1
            ? "1, on \(first)" : "\(visits.count), the first on \(first), the last on \(last)"
    }

    private static func spell(_ nearest: NearestHike) -> String {
        "hike \(nearest.hike.id), \(nearest.hike.name.terminalSafe), "
            + (nearest.distance < 1000
                ? "\(nearest.distance.decimal(0)) m away" : "\((nearest.distance / 1000).decimal(1)) km away")
    }
}

/// Places as aligned lines under their categories: id, name, visits, last visit.
public struct PlaceListText {
    public let places: [PlaceEntry]
    /// Maximum width of a line in cells.
    public let width: Int

    public init(places: [PlaceEntry], width: Int = 80) { (self.places, self.width) = (places, width) }

    public var styled: [StyledLine] {
        let groups = Dictionary(grouping: places) { $0.place.category }
        let names = groups.keys.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }
        let idWidth = places.map { String($0.id).count }.max() ?? 0
        let longest = places.map { ($0.place.name.terminalSafe + Self.marks(of: $0.place)).cells }.max() ?? 0
        let nameWidth = max(min(longest, width - idWidth - 30), 8)
        return names.flatMap { name -> [StyledLine] in
            let places = (groups[name] ?? []).sorted { ($0.place.name, $0.id) < ($1.place.name, $1.id) }
            let visited = places.count { $0.visits.count > 0 }
            let title = StyledLine(name.isEmpty ? "Other places" : name.terminalSafe, .bold)
            return [title + StyledLine("  \(visited) of \(places.count) visited", .dim)]
                + places.map { line(of: $0, idWidth, nameWidth) }
        }
    }

    private func line(of entry: PlaceEntry, _ idWidth: Int, _ nameWidth: Int) -> StyledLine {
        let marks = Self.marks(of: entry.place)
        let name = entry.place.name.terminalSafe
        let fitted = name.cells + marks.cells > nameWidth ? name.fitted(to: nameWidth - marks.cells) : name
        let padding = String(repeating: " ", count: max(nameWidth - fitted.cells - marks.cells, 0))
        let visits =
            entry.visits.count == 0
            ? "" : "\(entry.visits.count.counted("visit").leftPadded(to: 10))  \(entry.visits.last?.description ?? "")"
        return StyledLine("\(String(entry.id).leftPadded(to: idWidth))  ", .dim) + StyledLine(fitted)
            + StyledLine(marks, .dim) + StyledLine("\(padding)  ") + StyledLine(visits)
    }

    private static func marks(of place: Place) -> String {
        [place.isFavourite ? " ♥" : "", place.isFeatured ? " ★" : "", place.privateRadius == nil ? "" : " (private)"]
            .joined()
    }
}
