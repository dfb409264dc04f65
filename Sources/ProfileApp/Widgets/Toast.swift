internal import ProfileKit
internal import ProfileRendering

/// A line that says what was just done, shown above the key line for some seconds: `Published as revision 9 · u undo`.
struct Toast: Sendable {
    let text: String
    /// The action that it offers.
    let action: KeyLine.Item?
    /// The request for that action.
    let request: Request?
    private let end: Moment
    private let mark: String

    /// Long enough to read it and to react.
    static let length = Duration.seconds(8)

    /// - Parameters:
    ///   - undo: the request that `u` makes.
    ///   - mark: the mark before the text.
    init(_ text: String, undo: Request? = nil, mark: String = "✓", at now: Moment) {
        (self.text, self.mark, request, end) = (text, mark, undo, now + Self.length)
        action = undo.map { _ in KeyLine.Item(.character("u"), "undo") }
    }

    /// Reports a removal, and offers to undo it if nothing of the hike was lost.
    init(removed change: HikeChange, at now: Moment) {
        let removed = change.ids.count > 1 ? "Removed \(change.ids.count.counted("hike"))" : "Removed"
        self.init(removed, change, undo: change.lost.isEmpty ? .hikes(.restore(change.ids)) : nil, at: now)
    }

    /// Reports edits of hikes, and offers to undo them.
    init(edited edits: [HikeEdit], _ change: HikeChange, takeBack number: Int?, at now: Moment) {
        let (first, hikes) = (edits.first, edits.count.counted("hike"))
        let text =
            switch (first?.from.isFavourite, first?.to.isFavourite) {
            case (false, true): edits.count > 1 ? "\(hikes) made favourites" : "Made a favourite"
            case (true, false): edits.count > 1 ? "\(hikes) no longer favourites" : "No longer a favourite"
            default: "Changed \(hikes)"
            }
        self.init(text, change, undo: number.map { .hikes(.takeBack($0)) }, at: now)
    }

    /// Reports what was taken back, and the first that stays.
    init(takenBack change: UndoneChange, earned: [Badge], lost: [Badge], at now: Moment) {
        let more = change.remaining.count > 1 ? " And \((change.remaining.count - 1).figure) more." : ""
        let text = change.remainingSentences.first.map { "\($0)\(more)" } ?? "Taken back"
        self.init([text, Self.text(earned: earned, lost: lost)].compactMap(\.self).joined(separator: " · "), at: now)
    }

    /// Reports a change of hikes, with the badges that it earned or lost.
    init(_ text: String, _ change: HikeChange, undo: Request?, at now: Moment) {
        self.init([text, Self.badgesText(of: change)].compactMap(\.self).joined(separator: " · "), undo: undo, at: now)
    }

    /// Reports the result of a toast's action; `nil` for replies that screens handle.
    init?(of reply: Reply, at now: Moment) {
        switch reply {
        case .undone(let revision):
            self.init("Published as revision \(revision)", undo: .history(.undo(revision: revision)), at: now)
        case .hikesChanged(let change):
            self.init("Undone", change, undo: nil, at: now)
        case .takenBack(let change, let earned, let lost):
            self.init(takenBack: change, earned: earned, lost: lost, at: now)
        default: return nil
        }
    }

    /// The badges earned and lost by a change; `nil` if there are none.
    static func badgesText(of change: HikeChange) -> String? {
        text(earned: change.badgesEarned, lost: change.badgesLost)
    }

    private static func text(earned: [Badge], lost: [Badge]) -> String? {
        let parts = [("Earned", earned), ("No longer earned", lost)].compactMap { verb, badges in
            badges.isEmpty ? nil : "\(verb): \(badges.map(\.name).joined(separator: ", "))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    func isOver(at now: Moment) -> Bool { now >= end }

    /// When it disappears by itself.
    var nextTick: Moment { end }

    /// Draws the toast over the row above the key line.
    ///
    /// - Parameter offersAction: whether the key of its action isn't typed into a field.
    func draw(on canvas: inout Canvas, offersAction: Bool) {
        let row = canvas.size.rows - 2
        guard row > 0 else { return }
        let area = CellRectangle(column: 0, row: row, columns: canvas.size.columns, rows: 1)
        canvas.fill(area, style: .sheet)
        var bold = CellStyle.sheet
        bold.isBold = true
        let hint = (offersAction ? action : nil).map { " · \($0.name) \($0.label)" } ?? ""
        let room = max(canvas.size.columns - 3 - hint.cells, 0)
        let shown = text.cells > room ? text.fitted(to: room) : text
        canvas.write(mark, column: 1, row: row, style: bold)
        let end = canvas.write(shown, column: 3, row: row, style: .sheet)
        canvas.write(hint, column: end, row: row, style: bold)
    }
}
