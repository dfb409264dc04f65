/// The plausible elevations of a track, and its total climb.
struct ElevationProfile {
    /// Metres, one for each point; `nil` where not measured.
    let elevations: [Double?]
    private let track: WalkedTrack
    private let rests: Rests

    /// The elevation change to or from 0, in metres, above which a 0 is implausible.
    private static let leap = 5.0

    /// - Parameter steps: the track's ``WalkedTrack/clockedSteps``.
    init(of track: WalkedTrack, _ steps: [ClockedStep]) {
        self.track = track
        rests = Rests(of: track, steps)
        var elevations = track.points.map(\.elevation)
        if elevations.allSatisfy({ $0 == nil || $0 == 0 }) {
            // A recorder without an altimeter writes 0 throughout.
            elevations = elevations.map { _ in nil }
        } else {
            for segment in track.segments {
                for index in ElevationSpikes.indices(in: track.points[segment]) { elevations[index] = nil }
                Self.dropUnsetStart(of: segment, from: &elevations)
                Self.dropLostHeights(of: segment, along: track.distances, from: &elevations)
            }
        }
        self.elevations = elevations
    }

    /// Metres up and metres down; `nil` when fewer than two elevations are known.
    ///
    /// The elevations are smoothed (``HikeStatistics/smoothing``), and a rise or a fall counts from
    /// ``HikeStatistics/hysteresis`` on, or from a larger value where the points are so few and far apart that
    /// smoothing leaves noise of that size. The profile continues over a pause, but not where the next segment begins
    /// elsewhere: a cable car's climb isn't part of the hike.
    var climb: (ascent: Double, descent: Double)? {
        guard elevations.lazy.compactMap(\.self).prefix(2).count == 2 else { return nil }
        var (ascent, descent) = (0.0, 0.0)
        for part in connectedParts {
            let smoothed = SmoothedElevations(ElevationCells(elevations, of: track, rests, part).dividedAtLeaps)
            let climb = Climb(over: smoothed.heights, hysteresis: smoothed.hysteresis)
            ascent += climb.ascent
            descent += climb.descent
        }
        return (ascent, descent)
    }

    /// Drops zeros that a receiver wrote before it had an elevation: those at the start of a segment that are followed
    /// by a jump.
    private static func dropUnsetStart(of segment: Range<Int>, from elevations: inout [Double?]) {
        let start = segment.prefix { elevations[$0] == nil || elevations[$0] == 0 }
        guard start.contains(where: { elevations[$0] == 0 }) else { return }
        let next =
            elevations[start.endIndex...].lazy.compactMap(\.self).first { $0 != 0 }
            ?? elevations[..<start.startIndex].lazy.compactMap(\.self).last ?? 0
        guard abs(next) > Self.leap else { return }
        for index in start { elevations[index] = nil }
    }

    /// Drops zeros that a receiver wrote while it had lost its elevation: those that the elevation falls to, and
    /// returns from, at more than a 1:1 slope. A walk down to the sea is gentler than that.
    private static func dropLostHeights(
        of segment: Range<Int>, along distances: [Double], from elevations: inout [Double?]
    ) {
        let known = segment.filter { elevations[$0] != nil }
        func isLeap(_ first: Int, _ second: Int) -> Bool {
            let height = abs((elevations[known[first]] ?? 0) - (elevations[known[second]] ?? 0))
            return height > max(Self.leap, distances[known[second]] - distances[known[first]])
        }
        var start = 0
        while let first = known[start...].firstIndex(where: { elevations[$0] == 0 }) {
            let end = known[first...].firstIndex { elevations[$0] != 0 } ?? known.count
            if first > 0, isLeap(first - 1, first), end == known.count || isLeap(end - 1, end) {
                for index in known[first..<end] { elevations[index] = nil }
            }
            start = end
        }
    }

    /// The points, divided where a segment begins too far from the previous one for a pause to explain.
    private var connectedParts: [Range<Int>] {
        track.segments.reduce(into: []) { parts, segment in
            if let last = parts.last, let start = segment.first,
                track.points[last.upperBound - 1].distance(to: track.points[start]) <= 200
            {
                parts[parts.count - 1] = last.lowerBound..<segment.upperBound
            } else {
                parts.append(segment)
            }
        }
    }
}

/// Metres up and down along a sequence of elevations, ignoring reversals smaller than the hysteresis.
struct Climb: Hashable {
    private(set) var ascent = 0.0
    private(set) var descent = 0.0

    init(over elevations: [Double], hysteresis: Double) {
        guard var low = elevations.first, var high = elevations.first else { return }
        var isRising: Bool?
        for elevation in elevations {
            switch isRising {
            case nil:
                (low, high) = (min(low, elevation), max(high, elevation))
                if elevation - low >= hysteresis { (isRising, high) = (true, elevation) }
                if high - elevation >= hysteresis { (isRising, low) = (false, elevation) }
            case true?:
                high = max(high, elevation)
                guard high - elevation >= hysteresis else { continue }
                ascent += high - low
                (isRising, low) = (false, elevation)
            case false?:
                low = min(low, elevation)
                guard elevation - low >= hysteresis else { continue }
                descent += high - low
                (isRising, high) = (true, elevation)
            }
        }
        if isRising == true { ascent += high - low }
        if isRising == false { descent += high - low }
    }
}
