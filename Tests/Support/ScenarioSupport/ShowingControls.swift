extension String {
    /// The text with every control character spelt out, so that it can be read and cannot act on the reader's terminal.
    ///
    /// Lines stay lines: a line feed is spelt out and also ends the line.
    var showingControls: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "\\n\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{1b}": result += "\\e"
            case _ where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
