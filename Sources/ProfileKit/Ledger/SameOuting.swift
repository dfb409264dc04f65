internal import ProfileModel
internal import SealedStore

// Recognizing an outing, or a plan, that another source has already brought.

extension HikeLedger {
    /// The maximum difference, in seconds, between the starts of one outing as recorded by two devices.
    static let sameStart = 120.0
    /// The maximum difference between their lengths, as a fraction.
    private static let sameDistance = 0.02
    /// The maximum distance between their first positions, in metres.
    private static let samePlace = 1000.0

    /// The hike of the same outing, or plan, from another source, existing or removed; `nil` when there is none.
    ///
    /// - Parameter imported: the hike, with its recording.
    func sameOuting(
        as imported: ImportedHike, among known: inout OutingIndex, in transaction: inout RecordTransaction
    ) throws -> SkippedHike.Reason? {
        let hike = imported.hike
        guard let start = hike.startTime?.secondsSince1970, let day = hike.date ?? hike.startTime?.day else {
            guard hike.header.isPlanned else {
                guard imported.isOwnExport, imported.sourceID == nil else { return nil }
                return try known.hike(of: imported.withCleanTexts.hike.header, of: self, in: &transaction)
            }
            return try samePlan(as: imported, among: &known, in: &transaction).map { .sameOuting(id: $0) }
        }
        let key = StoredHike.key(of: day)
        for id in try known.hikes(near: start, around: key, of: self, in: &transaction) {
            guard let header = try hikes.header(id, in: &transaction)?.hike else { continue }
            let isSame = try Self.isSame(imported, as: header) { try hikes.element(id, in: &transaction) }
            if isSame { return .sameOuting(id: id) }
        }
        for id in try known.removedHikes(near: start, around: key, of: self, in: &transaction) {
            guard let header = try removed.header(id, in: &transaction)?.hike else { continue }
            let isSame = try Self.isSame(imported, as: header) {
                try removed.element(id, in: &transaction)?.element
            }
            if isSame { return .removed(id: id) }
        }
        return nil
    }

    /// Whether two hikes began at the same time, at about the same place where both have positions, and are equally long.
    /// A hike whose distance was changed by hand, or that was trimmed, is compared by its recording.
    static func isSame(
        _ imported: ImportedHike, as other: HikeHeader, reading stored: () throws -> StoredHike?
    ) throws -> Bool {
        let hike = imported.hike
        guard let start = hike.startTime?.secondsSince1970, let began = other.startTime?.secondsSince1970,
            abs(began - start) <= sameStart
        else { return false }
        if isAsLong(hike.distance, other.distance) { return try isNear(imported, reading: stored) }
        guard other.declared.contains(.enteredDistance) || other.trim != nil, let stored = try whatOpens(stored),
            let recording = try? stored.recording?.recording
        else { return false }
        var recorded = stored.hike
        recorded.trim = nil
        recorded.takeFigures(of: recording)
        return try isAsLong(hike.distance, recorded.distance) && isNear(imported) { stored }
    }

    /// Whether two hikes begin at about the same place, unless one of them has no position.
    private static func isNear(_ imported: ImportedHike, reading stored: () throws -> StoredHike?) throws -> Bool {
        guard let start = imported.recording?.start, let other = try whatOpens(stored),
            let recording = try? other.recording?.recording
        else { return true }
        // An export of a trimmed hike has only the part that it shows.
        let starts = [recording, recording.trimmed(to: other.hike.header.trim)].compactMap(\.start)
        return starts.isEmpty || starts.contains { start.distance(to: $0) <= samePlace }
    }

    static func isAsLong(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= sameDistance * max(one, other)
    }

    /// The hike that was made of the same plan: without times, of its name, length and place. Exports of hikes alone, and
    /// those of 0.1.0, don't tell what a plan came from, and the latter not even that it is one.
    private func samePlan(
        as imported: ImportedHike, among known: inout OutingIndex, in transaction: inout RecordTransaction
    ) throws -> Int? {
        let (hike, name) = (imported.hike, imported.withCleanTexts.hike.name)
        for id in try known.plans(asLongAs: hike.distance, of: self, in: &transaction) {
            guard let other = try hikes.header(id, in: &transaction)?.hike, other.startTime == nil, other.name == name,
                Self.isAsLong(hike.distance, other.distance),
                try Self.isNear(imported, reading: { try hikes.element(id, in: &transaction) })
            else { continue }
            return id
        }
        return nil
    }
}

extension Recording {
    /// The first position.
    fileprivate var start: TrackPosition? {
        segments.lazy.compactMap(\.first).first.map { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }
    }
}
