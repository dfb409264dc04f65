public import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// Every hike without its observations, by id.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var hikes: [HikeHeader] {
        get throws { try opened.read { try Self.headers(in: &$0) } }
    }

    /// The ids of the removed hikes, in any state.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var removedHikeIDs: [Int] {
        get throws { try opened.read { try SealedCollection<RemovedHike>().numbers(in: &$0) } }
    }

    static func newest(
        _ limit: Int, in days: ClosedRange<Day>?, in transaction: inout RecordTransaction
    ) throws -> [HikeHeader] {
        var headers: [HikeHeader] = []
        guard limit > 0 else { return headers }
        try SealedCollection<StoredHike>().forEachHeader(
            keys: StoredHike.keys(of: days), newestFirst: true, in: &transaction
        ) { _, header in
            headers.append(header.hike)
            return headers.count < limit
        }
        return headers
    }

    /// The removed hikes that can be restored or purged, without their observations, by id.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var removedHikes: [HikeHeader] {
        get throws { try opened.read { try Self.removedHeaders(in: &$0) } }
    }

    /// One hike with its observations.
    ///
    /// - Parameter exact: whether its waypoints near private places are included.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func hike(_ id: Int, exact: Bool = false) throws -> Hike {
        try opened.read { transaction in
            guard let found = try SealedCollection<StoredHike>().element(id, in: &transaction) else {
                throw StoreError.noHike(id)
            }
            var hike = found.hike
            hike.header = try areasToCut(exact: exact, in: &transaction).cut(hike.header)
            return hike
        }
    }

    /// The recording that a hike was imported from, as far as its trim shows it; `nil` when there is none.
    ///
    /// - Parameter exact: whether private places are included. Anything that others may see leaves them out.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike, `damaged` when it doesn't open.
    public func recording(ofHike id: Int, exact: Bool = false) throws -> Recording? {
        try opened.read { transaction in
            let found = try Self.recorded(id, in: &transaction)
            guard found.header != nil else { throw StoreError.noHike(id) }
            let areas = try areasToCut(exact: exact, in: &transaction)
            return found.recording.map { areas.cut($0) }
        }
    }

    /// A hike's header and what is shown of its recording, without its observations.
    ///
    /// - Parameter isWhole: whether all of the recording is read, whatever is shown of it.
    static func recorded(
        _ id: Int, isWhole: Bool = false, in transaction: inout RecordTransaction
    ) throws -> RecordedHike {
        let hikes = SealedCollection<StoredHike>()
        guard let header = try hikes.header(id, in: &transaction)?.hike else { return RecordedHike() }
        let packed = try hikes.part(StoredHike.Part.recording.rawValue, of: id, in: &transaction)
        do throws(MalformedRecording) {
            let recording = try packed.map { PackedRecording(bytes: $0) }?.recording
            return RecordedHike(header: header, recording: recording?.trimmed(to: isWhole ? nil : header.trim))
        } catch {
            try transaction.report(.part(StoredHike.kind.parts[StoredHike.Part.recording.rawValue], number: id))
            return RecordedHike(header: header)
        }
    }

    static func removedHeaders(in transaction: inout RecordTransaction) throws -> [HikeHeader] {
        try headers(of: SealedCollection<RemovedHike>(), in: &transaction)
    }

    static func headers(in transaction: inout RecordTransaction) throws -> [HikeHeader] {
        try headers(of: SealedCollection<StoredHike>(), in: &transaction)
    }

    private static func headers<Element: CollectionElement>(
        of hikes: SealedCollection<Element>, in transaction: inout RecordTransaction
    ) throws -> [HikeHeader] where Element.Header == StoredHike.Header {
        var headers: [HikeHeader] = []
        try hikes.forEachHeaderByNumber(in: &transaction) { _, found in
            headers.append(found.hike)
            return true
        }
        return headers
    }
}

