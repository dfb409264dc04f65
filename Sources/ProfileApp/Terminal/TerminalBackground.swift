internal import ProfileRendering

/// The terminal's background colour: how to query it, and what the answer and the environment say about it.
enum TerminalBackground {
    /// The query for it (xterm's OSC 11).
    static let query = "\u{1B}]11;?\u{1B}\\"

    /// Whether to send the query: the Linux console would print it, and old terminals don't answer.
    static func canBeQueried(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? "dumb"
        return !["linux", "dumb", "vt100", "vt220", "ansi"].contains(name)
    }

    /// The colour in an answer: `11;rgb:1e1e/1e1e/1e1e`, with one to four digits per channel, or `11;#1e1e1e`.
    static func color(inAnswer text: String) -> Color? {
        guard text.hasPrefix("11;") else { return nil }
        let value = text.dropFirst(3)
        let parts: [Substring]
        if value.hasPrefix("rgb:") || value.hasPrefix("rgba:") {
            parts = value.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        } else if value.hasPrefix("#"), (value.count - 1) % 3 == 0 {
            let digits = (value.count - 1) / 3
            parts = (0..<3).map { value.dropFirst(1 + $0 * digits).prefix(digits) }
        } else {
            return nil
        }
        let channels = parts.prefix(3).compactMap(channel)
        return channels.count == 3 ? Color(red: channels[0], green: channels[1], blue: channels[2]) : nil
    }

    private static func channel(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit), let value = Int(digits, radix: 16)
        else { return nil }
        let maximum = (1 << (4 * digits.count)) - 1
        return UInt8((Double(value) * 255 / Double(maximum)).rounded())
    }

    /// Whether `COLORFGBG` names a light background; `nil` if it names no background. It reads "15;0" or
    /// "0;default;15", with the background last, as one of 16 colours.
    static func isLight(_ environment: [String: String]) -> Bool? {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let number = Int(last),
            (0...15).contains(number)
        else { return nil }
        return number == 7 || number > 8
    }

    /// The theme to start with, before the terminal answers.
    static func theme(_ setting: ThemeSetting, environment: [String: String]) -> Theme {
        switch setting {
        case .dark: .dark
        case .light: .light
        case .auto: isLight(environment) == true ? .light : .dark
        }
    }
}
