// The part of a recording that is shown.

extension Recording {
    /// The points within a range of kilometres from the start, in the order in which they were walked. What the device
    /// declared belongs to the whole, and isn't kept.
    ///
    /// - Parameter kilometres: as ``HikeHeader/trim``; `nil` for the recording as it is.
    public func trimmed(to kilometres: ClosedRange<Double>?) -> Recording {
        guard let kilometres else { return self }
        let track = WalkedTrack(asKept.asWalked)
        let segments = track.segments.map { segment in
            segment.filter { kilometres.contains(track.distances[$0] / 1000) }.map { track.points[$0] }
        }
        return Recording(segments: segments.filter { !$0.isEmpty })
    }

    /// The kilometres between two ends; `nil` if fewer than two positions lie between them.
    ///
    /// - Parameters:
    ///   - start: by default the start of the recording.
    ///   - end: by default the end of the recording.
    package func kilometres(from start: TrimEnd?, to end: TrimEnd?) -> ClosedRange<Double>? {
        let track = WalkedTrack(asKept.asWalked)
        let length = track.length / 1000
        guard let first = start.map(track.kilometresAfter) ?? 0, let last = end.map(track.kilometresBefore) ?? length
        else { return nil }
        let (lower, upper) = (max(first, 0), min(last, length))
        guard lower < upper else { return nil }
        let shown = track.distances.filter { (lower...upper).contains($0 / 1000) }
        guard let nearest = shown.first, let farthest = shown.last, nearest < farthest else { return nil }
        return lower...upper
    }

    /// The kilometres of a share of a part; `nil` as for ``kilometres(from:to:)``.
    ///
    /// - Parameters:
    ///   - share: of the length of the part, within 0...1. An end at 0 or 1 is that of the part.
    ///   - shown: the part, as ``HikeHeader/trim``; `nil` for the whole recording.
    package func kilometres(
        ofShare share: ClosedRange<Double>, of shown: ClosedRange<Double>?
    ) -> ClosedRange<Double>? {
        let distances = WalkedTrack(asKept.asWalked).distances.map { $0 / 1000 }.filter { shown?.contains($0) ?? true }
        guard let first = distances.first, let last = distances.last else { return nil }
        func end(_ share: Double) -> TrimEnd { .kilometres((first + share * (last - first)).rounded(toPlaces: 3)) }
        return kilometres(
            from: share.lowerBound > 0 ? end(share.lowerBound) : shown.map { .kilometres($0.lowerBound) },
            to: share.upperBound < 1 ? end(share.upperBound) : shown.map { .kilometres($0.upperBound) })
    }

    /// Whether a range of kilometres leaves nothing out.
    package func isWhole(_ kilometres: ClosedRange<Double>) -> Bool {
        kilometres.lowerBound <= 0 && kilometres.upperBound >= WalkedTrack(asKept.asWalked).length / 1000
    }
}

/// Where the shown part of a recording begins or ends.
public enum TrimEnd: Hashable, Sendable {
    /// Kilometres from the start of the recording.
    case kilometres(Double)
    /// A time of day on the hiker's clock, in seconds: the first such time after the start, or the last one before the
    /// end.
    case timeOfDay(Int)

    /// The seconds of a day.
    public static let timesOfDay = 0..<86_400
}

extension WalkedTrack {
    /// The kilometres at which a part begins; `nil` if that isn't known, or isn't within the recording.
    fileprivate func kilometresAfter(_ start: TrimEnd) -> Double? {
        switch start {
        case .kilometres(let kilometres): return kilometres
        case .timeOfDay(let second):
            guard let first = points.lazy.compactMap(\.time).first else { return nil }
            let wait = Double(Self.modulo(second - first.secondOfDay)) - first.fractionOfSecond
            return index { $0.secondsSince1970 - first.secondsSince1970 >= wait }.map { distances[$0] / 1000 }
        }
    }

    fileprivate func kilometresBefore(_ end: TrimEnd) -> Double? {
        switch end {
        case .kilometres(let kilometres): return kilometres
        case .timeOfDay(let second):
            guard let last = points.last(where: { $0.time != nil })?.time else { return nil }
            let rest = Double(Self.modulo(last.secondOfDay - second)) + last.fractionOfSecond
            let found = points.lastIndex { point in
                point.time.map { last.secondsSince1970 - $0.secondsSince1970 >= rest } ?? false
            }
            return found.map { distances[$0] / 1000 }
        }
    }

    private func index(where isWanted: (Timestamp) -> Bool) -> Int? {
        points.firstIndex { $0.time.map(isWanted) ?? false }
    }

    private static func modulo(_ seconds: Int) -> Int {
        (seconds % TrimEnd.timesOfDay.count + TrimEnd.timesOfDay.count) % TrimEnd.timesOfDay.count
    }
}
