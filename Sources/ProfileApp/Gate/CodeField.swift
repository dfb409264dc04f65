internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Circles, a keypad and what is typed on it: the lock screen's, the sheet's and the new code's alike.
///
/// Keys: the symbols themselves, Backspace, arrows and Tab with Enter, Ctrl-E for Emergency, Ctrl-F for Forgot, Escape
/// for Cancel; and the mouse.
struct CodeField: SecretField {
    private(set) var entry: PasscodeEntry
    let typed = TypedSecret()
    private(set) var keypad: Keypad
    var state: SecretFieldState {
        didSet { keypad.hasForgotKey = state.offersRecovery }
    }

    /// `nil` for a format whose length is free.
    init?(format: CodeFormat, order: KeyOrder, state: SecretFieldState) {
        guard let entry = PasscodeEntry(format: format) else { return nil }
        (self.entry, self.state) = (entry, state)
        keypad = Keypad(order: order, hasEmergencyKey: state.hasEmergencyKey)
    }

    var movingKeys: KeyLine.Item { .init(keys: "←↑↓→ Enter", "Keypad") }

    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> SecretFieldAnswer {
        if keypad.moveFocus(by: event) { return .nothing }
        switch event {
        case .key(.character(let symbol)): return press(.symbol(symbol), at: now)
        case .key(.enter): return keypad.focused.map { press($0, at: now) } ?? .nothing
        case .key(.escape): return cancel()
        case .key(.backspace), .key(.delete):
            guard state.isOpen, entry.count > 0 else { return .nothing }
            return press(.bottom, at: now)
        case .key(.control("e")) where keypad.hasEmergencyKey: return press(.emergency, at: now)
        case .key(.control("f")) where keypad.hasForgotKey: return press(.forgot, at: now)
        case .paste(let text):
            var last = SecretFieldAnswer.nothing
            for symbol in text {
                last = press(.symbol(symbol), at: now)
                if case .completed = last { return last }
            }
            return last
        case .click(let point):
            let layout = PanelLayout(in: part)
            let key = keypad.key(at: point, origin: layout.keypad, density: layout.density)
            return key.map { press($0, at: now) } ?? .nothing
        default: return .nothing
        }
    }

    mutating func clear() {
        entry.empty()
        keypad.show(entry.expected)
    }

    func nextOwnTick(after now: Moment) -> Moment? { keypad.nextTick(after: now) }

    private mutating func cancel() -> SecretFieldAnswer {
        wipe()
        return .cancelled
    }

    private mutating func press(_ key: KeypadKey, at now: Moment) -> SecretFieldAnswer {
        switch key {
        case .emergency, .forgot:
            flash(key, at: now)
            return key == .emergency ? .emergency : .forgot
        case .bottom:
            flash(key, at: now)
            // Too late: a quick Delete after the last symbol must not cancel everything.
            guard !state.isHandedOver else { return .nothing }
            guard entry.pressBottomKey() == .deleted else { return cancel() }
            typed.removeLast()
            didChange(at: now)
        case .symbol(let symbol):
            guard state.isOpen else { return .nothing }
            let change = entry.type(symbol)
            guard change != .ignored else { return .refused }
            // Letters are read in either case; in one, two secrets that are typed twice can be compared.
            for character in symbol.uppercased() { typed.append(character) }
            flash(.symbol(Character(symbol.uppercased())), at: now)
            didChange(at: now)
            guard change == .completed else { return .nothing }
            state.isHandedOver = true
            return .completed(typed)
        }
        return .nothing
    }

    private mutating func didChange(at now: Moment) {
        didType(at: now)
        if !entry.isComplete { keypad.show(entry.expected) }
    }

    private mutating func flash(_ key: KeypadKey, at now: Moment) {
        if state.motion == .full { keypad.flash(key, at: now) }
    }

    func draw(_ header: PanelHeader, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let layout = PanelLayout(in: part)
        header.drawTitle(on: &canvas, row: layout.top, in: part, density: layout.density)
        let circles = entry.circles.map { $0 ? "●" : "○" }.joined(separator: "  ")
        canvas.writeCentred(
            circles, row: layout.fieldRow, in: part, offset: state.shake?.offset(at: now) ?? 0,
            style: CellStyle(foreground: Palette.accent, isBold: true))
        header.drawMessages(on: &canvas, row: layout.messageRow, in: part)
        keypad.draw(
            on: &canvas, origin: layout.keypad, density: layout.density,
            labels: { key in
                switch key {
                case .emergency: "Emergency"
                case .forgot: state.forgotLabel
                default: entry.bottomLabel
                }
            }, isEnabled: state.isOpen, at: now)
    }
}

/// Where the parts of a panel stand within the part of the screen that it has.
struct PanelLayout: Hashable, Sendable {
    let density: Keypad.Density
    let top: Int
    let keypad: CellPoint

    init(in part: CellRectangle) {
        let roomy = PanelHeader.rows(density: .roomy) + 3 + Keypad.rows(density: .roomy)
        density = part.size.rows >= roomy ? .roomy : .compact
        let rows = PanelHeader.rows(density: density) + 3 + Keypad.rows(density: density)
        top = part.origin.row + max((part.size.rows - rows) / 2, 0)
        keypad = CellPoint(
            column: part.origin.column + (part.size.columns - Keypad.columns) / 2,
            row: top + PanelHeader.rows(density: density) + 3)
    }

    /// The row of the circles or the field.
    var fieldRow: Int { top + (density == .roomy ? 3 : 2) }
    var messageRow: Int { top + PanelHeader.rows(density: density) }
}
