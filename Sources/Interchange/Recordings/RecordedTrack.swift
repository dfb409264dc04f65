internal import ProfileModel

/// One outing of a recording, collected point by point, with counts of what had to be left out.
struct RecordedTrack {
    var name = ""
    /// The program's name for the kind of activity.
    var type = ""
    var activity: Activity?
    var isRoute = false
    /// Whether it was done though it has no times: a file of ours has plans as routes only.
    var isKnownDone = false
    var declared = DeclaredFigures()
    /// What a file of ours says beyond the format.
    var supplement: HikeSupplement?
    var notes = ""
    var tags: [String] = []
    var waypoints: [Waypoint] = []
    var laps: [Lap] = []
    /// The start, for use when no point has a time.
    var start: Timestamp?
    /// Whether any point has a time, valid or not. Plans have none.
    private(set) var hasTimes = false

    private var segments: [[TrackPoint]] = []
    private var segment: [TrackPoint] = []
    /// The points with an unreadable time.
    private var unclocked: [(segment: Int, point: Int)] = []
    private var pointsLeftOut = 0
    private var valuesLeftOut = 0
    private var timesLeftOut = 0

    /// The time of a point.
    enum Time {
        case none, unreadable
        case moment(Timestamp)
    }

    var isEmpty: Bool { segments.isEmpty && segment.isEmpty }

    /// Adds a point, or counts it as left out if its position isn't valid.
    mutating func add(
        latitude: Double, longitude: Double, elevation: Double?, heartRate: Double?, time: Time,
        channels: ChannelValues = ChannelValues()
    ) {
        var moment: Timestamp?
        switch time {
        case .none: break
        case .unreadable:
            hasTimes = true
            unclocked.append((segments.count, segment.count))
        case .moment(let time): (moment, hasTimes) = (time, true)
        }
        let point = TrackPoint(
            latitude: latitude, longitude: longitude, elevation: elevation, heartRate: heartRate, time: moment,
            channels: channels)
        if let point {
            segment.append(point)
            if elevation != nil, point.elevation == nil { leaveOutValue() }
            if moment != nil, point.time == nil { timesLeftOut += 1 }
        } else {
            leaveOutPoint()
            if case .unreadable = time { unclocked.removeLast() }
            // Some programs mark a pause with such a latitude.
            if latitude == 100 || latitude == 200 { endSegment() }
        }
    }

    mutating func leaveOutPoint() { pointsLeftOut += 1 }

    mutating func leaveOutValue() { valuesLeftOut += 1 }

    /// Reads a value from an XML file; `nil` when it is empty or marked as not measured, or isn't a number, which is
    /// counted.
    mutating func number(in text: XMLText) -> Double? {
        switch text.number {
        case .none: return nil
        case .unreadable:
            leaveOutValue()
            return nil
        case .number(let number): return number
        }
    }

    mutating func endSegment() {
        if !segment.isEmpty { segments.append(segment) }
        segment = []
    }

    /// The hike.
    ///
    /// - Parameters:
    ///   - format: the format, which is the source of a hike of ours that has no other.
    ///   - program: the program that wrote the file.
    ///   - documentName: the name given within the file for all of it.
    ///   - fileName: the file's own name, without its extension; empty if unknown.
    func imported(
        format: String, program: String = "", name documentName: String, fileName: String
    ) -> ImportedHike {
        var track = self
        track.endSegment()
        track.leaveOutUnclocked()
        if let supplement { return track.written(with: supplement, source: format) }
        let recorded = Recording(segments: track.segments, declared: declared.possible)
        let found = recorded.withoutLeaps
        track.pointsLeftOut += recorded.points - found.points
        let recording = found.dividedAtJumps
        let jumps = recording.segments.count - found.segments.count
        track.valuesLeftOut += recording.elevationSpikes
        // Some programs write a sport's number instead of a word.
        let word = type.contains(where: \.isLetter) ? type : ""
        let kind = word.prefix(1).uppercased() + word.dropFirst().lowercased()
        func first(of names: [String]) -> String {
            names.first { $0.unicodeScalars.contains(where: \.isVisibleAlone) } ?? "Hike"
        }
        var imported = ImportedHike(
            name: first(of: [name, documentName, fileName, kind]),
            source: ImportedHike.source(format, program: program),
            activity: activity ?? Activity(word: type),
            isPlanned: isRoute || !isKnownDone && !track.isEmpty && !hasTimes, recording: recording)
        if imported.hike.startTime == nil, !imported.hike.isPlanned, let start {
            imported.hike.header.begin(at: start, longitude: segments.first?.first?.longitude)
        }
        if found.points < recorded.points || jumps > 0 { imported.recordingInSource = recorded }
        let nameInSource = first(of: [name, documentName, kind])
        imported.nameInSource = nameInSource == imported.hike.name ? nil : nameInSource
        var notices: [ImportNotice] = []
        if track.pointsLeftOut > 0 { notices.append(.pointsLeftOut(track.pointsLeftOut)) }
        if track.valuesLeftOut > 0 { notices.append(.valuesLeftOut(track.valuesLeftOut)) }
        if track.timesLeftOut > 0 { notices.append(.timesLeftOut(track.timesLeftOut)) }
        if jumps > 0 { notices.append(.jumps(jumps)) }
        imported.notices.insert(contentsOf: notices, at: 0)
        (imported.hike.notes, imported.hike.waypoints, imported.hike.laps) = (notes, waypoints, laps)
        for tag in tags.compactMap(HikeTags.cleaned) { imported.hike.header.addTag(tag) }
        return imported
    }

    /// The hike of a file of ours. Its points were read from another source before, and nothing of them is left out.
    ///
    /// - Parameter source: the format.
    private func written(with supplement: HikeSupplement, source: String) -> ImportedHike {
        supplement.completed(
            HikeSupplement.derived(
                name: name, source: source, activity: activity ?? Activity(word: type) ?? .hiking, isPlanned: isRoute,
                notes: notes, waypoints: waypoints,
                recording: Recording(segments: supplement.divided(segments), declared: supplement.declared)))
    }

    /// The degrees between which its points are; `nil` without a point.
    var bounds: (south: Double, west: Double, north: Double, east: Double)? {
        let points = segments.joined()
        guard let first = points.first ?? segment.first else { return nil }
        var bounds = (first.latitude, first.longitude, first.latitude, first.longitude)
        func include(_ point: TrackPoint) {
            (bounds.0, bounds.1) = (min(bounds.0, point.latitude), min(bounds.1, point.longitude))
            (bounds.2, bounds.3) = (max(bounds.2, point.latitude), max(bounds.3, point.longitude))
        }
        for point in points { include(point) }
        for point in segment { include(point) }
        return bounds
    }

    /// Leaves out the points with an unreadable time; if no point has a readable one, the points are kept without
    /// times.
    private mutating func leaveOutUnclocked() {
        guard segments.contains(where: { $0.contains { $0.time != nil } }) else {
            timesLeftOut += unclocked.count
            return
        }
        pointsLeftOut += unclocked.count
        let dropped = Dictionary(grouping: unclocked, by: \.segment).mapValues { Set($0.map(\.point)) }
        for (segment, points) in dropped {
            segments[segment] = segments[segment].indices.filter { !points.contains($0) }.map { segments[segment][$0] }
        }
        segments.removeAll(where: \.isEmpty)
    }
}
