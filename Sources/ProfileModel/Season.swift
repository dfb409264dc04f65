/// The season whose photo a profile shows.
public enum Season: String, CaseIterable, Codable, Hashable, Sendable {
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
        let match = Self.allCases.first { season in
            ([season.rawValue] + season.otherSpellings).contains(word)
                || ([season.emoji] + season.otherSpellings).contains { bare($0).elementsEqual(typed) }
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

    /// The meteorological season of a month in the northern hemisphere: spring is March to May.
    public init(of day: Day) {
        switch day.month {
        case 3...5: self = .spring
        case 6...8: self = .summer
        case 9...11: self = .autumn
        default: self = .winter
        }
    }
}
