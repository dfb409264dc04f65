internal import ProfileRendering
internal import Sealing

/// A new recovery code: shown once, then hidden while one of its groups is asked for, so that nobody continues without
/// having written it down.
struct NewRecoveryCode: Sendable {
    enum Answer: Sendable {
        case nothing
        /// The typed group is wrong; the bell is to ring.
        case refused
        /// The user has written it down.
        case kept(RecoveryCode)
        case givenUp
    }

    private let code: RecoveryCode
    private let text: String
    /// Whether this is the account's first recovery code.
    private let isFirst: Bool
    /// The group that is asked for, from 0.
    private let group: Int
    /// The field for that group; `nil` while the code is shown.
    private var typed: TextInput?
    private var message = ""

    init(_ code: RecoveryCode, isFirst: Bool = false, random: RandomWords) {
        (self.code, text, self.isFirst) = (code, code.description, isFirst)
        var random = random
        group = Int.random(in: 0..<RecoveryCode.groupCount, using: &random)
    }

    /// The fate of the code unless it is confirmed.
    var ifGivenUp: VoidRecoveryCode { isFirst ? .first : .further }

    /// The alert for a code that was given up, so that nobody keeps it.
    ///
    /// - Parameter isOpen: whether the store is open. What closed it may have been a new recovery code.
    func givenUp(isOpen: Bool) -> [Effect] {
        let next = isFirst ? "Choose a passcode for a new one." : isOpen ? "The one you had before still works." : ""
        return [
            .alert(
                Alert(
                    title: isFirst ? "Nothing was created" : "Nothing was changed",
                    text: CommandText("The recovery code that was shown is void. \(next)".trimmed), buttons: ["OK"]))
        ]
    }

    mutating func update(_ event: Event, in size: CellSize) -> Answer {
        guard var input = typed else {
            switch event {
            case .key(.escape): return .givenUp
            case .key(.enter): ask()
            case .click(let point) where isButton(at: point, in: size): ask()
            default: break
            }
            return .nothing
        }
        switch event {
        case .key(.escape):
            (typed, message) = (nil, "")
        case .key(.enter): return check(input)
        case .click(let point) where isButton(at: point, in: size): (typed, message) = (nil, "")
        default:
            guard input.update(event) else { return .nothing }
            typed = input
            if input.hasRefused { return .refused }
            message = ""
            // The last character acts as Enter, as on a keypad.
            if input.text.count == RecoveryCode.groupLength { return check(input) }
        }
        return .nothing
    }

    private mutating func ask() {
        typed = TextInput(
            filter: .only("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
            limit: RecoveryCode.groupLength)
    }

    private mutating func check(_ input: TextInput) -> Answer {
        if code.hasGroup(input.text, at: group) { return .kept(code) }
        ask()
        message = "That doesn't match. Esc shows the code again."
        return .refused
    }

    /// The keys of a screen that shows it.
    func keys<Owner>() -> [KeyBinding<Owner>] {
        typed == nil
            ? [KeyBinding("continue", .enter), KeyBinding("cancel", .escape), .help()]
            : [KeyBinding("show it again", .escape), .help()]
    }

    private static let rows = 10

    private var button: Button { Button(typed == nil ? "I have written it down" : "Show it again") }
    private func top(in size: CellSize) -> Int { max((size.rows - 1 - Self.rows) / 2, 0) }
    private func buttonRow(in size: CellSize) -> Int { top(in: size) + Self.rows - 1 }

    private func isButton(at point: CellPoint, in size: CellSize) -> Bool {
        ButtonRow.index(at: point, of: [button], row: buttonRow(in: size), in: size.aboveKeyLine) != nil
    }

    func draw(on canvas: inout Canvas) {
        let area = canvas.size.aboveKeyLine
        let row = top(in: canvas.size)
        canvas.writeCentred("🔑  Recovery code", row: row, in: area, style: .title)
        if let typed {
            canvas.writeCentred("Type group \(group + 1) of \(RecoveryCode.groupCount).", row: row + 2, in: area)
            let width = RecoveryCode.groupLength + 1
            typed.draw(
                on: &canvas, column: (canvas.size.columns - width) / 2, row: row + 4, width: width, isFocused: true)
            let lines = message.wrapped(to: max(min(area.size.columns - 4, 60), 1))
            for (index, line) in lines.prefix(2).enumerated() {
                canvas.writeCentred(line, row: row + 6 + index, in: area, style: .warning)
            }
        } else {
            let lines = "It is the only way back after a forgotten passcode.\nWrite it down: it is shown only now."
                .wrapped(to: min(area.size.columns - 4, 60))
            for (index, line) in lines.prefix(3).enumerated() {
                canvas.writeCentred(line, row: row + 2 + index, in: area)
            }
            canvas.writeCentred(text, row: row + 6, in: area, style: .good)
            // The app has the mouse, and terminals then leave it to the user with Shift.
            canvas.writeCentred("Hold Shift to select it with the mouse.", row: row + 7, in: area, style: .faint)
        }
        ButtonRow.draw(
            [button], on: &canvas, row: buttonRow(in: canvas.size), in: area, focused: typed == nil ? 0 : nil)
    }
}
