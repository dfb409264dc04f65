internal import ProfileRendering

/// One row of a canvas as SVG: backgrounds first, then characters.
///
/// Each run of letters states its length, and every other character its own position, so that a font with other widths
/// can't shift what follows.
struct RowPicture {
    let cells: ArraySlice<Canvas.Cell>
    let row: Int
    let theme: PictureTheme

    private var top: Double { Double(row) * PictureTheme.cellHeight }

    var markup: [String] { backgrounds + runs.map(drawn) }

    /// Adjacent cells that are drawn together.
    private struct Run {
        var kind: Kind
        var column: Int
        var columns: Int
        var text: String
        var look: Look
    }

    private enum Kind: Hashable {
        case letters, symbol, block
        case line(isHeavy: Bool)
    }

    /// A style with the theme's colours filled in.
    private struct Look: Hashable {
        var ink: Color
        var paper: Color?
        var isBold: Bool
        var isUnderlined: Bool

        init(_ style: CellStyle, theme: PictureTheme) {
            let (front, back) = (style.foreground ?? theme.ink, style.background)
            ink = style.isReversed ? back ?? theme.paper : front
            paper = style.isReversed ? front : back
            if style.isDim { ink = ink.mixed(with: paper ?? theme.paper, 0.45) }
            (isBold, isUnderlined) = (style.isBold, style.isUnderlined)
        }
    }

    private var backgrounds: [String] {
        var spans: [(paper: Color, column: Int, columns: Int)] = []
        for (column, cell) in cells.enumerated() {
            guard let paper = Look(cell.style, theme: theme).paper else { continue }
            if let last = spans.last, last.paper == paper, last.column + last.columns == column {
                spans[spans.count - 1].columns += 1
            } else {
                spans.append((paper, column, 1))
            }
        }
        return spans.map { span in
            rectangle(
                x: x(span.column), y: top, width: x(span.columns), height: PictureTheme.cellHeight, fill: span.paper)
        }
    }

    private var runs: [Run] {
        var runs: [Run] = []
        for (column, cell) in cells.enumerated() {
            guard let character = cell.character else { continue }
            let look = Look(cell.style, theme: theme)
            if character == " ", !look.isUnderlined { continue }
            let run = Run(
                kind: Self.kind(of: character), column: column, columns: character.cells, text: String(character),
                look: look)
            if let last = runs.last, joins(last, run) {
                let gap = column - last.column - last.columns
                runs[runs.count - 1].text += String(repeating: " ", count: gap) + run.text
                runs[runs.count - 1].columns += gap + run.columns
            } else {
                runs.append(run)
            }
        }
        return runs
    }

    /// Whether two runs can be joined: words over a single space, blocks and lines only without a gap, symbols never.
    private func joins(_ last: Run, _ next: Run) -> Bool {
        let gap = next.column - last.column - last.columns
        guard last.kind == next.kind, last.look == next.look else { return false }
        switch last.kind {
        case .letters: return gap == 0 || gap == 1 && !last.look.isUnderlined
        case .block: return gap == 0 && last.text.last == next.text.first
        case .line: return gap == 0
        case .symbol: return false
        }
    }

    private static func kind(of character: Character) -> Kind {
        if BlockElement(character) != nil { return .block }
        if let line = BoxLine(character) { return .line(isHeavy: line.isHeavy) }
        // Latin letters are in every monospaced font; other characters may come from a fallback font.
        return character.unicodeScalars.allSatisfy { $0.value < 0x250 } ? .letters : .symbol
    }

    private func drawn(_ run: Run) -> String {
        switch run.kind {
        case .block: block(run)
        case .line(let isHeavy): line(run, isHeavy: isHeavy)
        case .letters, .symbol: text(run)
        }
    }

    private func block(_ run: Run) -> String {
        let parts = run.text.first.flatMap(BlockElement.init)
        let fill = run.look.ink.mixed(with: run.look.paper ?? theme.paper, 1 - (parts?.coverage ?? 1))
        let (eighthX, eighthY) = (PictureTheme.cellWidth / 8, PictureTheme.cellHeight / 8)
        // Parts as wide as their cell form one rectangle along the run.
        let rectangles = (parts?.parts ?? []).flatMap { part -> [String] in
            let columns = part.width == 8 ? [(run.column, run.columns)] : (0..<run.columns).map { (run.column + $0, 1) }
            return columns.map { column, count in
                rectangle(
                    x: x(column) + Double(part.x) * eighthX, y: top + Double(part.y) * eighthY,
                    width: part.width == 8 ? x(count) : Double(part.width) * eighthX,
                    height: Double(part.height) * eighthY, fill: fill)
            }
        }
        return rectangles.count == 1 ? rectangles[0] : element("g", [:], rectangles)
    }

    private func line(_ run: Run, isHeavy: Bool) -> String {
        let data = run.text.enumerated().compactMap { offset, character in
            BoxLine(character)?.path(
                x: x(run.column + offset), y: top, width: PictureTheme.cellWidth, height: PictureTheme.cellHeight)
        }
        return element(
            "path",
            [
                "d": data.joined(), "fill": "none", "stroke": run.look.ink.hexadecimal,
                "stroke-width": isHeavy ? "2.5" : "1.25", "stroke-linecap": "square",
            ])
    }

    private func text(_ run: Run) -> String {
        let isSymbol = run.kind == .symbol
        return element(
            "text",
            [
                "x": (isSymbol ? x(run.column) + x(run.columns) / 2 : x(run.column)).svg,
                "y": (top + PictureTheme.baseline).svg, "text-anchor": isSymbol ? "middle" : nil,
                "textLength": isSymbol || run.columns == 1 ? nil : x(run.columns).svg,
                "fill": run.look.ink.hexadecimal, "font-weight": run.look.isBold ? "bold" : nil,
                "text-decoration": run.look.isUnderlined ? "underline" : nil,
                "xml:space": run.look.isUnderlined ? "preserve" : nil,
            ], text: run.text)
    }

