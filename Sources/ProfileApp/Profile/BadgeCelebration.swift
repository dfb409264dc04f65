internal import ProfileKit
internal import ProfileRendering

/// Badges that were just earned, in a box over the screen: each grows and turns over, one after the other.
///
/// It goes by itself, and with the next key, which does what it always does: nobody waits for it. Only Escape and Enter
/// close the box and do nothing else.
struct BadgeCelebration: Sendable {
    private struct Shown: Sendable {
        let name: String
        let picture: Canvas
        let turn: BadgeTurn
    }

    private let badges: [Shown]
    private let count: Int
    private let end: Moment

    /// How long it stays once all have turned.
    private static let rest = Duration.seconds(3)
    private static let stagger = Duration.milliseconds(150)
    /// The cells of a badge's name, which is wider than a small picture.
    private static let leastWidth = 16
    private static let leastRows = 7
    private static let gap = 2

    /// - Returns: `nil` where nothing moves, nothing was earned, or there is no room for a picture.
    init?(from before: [BadgeStatus], to now: [BadgeStatus], in size: CellSize, _ look: Presentation, at moment: Moment)
    {
        let known = Set(before.filter(\.isEarned).map(\.badge))
        let earned = now.filter { $0.isEarned && !known.contains($0.badge) }
        // As large as all of them have room side by side; of many, those that have at the smallest.
        let sizes = stride(from: min(size.rows - 9, 15), through: Self.leastRows, by: -1).map(BadgePicture.size)
        func fitting(_ picture: CellSize) -> Int {
            (size.columns - 4) / (max(picture.columns, Self.leastWidth) + Self.gap)
        }
        let fits = sizes.first { fitting($0) >= earned.count } ?? sizes.last
        guard look.motion == .full, !earned.isEmpty, let picture = fits, fitting(picture) > 0 else { return nil }
        badges = earned.prefix(fitting(picture)).enumerated().map { place, status in
            Shown(
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
        let cell = max(size.columns, Self.leastWidth)
        let columns = badges.count * (cell + Self.gap) - Self.gap + 4
        let rows = size.rows + 5
        let box = CellRectangle(
            column: (canvas.size.columns - columns) / 2, row: max((canvas.size.rows - 1 - rows) / 2, 0),
            columns: columns, rows: rows)
        canvas.drawBox(box, style: .plain)
        canvas.writeCentred(
            count == 1 ? "You earned a badge!" : "You earned \(count) badges!", row: box.origin.row + 1, in: box,
            style: .good)
        for (place, badge) in badges.enumerated() {
            let part = CellRectangle(
                column: box.origin.column + 2 + place * (cell + Self.gap) + (cell - size.columns) / 2,
                row: box.origin.row + 2, columns: size.columns, rows: size.rows)
            badge.turn.draw(badge.picture, on: &canvas, in: part, at: now)
            let name = CellRectangle(
                column: box.origin.column + 2 + place * (cell + Self.gap), row: 0, columns: cell, rows: 1)
            canvas.writeCentred(badge.name, row: box.origin.row + rows - 2, in: name, style: .bold)
        }
    }
}

/// A badge's picture growing from its middle while it turns over once.
struct BadgeTurn: Hashable, Sendable {
    private let movement: Movement?
    /// How long it takes.
    static let length = Duration.milliseconds(700)

    init(at now: Moment, _ motion: Motion) {
        movement = motion == .reduced ? nil : Movement(start: now, length: Self.length)
    }

    func nextTick(after now: Moment) -> Moment? { movement?.nextTick(after: now) }

    /// Draws a picture that was drawn at full size, squeezed as it stands at a moment.
    func draw(_ picture: Canvas, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let progress = movement?.easedProgress(at: now) ?? 1
        guard progress < 1 else { return canvas.draw(picture, column: part.origin.column, row: part.origin.row) }
        let grown = 0.35 + 0.65 * progress
        let size = CellSize(
            columns: max(1, Int((Double(picture.size.columns) * grown * Self.width(at: progress)).rounded())),
            rows: max(1, Int((Double(picture.size.rows) * grown).rounded())))
        let left = part.origin.column + (picture.size.columns - size.columns) / 2
        let top = part.origin.row + (picture.size.rows - size.rows) / 2
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let source = CellPoint(
                    column: (column * 2 + 1) * picture.size.columns / (size.columns * 2),
                    row: (row * 2 + 1) * picture.size.rows / (size.rows * 2))
                canvas[CellPoint(column: left + column, row: top + row)] = picture[source]
            }
        }
    }

    /// How wide something flat looks that turns once around its height: 1 at the beginning, 0 from the side.
    private static func width(at progress: Double) -> Double {
        // A parabola is near enough to the cosine: 1 at 0, 0 at a quarter, 1 at a half.
        let quarter = (progress * 4).truncatingRemainder(dividingBy: 2) - 1
        return max(quarter * quarter, 0.04)
    }
}
