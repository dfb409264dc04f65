internal import ProfileRendering

extension Canvas {
    /// Writes a line centred in an area's width. One that is too wide is truncated with "…".
    ///
    /// - Returns: where it begins.
    @discardableResult
    mutating func writeCentred(
        _ text: String, row: Int, in area: CellRectangle, offset: Int = 0, style: CellStyle = .plain
    ) -> CellPoint {
        let text = text.terminalSafe
        let line = text.cells > area.size.columns ? text.fitted(to: area.size.columns) : text
        let column = area.origin.column + (area.size.columns - line.cells) / 2 + offset
        write(line, column: column, row: row, style: style)
        return CellPoint(column: column, row: row)
    }

    /// Writes lines below each other.
    mutating func write(lines: some Sequence<String>, column: Int, row: Int, style: CellStyle = .plain) {
        for (line, text) in lines.enumerated() { write(text, column: column, row: row + line, style: style) }
    }

    /// Draws another canvas at an offset, without wide characters that an edge would cut in two.
    mutating func drawMoved(_ other: Canvas, columns: Int, rows: Int) {
        draw(other, column: columns, row: rows)
        for row in 0..<size.rows {
            let first = CellPoint(column: 0, row: row)
            if self[first].character == nil { self[first].character = " " }
            let last = CellPoint(column: size.columns - 1, row: row)
            if let character = self[last].character, character.cells > 1 { self[last].character = " " }
        }
    }

    /// Clears an area and draws a frame with rounded corners just inside it. It removes the cursor, which is on something
    /// below the box.
    mutating func drawBox(_ area: CellRectangle, style: CellStyle) {
        cursor = nil
        guard area.size.columns >= 2, area.size.rows >= 2 else { return }
        let left = area.origin.column
        let line = String(repeating: "─", count: area.size.columns - 2)
        // The box would cut in two a wide character that reaches into it from the left.
        for row in area.origin.row..<area.origin.row + area.size.rows {
            let before = CellPoint(column: left - 1, row: row)
            if let character = self[before].character, character.cells > 1 { self[before].character = " " }
        }
        fill(area, style: style)
        write("╭\(line)╮", column: left, row: area.origin.row, style: style)
        for row in area.origin.row + 1..<area.origin.row + area.size.rows - 1 {
            write("│", column: left, row: row, style: style)
            write("│", column: left + area.size.columns - 1, row: row, style: style)
        }
        write("╰\(line)╯", column: left, row: area.origin.row + area.size.rows - 1, style: style)
    }
}

extension String {
    /// The text followed by spaces up to a number of cells, and by at least one.
    func padding(to cells: Int) -> String {
        self + String(repeating: " ", count: max(cells - self.cells, 1))
    }
}

extension Int {
    /// The number as it is shown: "1,000".
    var figure: String { Double(self).decimal(0) }
}

extension CellSize {
    /// The whole area of a canvas of this size.
    var whole: CellRectangle { CellRectangle(origin: CellPoint(column: 0, row: 0), size: self) }

    /// All rows but the last, which is the key line.
    var aboveKeyLine: CellRectangle { CellRectangle(column: 0, row: 0, columns: columns, rows: rows - 1) }
}

extension String {
    /// The text in lines of at most a number of cells, broken between words if possible, and at line ends.
    func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { String($0).terminalSafe.wordWrapped(to: width) }
    }
}

extension [String] {
    /// The lines of a text in a number of rows. If they take more, the last one ends in "…".
    func cut(to rows: Int, width: Int) -> [String] {
        guard count > rows, rows > 0 else { return Array(prefix(rows)) }
        return prefix(rows - 1) + [self[(rows - 1)...].joined(separator: " ").fitted(to: width)]
    }

    /// The texts as sentences, separated by spaces. Empty ones are left out.
    var joinedSentences: String { filter { !$0.isEmpty }.map(\.sentence).joined(separator: " ") }
}

extension String {
    /// The text with a capital letter and a full stop. A URL at the start stays in lower case.
    var sentence: String {
        guard let last else { return self }
        let first = prefix { $0 != " " }.contains("://") ? prefix(1) : prefix(1).uppercased()[...]
        return first + dropFirst() + (".!?…:".contains(last) ? "" : ".")
    }
}

extension UserMessage {
    /// The problem and the hint as sentences.
    var sentences: String { sentences { "profile \($0)" } }

    /// - Parameter completing: makes the line to type of a command's words.
    func sentences(completing: (String) -> String) -> String {
        [message, hint.text(completing: completing)].joinedSentences
    }

    /// The problem and the hint as sentences, for an alert.
    var advice: CommandText {
        let end = hint.text.sentence.dropFirst(hint.text.count)
        return hint.isEmpty ? CommandText(message.sentence) : "\(message.sentence) \(hint)\(end)"
    }
}
