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
