/// The text quoted as one literal word of bash or zsh.
func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}

/// The text quoted as one literal word of fish, where a backslash escapes inside single quotes.
func fishQuoted(_ text: String) -> String {
    "'" + escaped(text, "\\'") + "'"
}

/// The text with a backslash before each of the given characters.
func escaped(_ text: String, _ special: String) -> String {
    var result = ""
    for character in text {
        if special.contains(character) { result.append("\\") }
        result.append(character)
    }
    return result
}

/// A name for a shell function: anything except ASCII letters, digits and dashes becomes an underscore.
func functionName(_ parts: [String]) -> String {
    let name = parts.joined(separator: "_")
    return "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" })
}

/// A help text as a one-line description for a menu.
func described(_ help: String) -> String {
    help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
