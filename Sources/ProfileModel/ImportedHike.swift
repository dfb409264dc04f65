/// A hike as its source describes it, before it is stored.
public struct ImportedHike: Hashable, Sendable {
    /// The id given by the source; `nil` when the store is to assign the next free one.
    public var sourceID: Int?
    /// The hike; its id is meaningless when the source gives none.
    public var hike: Hike
    /// The recording that the figures were computed from, when the source is one. The hike is then identified by it, so
    /// that a later version that computes the figures differently still recognizes the hike.
    public var recording: Recording?
    /// The recording with the points that ``recording`` lacks, since the hiker can't have been there; `nil` when
    /// nothing was left out. It identifies the hike, so that a version that leaves out other points still recognizes
    /// it.
    public var recordingInSource: Recording?
    /// The name in the source itself; `nil` when the hike has that name. It identifies a hike that was named after its
    /// file, so that a copy of the file is recognized as the same hike.
    public var nameInSource: String?
    /// The digest by which the hike is known in the store that it was exported from; `nil` if it is identified by what
    /// this source says.
    public var sourceDigest: [UInt8]?
    /// The fingerprint, in its store, of the hike of which this is a part; `nil` for a whole hike.
    public var wholeFingerprint: [UInt8]?
    /// The version of the rules that its figures follow; `nil` when they were entered, so that no later rules replace
    /// them.
    public var figureRules: Int? = HikeStatistics.rules
    /// Whether it is from a file that this program wrote, which isn't kept with it.
    public var isOwnExport = false
    /// Notices for the hike's owner.
    public var notices: [ImportNotice] = []

    /// The largest integer that every JSON reader can represent exactly.
    public static let maximumID = (1 << 53) - 1

    public init(sourceID: Int?, hike: Hike) {
        self.sourceID = sourceID
        self.hike = hike
    }
}

/// Something in a source that was skipped, or that is implausible.
public enum ImportNotice: Hashable, Sendable {
    /// Points without a readable position or time, and points that only mark a pause.
    case pointsLeftOut(Int)
    /// Impossible elevations and heart rates, and elevations that jump away and back; their points are kept.
    case valuesLeftOut(Int)
    /// Impossible times, and unreadable ones where no other is readable; their points are kept.
    case timesLeftOut(Int)
    /// Routes of a file that also has tracks, of which they are often another form.
    case routesLeftOut(Int)
    /// Jumps of the position that nobody makes. Their length isn't counted.
    case jumps(Int)
    /// Gaps of the recording that were crossed at a speed that is impossible for the hike's activity, as by a train:
    /// their length, which counts as distance, and the highest speed.
    case ridesInGaps(kilometres: Double, kilometresPerHour: Double)
    /// A speed, sustained for a minute or all of a shorter recording, that is impossible for the hike's activity.
    case speed(kilometresPerHour: Double)
    /// The source names no activity that is known, so its speed decided, and it isn't that of a hike.
    case activityOfSpeed(Activity)
}

/// The recording device's own figures for the whole outing. They may be measured with more than the points contain,
/// such as a barometer or a foot pod.
public struct DeclaredFigures: Hashable, Sendable {
    /// Kilometres.
    public var distance: Double?
    /// Metres up and down.
    public var ascent: Double?
    public var descent: Double?
    /// Seconds from the start to the end.
    public var duration: Double?
    /// Seconds in motion.
    public var movingTime: Double?
    /// Seconds that the device's timer ran: everything except the pauses made on the device.
    public var timer: Double?
    public var heartRate: HeartRate?

    public init() {}

    /// The figures without the physically impossible ones.
    public var possible: DeclaredFigures {
        var possible = self
        func keep(_ figure: WritableKeyPath<DeclaredFigures, Double?>, _ range: ClosedRange<Double>) {
            possible[keyPath: figure] = self[keyPath: figure].flatMap { range.contains($0) ? $0 : nil }
        }
        keep(\.distance, HikeHeader.distances)
        for climb in [\.ascent, \.descent] as [WritableKeyPath<DeclaredFigures, Double?>] { keep(climb, 0...1e6) }
        for time in [\.duration, \.movingTime, \.timer] as [WritableKeyPath<DeclaredFigures, Double?>] {
            keep(time, 0...1e9)
        }
        if let rate = heartRate {
            let isPossible = [rate.min, rate.average, rate.max].allSatisfy(TrackPoint.heartRates.contains)
            possible.heartRate = isPossible && rate.min <= rate.average && rate.average <= rate.max ? rate : nil
        }
        return possible
    }

    /// Whether the device declared nothing.
    public var isEmpty: Bool { self == DeclaredFigures() }
}

/// A figure that was declared by the device or entered by the owner. Figures not listed were computed from the points.
public enum DeclaredFigure: String, CaseIterable, Codable, Hashable, Sendable {
    case distance, ascent, descent, duration, movingTime
    /// The moving time, taken from the time that the device's timer ran.
    case timer
    case heartRate
    /// A figure as its owner entered it, whatever was computed or declared.
    case enteredDistance, enteredAscent, enteredDescent, enteredDuration, enteredMovingTime

    /// The one that says that this figure was entered; `nil` if its owner can't enter it.
    public var entered: DeclaredFigure? {
        switch self {
        case .distance: .enteredDistance
        case .ascent: .enteredAscent
        case .descent: .enteredDescent
        case .duration: .enteredDuration
        case .movingTime, .timer: .enteredMovingTime
        default: nil
        }
    }
}
