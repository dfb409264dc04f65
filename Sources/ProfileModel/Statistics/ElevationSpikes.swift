/// Elevations that can't be right: they jump away from those before and after them, faster than anyone climbs, or are
/// below any land.
///
/// The points are kept, and so are jumps without a return: a receiver may have found its elevation late.
struct ElevationSpikes {
    /// The smallest change, in metres, that can belong to a spike. Smaller ones are within receivers' scatter.
    static let smallest = 30.0
    /// The smallest change as a multiple of the usual one, since a recorder's noise isn't made of spikes.
    static let usualChanges = 10.0
    /// Metres per second up or down. Lifts may be faster, but don't turn round within a few points.
    static let fastest = 5.0
    /// Maximum number of consecutive points in one spike.
    static let longestRow = 10
    /// Metres. The lowest land, the shore of the Dead Sea, is at −440 m.
    static let lowest = -500.0

    private let points: ArraySlice<TrackPoint>
    /// The points with an elevation, as indices, and these elevations.
    private let known: [(point: Int, elevation: Double)]
    /// The threshold in metres: ``smallest``, or more where the elevations are noisy.
    private let threshold: Double

    /// The points of a segment with such an elevation, as indices.
    static func indices(in points: ArraySlice<TrackPoint>) -> [Int] {
        let sunken = points.indices.filter { points[$0].elevation ?? 0 < lowest }
        // True of most recordings, which then need no further look.
        guard points.hasChange(of: smallest) else { return sunken }
        let spikes = ElevationSpikes(points)
        return (spikes.known.count > 2 ? spikes.indices : []) + sunken
    }

    private init(_ points: ArraySlice<TrackPoint>) {
        self.points = points
        known = points.indices.compactMap { index in
            points[index].elevation.flatMap { $0 < Self.lowest ? nil : (index, $0) }
        }
        let changes = zip(known, known.dropFirst()).map { abs($1.elevation - $0.elevation) }.sorted()
        let usual = changes.isEmpty ? 0 : changes[changes.count / 2]
        threshold = max(Self.smallest, usual * Self.usualChanges)
    }

    private var indices: [Int] {
        var indices: [Int] = []
        var last: Int?
        var next = 0
        if isJump(0, 1), !isJump(1, 2) {
            indices.append(known[0].point)
            next = 1
        }
        while next < known.count {
            if let last, isJump(last, next), let back = wayBack(from: next, to: last) {
                indices += known[next..<back].map(\.point)
                next = back
                continue
            }
            last = next
            next += 1
        }
        return indices
    }

    /// The first point after a spike at which the elevation is about what it was before, or the end of the segment
    /// after a single point; `nil` when it doesn't return.
    private func wayBack(from first: Int, to last: Int) -> Int? {
        guard first < known.count - 1 else { return isJump(last - 1, last) ? nil : known.count }
        let height = abs(known[first].elevation - known[last].elevation)
        return (first + 1..<min(first + 1 + Self.longestRow, known.count)).first { point in
            isJump(point - 1, point) && abs(known[point].elevation - known[last].elevation) < height / 2
        }
    }

    private func isJump(_ from: Int, _ to: Int) -> Bool {
        guard known.indices.contains(from), known.indices.contains(to) else { return false }
        let climb = abs(known[to].elevation - known[from].elevation)
        guard climb >= threshold else { return false }
        let (start, end) = (points[known[from].point], points[known[to].point])
        guard let started = start.time, let ended = end.time else { return climb > start.distance(to: end) }
        return climb > Self.fastest * abs(ended.secondsSince1970 - started.secondsSince1970)
    }
}

extension ArraySlice<TrackPoint> {
    /// Whether two consecutive elevations differ by at least this.
    fileprivate func hasChange(of metres: Double) -> Bool {
        var last: Double?
        for point in self {
            guard let elevation = point.elevation else { continue }
            if let last, abs(elevation - last) >= metres { return true }
            last = elevation
        }
        return false
    }
}

extension Recording {
    /// The number of elevations that jump away from their neighbours, so that no figure is computed from them.
    package var elevationSpikes: Int { segments.reduce(0) { $0 + ElevationSpikes.indices(in: $1[...]).count } }
}
