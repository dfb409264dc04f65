internal import Glibc

/// A position on the Earth, in degrees, WGS 84.
public struct TrackPosition: Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

/// The simplified track of a recording: its segments, with positions that are some metres apart.
public struct SimplifiedTrack: Hashable, Sendable {
    /// The positions of each segment, none of which is empty.
    public let segments: [[TrackPosition]]

    /// The least distance between positions, in metres. The last of a segment may be nearer.
    public static let step = 25.0

    /// The track with exactly these positions.
    package init(kept segments: [[TrackPosition]]) {
        self.segments = segments.filter { !$0.isEmpty }
    }

    /// - Parameter segments: all positions of each segment.
    init(segments: [some Collection<TrackPosition>]) {
        self.segments = segments.filter { !$0.isEmpty }.map { segment in
            Self.kept(in: segment).map { segment[$0] }
        }
    }

    /// The indices of the positions of a segment that a simplified track keeps.
    static func kept<Segment: Collection<TrackPosition>>(in segment: Segment) -> [Segment.Index] {
        var plane: Plane?
        var (kept, last): ([Segment.Index], Segment.Index?) = ([], nil)
        for index in segment.indices {
            let position = segment[index]
            last = index
            if let known = plane, known.place(position).isWithin(Self.step, of: PlanePlace(x: 0, y: 0)) { continue }
            plane = Plane(around: position)
            kept.append(index)
        }
        if let last, let lastKept = kept.last, segment[last] != segment[lastKept] { kept.append(last) }
        return kept
    }

    /// The simplified track of a recording, as ``PackedRecording/simplified`` reads it.
    public init(of recording: Recording) {
        self.init(
            segments: recording.asKept.segments.map { segment in
                segment.map { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }
            })
    }

    /// Whether there are no positions.
    public var isEmpty: Bool { segments.isEmpty }

    /// The track as a recording without times, elevations and heart rates.
    public var recording: Recording {
        Recording(
            segments: segments.map { segment in
                segment.compactMap { TrackPoint(latitude: $0.latitude, longitude: $0.longitude) }
            })
    }
}

/// A hike with its simplified track.
public struct HikeTrack: Hashable, Sendable {
    public let hike: HikeHeader
    public let track: SimplifiedTrack

    public init(hike: HikeHeader, track: SimplifiedTrack) {
        (self.hike, self.track) = (hike, track)
    }
}

/// A plane that touches the Earth, accurate for some hundred kilometres around a position.
struct Plane {
    private let origin: TrackPosition
    private let metresPerDegreeEast: Double

    static let metresPerDegree = 111_195.0

    init(around origin: TrackPosition) {
        self.origin = origin
        metresPerDegreeEast = Self.metresPerDegree * cos(origin.latitude * .pi / 180)
    }

    func place(_ position: TrackPosition) -> PlanePlace {
        var east = position.longitude - origin.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        return PlanePlace(
            x: east * metresPerDegreeEast, y: (position.latitude - origin.latitude) * Self.metresPerDegree)
    }
}

/// A position on a ``Plane``, in metres east and north of its origin.
struct PlanePlace {
    let x: Double
    let y: Double

    func squaredDistance(to other: PlanePlace) -> Double {
        (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
    }

    func isWithin(_ metres: Double, of other: PlanePlace) -> Bool { squaredDistance(to: other) < metres * metres }
}
