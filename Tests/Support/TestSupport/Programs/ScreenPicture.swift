/// A terminal's screen as a person sees it: the cells after the bytes of a program.
///
/// It handles the sequences that ncurses sends to xterm; colours are only counted as used.
public struct ScreenPicture: Sendable {
    public private(set) var rows: Int
    public private(set) var columns: Int
    /// Whether the program draws on the terminal's second screen, which covers the shell's.
    public private(set) var isAlternate = false
    /// Whether any colour was ever set.
    public private(set) var usesColor = false
    public private(set) var showsCursor = true
    /// DEC's private modes that are set, such as 1000 for the mouse and 2004 for marked pastes.
    public private(set) var modes: Set<Int> = []
    /// The number of times that the bell has rung.
    public private(set) var bells = 0

    /// The second cell of a wide character is empty.
    /// The characters of each row; empty for the second half of a wide one.
    public private(set) var cells: [[String]]
    private var covered: [[String]] = []
    private var (row, column) = (0, 0)
    /// The margins of the scrolling region.
    private var (top, bottom) = (0, 0)
    /// A character was written in the last column, so the next one starts a new line.
    private var wraps = false
    private var last: Unicode.Scalar = " "
    private var parser = ControlParser()

    /// Whether marks never take cells of their own, as in kitty.
    private let joinsMarks: Bool

    public init(rows: Int, columns: Int, joinsMarks: Bool = false) {
        (self.rows, self.columns, self.joinsMarks) = (max(rows, 1), max(columns, 1), joinsMarks)
        cells = Self.empty(self.rows, self.columns)
        bottom = self.rows - 1
    }

    /// The lines as text, without the spaces at their ends.
    public var lines: [String] {
        cells.map { row in
            guard let last = row.lastIndex(where: { $0 != " " && !$0.isEmpty }) else { return "" }
            return row[...last].joined()
        }
    }

    /// The cursor's position, from 0; `nil` while it is hidden.
    public var cursor: (row: Int, column: Int)? { showsCursor ? (row, column) : nil }

    public var text: String { lines.joined(separator: "\n") }

    public mutating func resize(rows: Int, columns: Int) {
        (self.rows, self.columns) = (max(rows, 1), max(columns, 1))
        func fitted(_ cells: [[String]]) -> [[String]] {
            var cells = cells.prefix(rows).map { Array($0.prefix(columns)) + Self.blanks(columns - $0.count) }
            while cells.count < rows { cells.append(Self.blanks(columns)) }
            return cells
        }
        cells = fitted(cells)
        if isAlternate { covered = fitted(covered) }
        (top, bottom, wraps) = (0, self.rows - 1, false)
        (row, column) = (min(row, self.rows - 1), min(column, self.columns - 1))
    }

