public import ProfileModel
public import SealedStore

// The rules of a hike's words: its notes and tags, and the names of its waypoints and laps.

extension HikeHeader {
    /// Maximum length of a hike's notes, and of what is said of a waypoint, in bytes.
    public static let maximumNotesLength = 64 << 10
    /// Maximum number of a hike's waypoints, and of its laps.
    public static let maximumWaypointCount = 10_000

    /// All problems of values that are typed, as far as they are known before the store is opened: see
    /// ``problems(replacing:today:)``.
    public func problemsOfTyped(today: Day) -> [FieldProblem] { problems(today: today) + problemsOfWords() }

    /// The problems of its words.
    func problemsOfWords(of record: FieldProblem.Record? = nil) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        func check(_ isValid: Bool, _ field: String, _ rule: FieldRule) {
            if !isValid { problems.append(FieldProblem(field, rule, of: record)) }
        }
        check(Self.isNotes(notes), "notes", .notes)
        check(
            tags.count <= HikeTags.maximumCount && tags.allSatisfy(HikeTags.isTag)
                && Set(tags.map(HikeTags.folded)).count == tags.count, "tags", .tags)
        check(
            waypoints.allSatisfy { Self.isLabel($0.name) && Self.isLabel($0.symbol) && Self.isNotes($0.description) },
            "waypoints", .notes)
        check(laps.allSatisfy { Self.isLabel($0.name) }, "laps", .notes)
        for (field, count) in [("waypoints", waypoints.count), ("laps", laps.count)] {
            check(count <= Self.maximumWaypointCount, field, .count(upTo: Self.maximumWaypointCount))
        }
        func areMeasures(_ figures: [Double?]) -> Bool {
            figures.allSatisfy { figure in figure.map { $0.isFinite && $0 >= 0 } ?? true }
        }
        check(laps.allSatisfy { areMeasures($0.figures) }, "laps", .notNegative)
        check(areMeasures([trim?.lowerBound, trim?.upperBound]), "trim", .notNegative)
        return problems
    }

    private static func isNotes(_ text: String) -> Bool {
        var isValid = text.utf8.count <= maximumNotesLength
        _ = text.replacingInvisibleControls { scalar in
            isValid = isValid && scalar.isInNotes
            return ""
        }
        return isValid
    }

    private static func isLabel(_ text: String) -> Bool {
        text.utf8.count <= maximumNameLength && !text.hasInvisibleControls
    }

    /// Lets its words keep their rules: control characters become spaces, and what is too much is cut off.
    mutating func cleanWords() {
        notes = Self.cleanNotes(notes)
        cleanTags()
        waypoints = waypoints.prefix(Self.maximumWaypointCount).map { waypoint in
            Waypoint(
                name: Self.cleanLabel(waypoint.name), position: waypoint.position,
                description: Self.cleanNotes(waypoint.description), symbol: Self.cleanLabel(waypoint.symbol))
        }
        laps = laps.prefix(Self.maximumWaypointCount).map { lap in
            var lap = lap
            lap.name = Self.cleanLabel(lap.name)
            return lap
        }
    }

    /// The text in several lines, however the source ends them.
    private static func cleanNotes(_ text: String) -> String {
        var lines = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\r" || scalar == "\n" && !isAfterReturn {
                lines.unicodeScalars.append("\n")
            } else if scalar != "\n" {
                lines.unicodeScalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return lines.replacingInvisibleControls { $0.isInNotes ? String($0) : " " }.cut(to: maximumNotesLength)
    }

    private static func cleanLabel(_ text: String) -> String {
        text.replacingInvisibleControls { _ in " " }.cut(to: maximumNameLength)
    }

    /// Lets its tags keep their rule. Of tags that are the same one, and of too many, those stay that come first in the
    /// alphabet.
    mutating func cleanTags() {
        let sorted = tags.sorted()
        tags = []
        for tag in sorted.compactMap(HikeTags.cleaned) where tags.count < HikeTags.maximumCount { addTag(tag) }
    }
}

extension Unicode.Scalar {
    /// Whether notes may have it, though it controls how text is shown: line feeds and tabs.
    fileprivate var isInNotes: Bool { self == "\n" || self == "\t" }
}

extension String {
    /// The text up to a number of bytes, without a part of a character.
    package func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var clean = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            clean.append(scalar)
        }
        return String(clean)
    }
}

extension FieldRule {
    /// Text in several lines without control characters, up to a number of bytes.
    public static let notes = FieldRule("lines-of-bytes", "\(HikeHeader.maximumNotesLength)")
    /// A number of short words without commas, no two of which differ in case alone.
    public static let tags = FieldRule("tags", "\(HikeTags.maximumCount)", "\(HikeTags.lengths.upperBound)")
}
