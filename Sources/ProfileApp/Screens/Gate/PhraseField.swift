internal import ProfileRendering
internal import Sealing

/// A field for a secret of variable length, such as a passphrase: hidden text and buttons.
///
/// Enter in the text hands over the secret. The other keys are those of ``CodeField``.
struct PhraseField: SecretField {
    private enum Part: Hashable { case field, confirm, cancel, emergency, forgot }

    private let field = HiddenInput()
    private var focus = FocusRing(Part.field, .cancel, .confirm, .emergency, .forgot)
    private let confirmLabel: String
    var state: SecretFieldState {
        didSet { if !state.offersRecovery, focus.current == .forgot { focus.focus(.field) } }
    }

    init(confirmLabel: String, state: SecretFieldState) {
        (self.confirmLabel, self.state) = (confirmLabel, state)
    }

    var typed: TypedSecret { field.typed }
    var isText: Bool { true }

    mutating func update(_ event: Event, at now: Moment, in area: CellRectangle) -> SecretFieldAnswer {
        focus.disabled = disabled
        if focus.update(event) { return .nothing }
        switch event {
        case .key(.escape):
            guard state.isOpen, !field.isEmpty else { return press(.cancel) }
            wipe()
        case .key(.control("e")) where state.hasEmergencyKey: return press(.emergency)
        case .key(.control("f")) where state.canRecover: return press(.forgot)
        case .key(.enter): return press(focus.current)
        case .key(.left) where focus.current != .field: _ = focus.update(.key(.backTab))
        case .key(.right) where focus.current != .field: _ = focus.update(.key(.tab))
        case .click(let point):
            let layout = layout(in: area)
            if point.row == layout.fieldRow { focus.focus(.field) }
            for (row, parts) in buttonRows(of: layout) {
                let hit = ButtonRow.index(at: point, of: parts.map(button), row: row, in: area)
                if let hit { return press(parts[hit]) }
            }
        default:
            // While a secret is checked, the bell says that the key was not taken.
            guard state.isOpen else { return state.isHandedOver && event.isInsertion ? .refused : .nothing }
            let answer = field.update(event)
            guard answer != .unused else { return .nothing }
            focus.focus(.field)
            didType(at: now)
            return answer == .refused ? .refused : .nothing
        }
        return .nothing
    }

    mutating func clear() {
        focus.focus(.field)
    }

    func nextOwnTick(after now: Moment) -> Moment? { nil }

    func draw(_ header: PanelHeader, on canvas: inout Canvas, in area: CellRectangle, at now: Moment) {
        let layout = layout(in: area)
        header.drawTitle(on: &canvas, layout, in: area, at: now)
        let width = min(Keypad.Density.compact.columns, area.size.columns)
        let left = area.origin.column + (area.size.columns - width) / 2 + (state.shake?.offset(at: now) ?? 0)
        field.draw(
            on: &canvas, column: left, row: layout.fieldRow, width: width,
            isFocused: focus.current == .field)
        header.drawMessages(on: &canvas, row: layout.messageRow, rows: layout.messageRows, in: area)
        for (row, parts) in buttonRows(of: layout) {
            ButtonRow.draw(
                parts.map(button), on: &canvas, row: row, in: area, focused: parts.firstIndex(of: focus.current))
        }
    }

    private var canConfirm: Bool { state.isOpen && !field.isEmpty }

    private var disabled: Set<Part> {
        var parts: Set<Part> = []
        if !canConfirm { parts.insert(.confirm) }
        if !state.hasEmergencyKey { parts.insert(.emergency) }
        if !state.offersRecovery { parts.insert(.forgot) }
        return parts
    }

    private mutating func press(_ part: Part) -> SecretFieldAnswer {
        switch part {
        case .emergency: return .emergency
        case .forgot: return .forgot
        case .cancel:
            wipe()
            return .cancelled
        case .field, .confirm:
            guard canConfirm else { return .nothing }
            state.isHandedOver = true
            return .completed(typed)
        }
    }

    private func buttonRows(of layout: PanelLayout) -> [(row: Int, parts: [Part])] {
        let first = layout.keypad.row
        let extra = [state.hasEmergencyKey ? Part.emergency : nil, state.offersRecovery ? .forgot : nil]
        return [(first, [.cancel, .confirm]), (first + 2, extra.compactMap(\.self))]
    }

    private func button(_ part: Part) -> Button {
        switch part {
        case .cancel: Button("Cancel")
        case .emergency: Button("Emergency")
        case .forgot: Button(state.forgotLabel)
        case .field, .confirm: Button(confirmLabel, isEnabled: canConfirm)
        }
    }
}
