internal import ProfileRendering

/// What the stack keeps for each of its screens: the size, and what is shown over the screen.
struct Window: Sendable {
    /// A question over a screen.
    struct Question: Sendable {
        var alert: Alert
        /// What every button but the first does.
        let confirmed: [Effect]
    }

    var size = CellSize(columns: 80, rows: 24)
    var help: HelpSheet?
    var question: Question?
    /// The emergency card, at the gate.
    var card: EmergencySheet?
}

extension Screen {
    var size: CellSize { window.size }

    mutating func openHelp() {
        let named = activeBindings.filter { $0.listing == .line } + activeBindings.filter { $0.listing == .help }
        let everywhere: [KeyLine.Item] = offersCommands ? [.init(CommandPalette.key, "all commands")] : []
        window.help = HelpSheet(title, named.map(\.item) + everywhere, isAtGate: isAtGate)
    }

    /// Asks a question.
    ///
    /// - Parameter confirmed: the effects of every button but the first; otherwise ``answer(_:at:)`` has them.
    @discardableResult
    mutating func ask(_ alert: Alert, confirmed: [Effect] = []) -> [Effect] {
        window.question = Window.Question(alert: alert, confirmed: confirmed)
        return []
    }

    private var activeBindings: [KeyBinding<Self>] { bindings.filter(\.isActive) }

    /// The names of the bindings that the command palette lists.
    var commands: [KeyLine.Item] { bindings.filter(\.isCommand).map(\.item) }

    /// Does what a key does, by its name; nothing if it has no effect any more.
    mutating func run(_ command: KeyLine.Item, at now: Moment) -> [Effect] {
        guard let binding = bindings.first(where: { $0.isCommand && $0.item == command }) else { return [] }
        guard let action = binding.action else { return command.key.map { receive(.key($0), at: now) } ?? [] }
        return action(&self, command.key ?? .enter, now)
    }

    /// Whether the command palette opens here: where no text is typed.
    private var offersCommands: Bool { !isAtGate && !takesText }

    var keyLine: KeyLine { KeyLine(activeBindings.filter { $0.listing == .line }.map(\.item)) }

    /// Handles an event as every screen does: input is for the help, the question or the card that is shown, then for
    /// the bindings, a click on the key line included; the rest is for the screen itself.
    mutating func dispatch(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { window.size = size }
        guard event.isSkipping else { return receive(event, at: now) }
        if var card = window.card {
            window.card = card.update(EmergencySheet.keyLine.translated(event, in: size), in: size) ? nil : card
            return []
        }
        if var help = window.help {
            window.help = help.update(event, in: size) ? help : nil
            return []
        }
        if var question = window.question {
            let button = question.alert.update(event, in: questionArea, of: size)
            window.question = button == nil ? question : nil
            return button.map { $0 > 0 && !question.confirmed.isEmpty ? question.confirmed : answer($0, at: now) } ?? []
        }
        var event = event
        if case .click = event { event = keyLine.translated(event, in: size) }
        if event == .key(CommandPalette.key), offersCommands { return [.showCommands] }
        guard case .key(let key) = event,
            let action = activeBindings.first(where: { $0.keys.contains(key) && $0.action != nil })?.action
        else { return receive(event, at: now) }
        return action(&self, key, now)
    }

    /// Draws the screen with its title, its key line, and what is shown over it.
    func drawWindow(on canvas: inout Canvas, at now: Moment) {
        if let card = window.card { return card.draw(on: &canvas) }
        render(on: &canvas, at: now)
        if hasTitleBar { canvas.drawTitle(title, note: note) }
        keyLine.draw(on: &canvas)
        // While nothing has the focus, the cursor reads the title.
        if hasTitleBar, canvas.cursor == nil { canvas.cursor = CellPoint(column: 1, row: 0) }
        window.question?.alert.draw(on: &canvas, in: questionArea)
        window.help?.draw(on: &canvas)
    }
}

extension Canvas {
    /// Draws a title on the first row, with a note on the right.
    fileprivate mutating func drawTitle(_ title: String, note: String) {
        var style = CellStyle.sheet
        style.isBold = true
        fill(CellRectangle(column: 0, row: 0, columns: size.columns, rows: 1), style: style)
        write(title.terminalSafe.fitted(to: size.columns - 3 - note.cells), column: 1, row: 0, style: style)
        write(note, column: size.columns - 1 - note.cells, row: 0, style: style)
    }
}
