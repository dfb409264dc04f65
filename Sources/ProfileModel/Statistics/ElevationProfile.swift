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
        for smoothed in smoothedParts {
            let climb = Climb(over: smoothed.heights, hysteresis: smoothed.hysteresis)
            ascent += climb.ascent
            descent += climb.descent
        }
        return (ascent, descent)
    }

    /// The smoothed elevations of each connected part.
    private var smoothedParts: [SmoothedElevations] {
        connectedParts.map { part in
            SmoothedElevations(ElevationCells(elevations, of: track, rests, part).dividedAtLeaps)
        }
    }

    /// The rises that ``climb`` adds up, with the metres along the track at which they begin and end.
    ///
    /// - Parameter hysteresis: the smallest fall, in metres, that ends a rise; falls that are noise never do.
    func rises(hysteresis: Double = 0) -> [TrackRise] {
        smoothedParts.flatMap { part in
            Climb(over: part.heights, hysteresis: max(part.hysteresis, hysteresis)).rises.map { rise in
                TrackRise(
                    steps: rise.map { (distance: trackDistance(at: part.distances[$0]), height: part.heights[$0]) })
            }
        }
    }

    /// The metres along the track, given those along it in which rests count as straight lines.
    private func trackDistance(at distance: Double) -> Double {
        let (known, all) = (rests.distances, track.distances)
        var (low, high) = (0, known.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if known[middle] < distance { low = middle + 1 } else { high = middle }
        }
        guard low > 0, known[low] > known[low - 1] else { return all[low] }
        let part = (distance - known[low - 1]) / (known[low] - known[low - 1])
        return all[low - 1] + (all[low] - all[low - 1]) * min(max(part, 0), 1)
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

    /// Drops zeros that a receiver wrote while it had lost its elevation: zeros that the elevation falls to, and
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
    /// The indices of the elevations from the foot of each rise to its top.
    private(set) var rises: [ClosedRange<Int>] = []

    init(over elevations: [Double], hysteresis: Double) {
        guard var low = elevations.first, var high = elevations.first else { return }
        // The indices of both.
        var (foot, top) = (0, 0)
        var isRising: Bool?
        func end(_ rise: inout Climb) {
            rise.ascent += high - low
            rise.rises.append(foot...top)
        }
        for (index, elevation) in elevations.enumerated() {
            switch isRising {
            case nil:
                if elevation < low { (low, foot) = (elevation, index) }
                if elevation > high { (high, top) = (elevation, index) }
                if elevation - low >= hysteresis { (isRising, high, top) = (true, elevation, index) }
                if high - elevation >= hysteresis { (isRising, low, foot) = (false, elevation, index) }
            case true?:
                if elevation > high { (high, top) = (elevation, index) }
                guard high - elevation >= hysteresis else { continue }
                end(&self)
                (isRising, low, foot) = (false, elevation, index)
            case false?:
                if elevation < low { (low, foot) = (elevation, index) }
                guard elevation - low >= hysteresis else { continue }
                descent += high - low
                (isRising, high, top) = (true, elevation, index)
            }
        }
        if isRising == true { end(&self) }
        if isRising == false { descent += high - low }
    }
}
