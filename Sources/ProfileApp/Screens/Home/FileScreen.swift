internal import ProfileKit
internal import ProfileRendering

/// Asks for the file that an action writes.
struct FileScreen: Screen {
    var window = Window()
    private let action: FileAction
    /// The ids of the hikes to write; empty for all.
    private let hikes: [Int]
    private var input: PathInput
    private(set) var isWorking = false
    private var message: String?

    init(_ action: FileAction, hikes: [Int]) {
        (self.action, self.hikes) = (action, hikes)
        input = PathInput(action.fileName, placeholder: "file to write")
    }

    var title: String { action.label.capitalizedFirst }
    var note: String { isWorking ? "writing…" : hikes.isEmpty ? "" : hikes.count.counted("hike") }
    var takesText: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("write", .enter, also: [.control("s")], when: !input.isEmpty && !isWorking) { $0.write() },
            KeyBinding("complete", .tab, when: !isWorking) { $0.input.complete() },
            KeyBinding("", .down, in: .none, when: input.isChoosing) { $0.input.choose(after: 1) },
            KeyBinding("", .backTab, .up, in: .none, when: input.isChoosing) { $0.input.choose(after: -1) },
            .back(.escape), .help(inText: true),
        ] + KeyBinding.editing()
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isWorking, event.isSkipping else { return [] }
        input.update(event)
        message = nil
        return input.hasRefused ? [.ring] : []
    }

    private mutating func write() -> [Effect] {
        (isWorking, message) = (true, nil)
        return [.request(.files(.write(action, path: input.text, hikes: hikes)))]
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .completions(let found, let path): input.completed(path, with: found)
        case .written(let text): return [.close, .say(Toast(text, at: now))]
        case .failed(let error):
            (isWorking, message) = (false, error.sentences)
            return [.ring]
        default: break
        }
        return []
    }

    /// A file that was being written when the store was locked is there or not.
    mutating func resume(at now: Moment) -> [Effect] {
        isWorking = false
        return []
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let width = max(size.columns - 4, 1)
        let lines = action.explanation.wrapped(to: width).prefix(max(size.rows - 9, 1))
        canvas.write(lines: lines, column: 2, row: 2, style: .faint)
        let row = 3 + lines.count
        canvas.write("›", column: 2, row: row, style: .accent)
        let rows = max(size.rows - row - 1, 1)
        input.draw(on: &canvas, in: CellRectangle(column: 4, row: row, columns: max(width - 2, 4), rows: rows))
        guard let message, !input.isChoosing else { return }
        canvas.write(lines: message.wrapped(to: width).prefix(rows - 2), column: 2, row: row + 2, style: .danger)
    }
}
