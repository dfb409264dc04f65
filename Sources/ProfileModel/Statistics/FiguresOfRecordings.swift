extension ImportedHike {
    /// The shortest ride in a gap that a notice mentions, in kilometres: a receiver that finds its position again may
    /// be off by some hundred metres.
    private static let shortestRide = 1.0

    /// The prefix of the source of a hike from a GPX file.
    public static let gpxSource = "GPX"
    /// The prefix of the source of a hike from a FIT file.
    public static let fitSource = "FIT"
    /// The prefix of the source of a hike from a TCX file.
    public static let tcxSource = "TCX"
    /// The prefix of the source of a hike from a KML file.
    public static let kmlSource = "KML"
    /// The prefix of the source of a hike from a GeoJSON file.
    public static let geoJSONSource = "GeoJSON"

    /// Creates a hike from a recording, with all figures that the recording provides.
    ///
    /// It has no id; the store assigns the next free one.
    ///
    /// - Parameter activity: `nil` if the source names none: then the speed decides, and a notice says so.
    public init(
        name: String, source: String, activity named: Activity? = .hiking, isPlanned: Bool = false, recording: Recording
    ) {
        var header = HikeHeader(id: 0, name: name, distance: 0, source: source)
        let statistics = HikeStatistics(of: recording.asKept)
        let activity = named ?? (isPlanned ? .hiking : Activity(of: statistics))
        (header.activity, header.isPlanned) = (activity, isPlanned)
        var hike = Hike(header: header)
        hike.take(statistics, declared: recording.declared)
        hike.header.begin(
            at: statistics.startTime, longitude: recording.segments.lazy.joined().first?.longitude)
        self.init(sourceID: nil, hike: hike)
        self.recording = recording
        guard !isPlanned else { return }
        if named == nil, activity != .hiking { notices.append(.activityOfSpeed(activity)) }
        let rides = statistics.gaps.filter { $0.speed > activity.impossibleSpeed && $0.kilometres >= Self.shortestRide }
        if let fastest = rides.map(\.speed).max() {
            let kilometres = rides.reduce(0) { $0 + $1.kilometres }
            notices.append(
                .ridesInGaps(kilometres: kilometres.rounded(toPlaces: 1), kilometresPerHour: fastest.rounded()))
        }
        if let speed = statistics.topSpeed, speed > activity.impossibleSpeed {
            notices.append(.speed(kilometresPerHour: speed.rounded()))
        }
    }

    /// Lets what is said beside the file name the hike and its activity; the file's own name identifies it as before.
    package mutating func take(title: String, activity: Activity?) {
        if title.unicodeScalars.contains(where: \.isVisibleAlone) {
            nameInSource = nameInSource ?? hike.name
            hike.name = title
        }
        guard let activity else { return }
        hike.header.activity = activity
        notices.removeAll { notice in
            switch notice {
            case .activityOfSpeed: true
            case .speed(let speed), .ridesInGaps(_, let speed): speed <= activity.impossibleSpeed
            default: false
            }
        }
    }
}

extension Activity {
    /// The activity at the speed of a recording; hiking without times.
    fileprivate init(of statistics: HikeStatistics) {
        let hours = (statistics.time?.moving.seconds ?? 0) / 3600
        let mean = hours > 0 ? (statistics.movingDistance ?? 0) / hours : 0
        self.init(ofSpeed: mean, top: statistics.topSpeed ?? mean)
    }
}

extension Hike {
    /// Replaces the figures and the observations with those of a recording, computed by the current rules
    /// (``HikeStatistics/rules``). The name, the day and everything else fixed at import are kept. They are those of the
    /// part that ``HikeHeader/trim`` shows.
    ///
    /// - Parameter recording: as stored, or as originally read: both give the same figures.
    public mutating func takeFigures(of recording: Recording) {
        let shown = recording.trimmed(to: header.trim)
        take(HikeStatistics(of: shown.asKept), declared: shown.declared)
    }

    /// Distances are rounded to the metre, elevations and heart rates to a tenth, times to the millisecond, which is
    /// finer than any recording. The device's declared figures take precedence over those computed from the points.
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
        // A device's moving time belongs to the whole distance.
        let covered = taken.isDisjoint(with: [.movingTime, .timer]) ? statistics.movingDistance : nil
        header.movingDistance = covered?.rounded(toPlaces: 3)
        if let covered = header.movingDistance, covered >= header.distance { header.movingDistance = nil }
        if let moving = header.movingTime {
            if let total = header.duration, moving > total { header.duration = moving }
            // A known moving time is a lower bound for the duration.
            header.duration = header.duration ?? moving
        }
        // The points are more reliable for heart rates than a device's summary, which some compute from other samples.
        if statistics.heartRate == nil, declared.heartRate != nil { taken.insert(.heartRate) }
        header.heartRate = (statistics.heartRate ?? declared.heartRate).map { rate in
            HeartRate(min: rate.min, average: rate.average.rounded(toPlaces: 1), max: rate.max)
        }
        header.declared = taken
        observations = statistics.observations
    }
}

extension HikeStatistics {
    /// The device's figures that can belong to this recording: all plausible ones, or none when the declared distance
    /// is a different one, since tools cut tracks and leave the figures of the whole.
    fileprivate func credible(_ declared: DeclaredFigures) -> DeclaredFigures {
        let declared = declared.possible
        guard let way = declared.distance, distance > 0.1 else { return declared }
        return abs(way - distance) <= max(way, distance) / 4 ? declared : DeclaredFigures()
    }
}

extension HikeHeader {
    /// Whether the figures were computed from a recording by ``HikeStatistics``, except for those in ``declared``;
    /// otherwise the source gave them.
    public var isMeasured: Bool {
        guard let source else { return false }
        let formats = [
            ImportedHike.gpxSource, ImportedHike.fitSource, ImportedHike.tcxSource, ImportedHike.kmlSource,
            ImportedHike.geoJSONSource,
        ]
        return formats.contains { format in
            source == format || source.hasPrefix("\(format), ")
        }
    }
}
