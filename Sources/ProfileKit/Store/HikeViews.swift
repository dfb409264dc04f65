public import ProfileModel
public import SealedStore

// Views of many hikes at once. They read one part of each, on two threads, or the directory alone.

extension ProfileStore {
    /// The hikes by id, and the elevations of their highest points in metres, as far as they open.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var readableHighestPoints: Salvaged<(hikes: [HikeHeader], highestPoints: [Int: Double])> {
        get throws { try opened.salvage { try Self.highestPoints(in: &$0) { _ in true } } }
    }

    static func highestPoints(
        in transaction: inout RecordTransaction, of isWanted: @escaping @Sendable (HikeHeader) -> Bool
    ) throws -> (hikes: [HikeHeader], highestPoints: [Int: Double]) {
        let found = try digests(in: &transaction, of: isWanted) { observations in
            observations.lazy.compactMap { $0.elevation?.upperBound }.max()
        }
        let points = found.compactMap { hike, highest in (highest ?? nil).map { (hike.id, $0) } }
        return (found.map(\.hike), Dictionary(uniqueKeysWithValues: points))
    }

    /// The hikes by id, each with what a closure makes of its observations, as far as they open. The observations of
    /// few hikes are in memory at a time.
    ///
    /// - Parameters:
    ///   - isWanted: whether a hike is wanted; called on two threads.
    ///   - digest: called with the observations of each hike, on two threads.
    /// - Returns: `nil` beside a hike whose observations don't open.
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io`.
    public func readableHikes<Digest: Sendable>(
        where isWanted: @escaping @Sendable (HikeHeader) -> Bool,
        digesting digest: @escaping @Sendable ([HikeObservation]) -> Digest
    ) throws -> Salvaged<[(hike: HikeHeader, digest: Digest?)]> {
        try opened.salvage { try Self.digests(in: &$0, of: isWanted, digest) }
    }

    private static func digests<Digest: Sendable>(
        in transaction: inout RecordTransaction, of isWanted: @escaping @Sendable (HikeHeader) -> Bool,
        _ digest: @escaping @Sendable ([HikeObservation]) -> Digest
    ) throws -> [(hike: HikeHeader, digest: Digest?)] {
        var hikes: [(hike: HikeHeader, digest: Digest?)] = []
        try SealedCollection<StoredHike>().forEachPart(StoredHike.Part.observations.rawValue, in: &transaction) {
            isWanted($0.hike)
        } decoding: { _, bytes in
            digest(try TrackRecord(decoding: bytes).observations)
        } _: { _, header, digest in
            hikes.append((header.hike, digest))
        }
        return hikes
    }

    /// The hikes of a year by day, week and month. They are computed from the directory alone: no hike is read.
    ///
    /// - Parameter year: from 1 to 9999.
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func hikeCalendar(of year: Int) throws -> HikeCalendar {
        try opened.read { try Self.calendar(of: year, in: &$0) }
    }

    /// The hikes of a year that a filter wants by day, week and month, as far as they open. They count as in
    /// ``readableHikeGroups(by:matching:)``.
    ///
    /// - Parameter year: from 1 to 9999.
    /// - Throws: as ``readableHikes(matching:)``.
    public func readableHikeCalendar(of year: Int, matching filter: HikeFilter) throws -> Salvaged<HikeCalendar> {
        guard filter.isFilter else { return Salvaged(value: try hikeCalendar(of: year), damaged: []) }
        var filter = filter
        filter.year = year
        let isByActivity = filter.activity != nil
        return try readableHikes(matching: filter).map { hikes in
            let counted = hikes.filter { isByActivity ? !$0.isPlanned : $0.isCounted }
            return HikeCalendar(year: year) { counted.groups(by: $0) }
        }
    }

    private static func calendar(of year: Int, in transaction: inout RecordTransaction) throws -> HikeCalendar {
        try HikeCalendar(year: year) { try groups(by: $0, within: HikeCalendar.days(of: year), in: &transaction) }
    }

    /// A year in review, as far as the hikes open.
    ///
    /// - Parameters:
    ///   - year: from 1 to 9999.
    ///   - exact: whether private places are included. Anything that others may see leaves them out.
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does, and with `damaged` if a place doesn't open, so that it
    ///   isn't known what is private.
    public func readableReview(of year: Int, exact: Bool = false) throws -> Salvaged<YearReview> {
        let found = try opened.salvage { transaction in
            let days = HikeCalendar.days(of: year)
            let before =
                year > 1
                ? try Self.groups(by: nil, within: HikeCalendar.days(of: year - 1), in: &transaction).first?.totals
                : nil
            let (hikes, points) = try Self.highestPoints(in: &transaction) { $0.date.map(days.contains) ?? false }
            return YearReview(
                try Self.calendar(of: year, in: &transaction), before: before ?? HikeTotals(),
                seasons: try Self.groups(by: .season, within: days, in: &transaction), hikes: hikes,
                highestPoints: points, badges: try HikeLedger().summary(in: &transaction)?.badges,
                places: try places(of: days, exact: exact, in: &transaction))
        }
        // Visits are derived.
        return Salvaged(value: found.value, damaged: found.damaged.filter { !$0.isOfWays })
    }

    /// The places that hikes which count visited in a range of days.
    private func places(
        of days: ClosedRange<Day>, exact: Bool, in transaction: inout RecordTransaction
    ) throws -> [PlaceOfYear] {
        guard try transaction.count(Place.self) > 0 else { return [] }
        let areas = try areasToCut(exact: exact, in: &transaction)
        let keys = StoredHike.keys(of: days)
        var visited: [Int: (count: Int, isNew: Bool)] = [:]
        try SealedCollection<StoredVisits>().forEachPart(StoredVisits.visitsPart, in: &transaction) { header in
            guard let first = header.figures.firstCounted, let last = header.figures.last else { return false }
            return first <= days.upperBound && last >= days.lowerBound
        } decoding: { _, bytes in
            try StoredVisits.visits(ofSecondPart: bytes).count { $0.isCounted && keys.contains($0.key) }
        } _: { place, header, count in
            visited[place] = (count ?? 0, header.figures.firstCounted.map(days.contains) ?? false)
        }
        return try transaction.elements(Place.self).compactMap { place in
            guard let found = visited[place.number], found.count > 0, !areas.contains(place.model.position) else {
                return nil
            }
            return PlaceOfYear(
                id: place.number, name: place.model.name, visits: found.count, isNew: found.isNew)
        }
    }
}
