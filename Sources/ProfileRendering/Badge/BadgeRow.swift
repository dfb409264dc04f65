internal import ProfileModel

/// Pictures of badges side by side, on as many rows as needed.
struct BadgeRow {
    private let badges: [BadgeStatus]
    private let columns: Int

    private static let picture = BadgePicture.size(rows: 6)
    private static let gap = 1

    /// - Parameter width: the available width in cells.
    init(_ badges: [BadgeStatus], width: Int) {
        self.badges = badges
        columns = max((width + Self.gap) / (Self.picture.columns + Self.gap), 1)
    }

    /// The pictures; `nil` without badges.
    func canvas(depth: ColorDepth) -> Canvas? {
        guard !badges.isEmpty else { return nil }
        let (width, height) = (Self.picture.columns + Self.gap, Self.picture.rows + Self.gap)
        let rows = (badges.count + columns - 1) / columns
        var canvas = Canvas(
            size: CellSize(columns: min(badges.count, columns) * width - Self.gap, rows: rows * height - Self.gap))
        for (index, badge) in badges.enumerated() {
            canvas.draw(
                BadgePicture(badge).canvas(size: Self.picture, depth: depth), column: index % columns * width,
                row: index / columns * height)
        }
        return canvas
    }
}
