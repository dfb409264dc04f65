public import ProfileModel
public import SealedStore

/// The effects of a change to hikes.
public struct HikeChange: Hashable, Sendable {
    /// The hikes that were changed.
    public let ids: [Int]
    /// The badges that the change earned.
    public let badgesEarned: [Badge]
    /// The badges that the change lost.
    public let badgesLost: [Badge]
    /// The changed hikes that are permanently lost: they were damaged, so they couldn't be kept among the removed ones.
    public var lost: [Int] = []
}

extension ProfileStore {
    // MARK: By hand

    /// Adds a hike without a recording, under the next free id. It is added even if an equal one exists: people walk
    /// the same route twice.
    ///
    /// - Parameter header: the new hike; its id is ignored.
    /// - Throws: ``StoreError`` with `invalidValue`, listing all values that break their rules.
    @discardableResult
    public func addHike(_ header: HikeHeader) throws -> HikeChange {
        let problems = problems(in: header)
        guard problems.isEmpty else { throw StoreError(.invalid(problems), at: opened.name) }
        return try opened.write { transaction in
            let ledger = HikeLedger()
            var header = header
            header.id = try ledger.nextID(in: &transaction)
            header.markEntered(since: nil)
            if let start = header.startTime { header.date = start.day }
            let imported = ImportedHike(sourceID: header.id, hike: Hike(header: header))
            return try Self.changing([header.id], in: &transaction) { transaction in
                var (known, result) = (OutingIndex(), HikeImportResult())
                let sealer = ledger.hikes.sealer(in: transaction)
                try ledger.add(
                    PreparedHike(imported, sealer), sealer, replacing: false, keepingDuplicates: true, among: &known,
                    to: &result, in: &transaction)
                return []
            }
        }
    }

    /// Changes a hike's values: see ``editHikes(_:_:)``.
    ///
    /// - Throws: what that throws.
    @discardableResult
    public func editHike(_ id: Int, _ body: (inout HikeHeader) throws -> Void) throws -> HikeChange {
        try editHikes([id], body)
    }

    /// Changes the values of hikes, all or none of them, as one change in their history. They are still recognized when
    /// their sources are imported again.
    ///
    /// Changing the date moves the start time to that day.
    ///
    /// - Parameter body: changes a header; changes to the id are ignored.
    /// - Throws: ``StoreError`` with `notFound` when an id doesn't exist, `invalidValue` listing all changed values that
    ///   break their rules.
    @discardableResult
    public func editHikes(_ ids: [Int], _ body: (inout HikeHeader) throws -> Void) throws -> HikeChange {
        try opened.write { transaction in
            let ledger = HikeLedger()
            return try Self.changing(ids.uniqued, in: &transaction) { transaction in
                var problems: [FieldProblem] = []
                for id in ids.uniqued {
                    let found = try ledger.edit(id, today: today, in: &transaction, body)
                    problems += ids.count > 1 ? found.of(FieldProblem.Record(StoredHike.kind.name, id)) : found
                }
                guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
                return []
            }
        }
    }

    /// Shows a part of a hike's recording: its figures, observations and track are those of the part from then on. The
    /// recording is kept, and the next trim begins from all of it. The day and the start stay those of the recording.
    ///
    /// Figures that the device declared, or that were entered by hand, measured something else, so they give way to the
    /// computed ones. They come back when the trim is undone; the device's also with a trim to the whole recording.
    ///
    /// - Parameters:
    ///   - start: by default the start of the recording.
    ///   - end: by default the end of the recording.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike, `invalidValue` when it has no recording or
    ///   there is no stretch between the ends, `damaged` when the recording doesn't open.
    @discardableResult
    public func trimHike(_ id: Int, from start: TrimEnd?, to end: TrimEnd?) throws -> HikeChange {
        try trim(id) { recording, hike in
            recording.kilometres(from: start, to: end, assuming: hike.localStart?.utcOffset)
        }
    }

    /// Shows a part of what is shown of a hike's recording, as ``trimHike(_:from:to:)`` does of all of it.
    ///
    /// - Parameters:
    ///   - start: kilometres from the first point that is shown; by default where the shown part begins.
    ///   - end: likewise, where it ends.
    /// - Throws: ``StoreError`` as ``trimHike(_:from:to:)`` does.
    @discardableResult
    public func narrowHike(_ id: Int, from start: Double?, to end: Double?) throws -> HikeChange {
        try trim(id) { recording, hike in recording.kilometres(fromShown: start, to: end, of: hike.trim) }
    }

    private func trim(
        _ id: Int, to part: (Recording, HikeHeader) -> ClosedRange<Double>?
    ) throws -> HikeChange {
        try opened.write { transaction in
            transaction.label = HikeChangeKind.trim.rawValue
            return try Self.changing([id], in: &transaction) { transaction in
                try HikeLedger().trim(id, in: &transaction, to: part)
                return []
            }
        }
    }

    /// Everything that would prevent a hike from being added by hand now; empty if nothing does.
    public func problems(in header: HikeHeader) -> [FieldProblem] {
        let problems = header.problems(today: today)
        guard problems.isEmpty else { return problems + header.problemsOfWords() }
        // It has no number yet.
        return ImportedHike(sourceID: nil, hike: Hike(header: header)).problems(wasStored: false).map {
            FieldProblem($0.field, $0.rule)
        }
    }

    // MARK: Removing

