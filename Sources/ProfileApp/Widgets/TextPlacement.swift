internal import ProfileRendering

extension Canvas {
    /// Writes a line centred in an area's width. One that is too wide is truncated with "…".
    mutating func writeCentred(
        _ text: String, row: Int, in part: CellRectangle, offset: Int = 0, style: CellStyle = .plain
    ) {
        let text = text.terminalSafe
        let line = text.cells > part.size.columns ? text.fitted(to: part.size.columns) : text
        let column = part.origin.column + (part.size.columns - line.cells) / 2 + offset
        write(line, column: column, row: row, style: style)
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

    /// Clears an area and draws a frame with rounded corners just inside it. It removes the cursor, which is that of a
    /// field below the box.
    mutating func drawBox(_ part: CellRectangle, style: CellStyle) {
        cursor = nil
        guard part.size.columns >= 2, part.size.rows >= 2 else { return }
        let left = part.origin.column
        let line = String(repeating: "─", count: part.size.columns - 2)
        // The box would cut in two a wide character that reaches into it from the left.
        for row in part.origin.row..<part.origin.row + part.size.rows {
            let before = CellPoint(column: left - 1, row: row)
            if let character = self[before].character, character.cells > 1 { self[before].character = " " }
        }
        fill(part, style: style)
        write("╭\(line)╮", column: left, row: part.origin.row, style: style)
        for row in part.origin.row + 1..<part.origin.row + part.size.rows - 1 {
            write("│", column: left, row: row, style: style)
            write("│", column: left + part.size.columns - 1, row: row, style: style)
        }
        write("╰\(line)╯", column: left, row: part.origin.row + part.size.rows - 1, style: style)
    }
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
            .flatMap { String($0).terminalSafe.wrappedLine(to: width) }
    }

    private func wrappedLine(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in split(separator: " ") {
            if used > 0, used + 1 + word.cells <= width {
                line += " " + word
                used += 1 + word.cells
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                if used > 0, used + character.cells > width {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += character.cells
            }
        }
        return lines + [line]
    }
}

extension [String] {
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

/// A progress bar: `██████▌·····`.
struct ProgressLine: Hashable, Sendable {
    /// From 0 to 1.
    let part: Double
    let width: Int

    var text: String {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        let eighths = Int((part * Double(width * 8)).rounded())
        let (whole, rest) = (eighths / 8, eighths % 8)
        let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: whole) + blocks[rest]
        return bar + String(repeating: "·", count: max(width - bar.count, 0))
    }
}
