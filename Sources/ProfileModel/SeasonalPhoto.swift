/// The photo that a profile shows: that of a season, which its owner chose, whatever the day.
public enum SeasonalPhoto: String, CaseIterable, Codable, Hashable, Sendable {
    case spring, summer, autumn, winter

    public var emoji: String {
        switch self {
        case .spring: "🌷"
        case .summer: "🌞"
        case .autumn: "🍂"
        case .winter: "☃️"
        }
    }

    /// Reads the word in any case, or an emoji of the season with or without its variation selector; `nil` for anything
    /// else.
    public init?(spelling text: String) {
        func bare(_ text: String) -> String.UnicodeScalarView {
            String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FE0F}" })
        }
        let (word, typed) = (text.lowercased(), bare(text))
        let match = Self.allCases.first { photo in
            ([photo.rawValue] + photo.otherSpellings).contains(word)
                || ([photo.emoji] + photo.otherSpellings).contains { bare($0).elementsEqual(typed) }
        }
        guard let match else { return nil }
        self = match
    }

    /// What people type besides the word and the emoji.
    private var otherSpellings: [String] {
        switch self {
        case .spring: []
        case .summer: ["☀️"]
        case .autumn: ["fall", "🍁"]
        case .winter: ["❄️"]
        }
    }
}
