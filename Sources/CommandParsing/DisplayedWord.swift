/// A user's word made safe for a message: one line, no control sequences, limited length.
///
/// Control characters, bidi and other format characters, line separators, and private or unassigned scalars are
/// escaped, as in `\u{1B}`.
func displayed(_ word: some StringProtocol) -> String {
    // Counts scalars, not characters: a character may consist of any number of combining marks.
    let limit = 40
    var text = ""
    for scalar in word.unicodeScalars.prefix(limit) {
        if isPrintable(scalar) {
            text.unicodeScalars.append(scalar)
        } else {
            text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
    return word.unicodeScalars.dropFirst(limit).isEmpty ? text : text + "…"
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
}
