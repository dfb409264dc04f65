internal import ProfileKit
internal import ProfileRendering

/// The form for the emergency card, line by line. An empty text removes the card.
struct EmergencyForm: Screen {
    var window = Window()
    /// `nil` until the card is read.
    private var lines: [TextInput]?
    /// Input that arrived before the card was read, in order.
    private var earlyEvents: [Event] = []
    private var current = 0
    /// The stored card.
    private var stored = ""
    private var isSaving = false
    private var message = ""
    /// Another program's card, while the user chooses between the two.
    private var theirs: String?
    private var scroll = ScrollPosition()

    mutating func begin(at now: Moment) -> [Effect] { [.request(.session(.readCard))] }

    /// The typed text survives a lock.
    mutating func resume(at now: Moment) -> [Effect] {
        isSaving = false
        return lines == nil ? begin(at: now) : []
    }

    var text: String {
        var texts = (lines ?? []).map(\.text)
        while texts.last?.isEmpty == true { texts.removeLast() }
        return texts.joined(separator: "\n")
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .emergency(let card):
            guard lines == nil else { break }
            show(card ?? "")
            let typed = earlyEvents
            earlyEvents = []
            return typed.flatMap { update($0, at: now) }
        case .cardSet:
            return [.close, .say(Toast(text.isEmpty ? "The card was removed" : "The card was saved", at: now))]
        case .cardChanged(let card):
            (isSaving, theirs) = (false, card ?? "")
            ask(
                Alert(
                    title: "The card was changed elsewhere",
                    text: card.map { "It reads now:\n\($0)" } ?? "It was removed.",
                    buttons: ["Back", "Theirs", "Mine"], focused: 0, appearsUnprompted: true))
        case .failed(let error):
            (isSaving, message) = (false, error.sentences)
            return [.ring]
        default: break
        }
        return []
    }

    private mutating func show(_ card: String) {
        stored = card
        lines = card.split(separator: "\n", omittingEmptySubsequences: false).map { Self.line(String($0)) }
        if lines?.isEmpty ?? true { lines = [Self.line("")] }
        current = 0
    }

    /// Handles the answer to the question which card to keep.
    mutating func answer(_ button: Int, at now: Moment) -> [Effect] {
        guard let theirs else { return [] }
        self.theirs = nil
        switch button {
        case 1:
            show(theirs)
            return []
        case 2:
            stored = theirs
            return save()
        default: return []
        }
    }

    private static func line(_ text: String) -> TextInput {
        TextInput(text, placeholder: "whom to call, allergies", limit: EmergencyCard.maximumLength)
    }

    // MARK: Input

    var takesText: Bool { true }

    var title: String { "Emergency card" }
    var note: String { isSaving ? "saving…" : "\(text.count) of \(EmergencyCard.maximumLength)" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("save", .control("s")) { $0.save() }, KeyBinding("back", .escape) { $0.leave() },
            KeyBinding("new line", .enter) { screen in
                defer { screen.showCurrent() }
                return screen.breakLine()
            }, .help(inText: true),
        ]
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving || !event.isSkipping else { return [] }
        if lines == nil, event.isSkipping, event != .key(.escape) {
            earlyEvents.append(event)
            return []
        }
        return dispatch(event, at: now)
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .click(let point):
            let row = scroll.top(height: height, of: lines?.count ?? 0) + point.row - Self.top
            guard point.row >= Self.top, var all = lines, row < all.count else { break }
            all[row].click(column: point.column - Self.column, width: width)
            (lines, current) = (all, row)
        case .paste(let text): return insert(text)
        case .key(let key): return press(key)
        case .resized, .tick: break
        }
        showCurrent()
        return []
    }

    private mutating func press(_ key: Key) -> [Effect] {
        guard var all = lines else { return [] }
        defer { showCurrent() }
        switch key {
        case .up: current = max(current - 1, 0)
        case .down: current = min(current + 1, all.count - 1)
        case .backspace where all[current].cursor == 0 && current > 0:
            let joined = all[current - 1].text
            var line = Self.line(joined + all[current].text)
            line.place(cursor: joined.count)
            all.replaceSubrange(current - 1...current, with: [line])
            (lines, current) = (all, current - 1)
        default:
            guard all[current].update(.key(key)) else { return [] }
            message = all[current].wasTooLong ? TextInput.tooLong : ""
            lines = all
            return all[current].hasRefused ? [.ring] : []
        }
        return []
    }

    /// Inserts a text wholly or not at all.
    private mutating func insert(_ text: String) -> [Effect] {
        let before = (lines, current)
        for (number, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let isTaken = number == 0 || breakLine().isEmpty
            guard isTaken, lines?[current].insert(String(part)) == true else {
                message = lines?[current].wasTooLong == true ? TextInput.tooLong : ""
                (lines, current) = before
                return [.ring]
            }
        }
        message = ""
        showCurrent()
        return []
    }

    private mutating func breakLine() -> [Effect] {
        guard let all = lines, all.count < EmergencyCard.maximumLineCount else { return [.ring] }
        let line = all[current]
        let (before, after) = (line.text.prefix(line.cursor), line.text.dropFirst(line.cursor))
        var next = Self.line(String(after))
        next.place(cursor: 0)
        lines?.replaceSubrange(current...current, with: [Self.line(String(before)), next])
        current += 1
        return []
    }

    private mutating func save() -> [Effect] {
        guard text != stored else { return [.close] }
        // A card of spaces only is empty.
        guard text.contains(where: { !$0.isWhitespace }) else {
            isSaving = true
            return [.request(.session(.setCard(nil, replacing: read)))]
        }
        do throws(FieldProblem) {
            _ = try EmergencyCard(text)
        } catch {
            message = error.statement.sentence
            return [.ring]
        }
        isSaving = true
        return [.request(.session(.setCard(text, replacing: read)))]
    }

    /// The card as it was read; `nil` without one.
    private var read: String? { stored.isEmpty ? nil : stored }

    var hasUnsavedInput: Bool { lines != nil && text != stored }

    private mutating func leave() -> [Effect] {
        guard hasUnsavedInput else { return [.close] }
        let alert = Alert(
            title: "Discard the changes?", text: "The card stays as it was.", buttons: ["Back", "Discard"], focused: 0)
        return ask(alert, confirmed: [.close])
    }

    private mutating func showCurrent() {
        scroll.show(current..<current + 1, height: height, of: lines?.count ?? 0)
    }

    // MARK: Drawing

    private static let top = 5
    private static let column = 3
    private var width: Int { max(size.columns - 2 * Self.column, 1) }
    private var messageLines: [String] {
        message.isEmpty ? [] : message.wrapped(to: width).cut(to: 4, width: width)
    }
    private var height: Int { max(1, size.rows - Self.top - 2 - max(messageLines.count, 2)) }

    func render(on canvas: inout Canvas, at now: Moment) {
        let about = "Anyone at this machine can read it without a passcode. Empty means none."
        let head = about.wrapped(to: width).prefix(3)
        canvas.write(lines: head, column: Self.column, row: min(2, Self.top - 1 - head.count), style: .faint)
        let count = lines?.count ?? 0
        let top = scroll.top(height: height, of: count)
        for (row, line) in (lines ?? []).enumerated().dropFirst(top).prefix(height) {
            line.draw(
                on: &canvas, column: Self.column, row: Self.top + row - top, width: width,
                isFocused: row == current && window.question == nil && window.help == nil)
        }
        let message = messageLines
        for (row, line) in message.enumerated() {
            let first = max(canvas.size.rows - 2 - max(message.count, 2), 0)
            canvas.write(line, column: Self.column, row: first + row, style: .danger)
        }
    }
}
