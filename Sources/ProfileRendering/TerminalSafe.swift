internal import ProfileModel

extension StringProtocol {
    /// The text with everything that could control a terminal escaped: control characters, C1 bytes, bidi controls,
    /// tags.
    ///
    /// No text from data may reach a terminal unescaped. Line breaks and tabs are escaped too, so that a value can't
    /// pose as another line.
    public var terminalSafe: String {
        guard !isPrintableASCII else { return String(self) }
        return replacingInvisibleControls { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }
}
