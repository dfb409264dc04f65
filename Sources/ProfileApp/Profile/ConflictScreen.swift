internal import ProfileKit
internal import ProfileRendering

/// What both a draft and others changed: base, mine and theirs of each field, and the question whose stands.
///
/// Values are never cut: where a table is too narrow for them, they stand below each other and scroll.
struct ConflictScreen: Screen, Hashable {
    enum Effect: CaseIterable, Hashable, Sendable {
        /// Nothing is decided; the editor goes on.
        case back
        /// The draft is to be committed, with every conflict decided for one side.
        case takeTheirs, takeMine
    }

    let conflict: DraftConflict
    /// *Back* at first, so that a hasty Enter decides nothing.
    private(set) var focus = Effect.back
    private(set) var scroll = ScrollPosition()
    private(set) var size: CellSize

    init(_ conflict: DraftConflict, size: CellSize) {
        (self.conflict, self.size) = (conflict, size)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch Self.keys.translated(event, in: size) {
        case .key(let key): return press(key)
        case .click(let point):
            let hit = ButtonRow.index(at: point, of: Self.buttons, row: size.rows - 2, in: size.whole)
            return hit.map { [Effect.allCases[$0]] } ?? []
        case .resized(let size):
            self.size = size
            move(by: 0)
        case .paste, .tick: break
        }
        return []
    }

    private mutating func press(_ key: Key) -> [Effect] {
        switch key {
        case .escape, .character("b"): return [.back]
        case .character("m"): return [.takeMine]
        case .character("t"): return [.takeTheirs]
        case .enter, .character(" "): return [focus]
        case .left, .backTab: moveFocus(by: -1)
        case .right, .tab: moveFocus(by: 1)
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: 1 - Self.listHeight(in: size))
        case .pageDown: move(by: Self.listHeight(in: size) - 1)
        default: break
        }
        return []
    }

    private mutating func moveFocus(by places: Int) {
        let all = Effect.allCases
        let index = (all.firstIndex(of: focus) ?? 0) + places
        focus = all[(index + all.count) % all.count]
    }

    private mutating func move(by lines: Int) {
        scroll.move(by: lines, height: Self.listHeight(in: size), of: table(in: size).count)
    }

    private func table(in size: CellSize) -> [ConflictTable.Line] {
        ConflictTable(conflict, width: size.columns - 2).lines
    }

    /// The rows between the question above and the answers below.
    private static func listHeight(in size: CellSize) -> Int { max(1, size.rows - 6) }

    private static let buttons = [Button("Back"), Button("Theirs"), Button("Mine")]
    private static let keys = KeyLine(
        .init(.character("m"), "mine"), .init(.character("t"), "theirs"), .init(.escape, "back"),
        .init(keys: "↑↓", "scroll"))

    func draw(on canvas: inout Canvas, at now: Moment) {
        ScreenFrame(title: "Changed on both sides", keys: Self.keys).draw(on: &canvas)
        canvas.write("Whose values are to stand?", column: 1, row: 1)
        let height = Self.listHeight(in: canvas.size)
        let lines = table(in: canvas.size)
        let top = scroll.top(height: height, of: lines.count)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            canvas.write(line.text, column: 1, row: row + 3, style: line.isHeading ? .title : .plain)
        }
        let focused = Effect.allCases.firstIndex(of: focus)
        ButtonRow.draw(
            Self.buttons, on: &canvas, row: canvas.size.rows - 2, in: canvas.size.whole, focused: focused)
    }

    /// Nothing here moves by itself.
    func nextTick(after now: Moment) -> Moment? { nil }
}
