public import ProfileModel
public import SealedStore

extension HikeHeader {
    /// Maximum length of a hike's name and of its source, in bytes.
    public static let maximumNameLength = 1024
    public static let maximumSourceLength = 1024
    /// The distances of hikes entered by hand, in kilometres. Anything shorter is shown as 0.
    package static let distancesByHand = 0.001...distances.upperBound

    /// All problems of a hike that is entered by hand.
    ///
    /// - Parameters:
    ///   - old: the hike before the change; unchanged values are accepted even if the rules have changed since. `nil`
    ///     for a new hike.
    ///   - today: the latest valid date.
    public func problems(replacing old: HikeHeader? = nil, today: Day) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        if name != old?.name, !Self.isName(name) { problems.append(FieldProblem("name", .hikeName)) }
        if distance != old?.distance, !Self.distancesByHand.contains(distance) {
            problems.append(FieldProblem("distance", .kilometresAboveZero))
        }
        if let date, date != old?.date, date > today { problems.append(FieldProblem("date", .notInFuture)) }
        // A date in the future has moved its start there.
        if let startTime, startTime != old?.startTime, startTime.day > today, date ?? today <= today {
            problems.append(FieldProblem("startTime", .notInFuture))
        }
        if let difficulty, difficulty != old?.difficulty, !Self.difficulties.contains(difficulty) {
            problems.append(FieldProblem("difficulty", .wholeNumber(Self.difficulties)))
        }
        return problems
    }

    fileprivate static func isName(_ name: String) -> Bool {
        name.utf8.count <= maximumNameLength && name.unicodeScalars.contains(where: \.isVisibleAlone)
            && !name.hasInvisibleControls
    }

    fileprivate static func isSource(_ source: String) -> Bool {
        source.utf8.count <= maximumSourceLength && !source.hasInvisibleControls
    }
}

extension ImportedHike {
    /// Maximum number of observations of a hike; more don't fit into a record.
    public static let maximumObservationCount = 1_000_000

    /// All problems of a hike from a source.
    ///
    /// The rules are those for hikes entered by hand, plus rules for values that only imports have. One rule is
    /// relaxed: the distance of a recording may be 0.
    ///
    /// - Parameter wasStored: whether an earlier version has stored the hike. That version accepted any difficulty and
    ///   any distance that isn't negative, so they are accepted again.
    func problems(wasStored: Bool) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        func check(_ isValid: Bool, _ field: String, _ rule: @autoclosure () -> FieldRule) {
            if !isValid { problems.append(FieldProblem(field, rule(), of: record)) }
        }
        check((1...Self.maximumID).contains(sourceID ?? 1), "id", .wholeNumber(1...Self.maximumID))
        check(HikeHeader.isName(hike.name), "name", .hikeName)
        check(HikeHeader.isSource(hike.source ?? ""), "source", .hikeSource)
        return problems + problemsOfFigures(wasStored: wasStored) + hike.header.problemsOfWords(of: record)
    }

    private var record: FieldProblem.Record { FieldProblem.Record(StoredHike.kind.name, sourceID) }

    /// The problems of all values except the id and the texts, which can be cleaned.
    package func problemsOfFigures(wasStored: Bool) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        func check(_ isValid: Bool, _ field: String, _ rule: @autoclosure () -> FieldRule) {
            if !isValid { problems.append(FieldProblem(field, rule(), of: record)) }
        }
        let header = hike.header
        if wasStored {
            check(Self.isMeasure(header.distance), "distance", .notNegative)
        } else {
            check(HikeHeader.distances.contains(header.distance), "distance", .kilometres)
        }
        check(
            wasStored || HikeHeader.difficulties.contains(header.difficulty ?? 0), "difficulty",
            .wholeNumber(HikeHeader.difficulties))
        check(Self.isMeasure(header.duration ?? 0), "duration", .notNegative)
        check(Self.isMeasure(header.movingTime ?? 0), "movingTime", .notNegative)
        check(Self.isMeasure(header.movingDistance ?? 0), "movingDistance", .notNegative)
        check(Self.isMeasure(header.ascent ?? 0), "ascent", .notNegative)
        check(Self.isMeasure(header.descent ?? 0), "descent", .notNegative)
        if let duration = header.duration, let movingTime = header.movingTime, Self.isMeasure(duration) {
            check(!(movingTime > duration), "movingTime", .noMoreThan("duration"))
        }
        if let rate = header.heartRate {
            let isValid = [rate.min, rate.average, rate.max].allSatisfy(Self.isMeasure) && rate.min <= rate.max
            check(isValid, "heartRate", .ascending)
        }
        check(
            hike.observations.count <= Self.maximumObservationCount, "observations",
            .count(upTo: Self.maximumObservationCount))
        check(
            hike.observations.allSatisfy { $0.isFinite && $0.distanceFromStart >= 0 }, "observations", .finite)
        // An export with lower ones couldn't be read back.
        check(
            wasStored || hike.observations.allSatisfy { $0.heartRate?.lowerBound ?? 0 >= 0 }, "observations",
            .notNegative)
        return problems
    }

    private static func isMeasure(_ value: Double) -> Bool { value.isFinite && value >= 0 }

    /// The hike with valid texts: invisible characters become spaces, and excess length is cut off.
    ///
    /// For texts that the user didn't choose, such as a recording's, and texts that an earlier version stored: they are
    /// no reason to reject a hike. A name without visible characters becomes "Hike".
    var withCleanTexts: ImportedHike {
        var clean = self
        clean.hike.name = Self.clean(hike.name, upTo: HikeHeader.maximumNameLength)
        if !clean.hike.name.unicodeScalars.contains(where: \.isVisibleAlone) { clean.hike.name = "Hike" }
        clean.hike.source = hike.source.map { Self.clean($0, upTo: HikeHeader.maximumSourceLength) }
        clean.hike.header.cleanWords()
        return clean
    }

    private static func clean(_ text: String, upTo limit: Int) -> String {
        text.replacingInvisibleControls { _ in " " }.cut(to: limit)
    }
}