extension ProfileStore {
    /// The totals of the hikes that count, by group. They are computed from the directory alone: no hike is read.
    ///
    /// - Parameters:
    ///   - grouping: one by day; `nil` for a single group of all hikes.
    ///   - days: the days of the hikes; `nil` for all hikes, undated ones too.
    /// - Returns: the groups that contain hikes, in the grouping's order with undated hikes last; without a grouping,
    ///   always exactly one group.
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func hikeGroups(by grouping: HikeGrouping? = nil, in days: ClosedRange<Day>? = nil) throws -> [HikeGroup] {
        try opened.read { try Self.groups(by: grouping, within: days, in: &$0) }
    }

    /// The totals of the hikes that a filter wants, by group, as far as they open. Plans don't count, and rides only
    /// where the filter or the grouping is by activity.
    ///
    /// - Parameter grouping: `nil` for a single group.
    /// - Returns: as ``hikeGroups(by:in:)`` does.
    /// - Throws: as ``readableHikes(matching:)``.
    public func readableHikeGroups(
        by grouping: HikeGrouping? = nil, matching filter: HikeFilter
    ) throws -> Salvaged<[HikeGroup]> {
        if filter.isOfDaysAlone, grouping?.isByDay ?? true, !filter.isFilter || filter.days != nil {
            let days = filter.isFilter ? filter.days : nil
            return Salvaged(value: try hikeGroups(by: grouping, in: days), damaged: [])
        }
        let isByActivity = filter.activity != nil || grouping == .activity
        let names = grouping == .place ? try placeNamesByHike() : [:]
        return try readableHikes(matching: filter).map { hikes in
            let counted = hikes.filter { isByActivity ? !$0.isPlanned : $0.isCounted }
            guard grouping == .place else { return counted.groups(by: grouping) }
            return counted.groups({ names[$0.id] ?? [] }, sorted: { HikeGrouping.place.sorted($0) })
        }
    }

    static func groups(
        by grouping: HikeGrouping?, within days: ClosedRange<Day>? = nil, in transaction: inout RecordTransaction
    ) throws -> [HikeGroup] {
        var sums: [String?: GroupSum] = [:]
        var names: (Int, String?)?
        try SealedCollection<StoredHike>().forEachEntry(keys: StoredHike.keys(of: days), in: &transaction) {
            id, key, figures in
            if names?.0 != key {
                names = (key, grouping.flatMap { grouping in StoredHike.day(of: key).flatMap { grouping.key(of: $0) } })
            }
            sums[names?.1, default: GroupSum()].add(figures, of: id)
            return true
        }
        guard let grouping else { return [(sums[nil] ?? GroupSum()).group(nil)] }
        let named = grouping.sorted(sums.keys.compactMap(\.self))
        return (named + [nil]).compactMap { key in
            sums[key].flatMap { $0.figure(.counted).known == 0 ? nil : $0.group(key) }
        }
    }
}

/// The running sums of one group, in the directory's integer units.
private struct GroupSum {
    private typealias Figure = StoredHike.Figure

    private var sums = Array(repeating: DirectorySum.Figure(), count: Figure.allCases.count)
    private var longest: (id: Int, figure: Int)?
    private var highest: (id: Int, figure: Int)?

    /// - Parameter figures: one per sum.
    mutating func add(_ figures: [Int?], of id: Int) {
        guard figures.count == sums.count else { return }
        for (index, figure) in figures.enumerated() { sums[index].add(figure) }
        func larger(_ figure: Figure, _ best: (id: Int, figure: Int)?) -> (id: Int, figure: Int)? {
            guard let value = figures[figure.rawValue], value > best?.figure ?? 0 else { return best }
            return (id, value)
        }
        longest = larger(.distance, longest)
        highest = larger(.ascent, highest)
    }

    func figure(_ figure: StoredHike.Figure) -> DirectorySum.Figure { sums[figure.rawValue] }

    func group(_ key: String?) -> HikeGroup {
        HikeGroup(
            key: key, totals: StoredHike.totals(of: sums), longest: longest?.id, highest: highest?.id)
    }
}