    /// Processes a program's output. A sequence may be split anywhere.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if let token = parser.take(byte) { perform(token) }
        }
    }

    private mutating func perform(_ token: ControlParser.Token) {
        switch token {
        case .scalar(let scalar): put(scalar)
        case .control(0x07): bells += 1
        case .control(0x08): move(toColumn: column - 1)
        case .control(0x09): move(toColumn: (column / 8 + 1) * 8)
        case .control(0x0A), .control(0x0B), .control(0x0C): lineFeed()
        case .control(0x0D): move(toColumn: 0)
        case .control: break
        case .escape("M"): if row == top { scroll(by: -1) } else { move(toRow: row - 1) }
        case .escape: break
        case .sequence(let marker, let numbers, let final): perform(marker, numbers, final)
        }
    }

    private mutating func perform(_ marker: Character?, _ numbers: [Int], _ final: Character) {
        let count = max(numbers.first ?? 1, 1)
        switch (marker, final) {
        case ("?", "h"), ("?", "l"): for mode in numbers { set(mode, final == "h") }
        case (nil, "H"), (nil, "f"):
            move(toRow: count - 1)
            move(toColumn: max(numbers.dropFirst().first ?? 1, 1) - 1)
        case (nil, "A"): move(toRow: row - count)
        case (nil, "B"): move(toRow: row + count)
        case (nil, "C"): move(toColumn: column + count)
        case (nil, "D"): move(toColumn: column - count)
        case (nil, "G"): move(toColumn: count - 1)
        case (nil, "d"): move(toRow: count - 1)
        case (nil, "J"): eraseScreen(numbers.first ?? 0)
        case (nil, "K"): eraseLine(numbers.first ?? 0)
        case (nil, "X"): erase(row, column..<min(column + count, columns))
        case (nil, "@"): shift(from: column, by: count)
        case (nil, "P"): shift(from: column, by: -count)
        case (nil, "L"), (nil, "M"): scroll(from: row, by: final == "L" ? -count : count)
        case (nil, "S"): scroll(by: count)
        case (nil, "T"): scroll(by: -count)
        case (nil, "b"): for _ in 0..<count { put(last) }
        case (nil, "r"): setMargins(numbers)
        case (nil, "m"):
            usesColor =
                usesColor
                || numbers.contains { (30...49).contains($0) && $0 != 39 && $0 != 49 || (90...107).contains($0) }
        default: break
        }
    }

    private mutating func setMargins(_ numbers: [Int]) {
        let last = numbers.dropFirst().first ?? rows
        (top, bottom) = (max(numbers.first ?? 1, 1) - 1, min(max(last, 1), rows) - 1)
        move(toRow: 0)
        move(toColumn: 0)
    }

    private mutating func set(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 25: showsCursor = isSet
        case 1049 where isSet != isAlternate:
            isAlternate = isSet
            if isSet { (covered, cells) = (cells, Self.empty(rows, columns)) } else { cells = covered }
        default: if isSet { modes.insert(mode) } else { modes.remove(mode) }
        }
    }

    // MARK: Cells

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = joinsMarks && scalar.properties.generalCategory == .spacingMark ? 0 : scalar.terminalWidth
        guard width > 0 else {
            let before = max(wraps ? column : column - 1, 0)
            cells[row][before].unicodeScalars.append(scalar)
            return
        }
        if wraps || column + width > columns {
            move(toColumn: 0)
            lineFeed()
        }
        last = scalar
        clearHalves(of: column..<min(column + width, columns))
        cells[row][column] = String(scalar)
        if width == 2, column + 1 < columns { cells[row][column + 1] = "" }
        wraps = column + width >= columns
        column = min(column + width, columns - 1)
    }

    /// Clears the other halves of wide characters that are overwritten in part.
    private mutating func clearHalves(of part: Range<Int>) {
        if cells[row][part.lowerBound].isEmpty, part.lowerBound > 0 { cells[row][part.lowerBound - 1] = " " }
        if part.upperBound < columns, cells[row][part.upperBound].isEmpty { cells[row][part.upperBound] = " " }
    }

    private mutating func move(toRow row: Int) {
        (self.row, wraps) = (min(max(row, 0), rows - 1), false)
    }

    private mutating func move(toColumn column: Int) {
        (self.column, wraps) = (min(max(column, 0), columns - 1), false)
    }

    private mutating func lineFeed() {
        if row == bottom { scroll(by: 1) } else { move(toRow: row + 1) }
    }

    private mutating func scroll(by count: Int) { scroll(from: top, by: count) }

    /// Scrolls up for a positive count: new lines appear at the bottom.
    private mutating func scroll(from first: Int, by count: Int) {
        guard (top...bottom).contains(first) else { return }
        for _ in 0..<min(abs(count), rows) {
            cells.remove(at: count > 0 ? first : bottom)
            cells.insert(Self.blanks(columns), at: count > 0 ? bottom : first)
        }
    }

    private mutating func shift(from column: Int, by count: Int) {
        for _ in 0..<min(abs(count), columns) {
            if count > 0 {
                cells[row].insert(" ", at: column)
                cells[row].removeLast()
            } else {
                cells[row].remove(at: column)
                cells[row].append(" ")
            }
        }
    }

    private mutating func eraseScreen(_ part: Int) {
        eraseLine(part)
        for other in 0..<rows where part == 2 || (part == 0 ? other > row : other < row) { erase(other, 0..<columns) }
    }

    private mutating func eraseLine(_ part: Int) {
        switch part {
        case 0: erase(row, column..<columns)
        case 1: erase(row, 0..<column + 1)
        default: erase(row, 0..<columns)
        }
    }

    private mutating func erase(_ row: Int, _ part: Range<Int>) {
        for column in part { cells[row][column] = " " }
    }

    private static func blanks(_ count: Int) -> [String] { Array(repeating: " ", count: max(count, 0)) }
    private static func empty(_ rows: Int, _ columns: Int) -> [[String]] {
        Array(repeating: blanks(columns), count: rows)
    }
}

extension Unicode.Scalar {
    /// The number of cells in xterm, as far as tests need it.
    fileprivate var terminalWidth: Int {
        if isASCII { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}
