extension HikeHeader {
    /// Bytes that a hike's name may take, and its source.
    public static let longestName = 1024
    public static let longestSource = 1024
    /// Kilometres of a hike. The Earth's longest footpaths are half as long.
    public static let distances = 0.0...50_000.0
    public static let difficulties = 0...10

    /// What is wrong with a hike that is written in by hand, all of it at once.
    ///
    /// - Parameters:
    ///   - old: the hike before it was changed, whose values may stay as they are whatever the rules are by now; `nil` for
    ///     a new one.
    ///   - today: the last day that a hike can have been made on.
    public func problems(replacing old: HikeHeader? = nil, today: Day) -> [InvalidValue] {
        var problems: [InvalidValue] = []
        if name != old?.name, !Self.isName(name) { problems.append(InvalidValue("--name", Self.nameRule)) }
        if distance != old?.distance, !(distance > Self.distances.lowerBound && distance <= Self.distances.upperBound) {
            problems.append(InvalidValue("--distance", "is a number of kilometres above 0 and up to 50,000"))
        }
        if let date, date != old?.date, date > today {
            problems.append(InvalidValue("--date", "is today or a day before it"))
        }
        if let difficulty, difficulty != old?.difficulty, !Self.difficulties.contains(difficulty) {
            problems.append(InvalidValue("--difficulty", "is a whole number from 0 to 10"))
        }
        return problems
    }

    fileprivate static let nameRule = "is 1 to 1,024 bytes of visible text, without control characters"

    fileprivate static func isName(_ name: String) -> Bool {
        name.utf8.count <= longestName && name.unicodeScalars.contains(where: \.isVisibleAlone)
            && !name.unicodeScalars.contains(where: \.isInvisibleControl)
    }

    fileprivate static func isSource(_ source: String) -> Bool {
        source.utf8.count <= longestSource && !source.unicodeScalars.contains(where: \.isInvisibleControl)
    }
}

extension ImportedHike {
    /// Observations that one hike may have: more don't fit into a record.
    public static let mostObservations = 1_000_000

    /// What is wrong with a hike that a source tells, all of it at once.
    ///
    /// The rules are those of a hike that is written in by hand, and more for what is only imported. One is milder: a
    /// recording may have no distance.
    ///
    /// - Parameter wasStored: whether an earlier version had the hike in a store. It took any difficulty and any
    ///   distance that is not negative, and they come back.
    package func problems(wasStored: Bool) -> [InvalidValue] {
        var problems: [InvalidValue] = []
        let owner = sourceID.map { "of hike \($0)" } ?? "of a hike"
        func check(_ isRight: Bool, _ name: String, _ rule: @autoclosure () -> String) {
            if !isRight { problems.append(InvalidValue("the \(name) \(owner)", rule())) }
        }
        let header = hike.header
        check((1...Self.largestID).contains(sourceID ?? 1), "id", "is a whole number from 1 to \(Self.largestID)")
        check(HikeHeader.isName(header.name), "name", HikeHeader.nameRule)
        check(HikeHeader.isSource(header.source ?? ""), "source", "is up to 1,024 bytes without control characters")
        check(
            Self.isMeasure(header.distance) && (wasStored || HikeHeader.distances.contains(header.distance)),
            "distance",
            "is a number of kilometres from 0 to 50,000")
        check(
            wasStored || HikeHeader.difficulties.contains(header.difficulty ?? 0), "difficulty",
            "is a whole number from 0 to 10")
        for (name, value) in [
            ("duration", header.duration), ("moving time", header.movingTime), ("ascent", header.ascent),
            ("descent", header.descent),
        ] {
            check(Self.isMeasure(value ?? 0), name, "is a number that is not negative")
        }
        if let duration = header.duration, let movingTime = header.movingTime, Self.isMeasure(duration) {
            check(!(movingTime > duration), "moving time", "is no more than the duration")
        }
        if let rate = header.heartRate {
            let isRight = [rate.min, rate.average, rate.max].allSatisfy(Self.isMeasure) && rate.min <= rate.max
            check(isRight, "heart rate", "is numbers that are not negative, the lowest first")
        }
        check(
            hike.observations.count <= Self.mostObservations, "list of observations",
            "has up to \(Self.mostObservations) of them")
        check(
            Hike(header: HikeHeader(id: 0, name: "", distance: 0), observations: hike.observations).isFinite
                && hike.observations.allSatisfy { $0.distanceFromStart >= 0 }, "observations",
            "are finite numbers, at distances that are not negative")
        return problems
    }

    private static func isMeasure(_ value: Double) -> Bool { value.isFinite && value >= 0 }

    /// The same hike with texts that keep the rules: what nobody can see is a space, and what is too long is cut.
    ///
    /// For texts that nobody chose, such as a recording's, and those that an earlier version stored: they are no reason to
    /// refuse a hike. A name of which nothing is left is "Hike".
    package var withCleanTexts: ImportedHike {
        var clean = self
        clean.hike.name = Self.clean(hike.name, upTo: HikeHeader.longestName)
        if !clean.hike.name.unicodeScalars.contains(where: \.isVisibleAlone) { clean.hike.name = "Hike" }
        clean.hike.source = hike.source.map { Self.clean($0, upTo: HikeHeader.longestSource) }
        return clean
    }

    private static func clean(_ text: String, upTo limit: Int) -> String {
        guard text.utf8.count > limit || text.unicodeScalars.contains(where: \.isInvisibleControl) else { return text }
        var clean = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            let kept = scalar.isInvisibleControl ? " " : scalar
            count += UTF8.width(kept)
            guard count <= limit else { break }
            clean.append(kept)
        }
        return String(clean)
    }
}
