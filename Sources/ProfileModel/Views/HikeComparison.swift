/// The times of several recordings over the stretches of one way, which is that of the first recording.
public struct HikeComparison: Hashable, Sendable {
    /// The stretches, in order.
    public let stretches: [Stretch]
    /// The direction in which each recording follows the way of the first; `nil` if it doesn't.
    public let directions: [SameWay.Direction?]

    public struct Stretch: Hashable, Sendable {
        /// Kilometres from the start of the first recording.
        public let start: Double
        public let end: Double
        /// The seconds of each recording from one end to the other; `nil` where they aren't known, or the recording
        /// doesn't come by.
        public let durations: [Double?]
    }

    /// - Parameters:
    ///   - recordings: the first one gives the way.
    ///   - length: the length of a stretch in kilometres, more than 0.
    public init(of recordings: [Recording], length: Double) {
        let tracks = recordings.map { TimedTrack($0) }
        guard let first = tracks.first, let plane = first.plane, first.length > 0,
            first.length / length < Double(Recording.maximumPointCount)
        else {
            (stretches, directions) = ([], recordings.map { _ in nil })
            return
        }
        let way = SameWay(of: first.simplified)
        directions = tracks.enumerated().map { index, track in
            index == 0 ? .same : way.direction(of: track.simplified)
        }
        let count = max(Int(((first.length - 0.001) / length).rounded(.up)), 1)
        let ends = (0...count).map { $0 == count ? first.length : Double($0) * length }
        let marks = ends.map { first.place(at: $0, on: plane) }
        let times = zip(tracks, directions).enumerated().map { index, track in
            index == 0
                ? ends.map { first.time(at: $0) }
                : track.0.times(near: Array(zip(ends, marks)), on: plane, isBackward: track.1 == .opposite)
        }
        stretches = (0..<count).map { part in
            Stretch(
                start: ends[part].rounded(toPlaces: 3), end: ends[part + 1].rounded(toPlaces: 3),
                durations: times.map { times in
                    guard let start = times[part], let end = times[part + 1] else { return nil }
                    return abs(end - start).rounded(toPlaces: 3)
                })
        }
    }
}

/// The points of a recording with usable times.
private struct TimedTrack {
    private let track: WalkedTrack
    /// The seconds of each point since 1970; `nil` without a usable time.
    private var seconds: [Double?]
    let simplified: SimplifiedTrack

    init(_ recording: Recording) {
        let walked = recording.asKept.asWalked
        track = WalkedTrack(walked)
        seconds = Array(repeating: nil, count: track.points.count)
        for step in track.clockedSteps {
            for point in [step.from, step.to] { seconds[point] = track.points[point].time?.secondsSince1970 }
        }
        simplified = SimplifiedTrack(of: walked)
    }

    /// Kilometres.
    var length: Double { track.length / 1000 }
    var plane: Plane? { track.points.first.map { Plane(around: $0.position) } }

    /// The last point before a distance in kilometres, and how far to the next one it is, from 0 to 1.
    private func step(at distance: Double) -> (point: Int, share: Double) {
        let metres = distance * 1000
        let next = track.distances.firstIndex { $0 >= metres } ?? track.distances.count - 1
        guard next > 0, track.distances[next] > track.distances[next - 1] else { return (next, 0) }
        let share = (metres - track.distances[next - 1]) / (track.distances[next] - track.distances[next - 1])
        return (next - 1, min(max(share, 0), 1))
    }

    func time(at distance: Double) -> Double? {
        let (point, share) = step(at: distance)
        guard share > 0 else { return seconds[point] }
        guard let start = seconds[point], let end = seconds[point + 1] else { return nil }
        return start + (end - start) * share
    }

    func place(at distance: Double, on plane: Plane) -> PlanePlace {
        let (point, share) = step(at: distance)
        let start = plane.place(track.points[point].position)
        guard share > 0 else { return start }
        let end = plane.place(track.points[point + 1].position)
        return PlanePlace(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
    }

    /// The times at which the recording comes by places, each time after the one before it; `nil` where it doesn't.
    ///
    /// - Parameters:
    ///   - marks: the places, with their kilometres along the way.
    ///   - isBackward: whether the places are in the opposite order.
    func times(near marks: [(kilometre: Double, place: PlanePlace)], on plane: Plane, isBackward: Bool) -> [Double?] {
        let points = track.points.indices.compactMap { index in
            seconds[index].map {
                PassedPoint(place: plane.place(track.points[index].position), metres: track.distances[index], time: $0)
            }
        }
        let path = isBackward ? points.reversed() : points
        var last: (point: Int, kilometre: Double)?
        return marks.map { kilometre, mark in
            var begin = 0
            if let last {
                // A way may pass a place more than once, as a loop does at its end. So the next mark is looked for only
                // after half the distance to it.
                let (least, start) = ((kilometre - last.kilometre) * 1000 / 2, path[last.point].metres)
                begin = path[last.point...].firstIndex { abs($0.metres - start) >= least } ?? path.count
            }
            guard let entry = path[begin...].firstIndex(where: { $0.place.isWithin(SameWay.nearness, of: mark) })
            else { return nil }
            // The nearest one before the recording leaves again.
            let leaving = path[entry...].firstIndex { !$0.place.isWithin(SameWay.nearness, of: mark) } ?? path.count
            let nearest =
                (entry..<leaving).min {
                    path[$0].place.squaredDistance(to: mark) < path[$1].place.squaredDistance(to: mark)
                } ?? entry
            last = (nearest, kilometre)
            // Points may be far apart: the time is interpolated on the lines to the points before and after.
            let passings = [max(nearest - 1, 0), nearest].map { point in
                path[point].passing(mark, before: path[min(point + 1, path.count - 1)])
            }
            return passings.min { $0.squaredDistance < $1.squaredDistance }?.time
        }
    }
}

/// A point of a recording, in the plane around the start of a way.
private struct PassedPoint {
    let place: PlanePlace
    /// Metres from the start of the recording.
    let metres: Double
    /// Seconds since 1970.
    let time: Double

    /// How near the straight line to the next point comes to a place, and when.
    func passing(_ mark: PlanePlace, before next: PassedPoint) -> (squaredDistance: Double, time: Double) {
        let (x, y) = (next.place.x - place.x, next.place.y - place.y)
        let square = x * x + y * y
        let share = square > 0 ? ((mark.x - place.x) * x + (mark.y - place.y) * y) / square : 0
        let inside = min(max(share, 0), 1)
        let nearest = PlanePlace(x: place.x + x * inside, y: place.y + y * inside)
        return (nearest.squaredDistance(to: mark), time + (next.time - time) * inside)
    }
}

extension TrackPoint {
    fileprivate var position: TrackPosition { TrackPosition(latitude: latitude, longitude: longitude) }
}
