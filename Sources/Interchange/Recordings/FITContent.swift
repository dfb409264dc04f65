internal import ProfileKit
internal import ProfileModel

/// The content of a FIT file's messages, collected in their order.
struct FITContent {
    private var kind: FileKind?
    private var program = ""
    private var name = ""
    private var sport: Int?
    private var lastTime: Int?
    private var utcOffset: Int?
    private var records: [Record] = []
    /// The indices of the records before which the timer was stopped.
    private var pauses: [Int] = []
    private var sessions: [Session] = []
    /// The sums of the laps so far: a message may be a single byte, and only so many laps are kept.
    private var lapSums: Session?
    private var laps: [Lap] = []
    private var waypoints: [Waypoint] = []

    private enum FileKind: Int {
        case activity = 4
        case course = 6
    }

    private struct Record {
        /// Seconds on FIT's clock.
        var time: Int?
        var latitude: Int
        var longitude: Int
        var elevation: Double?
        var heartRate: Double?
        var channels = ChannelValues()
    }

    private struct Session {
        var start: Int?
        var end: Int?
        var sport: Int?
        var declared = DeclaredFigures()

        /// Whether a point of this time belongs to the session, rather than to one after it: sessions follow one another.
        ///
        /// A session ends where the next one begins. Its message's own time may be that at which a program wrote it.
        func contains(_ time: Int, before next: Session?) -> Bool {
            guard let next else { return true }
            guard let start, let following = next.start, start < following else { return time <= end ?? 0 }
            return time < following
        }

        /// The sums of the figures that both have.
        func adding(_ other: Session) -> Session {
            var sum = self
            let figures: [WritableKeyPath<DeclaredFigures, Double?>] = [
                \.duration, \.timer, \.distance, \.ascent, \.descent, \.movingTime,
            ]
            for figure in figures {
                if let one = declared[keyPath: figure], let two = other.declared[keyPath: figure] {
                    sum.declared[keyPath: figure] = one + two
                } else {
                    sum.declared[keyPath: figure] = nil
                }
            }
            return sum
        }
    }

    var isActivityOrCourse = true
    var sessionCount: Int { sessions.count }

    /// Processes a message.
    ///
    /// - Parameter timeOffset: the lower five bits of the message's time, if its header contains them.
    /// - Returns: whether the message was a point.
    mutating func take(_ message: FITMessage, timeOffset: Int?) -> Bool {
        if let time = message.integer(253) {
            lastTime = time
        } else if let timeOffset, let last = lastTime {
            lastTime = last + ((timeOffset - last) & 0x1F)
        }
        switch message.kind {
        case Kind.fileID: takeFileID(message)
        case Kind.sport: sport = sport ?? message.integer(0)
        case Kind.session: sessions.append(session(message, sport: message.integer(5), .session))
        case Kind.lap:
            let lap = session(message, sport: message.integer(25), .lap)
            lapSums = lapSums?.adding(lap) ?? lap
            if laps.count < HikeHeader.maximumWaypointCount { laps.append(self.lap(lap, message)) }
        case Kind.coursePoint: takeCoursePoint(message)
        case Kind.record: return takeRecord(message, isTimed: message.integer(253) != nil || timeOffset != nil)
        case Kind.event where message.integer(0) == 0 && [1, 4].contains(message.integer(1)):
            if pauses.last != records.count { pauses.append(records.count) }
        case Kind.course:
            name = message.text(5) ?? name
            sport = message.integer(4) ?? sport
        case Kind.activity:
            if let local = message.integer(5), let time = message.integer(253) ?? lastTime {
                // Watches are off by seconds; zones are multiples of a quarter of an hour.
                let offset = Int((Double(local - time) / 900).rounded()) * 900
                if abs(offset) <= 14 * 3600 { utcOffset = offset }
            }
        default: break
        }
        return false
    }

