/// How finely recordings are kept: to a centimetre of the ground and of height, a tenth of a beat and a millisecond,
/// which is finer than anything measures.
enum KeptPrecision {
    /// Units a degree.
    static let degree = 1e7
    /// Units a metre of height.
    static let metre = 100.0
    /// Units a beat a minute.
    static let beat = 10.0
    /// Units a second.
    static let second = 1000.0
}

extension Recording {
    /// The recording as it comes back from where it is kept: in whole units, and without empty segments.
    public var asKept: Recording {
        Recording(
            segments: segments.lazy.filter { !$0.isEmpty }.map { $0.map(\.asKept) }, declared: declared.asKept)
    }
}

extension TrackPoint {
    var asKept: TrackPoint {
        func round(_ value: Double, _ units: Double) -> Double { (value * units).rounded() / units }
        let kept = TrackPoint(
            latitude: round(latitude, KeptPrecision.degree), longitude: round(longitude, KeptPrecision.degree),
            elevation: elevation.map { round($0, KeptPrecision.metre) },
            heartRate: heartRate.map { round($0, KeptPrecision.beat) },
            time: time.flatMap { time in
                Timestamp(
                    secondsSince1970: round(time.secondsSince1970, KeptPrecision.second), utcOffset: time.utcOffset)
            })
        return kept ?? self
    }
}

extension DeclaredFigures {
    /// To a metre of way, a tenth of a metre of height and of a beat, and a millisecond.
    var asKept: DeclaredFigures {
        var kept = possible
        kept.distance = kept.distance?.rounded(toPlaces: 3)
        (kept.ascent, kept.descent) = (kept.ascent?.rounded(toPlaces: 1), kept.descent?.rounded(toPlaces: 1))
        kept.duration = kept.duration?.rounded(toPlaces: 3)
        (kept.movingTime, kept.timer) = (kept.movingTime?.rounded(toPlaces: 3), kept.timer?.rounded(toPlaces: 3))
        kept.heartRate = kept.heartRate.map { rate in
            HeartRate(
                min: rate.min.rounded(toPlaces: 1), average: rate.average.rounded(toPlaces: 1),
                max: rate.max.rounded(toPlaces: 1))
        }
        return kept
    }
}
