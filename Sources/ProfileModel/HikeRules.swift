extension HikeHeader {
    /// Bytes that a hike's name may take.
    public static let longestName = 1024
    /// Kilometres of a hike that is written in by hand. The Earth's longest footpaths are half as long.
    public static let distances = 0.0...50_000.0
    public static let difficulties = 0...10

    /// What is wrong with a hike that is written in by hand, all of it at once.
    package var problems: [InvalidValue] {
        var problems: [InvalidValue] = []
        let isBlank = !name.unicodeScalars.contains(where: \.isVisibleAlone)
        if isBlank || name.utf8.count > Self.longestName || name.unicodeScalars.contains(where: \.isInvisibleControl) {
            problems.append(InvalidValue("--name", "is 1 to 1,024 bytes of visible text"))
        }
        if !(distance > Self.distances.lowerBound && distance <= Self.distances.upperBound) {
            problems.append(InvalidValue("--distance", "is a number of kilometres above 0 and up to 50,000"))
        }
        if !Self.difficulties.contains(difficulty) {
            problems.append(InvalidValue("--difficulty", "is a whole number from 0 to 10"))
        }
        return problems
    }
}
