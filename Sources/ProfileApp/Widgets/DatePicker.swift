internal import ProfileModel
internal import ProfileRendering

/// Chooses a day within a range, by stepping the focused part or by typing its digits.
struct DatePicker: Hashable, Sendable {
    /// The valid days.
    var range: ClosedRange<Day>
    /// The chosen day. It may be outside the range if it comes from an old draft or is being typed; the next step
    /// brings it inside.
    private(set) var day: Day
    /// The focused part.
    private(set) var part = Part.day
    /// The digits typed into the focused part.
    private var typed = ""
    /// The chosen day. A shorter month or an end of the range may not allow it, but the next month or year does.
    private var wanted: MonthAndDay
    /// Why the day isn't the chosen one.
    private(set) var message: String?

    private struct MonthAndDay: Hashable, Sendable {
        let month: Int
        let day: Int

        init(month: Int, day: Int) { (self.month, self.day) = (month, day) }

        init(_ day: Day) { self.init(month: day.month, day: day.day) }
    }

    /// The parts of a day, in display order.
    enum Part: CaseIterable, Hashable, Sendable {
        case day, month, year

        /// The number of digits.
        fileprivate var digits: Int { self == .year ? 4 : 2 }
    }

    init(day: Day, range: ClosedRange<Day>) {
        (self.day, self.range) = (day, range)
        wanted = MonthAndDay(day)
    }

    /// Shows another day. The focus stays.
    mutating func show(_ day: Day) {
        guard day != self.day else { return }
        choose(day)
    }

    private mutating func choose(_ day: Day) {
        (self.day, typed, message) = (day, "", nil)
        wanted = MonthAndDay(day)
    }

    /// Moves a part by steps, within the range.
    mutating func step(_ part: Part, by count: Int) {
        (self.part, typed) = (part, "")
        let wanted = wanted
        let target =
            switch part {
            case .day: day.adding(days: count)
            case .month: day.adding(months: count).with(day: wanted.day)
            case .year: day.adding(years: count).with(month: wanted.month, day: wanted.day)
            }
        choose(min(max(target, range.lowerBound), range.upperBound))
        switch part {
        case .day: break
        case .month: self.wanted = MonthAndDay(month: day.month, day: wanted.day)
        case .year: self.wanted = wanted
        }
        if day != target {
            message = "\(day.spelled) is the \(target > day ? "latest" : "earliest") day."
        } else {
            explainShortMonth()
        }
    }

    private mutating func explainShortMonth() {
        message = day.day < wanted.day ? "\(day.monthName) has \(day.day) days." : nil
    }

    /// Handles a key.
    ///
    /// - Returns: whether the picker uses the key.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .left: move(by: -1)
        case .right: move(by: 1)
        case .character("-"): step(part, by: -1)
        case .character("+"), .character("="): step(part, by: 1)
        case .pageUp: step(.month, by: -1)
        case .pageDown: step(.month, by: 1)
        case .home: choose(range.lowerBound)
        case .end: choose(range.upperBound)
        case .backspace where !typed.isEmpty: typed.removeLast()
        case .character(let character):
            guard character.isASCII, character.isWholeNumber else { return false }
            type(character)
        default: return false
        }
        return true
    }

    /// The text of a part; while it is being typed, the digits so far.
    func text(of part: Part) -> String {
        if part == self.part, !typed.isEmpty {
            return typed + String(repeating: "_", count: max(0, part.digits - typed.count))
        }
        return switch part {
        case .day: String(day.day)
        case .month: day.monthName
        case .year: String(day.year)
        }
    }

    /// Sets the focused part, which may lead out of the range while further parts are typed.
    private mutating func set(_ number: Int) {
        let wanted =
            switch part {
            case .day: MonthAndDay(month: day.month, day: number)
            case .month: MonthAndDay(month: number, day: wanted.day)
            case .year: wanted
            }
        let year = part == .year ? number : day.year
        guard let day = Day(nearest: year, wanted.month, wanted.day) else { return }
        (self.day, self.wanted) = (day, wanted)
        explainShortMonth()
    }

    private mutating func move(by places: Int) {
        let index = (Part.allCases.firstIndex(of: part) ?? 0) + places
        (part, typed) = (Part.allCases[min(max(index, 0), Part.allCases.count - 1)], "")
    }

    /// Types a digit, and moves to the next part if no more digits can follow.
    private mutating func type(_ digit: Character) {
        typed.append(digit)
        guard let number = Int(typed) else { return }
        // A year is applied only when all its digits are typed.
        let isFull = typed.count == part.digits
        if isFull || part != .year { set(number) }
        // No day starts with a digit above 3, and no month with one above 1.
        guard isFull || part == .day && number > 3 || part == .month && number > 1 else { return }
        if part == .year { typed = "" } else { move(by: 1) }
    }
}

extension Day {
    /// The day with these parts. In a shorter month it is the last one; `nil` if a part can't have this value.
    fileprivate init?(nearest year: Int, _ month: Int, _ day: Int) {
        guard (1...31).contains(day) else { return nil }
        let found = stride(from: day, through: min(day, 28), by: -1).lazy
            .compactMap { Day(checkedYear: year, month: month, day: $0) }.first
        guard let found else { return nil }
        self = found
    }

    /// The day moved to these parts, or as near as the month allows.
    fileprivate func with(month: Int? = nil, day: Int) -> Day {
        Day(nearest: year, month ?? self.month, day) ?? self
    }
}
