internal import ProfileKit
internal import ProfileRendering

/// What stands above the hikes on the home: the featured place, the featured photo, and how many places of each
/// category were visited. Without places and photos there is none.
struct HomeHead: Sendable {
    /// A row that can be chosen.
    enum Row: Hashable, Sendable {
        case place(PlaceEntry)
        case category(PlaceCategory)
        /// The categories that there is no room for.
        case more(Int)
    }

    let featured: PlaceEntry?
    let categories: [PlaceCategory]
    /// `nil` where photos can't be shown.
    let photo: Numbered<Photo>?

    init(_ content: Content, depth: ColorDepth) {
        featured = content.places.featured
        categories = PlaceCategory.all(of: content.places)
        photo = depth > .none ? content.photo : nil
    }
}

extension [PlaceEntry] {
    /// The place to show first: a featured one, or else a favourite, or else one that was visited; of several the most
    /// visited.
    fileprivate var featured: PlaceEntry? {
        func rank(_ entry: PlaceEntry) -> (Int, Int, Int, Int) {
            (entry.place.isFeatured ? 1 : 0, entry.place.isFavourite ? 1 : 0, entry.visits.count, -entry.id)
        }
        return filter { $0.place.isFeatured || $0.place.isFavourite || $0.visits.count > 0 }.max { rank($0) < rank($1) }
    }
}

extension HomeHead.Row {
    /// The row's lines for a width.
    func lines(width: Int) -> [StyledLine] {
        switch self {
        case .place(let entry):
            let (name, marks) = (entry.place.name.terminalSafe, entry.place.marks)
            let fitted = name.cells + marks.cells > width ? name.fitted(to: max(width - marks.cells, 1)) : name
            return [StyledLine(fitted + marks, .title), StyledLine(Self.visits(of: entry).joined(upTo: width), .faint)]
        case .category(let category):
            let (title, standing) = (category.title, category.standing)
            let names = max(min(width - standing.cells - 2, 16), 1)
            let head = StyledLine(title.fitted(to: names) + " " + standing.leftPadded(to: 8))
            let room = min(width - head.cells - 2, 30)
            guard room >= 8 else { return [head] }
            let fraction = Double(category.visitedCount) / Double(max(category.places.count, 1))
            return [head + StyledLine("  ") + StyledLine(ProgressLine(fraction: fraction, width: room).text, .bar)]
        case .more(let count): return [StyledLine("\(count) more", .faint)]
        }
    }

    /// The row in a line with others: "Lakes 3 of 5".
    var label: String {
        switch self {
        case .place(let entry): entry.place.name.terminalSafe
        case .category(let category): "\(category.title) \(category.standing)"
        case .more(let count): "\(count) more"
        }
    }

    private static func visits(of entry: PlaceEntry) -> [String] {
        let (place, visits) = (entry.place, entry.visits)
        return [
            place.category.isEmpty ? nil : place.category.terminalSafe,
            visits.count == 0 ? "not visited yet" : visits.count.counted("visit"),
            visits.last.map { "last on \($0.spelled)" },
        ].compactMap(\.self)
    }
}
