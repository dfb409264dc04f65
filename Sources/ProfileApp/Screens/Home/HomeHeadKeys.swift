internal import ProfileKit
internal import ProfileRendering

/// The focus in the home's head, and what its rows lead to.
extension HomeScreen {
    /// The row of the head that has the focus, by its index.
    var focusedHeadRow: Int? {
        headRow.flatMap { list.search == nil && HomeLayout(self, size: size).head.rows.indices.contains($0) ? $0 : nil }
    }

    /// Moves through the rows of the head, to which the first hike leads up.
    ///
    /// - Returns: whether the key does.
    mutating func moveInHead(by key: Key) -> Bool {
        let count = HomeLayout(self, size: size).head.rows.count
        switch (key, focusedHeadRow) {
        case (.up, nil), ("k", nil):
            guard count > 0, list.selected == 0, list.search == nil else { return false }
            headRow = count - 1
        case (.up, let row?), ("k", let row?), (.left, let row?): headRow = max(row - 1, 0)
        case (.down, let row?), ("j", let row?), (.right, let row?): headRow = row + 1 < count ? row + 1 : nil
        default: return false
        }
        return true
    }

    /// What Enter shows of the row that has the focus; `nil` while none has it.
    var headLabel: String? {
        focusedHeadRow.map { row in
            if case .place = HomeLayout(self, size: size).head.rows[row].row { "place" } else { "places" }
        }
    }

    mutating func leaveHead() { headRow = nil }

    /// Shows the place or the places of a row of the head.
    func open(headRow row: Int) -> [Effect] {
        switch HomeLayout(self, size: size).head.rows[row].row {
        case .place(let entry): [.show(PlaceScreen(entry.id, nil, content, settings: settings))]
        case .category(let category): [.show(places(of: category.name))]
        case .more: [.show(places())]
        }
    }

    func places(of category: String? = nil) -> PlacesScreen {
        PlacesScreen(content, category: category, settings: settings)
    }
}
