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
    ///   - offset: that of the hiker's clock where the recording's times have none; `nil` for this machine's.
    package func kilometres(
        from start: TrimEnd?, to end: TrimEnd?, assuming offset: Int? = nil
    ) -> ClosedRange<Double>? {
        let track = WalkedTrack(asKept.asWalked)
        let length = track.length / 1000
        guard let first = start.map({ track.kilometresAfter($0, assuming: offset) }) ?? 0,
            let last = end.map({ track.kilometresBefore($0, assuming: offset) }) ?? length
        else { return nil }
        let (lower, upper) = (max(first, 0), min(last, length))
        guard lower < upper else { return nil }
        let shown = track.distances.filter { (lower...upper).contains($0 / 1000) }
        guard let nearest = shown.first, let farthest = shown.last, nearest < farthest else { return nil }
        return lower...upper
    }

    /// The kilometres of a part of what is shown; `nil` as for ``kilometres(from:to:assuming:)``.
    ///
    /// - Parameters:
    ///   - start: kilometres from the first point that is shown; by default where that part begins.
    ///   - finish: likewise, where it ends.
    ///   - shown: the part that is shown, as ``HikeHeader/trim``; `nil` for the whole recording.
    package func kilometres(
        fromShown start: Double?, to finish: Double?, of shown: ClosedRange<Double>?
    ) -> ClosedRange<Double>? {
        let track = WalkedTrack(asKept.asWalked).distances.lazy.map { $0 / 1000 }.filter { shown?.contains($0) ?? true }
        guard let first = track.first, let last = track.last else { return nil }
        // At its ends or beyond them, the part stays as it is.
        func end(_ kilometres: Double?, _ stored: Double?) -> TrimEnd? {
            let wanted = kilometres.map { first + $0 }.flatMap {
                $0 > first && $0 < last ? $0.rounded(toPlaces: 3) : nil
            }
            return (wanted ?? stored).map { .kilometres($0) }
        }
        return kilometres(from: end(start, shown?.lowerBound), to: end(finish, shown?.upperBound))
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
    fileprivate func kilometresAfter(_ start: TrimEnd, assuming offset: Int?) -> Double? {
        switch start {
        case .kilometres(let kilometres): return kilometres
        case .timeOfDay(let second):
            guard let first = points.lazy.compactMap(\.time).first else { return nil }
            let wait = Double(Self.modulo(second - first.secondOfDay(assuming: offset))) - first.fractionOfSecond
            return index { $0.secondsSince1970 - first.secondsSince1970 >= wait }.map { distances[$0] / 1000 }
        }
    }

    fileprivate func kilometresBefore(_ end: TrimEnd, assuming offset: Int?) -> Double? {
        switch end {
        case .kilometres(let kilometres): return kilometres
        case .timeOfDay(let second):
            guard let last = points.last(where: { $0.time != nil })?.time else { return nil }
            let rest = Double(Self.modulo(last.secondOfDay(assuming: offset) - second)) + last.fractionOfSecond
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