    /// Removes a hike; see `removeHikes(_:)`.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func removeHike(_ id: Int) throws -> HikeChange {
        try removeHikes([id])
    }

    /// Removes hikes, in any state, all or none of them. They disappear from lists, totals, badges and exports at once,
    /// and are kept sealed until they are restored or purged. A damaged hike is lost.
    ///
    /// - Throws: ``StoreError`` with `notFound` when an id doesn't exist.
    @discardableResult
    public func removeHikes(_ ids: [Int]) throws -> HikeChange {
        try opened.write { transaction in
            try Self.changing(ids.uniqued, in: &transaction) { transaction in
                try ids.uniqued.filter { try !HikeLedger().trash.remove($0, in: &transaction) }
            }
        }
    }

    /// Restores removed hikes as they were, all or none of them.
    ///
    /// - Throws: ``StoreError`` with `notFound` when an id isn't among the removed hikes, `damaged` when one doesn't
    ///   open, `exists` when its id is in use again.
    @discardableResult
    public func restoreHikes(_ ids: [Int]) throws -> HikeChange {
        try opened.write { transaction in
            try Self.changing(ids.uniqued, in: &transaction) { transaction in
                for id in ids.uniqued { try HikeLedger().trash.restore(id, in: &transaction) }
                return []
            }
        }
    }

    /// Deletes removed hikes permanently, in any state and with their photos, all or none of them, with their values in
    /// the history.
    ///
    /// - Parameters:
    ///   - ids: the hikes to purge; by default all removed ones, and all removed photos.
    ///   - photos: the numbers of removed photos to delete beside them. Numbers without a removed photo are ignored.
    /// - Returns: the ids of the purged hikes.
    /// - Throws: ``StoreError`` with `notFound` when an id isn't among the removed hikes.
    @discardableResult
    public func purgeHikes(_ ids: [Int]? = nil, photos: [Int] = []) throws -> [Int] {
        try opened.write { transaction in
            let purged = try HikeLedger().trash.purge(ids?.uniqued, in: &transaction)
            if !purged.isEmpty { try HikeLedger().pruneOriginals(in: &transaction) }
            try Self.purgePhotos(ofHikes: Set(purged), in: &transaction)
            if ids == nil {
                try transaction.purge(Photo.self)
            } else if !photos.isEmpty {
                let left = try transaction.removedNumbers(Photo.self)
                try transaction.purge(Photo.self, left.filter(photos.contains))
            }
            return purged
        }
    }

    // MARK: The summary

    /// Changes hikes, and brings the summary up to date.
    ///
    /// - Parameter body: returns the hikes that are permanently lost.
    private static func changing(
        _ ids: [Int], in transaction: inout RecordTransaction, _ body: (inout RecordTransaction) throws -> [Int]
    ) throws -> HikeChange {
        let ledger = HikeLedger()
        let before = try ledger.summary(in: &transaction)?.earnedBadges.map(\.badge) ?? []
        let lost = try body(&transaction)
        guard transaction.hasElementChanges || !lost.isEmpty else {
            return HikeChange(ids: ids, badgesEarned: [], badgesLost: [])
        }
        let after = try ledger.update(in: &transaction)?.earnedBadges.map(\.badge) ?? []
        return HikeChange(
            ids: ids, badgesEarned: after.filter { !before.contains($0) },
            badgesLost: before.filter { !after.contains($0) }, lost: lost)
    }
}

extension HikeHeader {
    /// The figures that can be computed from a recording.
    var figures: [Double?] {
        [
            distance, duration, movingTime, movingDistance, ascent, descent, heartRate?.min, heartRate?.average,
            heartRate?.max,
        ]
    }

    /// Marks the figures that its owner has entered.
    ///
    /// - Parameter old: the hike before; `nil` for a new one.
    mutating func markEntered(since old: HikeHeader?) {
        for (figure, value, before) in [
            (DeclaredFigure.distance, Optional(distance), old?.distance), (.ascent, ascent, old?.ascent),
            (.descent, descent, old?.descent), (.duration, duration, old?.duration),
            (.movingTime, movingTime, old?.movingTime), (.timer, movingTime, old?.movingTime),
        ] where value != before {
            declared.remove(figure)
            guard let entered = figure.entered else { continue }
            if value == nil { declared.remove(entered) } else { declared.insert(entered) }
        }
    }

    /// Changes what depends on the edited values.
    mutating func followEdit(from old: HikeHeader) {
        markEntered(since: old)
        if distance != old.distance || movingTime != old.movingTime { movingDistance = nil }
        // A new start decides the day, even if another day was given with it.
        if startTime != old.startTime, let start = localStart { date = start.day }
        guard startTime == old.startTime, let start = startTime, date != old.date else { return }
        guard let date else {
            startTime = nil
            return
        }
        // A clock that is off by days still has the right time of day.
        let days = (old.localStart ?? start).day.days(until: date)
        startTime = Timestamp(
            secondsSince1970: start.secondsSince1970 + Double(days) * 86_400, utcOffset: start.utcOffset)
    }
}

extension [FieldProblem] {
    /// The problems, each once, as those of a record.
    fileprivate func of(_ record: FieldProblem.Record) -> [FieldProblem] {
        reduce(into: []) { problems, problem in
            let named = FieldProblem(problem.field, problem.rule, of: record)
            if !problems.contains(named) { problems.append(named) }
        }
    }
}

extension [Int] {
    /// The numbers in their order, without repetitions.
    var uniqued: [Int] {
        var seen: Set<Int> = []
        return filter { seen.insert($0).inserted }
    }
}