    /// The hikes: one per session, or one if there are no sessions.
    func hikes(fileName: String) -> [ImportedHike] {
        var sessions = sessions
        if sessions.count < 2 || kind == .course {
            // All points belong to the single session, whatever its times say. Without a session, the laps are summed
            // up.
            var only = sessions.first ?? lapSums ?? Session()
            (only.start, only.end) = (sessions.first?.start, nil)
            if sessions.isEmpty { only.declared.heartRate = nil }
            sessions = [only]
        }
        // Some programs write the sessions before the points, or not in order.
        let starts = sessions.compactMap(\.start)
        if starts.count == sessions.count {
            sessions = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }.map { sessions[$0] }
        }
        var next = 0
        return sessions.enumerated().compactMap { index, session in
            var track = RecordedTrack()
            track.name = name
            track.activity = (session.sport ?? sport).flatMap { Activity(sportOfGarmin: $0) }
            track.isRoute = kind == .course
            if !track.isRoute { track.declared = session.declared }
            track.start = session.start.flatMap(timestamp)
            let following = sessions.dropFirst(index + 1).first
            while next < records.count, session.contains(records[next].time ?? 0, before: following) {
                if pauses.firstPlace(notBelow: next).map({ pauses[$0] == next }) ?? false { track.endSegment() }
                add(records[next], to: &track)
                next += 1
            }
            guard !track.isEmpty || (track.declared.distance ?? 0) > 0 else { return nil }
            track.laps = laps(from: session, before: following, isOnly: sessions.count == 1)
            if index == 0 { track.waypoints = waypoints }
            return track.imported(
                format: ImportedHike.fitSource, program: program, name: "", fileName: fileName)
        }
    }

    private func laps(from session: Session, before next: Session?, isOnly: Bool) -> [Lap] {
        let laps = self.laps.map { lap in
            // The zone stands at the end of the file.
            var lap = lap
            lap.startTime = lap.startTime.flatMap {
                Timestamp(secondsSince1970: $0.secondsSince1970, utcOffset: utcOffset)
            }
            return lap
        }
        guard !isOnly else { return laps }
        let start = session.start.flatMap(timestamp)?.secondsSince1970 ?? -.infinity
        let end = next?.start.flatMap(timestamp)?.secondsSince1970 ?? .infinity
        return laps.filter { lap in (lap.startTime?.secondsSince1970).map { start <= $0 && $0 < end } ?? false }
    }

    /// - Parameter sums: the figures of the lap's message.
    private func lap(_ sums: Session, _ message: FITMessage) -> Lap {
        Lap(
            startTime: sums.start.flatMap(timestamp), distance: sums.declared.distance,
            duration: sums.declared.duration ?? sums.declared.timer, ascent: sums.declared.ascent,
            heartRate: message.number(Numbers.lap.averageRate, scale: 1))
    }

    private mutating func takeCoursePoint(_ message: FITMessage) {
        guard waypoints.count < HikeHeader.maximumWaypointCount, let latitude = message.integer(2),
            let longitude = message.integer(3),
            let position = TrackPoint(
                latitude: Double(latitude) * Self.degrees, longitude: Double(longitude) * Self.degrees,
                time: message.integer(1).flatMap(timestamp))
        else { return }
        let symbol = message.integer(5).flatMap {
            Self.courseSymbols.indices.contains($0) ? Self.courseSymbols[$0] : nil
        }
        waypoints.append(Waypoint(name: message.text(6) ?? "", position: position, symbol: symbol ?? ""))
    }

    /// The names of the kinds of course points, by their numbers.
    private static let courseSymbols = [
        "", "Summit", "Valley", "Water", "Food", "Danger", "Left", "Right", "Straight", "First Aid",
    ]

    private static let degrees = 180.0 / 2_147_483_648

    private func add(_ record: Record, to track: inout RecordedTrack) {
        track.add(
            latitude: Double(record.latitude) * Self.degrees, longitude: Double(record.longitude) * Self.degrees,
            elevation: record.elevation, heartRate: record.heartRate,
            time: record.time.flatMap(timestamp).map { .moment($0) } ?? .none, channels: record.channels)
    }

    private func timestamp(_ seconds: Int) -> Timestamp? {
        // Smaller numbers are seconds since the device was switched on.
        guard seconds >= 0x1000_0000 else { return nil }
        // FIT's epoch is 31 December 1989.
        return Timestamp(secondsSince1970: Double(seconds + 631_065_600), utcOffset: utcOffset)
    }

    private mutating func takeFileID(_ message: FITMessage) {
        if let number = message.integer(0) {
            kind = FileKind(rawValue: number)
            isActivityOrCourse = kind != nil
        }
        let maker = message.integer(1).flatMap { Self.makers[$0] }
        program = [maker, message.text(8)].compactMap(\.self).joined(separator: " ")
    }

    private mutating func takeRecord(_ message: FITMessage, isTimed: Bool) -> Bool {
        guard let latitude = message.integer(0), let longitude = message.integer(1) else { return false }
        var channels = ChannelValues()
        // The cadence's fraction is in a field of its own.
        channels[.cadence] = message.integer(4).map { Double($0) + (message.number(53, scale: 128) ?? 0) }
        channels[.temperature] = message.number(13, scale: 1)
        channels[.power] = message.number(7, scale: 1)
        records.append(
            Record(
                time: isTimed ? lastTime : nil, latitude: latitude, longitude: longitude,
                elevation: message.number(78, scale: 5, offset: 500) ?? message.number(2, scale: 5, offset: 500),
                heartRate: message.integer(3).map(Double.init), channels: channels))
        return true
    }

    private func session(_ message: FITMessage, sport: Int?, _ numbers: Numbers) -> Session {
        var session = Session(start: message.integer(2), end: message.integer(253) ?? lastTime, sport: sport)
        session.declared.duration = message.number(7, scale: 1000)
        session.declared.timer = message.number(8, scale: 1000)
        session.declared.distance = message.number(9, scale: 100_000)
        session.declared.ascent = message.number(numbers.ascent, scale: 1)
        session.declared.descent = message.number(numbers.descent, scale: 1)
        session.declared.movingTime = message.number(numbers.movingTime, scale: 1000)
        if let min = message.number(numbers.lowestRate, scale: 1),
            let average = message.number(numbers.averageRate, scale: 1),
            let max = message.number(numbers.highestRate, scale: 1)
        {
            session.declared.heartRate = HeartRate(min: min, average: average, max: max)
        }
        return session
    }

    /// The global message numbers.
    private enum Kind {
        static let (fileID, sport, session, lap) = (0, 12, 18, 19)
        static let (record, event, course, coursePoint, activity) = (20, 21, 31, 32, 34)
    }

    /// The field numbers that differ between sessions and laps.
    private struct Numbers {
        let averageRate: UInt8
        let highestRate: UInt8
        let lowestRate: UInt8
        let ascent: UInt8
        let descent: UInt8
        let movingTime: UInt8

        static let session = Numbers(
            averageRate: 16, highestRate: 17, lowestRate: 64, ascent: 22, descent: 23, movingTime: 59)
        static let lap = Numbers(
            averageRate: 15, highestRate: 16, lowestRate: 63, ascent: 21, descent: 22, movingTime: 52)
    }

    private static let makers = [
        1: "Garmin", 15: "Dynastream", 23: "Suunto", 32: "Wahoo", 70: "Sigma Sport", 89: "Tacx", 123: "Polar",
        260: "Zwift", 265: "Strava", 267: "Bryton", 289: "Hammerhead", 294: "Coros",
    ]
}

extension [Int] {
    /// The index of the first element that isn't less than a number, in a sorted array.
    fileprivate func firstPlace(notBelow number: Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count ? low : nil
    }
}
