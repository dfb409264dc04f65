internal import ProfileRendering

/// A key of a keypad.
enum KeypadKey: Hashable, Sendable {
    case symbol(Character)
    /// Cancel with nothing typed, Delete from the first symbol.
    case bottom
    case emergency
    /// The way to the recovery code.
    case forgot
}

/// A phone's keypad: which keys it has and where, which one has the focus, which one flashes.
struct Keypad: Sendable {
    /// How large the keys are: one line, two with the letters beneath the digits, or more around both.
    enum Density: Int, Hashable, Sendable, CaseIterable, Comparable {
        case compact, roomy, large, huge

        static func < (first: Density, second: Density) -> Bool { first.rawValue < second.rawValue }
    }

    private let order: KeyOrder
    private(set) var symbols: PasscodeEntry.Symbols = .digits
    /// The symbols of the page, in the order of their keys.
    private(set) var arrangement: [Character]
    let hasEmergencyKey: Bool
    var hasForgotKey = false {
        didSet { if !hasForgotKey, focused == .forgot { focused = nil } }
    }
    /// The key that Enter presses; `nil` until an arrow or Tab was used.
    private(set) var focused: KeypadKey?
    private var flash: (key: KeypadKey, movement: Movement)?

    /// How long a pressed key stays white.
    static let flashLength: Duration = .milliseconds(200)

    init(order: KeyOrder, hasEmergencyKey: Bool) {
        (self.order, self.hasEmergencyKey) = (order, hasEmergencyKey)
        arrangement = order.arranged(symbols.all)
    }

    /// Shows a page of symbols. A page that was not shown before is shuffled anew, if keys are shuffled.
    mutating func show(_ page: PasscodeEntry.Symbols) {
        guard page != symbols else { return }
        symbols = page
        appear()
    }

    /// Shuffles the keys anew, if they are shuffled: to be called each time the keypad comes into sight.
    mutating func appear() {
        arrangement = order.arranged(symbols.all)
        if let key = focused, !keys.joined().contains(key) { focused = middle }
    }

    mutating func flash(_ key: KeypadKey, at now: Moment) {
        flash = (key, Movement(start: now, length: Self.flashLength))
    }

    func isFlashing(_ key: KeypadKey, at now: Moment) -> Bool {
        flash.map { $0.key == key && !$0.movement.isOver(at: now) } ?? false
    }

    /// When the flashing key returns; `nil` when none flashes.
    func nextTick(after now: Moment) -> Moment? {
        flash.flatMap { $0.movement.isOver(at: now) ? nil : $0.movement.start + $0.movement.length }
    }

    /// The keys row by row; `nil` where a row has none.
    var keys: [[KeypadKey?]] {
        let symbolKeys = arrangement.map { KeypadKey?.some(.symbol($0)) }
        var extra: [KeypadKey?] = []
        var rows: [[KeypadKey?]]
        switch symbols {
        case .digits:
            rows = (0..<3).map { Array(symbolKeys[$0 * 3..<$0 * 3 + 3]) }
            rows.append([hasEmergencyKey ? .emergency : nil, symbolKeys[9], .bottom])
        case .letters:
            rows = (0..<3).map { Array(symbolKeys[$0 * 7..<$0 * 7 + 7]) }
            rows.append(symbolKeys[21...] + [.bottom])
            if hasEmergencyKey { extra.append(.emergency) }
        }
        if hasForgotKey { extra.append(.forgot) }
        return rows + [extra]
    }

    // MARK: Focus

    /// Takes in arrows and Tab.
    ///
    /// - Returns: whether it was such a key.
    mutating func moveFocus(by event: Event) -> Bool {
        guard case .key(let key) = event else { return false }
        let rows = keys.map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
        let flat = Array(rows.joined())
        switch key {
        case .tab, .backTab:
            let step = key == .tab ? 1 : flat.count - 1
            focused = focused.flatMap(flat.firstIndex).map { flat[($0 + step) % flat.count] } ?? flat[0]
        case .left, .right, .up, .down:
            guard let focused, let row = rows.firstIndex(where: { $0.contains(focused) }) else {
                self.focused = middle
                return true
            }
            self.focused = neighbour(of: focused, in: rows, row: row, towards: key)
        default: return false
        }
        return true
    }

    /// Where the focus begins: the 5 of an ordered keypad.
    private var middle: KeypadKey? { keys[1][keys[1].count / 2] }

    private func neighbour(
        of key: KeypadKey, in rows: [[KeypadKey]], row: Int, towards direction: Key
    ) -> KeypadKey {
        let column = rows[row].firstIndex(of: key) ?? 0
        switch direction {
        case .left: return rows[row][max(column - 1, 0)]
        case .right: return rows[row][min(column + 1, rows[row].count - 1)]
        default:
            let target = row + (direction == .up ? -1 : 1)
            guard rows.indices.contains(target) else { return key }
            let centres = Dictionary(
                uniqueKeysWithValues: placed(in: CellPoint(column: 0, row: 0), density: .compact).map { placed in
                    (placed.key, 2 * placed.area.origin.column + placed.area.size.columns)
                })
            let centre = centres[key] ?? 0
            return rows[target].min { abs((centres[$0] ?? 0) - centre) < abs((centres[$1] ?? 0) - centre) } ?? key
        }
    }
}
