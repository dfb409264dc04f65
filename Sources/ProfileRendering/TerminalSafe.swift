internal import ProfileModel

extension StringProtocol {
    /// The text with everything that could control a terminal escaped: control characters, C1 bytes, bidi controls.
    ///
    /// No text from data may reach a terminal unescaped. Line breaks and tabs are escaped too, so that a value can't
    /// pose as another line.
    public var terminalSafe: String {
        guard !isPrintableASCII, unicodeScalars.contains(where: \.isInvisibleControl) else { return String(self) }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isInvisibleControl {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
