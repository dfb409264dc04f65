internal import ProfileRendering

enum KeypadKey: Hashable, Sendable {
    case symbol(Character)
    /// Cancel if nothing is typed, Delete otherwise.
    case cancelOrDelete
    case emergency
    /// *Forgot passcode?*, which leads to the recovery code.
    case forgot
}

/// A phone's keypad: its keys and where they are, which one has the focus, and which one flashes.
struct Keypad: Sendable {
    /// The size of the keys: one row, two with the letters below the digits, or more with space around both.
    enum Density: Int, Hashable, Sendable, CaseIterable, Comparable {
        case compact, roomy, large, huge

        static func < (first: Density, second: Density) -> Bool { first.rawValue < second.rawValue }
    }

    private let order: KeyOrder
    private(set) var symbols: CodeEntry.SymbolKind = .digits
    /// The symbols that are shown, in the order of their keys.
    private(set) var arrangement: [Character]
    let hasEmergencyKey: Bool
    var hasForgotKey = false {
        didSet { if !hasForgotKey, focused == .forgot { focused = nil } }
    }
    /// The key that Enter presses; `nil` until an arrow key or Tab is used.
    private(set) var focused: KeypadKey?
    private var flash: (key: KeypadKey, movement: Movement)?

    /// How long a pressed key is highlighted.
    static let flashLength: Duration = .milliseconds(200)

    init(order: KeyOrder, hasEmergencyKey: Bool) {
        (self.order, self.hasEmergencyKey) = (order, hasEmergencyKey)
        arrangement = order.arranged(symbols.all)
    }

    /// Switches to digits or letters. If the keys are shuffled, they are then in a new order.
    mutating func show(_ kind: CodeEntry.SymbolKind) {
        guard kind != symbols else { return }
        symbols = kind
        appear()
    }

    /// Prepares the keypad each time it becomes visible. Shuffled keys are then in a new order.
    mutating func appear() {
        arrangement = order.arranged(symbols.all)
        if let key = focused, !keys.joined().contains(key) { focused = middle }
    }

    mutating func flash(_ key: KeypadKey, at now: Moment) {
        flash = (key, Movement(start: now, length: Self.flashLength))
    }

    private func isFlashing(_ key: KeypadKey, at now: Moment) -> Bool {
        flash.map { $0.key == key && !$0.movement.isOver(at: now) } ?? false
    }

    /// When the flash ends; `nil` if no key flashes.
    func nextTick(after now: Moment) -> Moment? {
        flash.flatMap { $0.movement.isOver(at: now) ? nil : $0.movement.start + $0.movement.length }
    }

    /// The keys by rows; `nil` for an empty place.
    var keys: [[KeypadKey?]] {
        let symbolKeys = arrangement.map { KeypadKey?.some(.symbol($0)) }
        var extra: [KeypadKey?] = []
        var rows: [[KeypadKey?]]
        switch symbols {
        case .digits:
            rows = (0..<3).map { Array(symbolKeys[$0 * 3..<$0 * 3 + 3]) }
            rows.append([hasEmergencyKey ? .emergency : nil, symbolKeys[9], .cancelOrDelete])
        case .letters:
            rows = (0..<3).map { Array(symbolKeys[$0 * 7..<$0 * 7 + 7]) }
            rows.append(symbolKeys[21...] + [.cancelOrDelete])
            if hasEmergencyKey { extra.append(.emergency) }
        }
        if hasForgotKey { extra.append(.forgot) }
        return rows + [extra]
    }

    // MARK: Focus

    /// Handles the arrow keys and Tab.
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

    /// Where the focus starts: on an ordered keypad, the 5.
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

extension Keypad.Density {
    /// The size of a digit's key.
    fileprivate var key: CellSize {
        switch self {
        case .compact: CellSize(columns: 11, rows: 1)
        case .roomy: CellSize(columns: 11, rows: 2)
        case .large: CellSize(columns: 15, rows: 4)
        case .huge: CellSize(columns: 23, rows: 6)
        }
    }

    /// The columns between two digits.
    fileprivate var gap: Int { self > .roomy ? 2 : 1 }

    /// The width of the keypad.
    var columns: Int { 3 * key.columns + 2 * gap }
}

extension Keypad {
    /// The height of the keypad: the keys, a blank row, and the row of other keys.
    static func rows(density: Density) -> Int { gridRows(density) + 2 }

    private static func gridRows(_ density: Density) -> Int { 4 * density.key.rows + 3 }

