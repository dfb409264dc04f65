/// Wraps prose at spaces into lines of at most `width` characters; a longer word is split.
func wrapped(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
        if !line.isEmpty, line.count + 1 + word.count <= width {
            line += " \(word)"
            continue
        }
        if !line.isEmpty { lines.append(line) }
        var left = word
        while left.count > width {
            lines.append(String(left.prefix(width)))
            left = left.dropFirst(width)
        }
        line = String(left)
    }
    return line.isEmpty ? lines : lines + [line]
}

/// Wraps prose like ``wrapped(_:width:)``, with `lead` before the first line and the others indented by its length.
func hanging(_ lead: String, _ text: String, width: Int) -> [String] {
    let body = wrapped(text, width: width - lead.count)
    let indent = String(repeating: " ", count: lead.count)
    return body.enumerated().map { ($0.offset == 0 ? lead : indent) + $0.element }
}

/// Wraps a shell command so that it still works when copied: at spaces outside quotes, with a backslash at the end of
/// each wrapped line. A single word that is too long is kept whole.
func wrappedCommand(_ commandLine: String, width: Int) -> [String] {
    let continuation = "    "
    var lines: [String] = []
    var line = ""
    for word in shellWords(of: commandLine) {
        // Two columns are reserved for the backslash.
        if line.isEmpty || line.count + 1 + word.count <= width - 2 {
            line += line.isEmpty ? word : " \(word)"
        } else {
            lines.append(line + " \\")
            line = continuation + word
        }
    }
    return commandLine.count <= width ? [commandLine] : lines + [line]
}

/// The words of a shell command, including their quotes.
private func shellWords(of commandLine: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in commandLine {
        if character == " ", quote == nil, !isEscaped {
            if !word.isEmpty { words.append(word) }
            word = ""
            continue
        }
        word.append(character)
        if isEscaped {
            isEscaped = false
        } else if character == "\\", quote != "'" {
            isEscaped = true
        } else if character == quote {
            quote = nil
        } else if quote == nil, character == "'" || character == "\"" {
            quote = character
        }
    }
    return word.isEmpty ? words : words + [word]
}
