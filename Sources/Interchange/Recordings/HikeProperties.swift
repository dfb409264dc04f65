internal import ProfileModel

/// What our files say of a hike in an element of our own, since GPX and GeoJSON have no place for it, so that the hike
/// is read back as it was. What is derived from the points isn't among it, so that points edited elsewhere count.
struct HikeProperties: Codable, Hashable {
    var difficulty: Int?
    /// The day, if it isn't that of the start; empty if there is none.
    var date: String?
    /// The start, if it isn't the time of the first point; empty if there is none.
    var startTime: String?
    var source: String?
    /// The distance that its owner entered, in kilometres.
    var enteredDistance: Double?
    /// The lengths of a plan's segments, which a route of GPX doesn't have.
    var segments: [Int]?
    /// The heart rates that the device declared: lowest, average, highest.
    var heartRate: [Double]?
    /// The device's other figures, in kilometres, metres and seconds.
    var declared: [String: Double]?

    private static var figures: [(name: String, path: WritableKeyPath<DeclaredFigures, Double?>)] {
        [
            ("distance", \.distance), ("ascent", \.ascent), ("descent", \.descent), ("duration", \.duration),
            ("movingTime", \.movingTime), ("timer", \.timer),
        ]
    }

    init() {}

    init(_ header: HikeHeader, _ recording: Recording) {
        difficulty = header.difficulty
        if header.date != header.startTime?.day { date = header.date?.description ?? "" }
        let first = recording.segments.joined().lazy.compactMap(\.time).min {
            $0.secondsSince1970 < $1.secondsSince1970
        }
        if header.startTime != first { startTime = header.startTime?.description ?? "" }
        source = header.source
        if header.declared.contains(.enteredDistance) { enteredDistance = header.distance }
        heartRate = recording.declared.heartRate.map { [$0.min, $0.average, $0.max] }
        let named = Self.figures.compactMap { figure in
            recording.declared[keyPath: figure.path].map { (figure.name, $0) }
        }
        declared = named.isEmpty ? nil : Dictionary(uniqueKeysWithValues: named)
    }

    /// The figures that the device declared.
    var declaredFigures: DeclaredFigures {
        var figures = DeclaredFigures()
        for figure in Self.figures { figures[keyPath: figure.path] = declared?[figure.name] }
        figures.heartRate = declaredHeartRate
        return figures.possible
    }

    var declaredHeartRate: HeartRate? {
        guard let heartRate, heartRate.count == 3 else { return nil }
        return HeartRate(min: heartRate[0], average: heartRate[1], max: heartRate[2])
    }

    func apply(to header: inout HikeHeader) {
        header.difficulty = difficulty.flatMap { HikeHeader.difficulties.contains($0) ? $0 : nil }
        header.source = source
        if let startTime {
            header.startTime = Timestamp(startTime)
            header.date = header.startTime?.day
        }
        if let date { header.date = Day(date) }
        guard let enteredDistance, HikeHeader.distances.contains(enteredDistance) else { return }
        (header.distance, header.movingDistance) = (enteredDistance, nil)
        header.declared.remove(.distance)
        header.declared.insert(.enteredDistance)
    }

    /// The points of a route in the segments that it had.
    func divided(_ found: [[TrackPoint]]) -> [[TrackPoint]] {
        let points = found.flatMap(\.self)
        guard let segments, segments.allSatisfy({ $0 > 0 && $0 <= points.count }),
            segments.reduce(0, { $0 &+ $1 }) == points.count, segments.count <= points.count
        else { return found }
        var start = 0
        return segments.map { length in
            defer { start += length }
            return Array(points[start..<start + length])
        }
    }
}

// MARK: GPX

extension HikeProperties {
    static let namespace = "urn:profile:hike:1"
    static let element = "hike"

    /// The attributes of our element in GPX.
    var attributes: [(name: String, value: String)] {
        let values: [(String, String?)] = [
            ("difficulty", difficulty.map(String.init)), ("date", date), ("startTime", startTime), ("source", source),
            ("enteredDistance", enteredDistance.map { "\($0)" }),
            ("segments", segments?.map(String.init).joined(separator: " ")),
            ("heartRate", heartRate?.map { "\($0)" }.joined(separator: " ")),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    init(_ element: XMLStart) {
        difficulty = element["difficulty"].flatMap { Int($0) }
        (date, startTime, source) = (element["date"], element["startTime"], element["source"])
        enteredDistance = element["enteredDistance"].flatMap { Double(decimal: $0) }
        segments = element["segments"]?.split(separator: " ").map { Int($0) ?? 0 }
        heartRate = element["heartRate"]?.split(separator: " ").compactMap { Double(decimal: String($0)) }
    }
}
