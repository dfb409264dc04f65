extension ImportedHike {
    /// How the source of a hike from a GPX file begins.
    public static let gpxSource = "GPX"

    /// A hike that a recorder wrote down, with everything that the recording says.
    ///
    /// Distances are kept to the metre, heights and heart rates to a tenth, times to the millisecond: the recording isn't
    /// finer. Without an id the store gives it the next free one.
    public init(name: String, source: String, recording: Recording) {
        let statistics = HikeStatistics(of: recording)
        let rate = statistics.heartRate.map { rate in
            HeartRate(min: rate.min, average: rate.average.rounded(toPlaces: 1), max: rate.max)
        }
        let header = HikeHeader(
            id: 0, name: name, distance: statistics.distance.rounded(toPlaces: 3), date: statistics.startTime?.day,
            startTime: statistics.startTime, duration: statistics.time?.total.seconds.rounded(toPlaces: 3),
            movingTime: statistics.time?.moving.seconds.rounded(toPlaces: 3),
            ascent: statistics.ascent?.rounded(toPlaces: 1), descent: statistics.descent?.rounded(toPlaces: 1),
            heartRate: rate, source: source)
        self.init(sourceID: nil, hike: Hike(header: header, observations: statistics.observations))
        self.recording = recording
    }
}

extension HikeHeader {
    /// Whether its figures were worked out here from a recording, by ``HikeStatistics``; else its source gave them.
    public var isMeasured: Bool {
        source == ImportedHike.gpxSource || source?.hasPrefix("\(ImportedHike.gpxSource), ") == true
    }
}
