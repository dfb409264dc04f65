internal import ProfileModel
internal import SealedStore

// Recognizing an outing, or a plan, that another source has already brought.

extension HikeLedger {
    /// The maximum difference, in seconds, between the starts of one outing as recorded by two devices.
    static let sameStart = 120.0
    /// The maximum difference between their lengths, as a fraction.
    private static let sameDistance = 0.02

    /// The hike of the same outing, or plan, from another source, existing or removed; `nil` when there is none.
    func sameOuting(
        as hike: Hike, among known: inout OutingIndex, in transaction: inout RecordTransaction
    ) throws -> SkippedHike.Reason? {
        guard let start = hike.startTime?.secondsSince1970, let day = hike.date ?? hike.startTime?.day else {
            guard hike.header.isPlanned else { return nil }
            return try samePlan(as: hike, among: &known, in: &transaction).map { .sameOuting(id: $0) }
        }
        let key = StoredHike.key(of: day)
        for id in try known.hikes(near: start, around: key, of: self, in: &transaction) {
            guard let header = try hikes.header(id, in: &transaction)?.hike else { continue }
            let isSame = try Self.isSame(hike, as: header) { try hikes.element(id, in: &transaction) }
            if isSame { return .sameOuting(id: id) }
        }
        for id in try known.removedHikes(near: start, around: key, of: self, in: &transaction) {
            guard let header = try removed.header(id, in: &transaction)?.hike else { continue }
            let isSame = try Self.isSame(hike, as: header) { try removed.element(id, in: &transaction)?.element }
            if isSame { return .removed(id: id) }
        }
        return nil
    }

    /// Whether two hikes began at the same time and are equally long. A hike whose distance was changed by hand,
    /// or that was trimmed, is compared by its recording.
    static func isSame(
        _ hike: Hike, as other: HikeHeader, reading stored: () throws -> StoredHike?
    ) throws -> Bool {
        guard let start = hike.startTime?.secondsSince1970, let began = other.startTime?.secondsSince1970,
            abs(began - start) <= sameStart
        else { return false }
        if isAsLong(hike.distance, other.distance) { return true }
        guard other.declared.contains(.enteredDistance) || other.trim != nil, let stored = try whatOpens(stored),
            let recording = try? stored.recording?.recording
        else { return false }
        var recorded = stored.hike
        recorded.trim = nil
        recorded.takeFigures(of: recording)
        return isAsLong(hike.distance, recorded.distance)
    }

    static func isAsLong(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= sameDistance * max(one, other)
    }

    /// The hike that was made of the same plan: without times, of its name and length. Exports of hikes alone, and
    /// those of 0.1.0, don't tell what a plan came from, and the latter not even that it is one.
    private func samePlan(
        as hike: Hike, among known: inout OutingIndex, in transaction: inout RecordTransaction
    ) throws -> Int? {
        let name = ImportedHike(sourceID: nil, hike: hike).withCleanTexts.hike.name
        for id in try known.plans(asLongAs: hike.distance, of: self, in: &transaction) {
            guard let other = try hikes.header(id, in: &transaction)?.hike, other.startTime == nil, other.name == name,
                Self.isAsLong(hike.distance, other.distance)
            else { continue }
            return id
        }
        return nil
    }
}
