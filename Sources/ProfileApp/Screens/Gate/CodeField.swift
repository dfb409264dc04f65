internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// A field for a code of fixed length: circles and a keypad. The lock screen and the forms for codes use it.
///
/// Keys: the symbols themselves, Backspace, the arrow keys and Tab with Enter, Ctrl-E for Emergency, Ctrl-F for Forgot,
/// and Escape, which clears the circles, and cancels once they are empty. The drawn keys can be clicked.
struct CodeField: SecretField {
    private(set) var entry: CodeEntry
    let typed = TypedSecret()
    private(set) var keypad: Keypad
    var state: SecretFieldState {
        didSet { keypad.hasForgotKey = state.offersRecovery }
    }

    /// `nil` for a format of variable length.
    init?(format: CodeFormat, order: KeyOrder, state: SecretFieldState) {
        guard let entry = CodeEntry(format: format) else { return nil }
        (self.entry, self.state) = (entry, state)
        keypad = Keypad(order: order, hasEmergencyKey: state.hasEmergencyKey)
    }

    var isText: Bool { false }

    mutating func update(_ event: Event, at now: Moment, in area: CellRectangle) -> SecretFieldAnswer {
        if keypad.moveFocus(by: event) { return .nothing }
        switch event {
        case .key(.character(let symbol)): return press(.symbol(symbol), at: now)
        case .key(.enter): return keypad.focused.map { press($0, at: now) } ?? .nothing
        case .key(.escape):
            let clears = entry.count > 0 && !state.isHandedOver
            wipe()
            return clears ? .nothing : .cancelled
        case .key(.backspace), .key(.delete):
            guard state.isOpen, entry.count > 0 else { return .nothing }
            return press(.cancelOrDelete, at: now)
        case .key(.control("e")) where keypad.hasEmergencyKey: return press(.emergency, at: now)
        case .key(.control("f")) where state.canRecover: return press(.forgot, at: now)
        case .paste(let text): return paste(text.trimmed, at: now)
        case .click(let point):
            let layout = layout(in: area)
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

    /// Types a pasted code. A text that isn't exactly one may be another secret, of which nothing is tried.
    private mutating func paste(_ text: String, at now: Moment) -> SecretFieldAnswer {
        guard state.isOpen else { return state.isHandedOver ? .refused : .nothing }
        var whole = entry
        whole.empty()
        guard text.map({ whole.type($0) }).allSatisfy({ $0 != .ignored }), whole.isComplete else { return .refused }
        wipe()
        return text.map { press(.symbol($0), at: now) }.last ?? .nothing
    }

    private mutating func press(_ key: KeypadKey, at now: Moment) -> SecretFieldAnswer {
        switch key {
        case .emergency, .forgot:
            flash(key, at: now)
            return key == .emergency ? .emergency : .forgot
        case .cancelOrDelete:
            flash(key, at: now)
            // The code is being checked: a late Delete must not end as Cancel.
            guard !state.isHandedOver else { return .nothing }
            guard entry.pressCancelOrDelete() == .deleted else { return .cancelled }
            typed.removeLast()
            didChange(at: now)
        case .symbol(let symbol):
            // While a code is checked, the bell says that the key was not taken.
            guard state.isOpen else { return state.isHandedOver ? .refused : .nothing }
            let change = entry.type(symbol)
            guard change != .ignored else { return .refused }
            // Letters are accepted in either case, and stored in upper case so that a repeated code can be compared.
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

    /// Draws circles centred in an area's width, in green where the wave has reached them.
    static func drawCircles(
        _ circles: [Bool], _ wave: GreenWave?, on canvas: inout Canvas, row: Int, in area: CellRectangle,
        offset: Int = 0, at now: Moment
    ) {
        let green = wave?.count(of: circles.count, at: now) ?? 0
        var column = area.origin.column + (area.size.columns - max(3 * circles.count - 2, 0)) / 2 + offset
        for (index, isFilled) in circles.enumerated() {
            canvas.write(isFilled ? "●" : "○", column: column, row: row, style: index < green ? .good : .accent)
            // The cursor is on the next one, at the end on the last.
            if index == 0 || circles[index - 1] { canvas.cursor = CellPoint(column: column, row: row) }
            column += 3
        }
    }

    func draw(_ header: PanelHeader, on canvas: inout Canvas, in area: CellRectangle, at now: Moment) {
        let layout = layout(in: area)
        header.drawTitle(on: &canvas, layout, in: area, at: now)
        Self.drawCircles(
            state.wave == nil ? entry.circles : entry.circles.map { _ in true }, state.wave, on: &canvas,
            row: layout.fieldRow, in: area, offset: state.shake?.offset(at: now) ?? 0, at: now)
        header.drawMessages(on: &canvas, row: layout.messageRow, rows: layout.messageRows, in: area)
        keypad.draw(
            on: &canvas, origin: layout.keypad, density: layout.density,
            labels: { key in
                switch key {
                case .emergency: "Emergency"
                case .forgot: state.forgotLabel
                default: entry.cancelOrDeleteLabel
                }
            }, isEnabled: state.isOpen, at: now)
    }
}

/// How much of a code of fixed length is typed: turns pressed keys into circles and the label of the bottom key.
///
/// It counts symbols and knows which kind comes next, but not the symbols themselves, which are secret.
struct CodeEntry: Hashable, Sendable {
    /// The kind of symbol at a position.
    enum SymbolKind: Hashable, Sendable { case digits, letters }

    /// The result of pressing a key.
    enum Change: Hashable, Sendable { case ignored, typed, completed, deleted, cancelled }

    private let length: Int
    private let endsWithLetter: Bool
    private(set) var count = 0

    /// `nil` for a format of variable length.
    init?(format: CodeFormat) {
        guard case .symbols(let digits, let letters) = format.content else { return nil }
        length = digits + letters
        endsWithLetter = letters > 0
    }

    /// One circle per symbol; circle `i` is filled if and only if more than `i` symbols are typed.
    var circles: [Bool] { (0..<length).map { count > $0 } }

    var isComplete: Bool { count == length }

    /// The label of the bottom key.
    var cancelOrDeleteLabel: String { count == 0 ? "Cancel" : "Delete" }

    /// The kind of symbol at the next position; at the last one, once the code is complete.
    var expected: SymbolKind { endsWithLetter && count >= length - 1 ? .letters : .digits }

    /// Types a symbol. One of the wrong kind or past the end is ignored.
    mutating func type(_ symbol: Character) -> Change {
        guard !isComplete, expected.contains(symbol) else { return .ignored }
        count += 1
        return isComplete ? .completed : .typed
    }

    /// Removes the last symbol.
    mutating func erase() -> Change {
        guard count > 0 else { return .ignored }
        count -= 1
        return .deleted
    }

    /// Presses the bottom key: Cancel if nothing is typed, Delete otherwise.
    mutating func pressCancelOrDelete() -> Change {
        count == 0 ? .cancelled : erase()
    }

    mutating func empty() {
        count = 0
    }
}

extension CodeEntry.SymbolKind {
    /// All of them, in the order of an ordered keypad.
    var all: [Character] { Array(self == .digits ? "1234567890" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ") }

    /// Whether it is one of these; letters in either case.
    func contains(_ symbol: Character) -> Bool {
        guard symbol.isASCII else { return false }
        return self == .digits ? symbol.isNumber : symbol.isLetter
    }
}
