internal import ProfileRendering

/// What is known of the colour behind the text of a terminal.
enum TerminalGround {
    /// Asks the terminal for it (OSC 11 of xterm).
    static let question = "\u{1B}]11;?\u{1B}\\"

    /// Whether a terminal may be asked: the Linux console writes the question on its screen, and old ones stay silent.
    static func mayBeAsked(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? "dumb"
        return !["linux", "dumb", "vt100", "vt220", "ansi"].contains(name)
    }

    /// The colour in an answer: `11;rgb:1e1e/1e1e/1e1e`, with one to four digits a channel, or `11;#1e1e1e`.
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
        let most = (1 << (4 * digits.count)) - 1
        return UInt8((Double(value) * 255 / Double(most)).rounded())
    }

    /// Whether `COLORFGBG` tells of a light ground: "15;0" or "0;default;15", the ground last, of 16 colours.
    static func isLight(_ environment: [String: String]) -> Bool? {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let number = Int(last),
            (0...15).contains(number)
        else { return nil }
        return number == 7 || number > 8
    }

    /// The theme to begin with.
    static func theme(_ setting: ThemeSetting, environment: [String: String]) -> Theme {
        switch setting {
        case .dark: .dark
        case .light: .light
        case .auto: isLight(environment) == true ? .light : .dark
        }
    }
}
