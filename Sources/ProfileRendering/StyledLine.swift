internal import ProfileModel

/// A line of text with parts in different styles. All text in it is made safe for terminals.
public struct StyledLine: Hashable, Sendable {
    public struct Span: Hashable, Sendable {
        public let text: String
        public let style: CellStyle
    }

    public private(set) var spans: [Span]

    public init(_ text: String = "", _ style: CellStyle = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text.terminalSafe, style: style)]
    }

    public static func + (first: StyledLine, second: StyledLine) -> StyledLine {
        var line = first
        line.spans += second.spans
        return line
    }

    /// The text without its styles, and without trailing spaces.
    public var text: String { spans.reduce(into: "") { $0 += $1.text }.trimmedRight }

    /// The number of cells that the line takes.
    public var cells: Int { spans.reduce(0) { $0 + $1.text.cells } }

    public func draw(on canvas: inout Canvas, column: Int, row: Int) {
        _ = spans.reduce(column) { column, span in
            canvas.write(span.text, column: column, row: row, style: span.style)
        }
    }

    /// The line for a terminal, with the colours that it supports.
    public func text(depth: ColorDepth) -> String {
        guard depth > .none else { return text }
        var canvas = Canvas(size: CellSize(columns: cells, rows: 1))
        draw(on: &canvas, column: 0, row: 0)
        return canvas.lines(depth: depth).joined()
    }
}

extension String {
    /// The text with a capital letter.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text without surrounding white space.
    public var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text on lines of at most `width` cells, broken between characters.
    func characterWrapped(to width: Int) -> [String] {
        var lines = [""]
        var used = 0
        for character in self {
            if used > 0, used + character.cells > width {
                lines.append("")
                used = 0
            }
            lines[lines.count - 1].append(character)
            used += character.cells
        }
        return lines
    }

    /// The text filled with spaces on the left to a number of cells.
    public func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - cells)) + self
    }

    var trimmedRight: String {
        guard utf8.last == UInt8(ascii: " ") else { return self }
        let end = utf8.lastIndex { $0 != UInt8(ascii: " ") }.map { utf8.index(after: $0) } ?? startIndex
        return String(self[..<end])
    }
}