extension FieldRule {
    /// Visible text without control characters, up to a number of bytes.
    public static let hikeName = FieldRule("visible-bytes", "\(HikeHeader.maximumNameLength)")
    fileprivate static let hikeSource = FieldRule("bytes", "\(HikeHeader.maximumSourceLength)")
    fileprivate static let kilometres = FieldRule("kilometres", "\(Int(HikeHeader.distances.upperBound))")
    static let kilometresAboveZero = FieldRule(
        "kilometres-above-0", "\(Int(HikeHeader.distances.upperBound))")
    /// The day isn't after today.
    fileprivate static let notInFuture = FieldRule("not-in-future")
    /// The number must be whole and in a range, including both ends.
    public static func wholeNumber(_ numbers: ClosedRange<Int>) -> FieldRule {
        FieldRule("whole-number", "\(numbers.lowerBound)", "\(numbers.upperBound)")
    }
    /// The number must not be negative.
    public static let notNegative = FieldRule("not-negative")
    /// The value must not be higher than that of the named field.
    public static func noMoreThan(_ field: String) -> FieldRule { FieldRule("no-more-than", field) }
    /// The numbers must be ascending, and none negative.
    public static let ascending = FieldRule("ascending")
    static func count(upTo most: Int) -> FieldRule { FieldRule("count", "\(most)") }
    /// All numbers are finite, and no distance is negative.
    fileprivate static let finite = FieldRule("finite")
    /// The rule that neither the value nor its source occurs twice.
    static let unique = FieldRule("unique")
    /// A time with its offset from UTC.
    public static let timestamp = FieldRule("timestamp")
    /// Degrees of latitude from -90 to 90 and of longitude from -180 to 180.
    public static let position = FieldRule("position")
    /// The value is about a recording, and there must be one.
    static let recorded = FieldRule("recorded")
    /// The ends must have a stretch of the recording between them.
    static let stretch = FieldRule("stretch")
    /// A number of hexadecimal digits.
    public static func hexadecimal(_ digits: Int) -> FieldRule { FieldRule("hexadecimal", "\(digits)") }
    /// A packed recording in Base64.
    public static let packedRecording = FieldRule("packed-recording")
    /// A lower and an upper value, in this order.
    public static let lowerAndUpper = FieldRule("lower-and-upper")
}
