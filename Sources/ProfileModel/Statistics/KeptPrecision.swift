/// The precision of stored recordings: a centimetre of position and elevation, a tenth of a beat and a millisecond,
/// which is finer than any measurement.
enum KeptPrecision {
    /// Units per degree.
    static let degree = 1e7
    /// Units per metre of elevation.
    static let metre = 100.0
    /// Units per beat per minute.
    static let beat = 10.0
    /// Units per second.
    static let second = 1000.0
}

extension Recording {
    /// The recording as it is read back from storage: rounded to the stored precision, without empty segments.
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
    /// The figures rounded to a metre of distance, a tenth of a metre of elevation and of a beat, and a millisecond.
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
