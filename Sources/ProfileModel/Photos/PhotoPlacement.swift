/// Where on a recorded track a photo was taken.
public struct PhotoPlacement: Hashable, Sendable {
    /// Kilometres from the start.
    public let distance: Double
    public let position: TrackPosition

    /// The distance from the track, in metres, within which a photo is placed by its position alone.
    public static let reach = 250.0
    /// How long before the first point and after the last one a photo may have been taken, in seconds.
    public static let tolerance = 300.0

    public init(distance: Double, position: TrackPosition) {
        (self.distance, self.position) = (distance, position)
    }
}

/// Finds where on the track of a recording photos were taken: by their times, else by their positions.
public struct PhotoPlacements {
    private let track: WalkedTrack
    /// The indices of the points with times, in the order of their times.
    private let timed: [Int]

    public init(on recording: Recording) {
        track = WalkedTrack(recording.asWalked)
        let points = track.points
        var latest = -Double.infinity
        timed = points.indices.filter { index in
            // A time that runs backwards belongs to no stretch.
            guard let time = points[index].time?.secondsSince1970, time >= latest else { return false }
            latest = time
            return true
        }
    }

    /// Where a photo was taken; `nil` if neither its time nor its position lies on the track.
    public func placement(of photo: Photo) -> PhotoPlacement? {
        photo.time.flatMap { placement(at: $0.secondsSince1970) } ?? photo.position.flatMap(placement(near:))
    }

    private func time(_ index: Int) -> Double { track.points[index].time?.secondsSince1970 ?? 0 }

    private func placement(at time: Double) -> PhotoPlacement? {
        guard let first = timed.first, let last = timed.last,
            (self.time(first) - PhotoPlacement.tolerance...self.time(last) + PhotoPlacement.tolerance).contains(time)
        else { return nil }
        guard let next = timed.firstIndex(where: { self.time($0) >= time }) else { return placement(at: last, last, 0) }
        guard next > 0 else { return placement(at: first, first, 0) }
        let (from, to) = (timed[next - 1], timed[next])
        let span = self.time(to) - self.time(from)
        return placement(at: from, to, span > 0 ? (time - self.time(from)) / span : 0)
    }

    private func placement(near position: TrackPosition) -> PhotoPlacement? {
        guard let sought = TrackPoint(latitude: position.latitude, longitude: position.longitude) else { return nil }
        var nearest: (index: Int, metres: Double)?
        for index in track.points.indices {
            let metres = track.points[index].distance(to: sought)
            if metres < nearest?.metres ?? .infinity { nearest = (index, metres) }
        }
        guard let nearest, nearest.metres <= PhotoPlacement.reach else { return nil }
        return placement(at: nearest.index, nearest.index, 0)
    }

    /// The placement a part of the way from one point to another.
    private func placement(at from: Int, _ to: Int, _ part: Double) -> PhotoPlacement {
        func between(_ one: Double, _ other: Double) -> Double { one + (other - one) * part }
        let start = track.points[from]
        // Across the antimeridian there is no mean of the degrees.
        let end = abs(start.longitude - track.points[to].longitude) > 180 ? start : track.points[to]
        return PhotoPlacement(
            distance: between(track.distances[from], track.distances[to]) / 1000,
            position: TrackPosition(
                latitude: between(start.latitude, end.latitude), longitude: between(start.longitude, end.longitude)))
    }
}
