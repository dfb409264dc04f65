public import ProfileModel

/// A badge's picture: the shared drawing in the badge's colours, or an outline while the badge is unearned.
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

    /// The alternative text of the picture, as worded in Landmarks.
    public var label: String { "Badge for \(badge.name)." }

    /// The colour of the badge in lists.
    public var color: Color {
        isEarned ? ColorTransform(badge.tint)(Color(0xF58F6C)) : Color(0x8B94A6)
    }

    /// The size in cells of a picture with a number of rows and no margin.
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
