extension ImportedHike {
    /// How the source of a hike from a GPX file begins.
    public static let gpxSource = "GPX"
    /// How the source of a hike from a FIT file begins.
    public static let fitSource = "FIT"
    /// How the source of a hike from a TCX file begins.
    public static let tcxSource = "TCX"

    /// A hike that a recorder wrote down, with everything that the recording says.
    ///
    /// Without an id the store gives it the next free one.
    public init(
        name: String, source: String, activity: Activity = .hiking, isPlanned: Bool = false, recording: Recording
    ) {
        var header = HikeHeader(id: 0, name: name, distance: 0, source: source)
        (header.activity, header.isPlanned) = (activity, isPlanned)
        var hike = Hike(header: header)
        let statistics = HikeStatistics(of: recording.asKept)
        hike.take(statistics, declared: recording.declared)
        (hike.startTime, hike.date) = (statistics.startTime, statistics.startTime?.day)
        self.init(sourceID: nil, hike: hike)
        self.recording = recording
        if let speed = statistics.topSpeed, !isPlanned, speed > activity.impossibleSpeed {
            remarks.append(.speed(kilometresPerHour: speed.rounded()))
        }
    }
}

extension Hike {
    /// Replaces the figures and the observations by those of a recording, by the rules of this version
    /// (``HikeStatistics/rules``). Name, day and everything else that was fixed at import stay.
    ///
    /// - Parameter recording: as it is kept, or as it was read: both give the same figures.
    public mutating func takeFigures(of recording: Recording) {
        take(HikeStatistics(of: recording.asKept), declared: recording.declared)
    }

    /// Distances are kept to the metre, heights and heart rates to a tenth, times to the millisecond: no recording is
    /// finer. What the device declares goes before what the points tell.
    fileprivate mutating func take(_ statistics: HikeStatistics, declared: DeclaredFigures) {
        let declared = statistics.credible(declared)
        var taken: Set<DeclaredFigure> = []
        func figure(_ declared: Double?, _ name: DeclaredFigure, else measured: Double?, places: Int) -> Double? {
            if declared != nil { taken.insert(name) }
            return (declared ?? measured)?.rounded(toPlaces: places)
        }
        let time = statistics.time
        header.distance =
            figure(declared.distance, .distance, else: statistics.distance, places: 3) ?? statistics.distance
        header.ascent = figure(declared.ascent, .ascent, else: statistics.ascent, places: 1)
        header.descent = figure(declared.descent, .descent, else: statistics.descent, places: 1)
        header.duration = figure(declared.duration, .duration, else: time?.total.seconds, places: 3)
        header.movingTime =
            declared.movingTime == nil
            ? figure(declared.timer, .timer, else: time?.moving.seconds, places: 3)
            : figure(declared.movingTime, .movingTime, else: nil, places: 3)
        if let moving = header.movingTime {
            if let total = header.duration, moving > total { header.duration = moving }
            // Who knows how long it moved knows that it took no less.
            header.duration = header.duration ?? moving
        }
        // Points say more of the heart than a device's summary, which some make of other samples.
        if statistics.heartRate == nil, declared.heartRate != nil { taken.insert(.heartRate) }
        header.heartRate = (statistics.heartRate ?? declared.heartRate).map { rate in
            HeartRate(min: rate.min, average: rate.average.rounded(toPlaces: 1), max: rate.max)
        }
        header.declared = taken
        observations = statistics.observations
    }
}

extension HikeStatistics {
    /// What of a device's figures belongs to this recording: all that is possible, and nothing where the declared way is
    /// another one, since tools cut tracks and leave the figures of the whole.
    fileprivate func credible(_ declared: DeclaredFigures) -> DeclaredFigures {
        let declared = declared.possible
        guard let way = declared.distance, distance > 0.1 else { return declared }
        return abs(way - distance) <= max(way, distance) / 4 ? declared : DeclaredFigures()
    }
}

extension HikeHeader {
    /// Whether its figures were worked out from a recording, by ``HikeStatistics``, but for those in ``declared``; else
    /// its source gave them.
    public var isMeasured: Bool {
        guard let source else { return false }
        return [ImportedHike.gpxSource, ImportedHike.fitSource, ImportedHike.tcxSource].contains { format in
            source == format || source.hasPrefix("\(format), ")
        }
    }
}
