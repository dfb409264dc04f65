internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Where a secret of any format is typed: circles and a keypad for a code, a hidden field for a phrase.
///
/// Copies of the value share what is typed.
enum SecretPanel: Sendable {
    case code(CodePanel)
    case phrase(PhrasePanel)

    /// - Parameters:
    ///   - order: the order of a keypad's keys.
    ///   - confirmLabel: what the button beside a text field reads.
    init(
        format: CodeFormat, order: KeyOrder = .ordered, hasEmergencyKey: Bool = false, confirmLabel: String = "Unlock",
        motion: Motion
    ) {
        let forgotLabel = format.symbolCount == nil ? "Forgot \(format.noun)?" : "Forgot passcode?"
        let panel = CodePanel(
            format: format, order: order, hasEmergencyKey: hasEmergencyKey, forgotLabel: forgotLabel, motion: motion)
        self =
            panel.map(Self.code)
            ?? .phrase(
                PhrasePanel(
                    confirmLabel: confirmLabel, forgotLabel: forgotLabel, hasEmergencyKey: hasEmergencyKey,
                    motion: motion))
    }

    var hasKeypad: Bool {
        if case .code = self { true } else { false }
    }

    /// How many symbols are typed.
    var typedCount: Int {
        switch self {
        case .code(let panel): panel.typedCount
        case .phrase(let panel): panel.typedCount
        }
    }

    /// Whether the secret was handed over, and no word came of it yet.
    var isHandedOver: Bool {
        switch self {
        case .code(let panel): panel.isHandedOver
        case .phrase(let panel): panel.isHandedOver
        }
    }

    /// Whether the key *Forgot passcode?* is there.
    var offersRecovery: Bool {
        get {
            switch self {
            case .code(let panel): panel.offersRecovery
            case .phrase(let panel): panel.offersRecovery
            }
        }
        set { change({ $0.offersRecovery = newValue }, { $0.offersRecovery = newValue }) }
    }

    /// Takes in an event.
    ///
    /// - Parameter part: the part of the screen that the panel is drawn in.
    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> PanelOutcome {
        change({ $0.update(event, at: now, in: part) }, { $0.update(event, at: now, in: part) })
    }

    /// Says whether symbols are taken; the keys that lead elsewhere always are.
    mutating func accept(_ isAccepting: Bool) {
        change({ $0.isAccepting = isAccepting }, { $0.isAccepting = isAccepting })
    }

    /// Takes what was typed away, without a word.
    mutating func wipe() {
        change({ $0.wipe() }, { $0.wipe() })
    }

    /// The same with a shake.
    mutating func refuse(at now: Moment) {
        change({ $0.refuse(at: now) }, { $0.refuse(at: now) })
    }

    func nextTick(after now: Moment) -> Moment? {
        switch self {
        case .code(let panel): panel.nextTick(after: now)
        case .phrase(let panel): panel.nextTick(after: now)
        }
    }

    func draw(_ header: PanelHeader, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        switch self {
        case .code(let panel): panel.draw(header, on: &canvas, in: part, at: now)
        case .phrase(let panel): panel.draw(header, on: &canvas, in: part, at: now)
        }
    }

    private mutating func change<Result>(
        _ code: (inout CodePanel) -> Result, _ phrase: (inout PhrasePanel) -> Result
    ) -> Result {
        switch self {
        case .code(var panel):
            defer { self = .code(panel) }
            return code(&panel)
        case .phrase(var panel):
            defer { self = .phrase(panel) }
            return phrase(&panel)
        }
    }
}
