public import ProfileModel
public import SealedStore

extension HikeFilter {
    /// The conditions of a filter by the names under which people give them.
    public enum Key: String, CaseIterable, Sendable {
        case year, since, until, activity, tag, favourite, search, near, longer, higher
        case imported = "import"

        /// Whether it stands for itself, without a value.
        public var isFlag: Bool { self == .favourite }
    }

    /// Adds a condition.
    ///
    /// - Parameter text: its value as typed; ignored for a flag.
    /// - Throws: the rule that the text breaks.
    public mutating func set(_ key: Key, to text: String) throws(FieldRule) {
        func required<Value>(_ value: Value?, _ rule: FieldRule) throws(FieldRule) -> Value {
            guard let value else { throw rule }
            return value
        }
        switch key {
        case .year: year = try required(Int(text).flatMap { (1...9999).contains($0) ? $0 : nil }, .year)
        case .since: since = try required(Day.span(text)?.lowerBound, .span)
        case .until: until = try required(Day.span(text)?.upperBound, .span)
        case .activity: activity = try Activity(parsing: text.lowercased())
        case .tag: tag = try required(text.isEmpty ? nil : text, .notEmpty)
        case .favourite: onlyFavourites = true
        case .search: words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        case .near: near = try required(Vicinity(text), .vicinity)
        case .longer: longerThan = try required(Double(typedDecimal: text), .notNegative)
        case .higher: higherThan = try required(Double(typedMetres: text), .notNegative)
        case .imported:
            guard text == "last" else { throw .choice(["last"]) }
            onlyLastImport = true
        }
    }

    /// Adds an id or a range of ids, such as `7` or `9-12`.
    ///
    /// - Throws: the rule that the text breaks.
    public mutating func add(ids text: String) throws(FieldRule) {
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { end in
            end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
        }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else { throw .ids }
        ids.append(first...last)
    }
}

extension HikeFilter.Vicinity {
    /// Reads `LAT,LON`, `LAT,LON,KM` or the name of a place.
    fileprivate init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop { $0 == " " })
        }
        guard numbers.count > 1, numbers.contains(where: { $0 != nil }) else {
            let name = text.trimmingSpaces
            guard !name.isEmpty else { return nil }
            self.init(.place(name))
            return
        }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            TrackPoint(latitude: latitude, longitude: longitude) != nil
        else { return nil }
        self.init(.position(TrackPosition(latitude: latitude, longitude: longitude)))
        guard numbers.count == 3 else { return }
        guard let distance = numbers[2], distance.isFinite, distance > 0 else { return nil }
        self.distance = distance
    }
}

extension Day {
    /// The days of a day, a month or a year: `2026-04-22`, `2026-04` or `2026`.
    fileprivate static func span(_ text: String) -> ClosedRange<Day>? {
        switch text.utf8.count {
        case 4: return Day("\(text)-01-01").map { HikeCalendar.days(of: $0.year) }
        case 7:
            guard let first = Day("\(text)-01") else { return nil }
            let next = first.adding(months: 1)
            return first...(next == .last ? .last : next.adding(days: -1))
        default: return Day(text).map { $0...$0 }
        }
    }
}

extension FieldRule {
    fileprivate static let year = FieldRule.range(1, 9999)
    /// A day, a month or a year.
    static let span = FieldRule("span")
    /// A position with a distance, or the name of a place.
    static let vicinity = FieldRule("vicinity")
    /// Numbers of hikes.
    static let ids = FieldRule("ids")
    static let notEmpty = FieldRule("not-empty")
}
