/// The user's word made fit for a message: one line, no control sequences, of bounded length.
///
/// Controls, bidi and other format characters, separators of lines, and scalars without a printable meaning are spelled
/// out as `\u{1B}`.
func displayed(_ word: some StringProtocol) -> String {
    // Scalars are counted, not characters: one character may carry any number of combining marks.
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
