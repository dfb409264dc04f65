internal import ProfileRendering

/// A field for a path, with the possible completions below it.
struct PathInput: Hashable, Sendable {
    private var field: TextInput
    /// Possible completions of the path.
    private(set) var completions: [String] = []
    /// Which of them the field shows; `nil` until one is chosen.
    private var chosen: Int?

    private static let limit = 1024

    init(_ text: String = "", placeholder: String) {
        field = TextInput(text, placeholder: placeholder, limit: Self.limit)
    }

    var text: String { field.text }
    var isEmpty: Bool { field.isEmpty }
    var hasRefused: Bool { field.hasRefused }
    var placeholder: String { field.placeholder }
    /// Whether there are completions to choose from.
    var isChoosing: Bool { !completions.isEmpty }

    mutating func update(_ event: Event) {
        if field.update(event) { completions = [] }
    }

    /// Asks for the completions of the path, or shows the next of them.
    mutating func complete() -> [Effect] {
        guard isChoosing else { return [.request(.files(.complete(path: text)))] }
        choose(after: 1)
        return []
    }

    /// Shows the completions of a path, unless it was edited meanwhile.
    mutating func completed(_ path: String, with found: [String]) {
        guard path == text else { return }
        let shared = found.reduce(found.first) { shared, text in shared.map { $0.commonPrefix(with: text) } } ?? ""
        if shared.count > path.count { show(shared) }
        (completions, chosen) = (found.count > 1 ? found : [], nil)
    }

    /// Puts the next completion, or the one before, into the field.
    mutating func choose(after step: Int) {
        let count = completions.count
        guard count > 0 else { return }
        let next = chosen.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
        chosen = next
        show(completions[next])
    }

    private mutating func show(_ path: String) {
        field = TextInput(path, placeholder: placeholder, limit: Self.limit)
    }

    /// Draws the field on the first row of an area, and as many completions as fit below it.
    func draw(on canvas: inout Canvas, in area: CellRectangle) {
        let (column, row) = (area.origin.column, area.origin.row)
        field.draw(on: &canvas, column: column, row: row, width: area.size.columns, isFocused: true)
        let room = max(area.size.rows - 2, 0)
        // The chosen one stays visible, with the line that says how many follow below it.
        let first = min(max((chosen ?? 0) - room + 2, 0), max(completions.count - room, 0))
        for (line, (index, path)) in completions.enumerated().dropFirst(first).prefix(room).enumerated() {
            let isLast = line == room - 1 && completions.count > first + room
            let name = path.split(separator: "/").last.map { $0 + (path.hasSuffix("/") ? "/" : "") } ?? ""
            canvas.write(
                isLast
                    ? "… \((completions.count - index).figure) more" : name.fitted(to: max(area.size.columns - 2, 1)),
                column: column + 2, row: row + 1 + line, style: index == chosen ? .focused : .faint)
        }
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
