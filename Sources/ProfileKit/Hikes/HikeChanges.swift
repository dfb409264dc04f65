public import ProfileModel
public import SealedStore

/// What changing hikes did.
public struct HikeChange: Hashable, Sendable {
    /// The hikes that were changed.
    public let ids: [Int]
    /// The badges that are earned now and were not before.
    public let badgesEarned: [Badge]
    /// The badges that were earned before and are not any more.
    public let badgesLost: [Badge]
    /// Of the hikes, those that are gone for good: they were damaged, so they could not wait among the removed ones.
    public var gone: [Int] = []
}

extension ProfileStore {
    // MARK: By hand

    /// Adds a hike that nobody recorded, under the next free id. It is a new one even if another is equal to it: people
    /// walk one way twice.
    ///
    /// - Parameter header: its id means nothing.
    /// - Throws: ``StoreError`` with `invalidValue` for all values that break their rules.
    @discardableResult
    public func addHike(_ header: HikeHeader) throws -> HikeChange {
        let problems = problems(in: header)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        return try write { transaction in
            let ledger = HikeLedger()
            var header = header
            header.id = try ledger.nextID(in: &transaction)
            let imported = ImportedHike(sourceID: header.id, hike: Hike(header: header))
            return try Self.changing([header.id], in: &transaction) { transaction in
                var result = HikeImportResult()
                try ledger.add(
                    imported, replacing: false, keepingDuplicates: true, to: &result, in: &transaction)
                return []
            }
        }
    }

    /// Changes what is known of a hike. Its source is known all the same when it comes again.
    ///
    /// Another date takes the start time along to that day.
    ///
    /// - Parameter body: what it does to the id counts for nothing.
    /// - Throws: ``StoreError`` with `notFound` when there is none of this id, `invalidValue` for all changed values that
    ///   break their rules.
    @discardableResult
    public func editHike(_ id: Int, _ body: (inout HikeHeader) throws -> Void) throws -> HikeChange {
        try write { transaction in
            let hikes = SealedCollection<StoredHike>()
            guard var stored = try hikes.element(id, in: &transaction) else { throw Self.noHike(id) }
            let old = stored.hike.header
            try body(&stored.hike.header)
            stored.hike.id = id
            stored.hike.header.followEdit(from: old)
            // What someone says stays, whatever later rules make of the recording.
            if stored.hike.header.figures != old.figures { stored.figureRules = nil }
            guard stored.hike.header != old else { return HikeChange(ids: [id], badgesEarned: [], badgesLost: []) }
            let problems =
                stored.hike.header.problems(replacing: old, today: today)
                + ImportedHike(sourceID: id, hike: stored.hike).problems(wasStored: true)
            guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
            return try Self.changing([id], in: &transaction) { transaction in
                try hikes.put(stored, number: id, in: &transaction)
                return []
            }
        }
    }

    /// Everything that would keep a hike from being added by hand now; empty when all is well.
    public func problems(in header: HikeHeader) -> [FieldProblem] {
        header.problems(today: today)
    }

    // MARK: Removing

    /// Removes a hike; see `removeHikes(_:)`.
    @discardableResult
    public func removeHike(_ id: Int) throws -> HikeChange {
        try removeHikes([id])
    }

    /// Removes hikes, whatever their state, all or none of them. They leave lists, totals, badges and exports at once, and
    /// wait sealed until they are restored or purged. One that is damaged is gone for good.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is none of one of the ids.
    @discardableResult
    public func removeHikes(_ ids: [Int]) throws -> HikeChange {
        try write { transaction in
            try Self.changing(ids.uniqued, in: &transaction) { transaction in
                try ids.uniqued.filter { try !HikeLedger().remove($0, in: &transaction) }
            }
        }
    }

    /// Brings removed hikes back as they were, all or none of them.
    ///
    /// - Throws: ``StoreError`` with `notFound` when none of one of the ids was removed, `damaged` when it doesn't open.
    @discardableResult
    public func restoreHikes(_ ids: [Int]) throws -> HikeChange {
        try write { transaction in
            try Self.changing(ids.uniqued, in: &transaction) { transaction in
                for id in ids.uniqued { try HikeLedger().restore(id, in: &transaction) }
                return []
            }
        }
    }

    /// Drops removed hikes for good, whatever their state, all or none of them.
    ///
    /// - Parameter ids: which; all removed ones unless given.
    /// - Returns: the ids of the hikes that are gone.
    /// - Throws: ``StoreError`` with `notFound` when none of one of the ids was removed.
    @discardableResult
    public func purgeHikes(_ ids: [Int]? = nil) throws -> [Int] {
        try write { transaction in
            let removed = SealedCollection<RemovedHike>()
            let purged = try ids?.uniqued ?? removed.numbers(in: &transaction)
            for id in purged {
                guard try removed.remove(id, in: &transaction) else { throw Self.noRemovedHike(id) }
            }
            return purged
        }
    }

    // MARK: The summary

    /// Does something to hikes, and brings the summary up to date.
    ///
    /// - Parameter body: returns the hikes that are gone for good.
    private static func changing(
        _ ids: [Int], in transaction: inout RecordTransaction, _ body: (inout RecordTransaction) throws -> [Int]
    ) throws -> HikeChange {
        let ledger = HikeLedger()
        let before = try ledger.digest(in: &transaction)?.earnedBadges.map(\.badge) ?? []
        let gone = try body(&transaction)
        try ledger.refresh(in: &transaction)
        let after = try ledger.digest(in: &transaction)?.earnedBadges.map(\.badge) ?? []
        return HikeChange(
            ids: ids, badgesEarned: after.filter { !before.contains($0) },
            badgesLost: before.filter { !after.contains($0) }, gone: gone)
    }
}

extension HikeHeader {
    /// What is worked out of a recording.
    fileprivate var figures: [Double?] {
        [
            distance, duration, movingTime, ascent, descent, heartRate?.min, heartRate?.average, heartRate?.max,
        ]
    }

    /// Changes what depends on what was edited.
    fileprivate mutating func followEdit(from old: HikeHeader) {
        // The device declared another one.
        if distance != old.distance { declared.remove(.distance) }
        guard startTime == old.startTime, let start = startTime, date != old.date else { return }
        // A clock that was a day wrong was right about the hour.
        let days = date.map { start.day.days(until: $0) } ?? 0
        startTime =
            date == nil
            ? nil
            : Timestamp(secondsSince1970: start.secondsSince1970 + Double(days) * 86_400, utcOffset: start.utcOffset)
    }
}

extension [Int] {
    /// The numbers in their order, each once.
    fileprivate var uniqued: [Int] {
        var seen: Set<Int> = []
        return filter { seen.insert($0).inserted }
    }
}
