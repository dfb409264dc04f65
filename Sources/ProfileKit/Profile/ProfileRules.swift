public import ProfileModel
public import SealedStore

extension Profile {
    /// What is wrong with a profile that is to replace another one: a username is 1 to 64 visible characters, and a goal date
    /// is in the range that ``goalDates(committed:today:)`` gives.
    public func problems(replacing committed: Profile, at now: Int) -> [FieldProblem] {
        problems(replacing: committed, today: Day(localTo: now))
    }

    /// The same for who knows the day.
    public func problems(replacing committed: Profile, today: Day) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        if let rule = Self.brokenRule(ofUsername: username) { problems.append(FieldProblem("username", rule)) }
        let days = Self.goalDates(committed: committed.goalDate, today: today)
        if !days.contains(goalDate) {
            problems.append(FieldProblem("goalDate", .range(days.lowerBound, days.upperBound)))
        }
        return problems
    }

    /// The rule that a username breaks, or `nil`.
    ///
    /// Counted in characters as people see them; the bound on bytes keeps one "character" from being a pile of
    /// a thousand accents.
    public static func brokenRule(ofUsername name: String) -> FieldRule? {
        if !(1...64).contains(name.count) { return .visible(1...64) }
        if name.utf8.count > 512 { return .visible(1...64, "bytes", "512") }
        // What stands in for bytes that were no UTF-8: the name that was typed is lost already.
        if name.unicodeScalars.contains("\u{FFFD}") { return .visible(1...64, "utf-8") }
        if name.unicodeScalars.contains(where: \.isInvisibleControl) { return .visible(1...64, "no-controls") }
        if !name.unicodeScalars.contains(where: \.isVisibleAlone) { return .visible(1...64, "not-blank") }
        return nil
    }
}

extension FieldRule {
    /// A text of so many visible characters.
    ///
    /// - Parameter more: what else is asked of it and isn't so: `no-controls`, `not-blank`, `utf-8`, or `bytes` with the most
    ///   that it may take.
    public static func visible(_ lengths: ClosedRange<Int>, _ more: String...) -> FieldRule {
        FieldRule("visible", ["\(lengths.lowerBound)", "\(lengths.upperBound)"] + more)
    }

    /// An emergency card: visible characters on some lines.
    public static let card = FieldRule("card", "500", "20")
}
