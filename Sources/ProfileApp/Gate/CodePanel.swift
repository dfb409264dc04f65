internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// What became of an event that a panel took in.
enum PanelOutcome: Sendable {
    case nothing
    /// The secret is all there: it is to be checked, once. The panel takes nothing more until it is told what came of
    /// it by ``SecretPanel/refuse(at:)`` or ``SecretPanel/wipe()``.
    case completed(TypedSecret)
    case cancelled
    case emergency
    case forgot
}

/// Circles, a keypad and what is typed on it: the lock screen's, the sheet's and the new code's alike.
///
/// Keys: the symbols themselves, Backspace, arrows and Tab with Enter, Ctrl-E for Emergency, Ctrl-F for Forgot, Escape
/// for Cancel; and the mouse. What is typed is wiped when it was refused, on Cancel, and after ten seconds without a
/// key. Copies of the value share the secret.
struct CodePanel: Sendable {
    private(set) var entry: PasscodeEntry
    private let typed = TypedSecret()
    private(set) var keypad: Keypad
    private let motion: Motion
    private let forgotLabel: String
    private var shake: Shake?
    private var lastTyped: Moment?
    /// Whether the secret was handed over to be checked.
    private(set) var isHandedOver = false
    /// Whether symbols are taken now; the other keys always are.
    var isAccepting = true

    /// After how long without a key what is typed is wiped.
    static let idleLimit: Duration = .seconds(10)

    /// `nil` for a format whose length is free.
    init?(
        format: CodeFormat, order: KeyOrder, hasEmergencyKey: Bool = false, forgotLabel: String = "Forgot passcode?",
        motion: Motion
    ) {
        guard let entry = PasscodeEntry(format: format) else { return nil }
        (self.entry, self.motion, self.forgotLabel) = (entry, motion, forgotLabel)
        keypad = Keypad(order: order, hasEmergencyKey: hasEmergencyKey)
    }

    /// How many symbols the secret really has: always as many as there are filled circles.
    var typedCount: Int { typed.count }

    /// Shows or takes away the key *Forgot passcode?*.
    var offersRecovery: Bool {
        get { keypad.hasForgotKey }
        set { keypad.hasForgotKey = newValue }
    }

    /// Takes in an event.
    ///
    /// - Parameter part: the part of the screen that the panel is drawn in.
    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> PanelOutcome {
        wipeIfIdle(at: now)
        if keypad.moveFocus(by: event) { return .nothing }
        switch event {
        case .key(.character(let symbol)): return press(.symbol(symbol), at: now)
        case .key(.enter): return keypad.focused.map { press($0, at: now) } ?? .nothing
        case .key(.escape): return cancel()
        case .key(.backspace), .key(.delete):
            guard isOpen, entry.count > 0 else { return .nothing }
            return press(.bottom, at: now)
        case .key(.control("e")) where keypad.hasEmergencyKey: return press(.emergency, at: now)
        case .key(.control("f")) where keypad.hasForgotKey: return press(.forgot, at: now)
        case .paste(let text):
            for symbol in text {
                let outcome = press(.symbol(symbol), at: now)
                if case .completed = outcome { return outcome }
            }
            return .nothing
        case .click(let point):
            let layout = PanelLayout(in: part)
            let key = keypad.key(at: point, origin: layout.keypad, density: layout.density)
            return key.map { press($0, at: now) } ?? .nothing
        default: return .nothing
        }
    }

    /// Takes what was typed away, without a word.
    mutating func wipe() {
        typed.wipe()
        entry.empty()
        lastTyped = nil
        isHandedOver = false
        keypad.show(entry.expected)
    }

    /// The same with a shake of the circles.
    mutating func refuse(at now: Moment) {
        wipe()
        if motion == .full { shake = Shake(at: now) }
    }

    func nextTick(after now: Moment) -> Moment? {
        let wiping = isHandedOver ? nil : lastTyped.map { $0 + Self.idleLimit }
        return [shake?.nextTick(after: now), keypad.nextTick(after: now), wiping].compactMap(\.self).min()
    }

    private var isOpen: Bool { isAccepting && !isHandedOver }

    private mutating func cancel() -> PanelOutcome {
        wipe()
        return .cancelled
    }

    private mutating func press(_ key: KeypadKey, at now: Moment) -> PanelOutcome {
        switch key {
        case .emergency, .forgot:
            flash(key, at: now)
            return key == .emergency ? .emergency : .forgot
        case .bottom:
            flash(key, at: now)
            // Too late: a quick Delete after the last symbol must not cancel everything.
            guard !isHandedOver else { return .nothing }
            guard entry.pressBottomKey() == .deleted else { return cancel() }
            typed.removeLast()
            didType(at: now)
        case .symbol(let symbol):
            guard isOpen else { return .nothing }
            let change = entry.type(symbol)
            guard change != .ignored else { return .nothing }
            // Letters are read in either case; in one, two secrets that are typed twice can be compared.
            for character in symbol.uppercased() { typed.append(character) }
            flash(.symbol(Character(symbol.uppercased())), at: now)
            didType(at: now)
            guard change == .completed else { return .nothing }
            isHandedOver = true
            return .completed(typed)
        }
        return .nothing
    }

    private mutating func didType(at now: Moment) {
        shake = nil
        lastTyped = entry.count > 0 ? now : nil
        if !entry.isComplete { keypad.show(entry.expected) }
    }

    private mutating func flash(_ key: KeypadKey, at now: Moment) {
        if motion == .full { keypad.flash(key, at: now) }
    }

    private mutating func wipeIfIdle(at now: Moment) {
        guard !isHandedOver, let lastTyped, now >= lastTyped + Self.idleLimit else { return }
        wipe()
    }
}

extension CodePanel {
    func draw(_ header: PanelHeader, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let layout = PanelLayout(in: part)
        header.drawTitle(on: &canvas, row: layout.top, in: part, density: layout.density)
        let circles = entry.circles.map { $0 ? "●" : "○" }.joined(separator: "  ")
        canvas.writeCentred(
            circles, row: layout.fieldRow, in: part, offset: shake?.offset(at: now) ?? 0,
            style: CellStyle(foreground: Palette.accent, isBold: true))
        header.drawMessages(on: &canvas, row: layout.messageRow, in: part)
        keypad.draw(
            on: &canvas, origin: layout.keypad, density: layout.density,
            labels: { key in
                switch key {
                case .emergency: "Emergency"
                case .forgot: forgotLabel
                default: entry.bottomLabel
                }
            }, isEnabled: isOpen, at: now)
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
