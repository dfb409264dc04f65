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

    /// The parts of a day, in display order.
    enum Part: CaseIterable, Hashable, Sendable {
        case day, month, year

        /// The number of digits.
        fileprivate var digits: Int { self == .year ? 4 : 2 }
    }

    init(day: Day, range: ClosedRange<Day>) {
        (self.day, self.range) = (day, range)
    }

    /// Shows another day. The focus stays.
    mutating func show(_ day: Day) {
        guard day != self.day else { return }
        (self.day, typed) = (day, "")
    }

    /// Moves a part by steps, within the range.
    mutating func step(_ part: Part, by count: Int) {
        let target =
            switch part {
            case .day: day.adding(days: count)
            case .month: day.adding(months: count)
            case .year: day.adding(years: count)
            }
        (day, self.part, typed) = (min(max(target, range.lowerBound), range.upperBound), part, "")
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
        case .home: (day, typed) = (range.lowerBound, "")
        case .end: (day, typed) = (range.upperBound, "")
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
        if isFull || part != .year, let next = day.setting(part, to: number) { day = next }
        // No day starts with a digit above 3, and no month with one above 1.
        guard isFull || part == .day && number > 3 || part == .month && number > 1 else { return }
        if part == .year { typed = "" } else { move(by: 1) }
    }
}

extension Day {
    /// The day with one part set. In a shorter month it becomes the last day; `nil` if the part can't have this value.
    fileprivate func setting(_ part: DatePicker.Part, to number: Int) -> Day? {
        switch part {
        case .day: nearest(year, month, number)
        case .month: nearest(year, number, day)
        case .year: nearest(number, month, day)
        }
    }

    private func nearest(_ year: Int, _ month: Int, _ day: Int) -> Day? {
        guard (1...31).contains(day) else { return nil }
        return stride(from: day, through: min(day, 28), by: -1).lazy
            .compactMap { Day(checkedYear: year, month: month, day: $0) }.first
    }
}
