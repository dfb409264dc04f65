/// The style of a cell. `nil` colours are the terminal's own.
public struct CellStyle: Hashable, Sendable {
    public var foreground: Color?
    public var background: Color?
    public var isBold = false
    public var isDim = false
    public var isReversed = false
    public var isUnderlined = false

    public init(
        foreground: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
        isReversed: Bool = false, isUnderlined: Bool = false
    ) {
        (self.foreground, self.background) = (foreground, background)
        (self.isBold, self.isDim, self.isReversed, self.isUnderlined) = (isBold, isDim, isReversed, isUnderlined)
    }

    public static let plain = CellStyle()
    public static let bold = CellStyle(isBold: true)
    public static let dim = CellStyle(isDim: true)
    public static let reversed = CellStyle(isReversed: true)
}

/// A grid of terminal cells: screens, badges and graphs draw into it, and it is output to a terminal or a pipe.
///
/// Anything beyond its edges is clipped. Text is made safe for terminals before it is written (see
/// ``Swift/StringProtocol/terminalSafe``).
public struct Canvas: Hashable, Sendable {
    /// One cell. A wide character is followed by a cell with a `nil` character.
    public struct Cell: Hashable, Sendable {
        /// `nil` where the preceding wide character extends over this cell.
        public var character: Character?
        public var style: CellStyle

        public init(_ character: Character? = " ", style: CellStyle = .plain) {
            (self.character, self.style) = (character, style)
        }
    }

    public let size: CellSize
    /// Row by row.
    public private(set) var cells: [Cell]
    /// The position of the terminal's cursor: where text is entered, or on what has the focus; `nil` if nothing has.
    public var cursor: CellPoint?

    /// Creates an empty canvas.
    public init(size: CellSize) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    /// The cells of a row; none for a row outside the canvas.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        guard (0..<size.rows).contains(row) else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The cell at a point. Outside the canvas it is empty, and setting it has no effect.
    public subscript(point: CellPoint) -> Cell {
        get { index(of: point).map { cells[$0] } ?? Cell() }
        set {
            guard let index = index(of: point) else { return }
            cells[index] = newValue
        }
    }

    /// Writes text on one line, clipped at the canvas's edges.
    ///
    /// - Returns: the column after the text, ignoring clipping.
    @discardableResult
    public mutating func write(
        _ text: some StringProtocol, column: Int, row: Int, style: CellStyle = .plain
    ) -> Int {
        var column = column
        for character in text.terminalSafe {
            let width = character.cells
            guard width > 0 else { continue }
            defer { column += width }
            guard column >= 0, column + width <= size.columns, (0..<size.rows).contains(row) else { continue }
            var index = row * size.columns + column
            guard character.unicodeScalars.count > 1 else {
                put(character, width: width, at: index, style: style)
                continue
            }
            for part in character.parts where part.cells > 0 {
                guard let piece = String(part.text).first else { continue }
                put(piece, width: part.cells, at: index, style: style)
                index += part.cells
            }
        }
        return column
    }

    /// Fills a rectangle with a style, keeping the characters unless `clearing`.
    public mutating func fill(_ part: CellRectangle, style: CellStyle, clearing: Bool = true) {
        for row in part.origin.row..<part.origin.row + part.size.rows {
            for column in part.origin.column..<part.origin.column + part.size.columns {
                guard let index = index(of: CellPoint(column: column, row: row)) else { continue }
                if clearing { cells[index].character = " " }
                cells[index].style = style
            }
        }
    }

    /// Draws another canvas onto this one, with its cursor if it has one.
    public mutating func draw(_ other: Canvas, column: Int, row: Int) {
        for y in 0..<other.size.rows {
            for x in 0..<other.size.columns {
                self[CellPoint(column: column + x, row: row + y)] = other.cells[y * other.size.columns + x]
            }
        }
        guard let point = other.cursor else { return }
        let moved = CellPoint(column: column + point.column, row: row + point.row)
        cursor = index(of: moved) == nil ? nil : moved
    }

    private mutating func put(_ character: Character, width: Int, at index: Int, style: CellStyle) {
        // Half a wide character can't be shown.
        if cells[index].character == nil, index > 0 { cells[index - 1].character = " " }
        let next = index + width
        if next < cells.count, cells[next].character == nil { cells[next].character = " " }
        cells[index] = Cell(character, style: style)
        if width == 2 { cells[index + 1] = Cell(nil, style: style) }
    }

    private func index(of point: CellPoint) -> Int? {
        guard (0..<size.columns).contains(point.column), (0..<size.rows).contains(point.row) else { return nil }
        return point.row * size.columns + point.column
    }
}

/// A position on a canvas, in cells from its left and top edges.
public struct CellPoint: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        (self.column, self.row) = (column, row)
    }
}

/// A size in cells, never negative.
public struct CellSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
    }
}

/// A rectangle on a canvas.
public struct CellRectangle: Hashable, Sendable {
    public var origin: CellPoint
    public var size: CellSize

    public init(origin: CellPoint, size: CellSize) {
        (self.origin, self.size) = (origin, size)
    }

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
    }

    public func contains(_ point: CellPoint) -> Bool {
        (origin.column..<origin.column + size.columns).contains(point.column)
            && (origin.row..<origin.row + size.rows).contains(point.row)
    }
}

extension Canvas {
    /// The canvas as lines for a terminal, with the colours that it supports; plain text at ``ColorDepth/none``.
    ///
    /// Trailing spaces are omitted where they are invisible.
    public func lines(depth: ColorDepth) -> [String] {
        (0..<size.rows).map { line($0, depth: depth) }
    }

    private func line(_ number: Int, depth: ColorDepth) -> String {
        var cells = row(number)
        while let last = cells.last, last.character == " ", !last.style.isVisibleOnSpace(depth) { cells.removeLast() }
        var text = ""
        var current = CellStyle.plain
        for cell in cells {
            guard let character = cell.character else { continue }
            if depth > .none, cell.style != current {
                text += cell.style.selectGraphicRendition(depth)
                current = cell.style
            }
            text.append(character)
        }
        return current == .plain ? text : text + "\u{1B}[0m"
    }
}

extension CellStyle {
    fileprivate func isVisibleOnSpace(_ depth: ColorDepth) -> Bool {
        depth > .none && (background != nil || isReversed || isUnderlined)
    }

    /// The SGR control sequence (ECMA-48) that sets this style, regardless of the current one.
    fileprivate func selectGraphicRendition(_ depth: ColorDepth) -> String {
        var parameters = ["0"]
        if isBold { parameters.append("1") }
        if isDim { parameters.append("2") }
        if isUnderlined { parameters.append("4") }
        if isReversed { parameters.append("7") }
        if let foreground { parameters.append(foreground.parameter(base: 30, depth)) }
        if let background { parameters.append(background.parameter(base: 40, depth)) }
        return "\u{1B}[\(parameters.joined(separator: ";"))m"
    }
}

extension Color {
    fileprivate func parameter(base: Int, _ depth: ColorDepth) -> String {
        switch depth {
        case .none, .eight: "\(base + Int(palette8))"
        case .palette256: "\(base + 8);5;\(palette256)"
        case .trueColor: "\(base + 8);2;\(red);\(green);\(blue)"
        }
    }
}
