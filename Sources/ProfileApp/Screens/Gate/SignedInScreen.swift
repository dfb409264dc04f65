internal import ProfileRendering

/// "Signed in": the end of the sign-in in the demo, as in the tutorial. Enter continues to the home screen.
///
/// Its other button opens an alert whose OK changes the label "Signed in".
struct SignedInScreen: Screen {
    private enum Part: Hashable { case notice, proceed }

    private let failures: Int
    private var label = "Signed in"
    private var alert: Alert?
    private var help: HelpSheet?
    private var focus = FocusRing(Part.proceed, .notice)
    private var size: CellSize

    /// - Parameter failures: how many attempts failed between the last unlock and this one.
    init(failures: Int, size: CellSize) {
        (self.failures, self.size) = (failures, size)
    }

    var slides: Bool { true }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if alert != nil {
            if alert.answer(event, in: size) == 1 { label = "OK was pressed" }
            return []
        }
        let event = keyLine.translated(event, in: size)
        if help.handle(event, in: size) { return [] }
        if event.opensHelp(inText: false) {
            help = HelpSheet("Signed in", keyLine.items)
            return []
        }
        if focus.update(event) { return [] }
        switch event {
        case .key(.escape): return [.enter]
        case .key(.enter), .key(.character(" ")): return press(focus.current)
        case .key(.left), .key(.right): _ = focus.update(.key(.tab))
        case .click(let point):
            let row = row(in: size) + Self.labelRow + 2
            let hit = ButtonRow.index(at: point, of: buttons, row: row, in: size.aboveKeyLine)
            return hit.map { press($0 == 0 ? .notice : .proceed) } ?? []
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        let row = row(in: canvas.size)
        Padlock(openingAt: now - Padlock.length).draw(.small, on: &canvas, row: row, in: area, at: now)
        canvas.writeCentred(label, row: row + Self.labelRow, in: area, style: .good)
        ButtonRow.draw(
            buttons, on: &canvas, row: row + Self.labelRow + 2, in: area,
            focused: alert == nil ? (focus.current == .notice ? 0 : 1) : nil)
        keyLine.draw(on: &canvas)
        alert?.draw(on: &canvas, in: area)
        help?.draw(on: &canvas)
    }

    private func row(in size: CellSize) -> Int { max((size.rows - 11) / 2, 0) }
    /// Below the padlock.
    private static let labelRow = Padlock.Drawing.small.size.rows + 1
    private var buttons: [Button] { [Button("Show the notice"), Button("Continue")] }

    private var keyLine: KeyLine {
        KeyLine(
            .init(.escape, "continue"), .init(.enter, "press"), .init(.tab, "move"), .init(.character("?"), "help"))
    }

    private mutating func press(_ part: Part) -> [Effect] {
        guard part == .notice else { return [.enter] }
        let text =
            failures > 0
            ? "\(failures.counted("attempt")) failed since the last unlock."
            : "This is an alert. Press OK."
        alert = Alert(title: "Notice", text: text, buttons: ["Cancel", "OK"])
        return []
    }
}
