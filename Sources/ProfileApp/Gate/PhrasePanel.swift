internal import ProfileRendering
internal import Sealing

/// A hidden text field and buttons: for passphrases and passwords, as ``CodePanel`` is for codes.
///
/// Enter in the field hands the secret over; everything else is as on the panel with a keypad.
struct PhrasePanel: Sendable {
    private enum Part: Hashable { case field, confirm, cancel, emergency, forgot }

    private let field = HiddenInput()
    private var focus = FocusRing(Part.field, .cancel, .confirm, .emergency, .forgot)
    private let confirmLabel: String
    private let forgotLabel: String
    private let hasEmergencyKey: Bool
    private let motion: Motion
    private var shake: Shake?
    private var lastTyped: Moment?
    private(set) var isHandedOver = false
    var isAccepting = true
    var offersRecovery = false {
        didSet { if !offersRecovery, focus.current == .forgot { focus.focus(.field) } }
    }

    init(confirmLabel: String, forgotLabel: String, hasEmergencyKey: Bool, motion: Motion) {
        (self.confirmLabel, self.forgotLabel) = (confirmLabel, forgotLabel)
        (self.hasEmergencyKey, self.motion) = (hasEmergencyKey, motion)
    }

    var typedCount: Int { field.typed.count }

    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> PanelOutcome {
        if !isHandedOver, let lastTyped, now >= lastTyped + CodePanel.idleLimit { wipe() }
        if focus.update(event, skipping: unreachable) { return .nothing }
        switch event {
        case .key(.escape): return press(.cancel)
        case .key(.control("e")) where hasEmergencyKey: return press(.emergency)
        case .key(.control("f")) where offersRecovery: return press(.forgot)
        case .key(.enter): return press(focus.current)
        case .key(.left) where focus.current != .field: _ = focus.update(.key(.backTab), skipping: unreachable)
        case .key(.right) where focus.current != .field: _ = focus.update(.key(.tab), skipping: unreachable)
        case .click(let point):
            let layout = PanelLayout(in: part)
            if point.row == layout.fieldRow { focus.focus(.field) }
            for (row, parts) in buttonRows(of: layout) {
                let hit = ButtonRow.index(at: point, of: parts.map(button), row: row, in: part)
                if let hit { return press(parts[hit]) }
            }
        default:
            guard isOpen, field.update(event) else { return .nothing }
            focus.focus(.field)
            shake = nil
            lastTyped = field.isEmpty ? nil : now
        }
        return .nothing
    }

    mutating func wipe() {
        field.typed.wipe()
        lastTyped = nil
        isHandedOver = false
        focus.focus(.field)
    }

    mutating func refuse(at now: Moment) {
        wipe()
        if motion == .full { shake = Shake(at: now) }
    }

    func nextTick(after now: Moment) -> Moment? {
        let wiping = isHandedOver ? nil : lastTyped.map { $0 + CodePanel.idleLimit }
        return [shake?.nextTick(after: now), wiping].compactMap(\.self).min()
    }

    func draw(_ header: PanelHeader, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let layout = PanelLayout(in: part)
        header.drawTitle(on: &canvas, row: layout.top, in: part, density: layout.density)
        let width = min(Keypad.columns, part.size.columns)
        let left = part.origin.column + (part.size.columns - width) / 2 + (shake?.offset(at: now) ?? 0)
        field.draw(
            on: &canvas, column: left, row: layout.fieldRow, width: width, isFocused: isOpen && focus.current == .field)
        header.drawMessages(on: &canvas, row: layout.messageRow, in: part)
        for (row, parts) in buttonRows(of: layout) {
            ButtonRow.draw(
                parts.map(button), on: &canvas, row: row, in: part, focused: parts.firstIndex(of: focus.current))
        }
    }

    private var isOpen: Bool { isAccepting && !isHandedOver }
    private var canConfirm: Bool { isOpen && !field.isEmpty }

    private var unreachable: Set<Part> {
        var parts: Set<Part> = []
        if !canConfirm { parts.insert(.confirm) }
        if !hasEmergencyKey { parts.insert(.emergency) }
        if !offersRecovery { parts.insert(.forgot) }
        return parts
    }

    private mutating func press(_ part: Part) -> PanelOutcome {
        switch part {
        case .emergency: return .emergency
        case .forgot: return .forgot
        case .cancel:
            wipe()
            return .cancelled
        case .field, .confirm:
            guard canConfirm else { return .nothing }
            isHandedOver = true
            return .completed(field.typed)
        }
    }

    private func buttonRows(of layout: PanelLayout) -> [(row: Int, parts: [Part])] {
        let first = layout.keypad.row
        let extra = [hasEmergencyKey ? Part.emergency : nil, offersRecovery ? .forgot : nil].compactMap(\.self)
        return [(first, [.cancel, .confirm]), (first + 2, extra)]
    }

    private func button(_ part: Part) -> Button {
        switch part {
        case .cancel: Button("Cancel")
        case .emergency: Button("Emergency")
        case .forgot: Button(forgotLabel)
        case .field, .confirm: Button(confirmLabel, isEnabled: canConfirm)
        }
    }
}
