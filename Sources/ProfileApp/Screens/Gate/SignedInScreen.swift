internal import ProfileRendering

/// "Signed in": the end of the sign-in in the demo, as in the tutorial. Enter continues to the home screen.
///
/// Its other button opens an alert whose OK changes the label "Signed in".
struct SignedInScreen: Screen {
    var window = Window()
    private enum Part: Hashable { case notice, proceed }

    private let failures: Int
    private var label = "Signed in"
    private var focus = FocusRing(Part.proceed, .notice)

    /// - Parameter failures: how many attempts failed between the last unlock and this one.
    init(failures: Int) { self.failures = failures }

    var title: String { "Signed in" }
    var hasTitleBar: Bool { false }

    var slides: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("continue", .escape) { _ in [.enter] },
            KeyBinding("press", .enter, also: [" "]) { $0.press($0.focus.current) }, KeyBinding("move", .tab), .help(),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(.left), .key(.right): _ = focus.update(.key(.tab))
        case .click(let point):
            let row = row(in: size) + Self.labelRow + 2
            let hit = ButtonRow.index(at: point, of: buttons, row: row, in: size.aboveKeyLine)
            return hit.map { press($0 == 0 ? .notice : .proceed) } ?? []
        default: _ = focus.update(event)
        }
        return []
    }

    mutating func answer(_ button: Int, at now: Moment) -> [Effect] {
        if button == 1 { label = "OK was pressed" }
        return []
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        let row = row(in: canvas.size)
        Padlock(openingAt: now - Padlock.length).draw(.small, on: &canvas, row: row, in: area, at: now)
        canvas.writeCentred(label, row: row + Self.labelRow, in: area, style: .good)
        ButtonRow.draw(
            buttons, on: &canvas, row: row + Self.labelRow + 2, in: area,
            focused: window.question == nil ? (focus.current == .notice ? 0 : 1) : nil)
    }

    private func row(in size: CellSize) -> Int { max((size.rows - 11) / 2, 0) }
    /// The row of the label below the padlock.
    private static let labelRow = Padlock.Drawing.small.size.rows + 1
    private var buttons: [Button] { [Button("Show the notice"), Button("Continue")] }

    private mutating func press(_ part: Part) -> [Effect] {
        guard part == .notice else { return [.enter] }
        let text: CommandText =
            failures > 0
            ? "\(failures.counted("attempt")) failed since the last unlock."
            : "This is an alert. Press OK."
        return ask(Alert(title: "Notice", text: text, buttons: ["Cancel", "OK"]))
    }
}
