public import ProfileModel
public import SealedStore

extension Profile {
    /// The problems of a profile that is to replace another: a username must have 1 to 64 visible characters, and a
    /// goal date must be in the range of ``goalDates(committed:today:)``.
    public func problems(replacing committed: Profile, at now: WallTime) -> [FieldProblem] {
        problems(replacing: committed, today: Day(localTo: now))
    }

    /// The problems of a profile that is to replace another, for a known current day.
    public func problems(replacing committed: Profile, today: Day) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        if let rule = Self.brokenRule(ofUsername: username) { problems.append(FieldProblem(FieldName.username, rule)) }
        let days = Self.goalDates(committed: committed.goalDate, today: today)
        if !days.contains(goalDate) {
            problems.append(FieldProblem(FieldName.goalDate, .range(days.lowerBound, days.upperBound)))
        }
        return problems
    }

    /// The first rule that a username breaks, or `nil`.
    ///
    /// The length is counted in characters as people see them; the limit on bytes keeps one "character" from being a
    /// stack of a thousand accents.
    public static func brokenRule(ofUsername name: String) -> FieldRule? {
        if !(1...64).contains(name.count) { return .visible(1...64) }
        if name.utf8.count > 512 { return .visible(1...64, .bytes(512)) }
        // The replacement character stands for bytes that weren't UTF-8: the name as typed is already lost.
        if name.unicodeScalars.contains("\u{FFFD}") { return .visible(1...64, .utf8) }
        if name.hasInvisibleControls { return .visible(1...64, .noControls) }
        if !name.unicodeScalars.contains(where: \.isVisibleAlone) { return .visible(1...64, .notBlank) }
        return nil
    }
}

extension FieldRule {
    /// A text with a number of visible characters in a range.
    ///
    /// - Parameter further: the requirement that isn't met, if it isn't the length.
    public static func visible(_ lengths: ClosedRange<Int>, _ further: VisibleText? = nil) -> FieldRule {
        FieldRule("visible", ["\(lengths.lowerBound)", "\(lengths.upperBound)"] + (further?.bounds ?? []))
    }

    /// What is required of a text of visible characters besides its length.
    public enum VisibleText: Hashable, Sendable {
        case noControls, notBlank, utf8
        /// A maximum number of bytes.
        case bytes(Int)

        fileprivate var bounds: [String] {
            switch self {
            case .noControls: ["no-controls"]
            case .notBlank: ["not-blank"]
            case .utf8: ["utf-8"]
            case .bytes(let most): ["bytes", "\(most)"]
            }
        }
    }

    /// A day of the calendar.
    public static let day = FieldRule("day")

    /// An emergency card: a limited number of visible characters on a limited number of lines.
    public static let card = FieldRule(
        "card", "\(EmergencyCard.maximumLength)", "\(EmergencyCard.maximumLineCount)")
}
