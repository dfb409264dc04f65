internal import ProfileKit
internal import ProfileRendering

/// One field of the editor. Its ``FieldControl`` determines how it is edited.
struct EditorField: Sendable {
    enum Control: Sendable {
        case text(TextInput)
        /// A choice of a few values. In a toggle, Space and Enter switch to the other one.
        case segments([AnyFieldValue], isToggle: Bool)
        case day(DatePicker)
    }

    /// The result of an event.
    enum Answer: Hashable, Sendable {
        /// The draft doesn't change.
        case nothing
        /// The input was refused; the bell is to ring.
        case refused
        /// The input was refused, because the text would be too long.
        case tooLong
        /// The new value.
        case value(AnyFieldValue)
        /// The text isn't a value, or isn't one yet: see ``EditorField/problem``.
        case unreadable
    }

    let field: ModelField<Profile>
    private(set) var control: Control
    /// Why the text can't be read as a value. The draft keeps the last one that could.
    private(set) var problem: FieldProblem?

    var name: String { field.name }

    /// - Parameters:
    ///   - profile: the edited profile.
    ///   - committed: the committed profile, which limits the days that can be chosen.
    init(_ field: ModelField<Profile>, of profile: Profile, committed: Profile, today: Day) {
        self.field = field
        let value = field.value(of: profile)
        switch field.control {
        case .text: control = .text(Self.input(value, of: field))
        case .toggle: control = .segments(Self.values(["off", "on"], of: field), isToggle: true)
        case .choice(let words): control = .segments(Self.values(words, of: field), isToggle: false)
        case .day:
            let days = field.days(replacing: committed, today: today)
            control = .day(DatePicker(day: Day(value.description) ?? today, range: days))
        }
    }

    /// Shows the draft's current value, and applies what others committed. Text that can't be read as a value stays.
    mutating func refresh(_ profile: Profile, committed: Profile, today: Day) {
        let value = field.value(of: profile)
        switch control {
        case .text(let input):
            // The same value in other words stays as it is being typed, such as "12 day" of "12 days".
            let isShown = [input.text, input.text.trimmed].contains { (try? field.parse($0)) == value }
            if problem == nil, !isShown { control = .text(Self.input(value, of: field)) }
        case .day(var picker):
            picker.show(Day(value.description) ?? today)
            picker.range = field.days(replacing: committed, today: today)
            control = .day(picker)
        case .segments: break
        }
    }

    /// Handles a key or a paste.
    ///
    /// - Parameter profile: the edited profile.
    mutating func update(_ event: Event, in profile: Profile) -> Answer {
        switch control {
        case .text(var input):
            let before = input.text
            let isTaken = input.update(event)
            control = .text(input)
            // The text also stays the same if the cursor moved, so only a refused insertion rings the bell.
            guard isTaken, input.text != before else {
                return input.wasTooLong ? .tooLong : input.hasRefused ? .refused : .nothing
            }
            // Blanks around a name can't be seen.
            return read(input.text.trimmed)
        case .segments(let values, let isToggle):
            switch event {
            case .key(.left): return .value(segments(in: profile).value(movedBy: -1))
            case .key(.right): return .value(segments(in: profile).value(movedBy: 1))
            case .key(.enter) where isToggle, .key(.character(" ")) where isToggle:
                let value = field.value(of: profile)
                return values.first { $0 != value }.map { .value($0) } ?? .nothing
            default: return .nothing
            }
        case .day(var picker):
            guard case .key(let key) = event, picker.press(key) else { return .nothing }
            control = .day(picker)
            return read(picker.day.description)
        }
    }

    /// Handles a click on an arrow of the date.
    mutating func step(_ part: DatePicker.Part, by count: Int) -> Answer {
        guard case .day(var picker) = control else { return .nothing }
        picker.step(part, by: count)
        control = .day(picker)
        return read(picker.day.description)
    }

    /// Handles a click into the text.
    mutating func click(column: Int, width: Int) {
        guard case .text(var input) = control else { return }
        input.click(column: column, width: width)
        control = .text(input)
    }

    /// Whether Enter changes the field's value. Otherwise it moves to the next field.
    var takesEnter: Bool {
        if case .segments(_, isToggle: true) = control { true } else { false }
    }

    /// - Parameter isTight: whether there is room only for the titles.
    func segments(
        in profile: Profile, isFocused: Bool = false, isTight: Bool = false
    ) -> SegmentedControl<AnyFieldValue> {
        let values = if case .segments(let values, _) = control { values } else { [AnyFieldValue]() }
        return SegmentedControl(
            segments: values.map { ($0, $0.title(isTight: isTight)) }, chosen: field.value(of: profile),
            isFocused: isFocused, gap: isTight ? 0 : 1)
    }

    private mutating func read(_ text: String) -> Answer {
        do throws(FieldProblem) {
            let value = try field.parse(text)
            problem = nil
            return .value(value)
        } catch {
            problem = error
            return .unreadable
        }
    }

    /// A text input that accepts more than the rules allow, so that the broken rule is shown.
    private static func input(_ value: AnyFieldValue, of field: ModelField<Profile>) -> TextInput {
        let text = value.description
        return TextInput(text, placeholder: "your \(field.label.lowercased())", limit: max(128, text.count))
    }

    private static func values(_ words: [String], of field: ModelField<Profile>) -> [AnyFieldValue] {
        words.compactMap { try? field.parse($0) }
    }
}

extension ModelField<Profile> {
    /// The days that the field can be set to.
    fileprivate func days(replacing committed: Profile, today: Day) -> ClosedRange<Day> {
        name == Profile.FieldName.goalDate
            ? Profile.goalDates(committed: committed.goalDate, today: today) : Day.all
    }
}

extension Day {
    static let all = first...last
}

extension FieldProblem {
    /// The rule for the field's value, with days as the form writes them.
    var formRequirement: String {
        FieldRule(rule.name, rule.bounds.map { Day($0)?.spelled ?? $0 }).requirement
    }
}

extension AnyFieldValue {
    /// The value as the app shows it: "1 May 2027", "On", "☃️ winter", or "☃️winter" if space is tight.
    func title(isTight: Bool = false) -> String {
        if let season = value as? SeasonalPhoto { return "\(season.emoji)\(isTight ? "" : " ")\(season.rawValue)" }
        return shown().terminalSafe
    }
}
