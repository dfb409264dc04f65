public import ProfileModel

/// A badge's picture: the one drawing in the badge's colours, or its outline while the badge is not earned.
///
/// It has no size. ``canvas(size:depth:)`` draws it into terminal cells, ``svg`` into a file, in the same colours.
public struct BadgePicture: Hashable, Sendable {
    public let badge: Badge
    public let isEarned: Bool

    public init(_ badge: Badge, isEarned: Bool) {
        (self.badge, self.isEarned) = (badge, isEarned)
    }

    public init(_ status: BadgeStatus) {
        self.init(status.badge, isEarned: status.isEarned)
    }

    /// What stands for the picture where it can't be seen, as Landmarks says it.
    public var label: String { "Badge for \(badge.name)." }

    /// The colour of the badge in lists.
    public var color: Color {
        isEarned ? ColorTransform(badge.tint)(Color(0xF58F6C)) : Color(0x8B94A6)
    }

    /// The cells in which a picture of so many rows fits without a margin.
    public static func size(rows: Int) -> CellSize {
        let drawing = VectorDrawing.badge
        let columns = (Double(max(rows, 0)) * 2 * drawing.width / drawing.height).rounded(.up)
        // An even number keeps the hexagon's corners in the middle.
        return CellSize(columns: (Int(min(columns, 10_000)) + 1) / 2 * 2, rows: rows)
    }

    var drawing: VectorDrawing {
        isEarned ? VectorDrawing.badge.recoloured(ColorTransform(badge.tint).callAsFunction) : .badgeOutline
    }
}
