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
            ("Nearest", nearest.map { $0.text(units: units) }),
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
}

extension NearestHike {
    /// "340 m away".
    public func distanceText(units: Units) -> String {
        (distance < 1000 ? units.height(metres: distance) : units.distance(kilometres: distance / 1000)) + " away"
    }

    /// "hike 3, Ridge, 340 m away".
    fileprivate func text(units: Units) -> String {
        "hike \(hike.id), \(hike.name.terminalSafe), \(distanceText(units: units))"
    }
}

/// Places as aligned lines under their categories: id, name, visits, last visit.
public struct PlaceListText {
    public let places: [PlaceEntry]
    /// Maximum width of a line in cells.
    public let width: Int

    public init(places: [PlaceEntry], width: Int = 80) { (self.places, self.width) = (places, width) }

    public var styled: [StyledLine] {
        let idWidth = places.map { String($0.id).count }.max() ?? 0
        let longest = places.map { ($0.place.name.terminalSafe + $0.place.marks).cells }.max() ?? 0
        let nameWidth = max(min(longest, width - idWidth - 30), 8)
        return PlaceCategory.all(of: places).flatMap { category in
            [StyledLine(category.title, .bold) + StyledLine("  \(category.standing) visited", .dim)]
                + category.places.map { line(of: $0, idWidth, nameWidth) }
        }
    }

    private func line(of entry: PlaceEntry, _ idWidth: Int, _ nameWidth: Int) -> StyledLine {
        let marks = entry.place.marks
        let name = entry.place.name.terminalSafe
        let fitted = name.cells + marks.cells > nameWidth ? name.fitted(to: nameWidth - marks.cells) : name
        let padding = String(repeating: " ", count: max(nameWidth - fitted.cells - marks.cells, 0))
        let visits =
            entry.visits.count == 0
            ? "" : "\(entry.visits.count.counted("visit").leftPadded(to: 10))  \(entry.visits.last?.description ?? "")"
        return StyledLine("\(String(entry.id).leftPadded(to: idWidth))  ", .dim) + StyledLine(fitted)
            + StyledLine(marks, .dim) + StyledLine("\(padding)  ") + StyledLine(visits)
    }
}
