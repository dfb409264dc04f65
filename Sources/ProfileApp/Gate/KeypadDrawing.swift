internal import ProfileRendering

extension Keypad.Density {
    /// The rows and columns of a digit's key.
    fileprivate var key: CellSize {
        switch self {
        case .compact: CellSize(columns: 11, rows: 1)
        case .roomy: CellSize(columns: 11, rows: 2)
        case .large: CellSize(columns: 15, rows: 4)
        case .huge: CellSize(columns: 23, rows: 6)
        }
    }

    /// The cells between two digits.
    fileprivate var gap: Int { self > .roomy ? 2 : 1 }

    /// How wide the keypad is.
    var columns: Int { 3 * key.columns + 2 * gap }
}

extension Keypad {
    /// How many rows the keypad takes: the keys, and the row of other keys below.
    static func rows(density: Density) -> Int { gridRows(density) + 2 }

    private static func gridRows(_ density: Density) -> Int { 4 * density.key.rows + 3 }

    /// Where each key is.
    func placed(in origin: CellPoint, density: Density) -> [(key: KeypadKey, area: CellRectangle)] {
        // Letters need a line less, having nothing beneath them.
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
        // Seven letters stand side by side, and in the last row five beside a wider key.
        let letter = (density.columns - 6) / 7
        return switch key {
        case .forgot: 21
        case .symbol where symbols == .letters: letter
        case .bottom where symbols == .letters: 2 * letter + 1
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
    ///   - labels: what the keys other than symbols read.
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
            }
        }
    }

    /// A symbol as it stands on its key; `nil` for another key.
    private func lines(of key: KeypadKey, rows: Int) -> [String]? {
        guard case .symbol(let symbol) = key else { return nil }
        guard symbols == .digits else { return [String(symbol)] }
        let letters = Self.letters[symbol] ?? ""
        // On one line, all digits stand below each other.
        return rows > 1 ? [String(symbol), letters] : [String(symbol) + " " + letters.fitted(to: 4)]
    }

    /// The letters under the digits, as ITU-T E.161 has them.
    private static let letters: [Character: String] = [
        "2": "ABC", "3": "DEF", "4": "GHI", "5": "JKL", "6": "MNO", "7": "PQRS", "8": "TUV", "9": "WXYZ",
    ]

    private func style(of key: KeypadKey, isFocused: Bool, isEnabled: Bool, at now: Moment) -> CellStyle {
        // White on a screen with colours, reversed on one without.
        if isFlashing(key, at: now) {
            return CellStyle(foreground: Palette.white, background: Palette.ink, isBold: true, isReversed: true)
        }
        if isFocused { return .focused }
        guard case .symbol = key else { return CellStyle(foreground: Palette.accent) }
        return isEnabled ? .button : CellStyle(foreground: Palette.faint, background: Palette.key, isDim: true)
    }
}
