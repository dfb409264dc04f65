internal import ProfileModel
internal import SealedStore

// Recognizing an outing, or a plan, that another source has already brought.

extension HikeLedger {
    /// The maximum difference, in seconds, between the starts of one outing as recorded by two devices.
    private static let sameStart = 120.0
    /// The maximum difference between their lengths, as a fraction.
    private static let sameDistance = 0.02

    /// The hike of the same outing, or plan, from another source, existing or removed; `nil` when there is none.
    ///
    /// The candidates are the hikes of three days, since near midnight two devices may record different days. The
    /// directory knows which of the existing ones began at the right time, and only those are read.
    ///
    /// - Parameter batch: hikes of the same import, which are taken to be different ones.
    func sameOuting(
        as hike: Hike, besides batch: Set<Int>, in transaction: inout RecordTransaction
    ) throws -> SkippedHike.Reason? {
        guard let start = hike.startTime?.secondsSince1970, let day = hike.date ?? hike.startTime?.day else {
            guard hike.header.isPlanned else { return nil }
            return try samePlan(as: hike, besides: batch, in: &transaction).map { .sameOuting(id: $0) }
        }
        let keys = StoredHike.key(of: day) - 1...StoredHike.key(of: day) + 1
        var candidates: [Int] = []
        try hikes.forEachEntry(keys: keys, in: &transaction) { id, _, figures in
            // The directory rounds the start down.
            if figures.count > StoredHike.Figure.start.rawValue, let began = figures[StoredHike.Figure.start.rawValue],
                abs(Double(began) - start) <= Self.sameStart + 1, !batch.contains(id)
            {
                candidates.append(id)
            }
            return true
        }
        for id in candidates {
            guard let header = try hikes.header(id, in: &transaction)?.hike else { continue }
            let isSame = try Self.isSame(hike, as: header) { try hikes.element(id, in: &transaction) }
            if isSame { return .sameOuting(id: id) }
        }
        return try removedOuting(as: hike, keys, in: &transaction).map { .removed(id: $0) }
    }

    /// How many removed hikes of three days are compared with a hike.
    private static let mostRemovedCompared = 1000

    private func removedOuting(
        as hike: Hike, _ keys: ClosedRange<Int>, in transaction: inout RecordTransaction
    ) throws -> Int? {
        guard try removed.count(in: &transaction) > 0 else { return nil }
        var candidates: [Int] = []
        try removed.forEachEntry(keys: keys, in: &transaction) { id, _, _ in
            candidates.append(id)
            return candidates.count < Self.mostRemovedCompared
        }
        for id in candidates {
            guard let header = try removed.header(id, in: &transaction)?.hike else { continue }
            let isSame = try Self.isSame(hike, as: header) { try removed.element(id, in: &transaction)?.stored }
            if isSame { return id }
        }
        return nil
    }

    /// Whether two hikes began at the same time and are equally long. A hike whose distance was changed by hand is
    /// compared by its recording.
    static func isSame(
        _ hike: Hike, as other: HikeHeader, reading stored: () throws -> StoredHike?
    ) throws -> Bool {
        guard let start = hike.startTime?.secondsSince1970, let began = other.startTime?.secondsSince1970,
            abs(began - start) <= sameStart
        else { return false }
        if isAsLong(hike.distance, other.distance) { return true }
        guard other.declared.contains(.enteredDistance), let stored = try whatOpens(stored),
            let recording = try? stored.recording?.recording
        else { return false }
        var recorded = stored.hike
        recorded.takeFigures(of: recording)
        return isAsLong(hike.distance, recorded.distance)
    }

    static func isAsLong(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= sameDistance * max(one, other)
    }

    /// How many undated hikes are compared with a plan.
    private static let mostPlansCompared = 1000

    /// The hike that was made of the same plan: without times, of its name and length. Exports of hikes alone, and
    /// those of 0.1.0, don't tell what a plan came from, and the latter not even that it is one.
    private func samePlan(
        as hike: Hike, besides batch: Set<Int>, in transaction: inout RecordTransaction
    ) throws -> Int? {
        var candidates: [Int] = []
        try hikes.forEachEntry(keys: StoredHike.undated...StoredHike.undated, in: &transaction) { id, _, figures in
            func figure(_ figure: StoredHike.Figure) -> Int? {
                figures.count > figure.rawValue ? figures[figure.rawValue] : nil
            }
            let isAsLong = figure(.distance).map { Self.isAsLong(hike.distance, Double($0) / 1e6) } ?? true
            if figure(.start) == nil, !batch.contains(id), isAsLong { candidates.append(id) }
            return candidates.count < Self.mostPlansCompared
        }
        let name = ImportedHike(sourceID: nil, hike: hike).withCleanTexts.hike.name
        for id in candidates {
            guard let other = try hikes.header(id, in: &transaction)?.hike, other.startTime == nil, other.name == name,
                Self.isAsLong(hike.distance, other.distance)
            else { continue }
            return id
        }
        return nil
    }
}
