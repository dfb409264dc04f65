internal import ProfileKit
internal import ProfileRendering

/// Badges that were just earned, in a box over the screen: each grows and turns over, one after the other.
///
/// The box closes by itself, and on any key. The key still has its usual effect, so that nobody has to wait; only
/// Escape and Enter do nothing else.
struct BadgeCelebration: Sendable {
    private struct EarnedBadge: Sendable {
        let name: String
        let picture: Canvas
        let turn: BadgeTurn
    }

    private let badges: [EarnedBadge]
    private let count: Int
    private let end: Moment

    /// How long the box stays once all badges have turned.
    private static let rest = Duration.seconds(3)
    private static let stagger = Duration.milliseconds(150)
    /// The width of a badge's name, which is wider than a small picture.
    private static let minimumWidth = 16
    private static let minimumRows = 7
    private static let gap = 2

    /// - Returns: `nil` if motion is reduced, nothing was earned, or there is no room for a picture.
    init?(from before: [BadgeStatus], to now: [BadgeStatus], in size: CellSize, _ look: Presentation, at moment: Moment)
    {
        let known = Set(before.filter(\.isEarned).map(\.badge))
        let earned = now.filter { $0.isEarned && !known.contains($0.badge) }
        // The largest size at which all badges fit side by side. If they fit at none, the smallest, and fewer badges.
        let sizes = stride(from: min(size.rows - 9, 15), through: Self.minimumRows, by: -1).map(BadgePicture.size)
        func fitting(_ picture: CellSize) -> Int {
            (size.columns - 4) / (max(picture.columns, Self.minimumWidth) + Self.gap)
        }
        let fits = sizes.first { fitting($0) >= earned.count } ?? sizes.last
        guard look.motion == .full, !earned.isEmpty, let picture = fits, fitting(picture) > 0 else { return nil }
        badges = earned.prefix(fitting(picture)).enumerated().map { place, status in
            EarnedBadge(
                name: status.badge.name,
                picture: BadgePicture(status).canvas(size: picture, depth: look.depth),
                turn: BadgeTurn(at: moment + Self.stagger * place, look.motion))
        }
        count = earned.count
        end = moment + Self.stagger * badges.count + BadgeTurn.length + Self.rest
    }

    func isOver(at now: Moment) -> Bool { now >= end }

    func nextTick(after now: Moment) -> Moment? {
        isOver(at: now) ? nil : badges.compactMap { $0.turn.nextTick(after: now) }.min() ?? end
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        guard let size = badges.first?.picture.size else { return }
        let cell = max(size.columns, Self.minimumWidth)
        let columns = badges.count * (cell + Self.gap) - Self.gap + 4
        let rows = size.rows + 5
        let box = CellRectangle(
            column: (canvas.size.columns - columns) / 2, row: max((canvas.size.rows - 1 - rows) / 2, 0),
            columns: columns, rows: rows)
        canvas.drawBox(box, style: .plain)
        let text =
            count == 1
            ? "You earned a badge!"
            : badges.count < count ? "You earned \(count) badges, among them:" : "You earned \(count) badges!"
        canvas.cursor = canvas.writeCentred(text, row: box.origin.row + 1, in: box, style: .good)
        for (place, badge) in badges.enumerated() {
            let area = CellRectangle(
                column: box.origin.column + 2 + place * (cell + Self.gap) + (cell - size.columns) / 2,
                row: box.origin.row + 2, columns: size.columns, rows: size.rows)
            badge.turn.draw(badge.picture, on: &canvas, in: area, at: now)
            let name = CellRectangle(
                column: box.origin.column + 2 + place * (cell + Self.gap), row: 0, columns: cell, rows: 1)
            canvas.writeCentred(badge.name, row: box.origin.row + rows - 2, in: name, style: .bold)
        }
    }
}

/// The animation of a badge's picture, which grows from its middle while it turns over once.
struct BadgeTurn: Hashable, Sendable {
    private let movement: Movement?
    static let length = Duration.milliseconds(700)

    init(at now: Moment, _ motion: Motion) {
        movement = motion == .reduced ? nil : Movement(start: now, length: Self.length)
    }

    func nextTick(after now: Moment) -> Moment? { movement?.nextTick(after: now) }

    /// Draws a frame: a full-size picture, scaled down.
    func draw(_ picture: Canvas, on canvas: inout Canvas, in area: CellRectangle, at now: Moment) {
        let progress = movement?.easedProgress(at: now) ?? 1
        guard progress < 1 else { return canvas.draw(picture, column: area.origin.column, row: area.origin.row) }
        let grown = 0.35 + 0.65 * progress
        let size = CellSize(
            columns: max(1, Int((Double(picture.size.columns) * grown * Self.width(at: progress)).rounded())),
            rows: max(1, Int((Double(picture.size.rows) * grown).rounded())))
        let left = area.origin.column + (picture.size.columns - size.columns) / 2
        let top = area.origin.row + (picture.size.rows - size.rows) / 2
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let source = CellPoint(
                    column: (column * 2 + 1) * picture.size.columns / (size.columns * 2),
                    row: (row * 2 + 1) * picture.size.rows / (size.rows * 2))
                canvas[CellPoint(column: left + column, row: top + row)] = picture[source]
            }
        }
    }

    /// The apparent width of a flat object that turns once around its vertical axis: 1 from the front, 0 from the side.
    private static func width(at progress: Double) -> Double {
        // A parabola is close enough to the cosine: 1 at 0, 0 at a quarter turn, 1 at a half.
        let quarter = (progress * 4).truncatingRemainder(dividingBy: 2) - 1
        return max(quarter * quarter, 0.04)
    }
}