    private func rectangle(x: Double, y: Double, width: Double, height: Double, fill: Color) -> String {
        element(
            "rect",
            [
                "x": x.svg, "y": y.svg, "width": width.svg, "height": height.svg, "fill": fill.hexadecimal,
                "shape-rendering": "crispEdges",
            ])
    }

    private func x(_ columns: Int) -> Double { Double(columns) * PictureTheme.cellWidth }
}

/// The part of a cell that a Unicode block element (U+2580 to U+259F) fills.
///
/// Pictures draw these as rectangles, since font glyphs leave seams.
private struct BlockElement: Hashable {
    /// A part of a cell, in eighths of its width and height, measured from the upper left.
    struct Part: Hashable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    let parts: [Part]
    /// The opacity of the parts, below 1 for the shade characters.
    let coverage: Double

    /// Fails for any other character.
    init?(_ character: Character) {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return nil }
        guard (0x2580...0x259F).contains(scalar.value) else { return nil }
        let number = Int(scalar.value) - 0x2580
        switch number {
        case 0x11...0x13: coverage = Double(number - 0x10) / 4
        default: coverage = 1
        }
        switch number {
        case 0x00: parts = [Part(x: 0, y: 0, width: 8, height: 4)]
        case 0x01...0x08: parts = [Part(x: 0, y: 8 - number, width: 8, height: number)]
        case 0x09...0x0F: parts = [Part(x: 0, y: 0, width: 0x10 - number, height: 8)]
        case 0x10: parts = [Part(x: 4, y: 0, width: 4, height: 8)]
        case 0x11...0x13: parts = [Part(x: 0, y: 0, width: 8, height: 8)]
        case 0x14: parts = [Part(x: 0, y: 0, width: 8, height: 1)]
        case 0x15: parts = [Part(x: 7, y: 0, width: 1, height: 8)]
        default: parts = Self.quarters[number - 0x16].map { Part(x: $0 % 2 * 4, y: $0 / 2 * 4, width: 4, height: 4) }
        }
    }

    /// The quadrants of U+2596 to U+259F: 0 upper left, 1 upper right, 2 lower left, 3 lower right.
    private static let quarters = [
        [2], [3], [0], [0, 2, 3], [0, 3], [0, 1, 2], [0, 1, 3], [1], [1, 2], [1, 2, 3],
    ]
}

/// The lines of a box-drawing character: arms from the centre of its cell to the edges.
///
/// Pictures draw these as lines, since font glyphs leave gaps between rows.
private struct BoxLine: Hashable {
    enum Arm: Hashable, CaseIterable {
        case left, up, right, down
    }

    let arms: Set<Arm>
    var isHeavy = false
    /// Whether two arms meet in an arc instead of a corner.
    var isRound = false

    /// Fails for other characters, and for box-drawing characters that no screen uses.
    init?(_ character: Character) {
        guard let line = Self.lines[character] else { return nil }
        self = line
    }

    private init(_ arms: Set<Arm>, isHeavy: Bool = false, isRound: Bool = false) {
        (self.arms, self.isHeavy, self.isRound) = (arms, isHeavy, isRound)
    }

    private static let lines: [Character: BoxLine] = [
        "─": BoxLine([.left, .right]), "│": BoxLine([.up, .down]),
        "━": BoxLine([.left, .right], isHeavy: true), "┃": BoxLine([.up, .down], isHeavy: true),
        "┌": BoxLine([.right, .down]), "┐": BoxLine([.left, .down]), "└": BoxLine([.up, .right]),
        "┘": BoxLine([.left, .up]), "├": BoxLine([.up, .down, .right]), "┤": BoxLine([.up, .down, .left]),
        "┬": BoxLine([.left, .right, .down]), "┴": BoxLine([.left, .right, .up]),
        "┼": BoxLine([.left, .right, .up, .down]),
        "┏": BoxLine([.right, .down], isHeavy: true), "┓": BoxLine([.left, .down], isHeavy: true),
        "┗": BoxLine([.up, .right], isHeavy: true), "┛": BoxLine([.left, .up], isHeavy: true),
        "╭": BoxLine([.right, .down], isRound: true), "╮": BoxLine([.left, .down], isRound: true),
        "╰": BoxLine([.up, .right], isRound: true), "╯": BoxLine([.left, .up], isRound: true),
        "╴": BoxLine([.left]), "╵": BoxLine([.up]), "╶": BoxLine([.right]), "╷": BoxLine([.down]),
    ]

    /// The lines as SVG path data, in a cell whose upper left corner is given.
    func path(x: Double, y: Double, width: Double, height: Double) -> String {
        let (middleX, middleY) = (x + width / 2, y + height / 2)
        func end(_ arm: Arm) -> String {
            switch arm {
            case .left: "\(x.svg) \(middleY.svg)"
            case .right: "\((x + width).svg) \(middleY.svg)"
            case .up: "\(middleX.svg) \(y.svg)"
            case .down: "\(middleX.svg) \((y + height).svg)"
            }
        }
        let present = Arm.allCases.filter(arms.contains)
        if isRound, let first = present.first, let last = present.last {
            return "M\(end(first))Q\(middleX.svg) \(middleY.svg) \(end(last))"
        }
        return present.map { "M\(middleX.svg) \(middleY.svg)L\(end($0))" }.joined()
    }
}
