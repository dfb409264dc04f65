/// The season of the photo that a profile shows: its owner's choice, independent of the current date.
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

    /// Creates a season from its word in any case, or from its emoji with or without a variation selector; `nil` for
    /// anything else.
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

    /// Accepted spellings besides the word and the emoji.
    private var otherSpellings: [String] {
        switch self {
        case .spring: []
        case .summer: ["☀️"]
        case .autumn: ["fall", "🍁"]
        case .winter: ["❄️"]
        }
    }
}