    /// The keys with their areas.
    func placed(in origin: CellPoint, density: Density) -> [(key: KeypadKey, area: CellRectangle)] {
        // Letters need one row less, since there is nothing below them.
        let height = symbols == .digits ? density.key.rows : max(density.key.rows - 1, 1)
        let gap = symbols == .digits ? density.gap : 1
        let rows = keys
        let indent = (Self.gridRows(density) - 4 * height - 3) / 2
        var placed: [(key: KeypadKey, area: CellRectangle)] = []
        for (index, row) in rows.enumerated() {
            let isExtra = index == rows.count - 1
            let widths = row.map { width(of: $0, density) }
            let total = widths.reduce(0, +) + gap * max(row.count - 1, 0)
            var column = origin.column + (density.columns - total) / 2
            let top = isExtra ? Self.gridRows(density) + 1 : indent + index * (height + 1)
            for (key, width) in zip(row, widths) {
                let area = CellRectangle(
                    column: column, row: origin.row + top, columns: width, rows: isExtra ? 1 : height)
                if let key { placed.append((key, area)) }
                column += width + gap
            }
        }
        return placed
    }

    private func width(of key: KeypadKey?, _ density: Density) -> Int {
        // Seven letters fit in a row; the last row has five and a wider key.
        let letter = (density.columns - 6) / 7
        return switch key {
        case .forgot: 21
        case .symbol where symbols == .letters: letter
        case .cancelOrDelete where symbols == .letters: 2 * letter + 1
        case .emergency where symbols == .letters: 11
        default: density.key.columns
        }
    }

    /// The key at a point.
    func key(at point: CellPoint, origin: CellPoint, density: Density) -> KeypadKey? {
        placed(in: origin, density: density).first { $0.area.contains(point) }?.key
    }

    /// Draws all keys.
    ///
    /// - Parameters:
    ///   - labels: the labels of the keys other than symbols.
    ///   - isEnabled: whether symbols can be typed now.
    func draw(
        on canvas: inout Canvas, origin: CellPoint, density: Density, labels: (KeypadKey) -> String, isEnabled: Bool,
        at now: Moment
    ) {
        for (key, area) in placed(in: origin, density: density) {
            let isFocused = key == focused
            let style = style(of: key, isFocused: isFocused, isEnabled: isEnabled, at: now)
            canvas.fill(area, style: style)
            let lines = lines(of: key, rows: area.size.rows) ?? [labels(key)]
            let first = area.origin.row + (area.size.rows - lines.count) / 2
            for (index, line) in lines.enumerated() {
                canvas.writeCentred(line, row: first + index, in: area, style: style)
            }
            if isFocused {
                canvas.write("[", column: area.origin.column, row: first, style: style)
                canvas.write("]", column: area.origin.column + area.size.columns - 1, row: first, style: style)
                let middle = (area.size.columns - (lines.first?.cells ?? 0)) / 2
                canvas.cursor = CellPoint(column: area.origin.column + middle, row: first)
            }
        }
    }

    /// The text on a symbol's key; `nil` for other keys.
    private func lines(of key: KeypadKey, rows: Int) -> [String]? {
        guard case .symbol(let symbol) = key else { return nil }
        guard symbols == .digits else { return [String(symbol)] }
        let letters = Self.letters[symbol] ?? ""
        // On one line, the letters are padded so that the digits are aligned.
        return rows > 1 ? [String(symbol), letters] : [String(symbol) + " " + letters.fitted(to: 4)]
    }

    /// The letters below the digits, according to ITU-T E.161.
    private static let letters: [Character: String] = [
        "2": "ABC", "3": "DEF", "4": "GHI", "5": "JKL", "6": "MNO", "7": "PQRS", "8": "TUV", "9": "WXYZ",
    ]

    private func style(of key: KeypadKey, isFocused: Bool, isEnabled: Bool, at now: Moment) -> CellStyle {
        // White with colours, reversed without.
        if isFlashing(key, at: now) {
            return CellStyle(foreground: Palette.white, background: Palette.ink, isBold: true, isReversed: true)
        }
        if isFocused { return .focused }
        guard case .symbol = key else { return CellStyle(foreground: Palette.accent) }
        return isEnabled ? .button : CellStyle(foreground: Palette.faint, background: Palette.key, isDim: true)
    }
}

/// The order of a keypad's keys.
enum KeyOrder: Sendable {
    /// 1 to 9 and 0, A to Z.
    case ordered
    /// Shuffled each time the keys appear, with these random numbers.
    case shuffled(RandomWords)

    /// The symbols in this order, which is a new one each time if it is shuffled.
    func arranged(_ symbols: [Character]) -> [Character] {
        switch self {
        case .ordered: return symbols
        case .shuffled(var source): return symbols.shuffled(using: &source)
        }
    }
}

/// A source of random numbers: the system's generator in the app, a seeded one in tests.
struct RandomWords: RandomNumberGenerator, Sendable {
    private let word: @Sendable () -> UInt64

    init(_ word: @escaping @Sendable () -> UInt64) {
        self.word = word
    }

    /// The system's own cryptographic generator.
    static let system = RandomWords {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    mutating func next() -> UInt64 { word() }
}
