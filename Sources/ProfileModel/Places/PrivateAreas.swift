internal import Glibc

/// Where the area that is cut out around a private place lies, in metres from the place.
///
/// Tracks that are cut at a circle around a door give the door away: the circle's centre. So the centre is moved by this,
/// and the circle is larger. It is chosen once for a place, at random, and sealed with it: if it changed, the circles of
/// several outputs would give the place away.
///
/// The ends of many cut tracks show the circle, and that the place lies some hundred metres from its centre, but not where.
/// Their mean lies between the centre and the place: nearer to the place, the more the walks wander about. So the centre
/// is moved far enough for walks that go away from the place.
public struct PrivateShift: Hashable, Sendable {
    public let east: Double
    public let north: Double

    /// Metres by which a centre is moved.
    static let lengths = 400.0...600.0

    public init(east: Double, north: Double) {
        (self.east, self.north) = (east, north)
    }

    public static func random() -> PrivateShift {
        let (length, angle) = (Double.random(in: lengths), Double.random(in: 0..<2 * .pi))
        return PrivateShift(east: length * cos(angle), north: length * sin(angle))
    }

    var length: Double { (east * east + north * north).squareRoot() }
}

extension Place {
    /// The area that no output contains: larger than ``privateRadius`` around the place, which isn't in its middle.
    /// `nil` for a place that isn't private.
    public var privateArea: CircularArea? {
        guard let privateRadius else { return nil }
        let shift = privateShift ?? PrivateShift(east: 0, north: 0)
        let degrees = CircularArea(center: position, radius: 0).degrees(1)
        // Near a pole, a metre east may be any number of degrees.
        let longitude = position.longitude + min(max(shift.east * degrees.longitude, -180), 180)
        let center = TrackPosition(
            latitude: min(max(position.latitude + shift.north * degrees.latitude, -90), 90),
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
        // A metre east differs between the planes of the two centres.
        let stretch = max(degrees.longitude / CircularArea(center: center, radius: 0).degrees(1).longitude, 1)
        return CircularArea(center: center, radius: (privateRadius + shift.length) * stretch + 1)
    }
}

/// The areas around private places, which are cut out of everything that leaves a store.
public struct PrivateAreas: Hashable, Sendable {
    private let areas: [CircularArea]

    public init(of places: some Sequence<Place>) { areas = places.compactMap(\.privateArea) }

    /// Cuts nothing.
    public static let none = PrivateAreas(of: [])

    public var isEmpty: Bool { areas.isEmpty }

    public func contains(_ position: TrackPosition) -> Bool { areas.contains { $0.contains(position) } }

    public func contains(_ point: TrackPoint) -> Bool {
        contains(TrackPosition(latitude: point.latitude, longitude: point.longitude))
    }

    /// Whether anything of a recording lies within an area.
    public func meets(_ recording: Recording) -> Bool { areas.contains { $0.isEntered(by: recording) } }

    /// A recording without the points within the areas. A segment ends before an area, and another begins behind it. What
    /// the device declared belongs to the whole, and isn't kept.
    public func cut(_ recording: Recording) -> Recording {
        guard !areas.isEmpty else { return recording }
        let segments = recording.segments.flatMap { segment in
            cut(segment) { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }
        }
        return segments == recording.segments ? recording : Recording(segments: segments)
    }

    /// Returns a hike as others see it beside its cut track, without the waypoints within the areas. If the recording
    /// meets an area, the hike has the start and the figures of the rest of the recording, and no laps or trim. The
    /// figures of the whole would reveal the length of the hidden part, and several such lengths would reveal the place.
    ///
    /// - Parameter recording: what is shown of the hike's recording; `nil` if it has none.
    public func cut(_ hike: Hike, along recording: Recording?) -> Hike {
        var cut = hike
        cut.header = self.cut(hike.header)
        guard let recording, case let rest = self.cut(recording), rest != recording else { return cut }
        (cut.laps, cut.trim, cut.observations) = ([], nil, [])
        // If all of the track is hidden, the figures of the whole tell nothing.
        guard !rest.isEmpty else { return cut }
        cut.takeFigures(of: rest)
        func begin(_ recording: Recording) -> Double? {
            recording.asWalked.segments.lazy.joined().compactMap(\.time?.secondsSince1970).first
        }
        // The start may have been corrected.
        if let start = hike.startTime, let first = begin(rest), let began = begin(recording) {
            cut.startTime = Timestamp(
                secondsSince1970: start.secondsSince1970 + first - began, utcOffset: start.utcOffset)
            if hike.header.localStart?.day == hike.date { cut.date = cut.header.localStart?.day }
        }
        return cut
    }

    /// The positions at which a recording was cut: the ends of the segments of what is left that aren't its own.
    package func cutEnds(of rest: Recording, cutFrom whole: Recording) -> [TrackPosition] {
        func ends(_ recording: Recording) -> [TrackPoint] {
            recording.segments.flatMap { [$0.first, $0.last].compactMap(\.self) }
        }
        guard rest != whole else { return [] }
        let own = Set(ends(whole))
        return ends(rest).filter { !own.contains($0) }.map {
            TrackPosition(latitude: $0.latitude, longitude: $0.longitude)
        }
    }

    /// A track without the positions within the areas.
    public func cut(_ track: SimplifiedTrack) -> SimplifiedTrack {
        guard !areas.isEmpty else { return track }
        return SimplifiedTrack(kept: track.segments.flatMap { segment in cut(segment) { $0 } })
    }

    /// A hike's header without the waypoints within the areas.
    public func cut(_ header: HikeHeader) -> HikeHeader {
        guard !areas.isEmpty else { return header }
        var cut = header
        cut.waypoints.removeAll { contains($0.position) }
        return cut
    }

    private func cut<Point>(_ segment: [Point], _ position: (Point) -> TrackPosition) -> [[Point]] {
        var pieces: [[Point]] = [[]]
        var last: TrackPosition?
        for point in segment {
            let position = position(point)
            guard !contains(position) else {
                last = nil
                if pieces.last?.isEmpty == false { pieces.append([]) }
                continue
            }
            // A line across an area would show that it is crossed, and where.
            if let last,
                areas.contains(where: { $0.squaredDistance(from: last, to: position) <= $0.radius * $0.radius })
            {
                pieces.append([])
            }
            pieces[pieces.count - 1].append(point)
            last = position
        }
        return pieces.filter { !$0.isEmpty }
    }
}
