internal import ProfileKit
internal import ProfileRendering

/// A row of badges that can be scrolled: their pictures, with names and days below.
struct BadgeStrip: Hashable, Sendable {
    /// The earned badges, each with its picture.
    private let badges: [Item]
    private let depth: ColorDepth
    let pictureHeight: Int

    private struct Item: Hashable, Sendable {
        let status: BadgeStatus
        let picture: Canvas
    }

    /// The height of a picture in a window. It is larger where all badges still fit side by side.
    static func pictureHeight(in size: CellSize) -> Int { size.rows >= 50 && size.columns >= 180 ? 13 : 7 }

    /// The width of a badge, with room for each name.
    private var columns: Int { max(18, BadgePicture.size(rows: pictureHeight).columns + 4) }
    /// The height of a picture, a name and a day.
    var height: Int { pictureHeight + 2 }

    /// Draws the pictures, which are then kept.
    init(_ statuses: [BadgeStatus], depth: ColorDepth, pictureHeight: Int) {
        (self.depth, self.pictureHeight) = (depth, pictureHeight)
        badges = statuses.map { status in
            let size = BadgePicture.size(rows: pictureHeight)
            return Item(status: status, picture: BadgePicture(status).canvas(size: size, depth: depth))
        }
    }

    /// The strip for these badges: this one if it already shows them, since drawing pictures takes time.
    func showing(_ statuses: [BadgeStatus], depth: ColorDepth, pictureHeight: Int) -> BadgeStrip {
        let isSame = depth == self.depth && pictureHeight == self.pictureHeight && statuses == badges.map(\.status)
        return isSame ? self : BadgeStrip(statuses, depth: depth, pictureHeight: pictureHeight)
    }

    var count: Int { badges.count }

    /// The first visible badge after scrolling by a number of places. The row stays full if there are enough badges.
    func first(_ first: Int, movedBy places: Int, width: Int) -> Int {
        max(0, min(first + places, badges.count - count(width: width)))
    }

    /// The areas of the arrows where there are more badges, and by how many places each scrolls.
    func arrows(from first: Int, width: Int) -> ClickMap<Int> {
        let count = count(width: width)
        let first = self.first(first, movedBy: 0, width: width)
        var arrows = ClickMap<Int>()
        func add(_ places: Int, at column: Int) {
            arrows.add(places, at: CellRectangle(column: column, row: 0, columns: 2, rows: height))
        }
        if first > 0 { add(-1, at: 0) }
        if first + count < badges.count { add(1, at: Self.inset + count * columns) }
        return arrows
    }

    private static let inset = 2

    /// Draws as many badges as fit, from one on, and arrows where there are more. The canvas has the height of the
    /// strip.
    func draw(from first: Int, on canvas: inout Canvas) {
        let width = canvas.size.columns
        let count = count(width: width)
        let first = self.first(first, movedBy: 0, width: width)
        for (place, badge) in badges.dropFirst(first).prefix(count).enumerated() {
            let cell = CellRectangle(
                column: Self.inset + place * columns, row: 0, columns: columns, rows: height)
            let inset = (columns - badge.picture.size.columns) / 2
            canvas.draw(badge.picture, column: cell.origin.column + inset, row: 0)
            canvas.writeCentred(badge.status.badge.name, row: pictureHeight, in: cell, style: .bold)
            canvas.writeCentred(badge.status.day, row: pictureHeight + 1, in: cell, style: .faint)
        }
        func arrow(_ text: String, at column: Int) {
            canvas.write(text, column: column, row: pictureHeight / 2, style: .bold)
        }
        if first > 0 { arrow("‹", at: 0) }
        if first + count < badges.count { arrow("›", at: Self.inset + count * columns) }
    }

    /// How many badges fit between the arrows.
    func count(width: Int) -> Int { max(1, (width - 4) / columns) }
}
