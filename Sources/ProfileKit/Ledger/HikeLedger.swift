internal import ProfileModel
internal import SealedStore

/// The hikes and what is derived from them within a transaction: only this changes them, always together.
struct HikeLedger {
    static let summaryKind = RecordKind("summary", .singleton)
    let hikes = SealedCollection<StoredHike>()
    let removed = SealedCollection<RemovedHike>()
    let trash = Trash<StoredHike>()
    private let profiles = DocumentRecords<Profile>()

    // MARK: Reading

    /// The summary by the current rules: the stored one, or a recomputed one if that was made by other rules.
    ///
    /// - Returns: `nil` only when damage is recorded rather than thrown.
    func summary(in transaction: inout RecordTransaction) throws -> HikeSummary? {
        guard let (_, payload) = try transaction.singleton(Self.summaryKind) else {
            try transaction.report(.record(kind: Self.summaryKind.name, number: nil))
            return nil
        }
        do {
            if let stored = try SummaryRecord(decoding: payload).summary { return stored }
        } catch {
            try transaction.report(.record(kind: Self.summaryKind.name, number: nil))
            return nil
        }
        return try computed(in: &transaction)
    }

    /// The summary as computed from the hikes.
    ///
    /// - Parameter before: the summary before the hikes were changed in this transaction, if it can be relied on.
    func computed(after before: HikeSummary? = nil, in transaction: inout RecordTransaction) throws -> HikeSummary? {
        guard let committed = try profiles.committed(in: &transaction) else { return nil }
        return try SummaryComputation(goalDate: committed.model.goalDate, before: before).summary(in: &transaction)
    }

    // MARK: Writing

    /// Recomputes the summary from the hikes and the goal date.
    func refresh(in transaction: inout RecordTransaction) throws {
        try VisitLedger().update(in: &transaction)
        guard let summary = try computed(in: &transaction) else { return }
        try write(summary, in: &transaction)
    }

    /// Brings the summary up to date after a change of hikes. It is recomputed if it is damaged or was made by other
    /// rules.
    @discardableResult
    func update(in transaction: inout RecordTransaction) throws -> HikeSummary? {
        try VisitLedger().update(in: &transaction)
        let payload = try whatOpens { try transaction.singleton(Self.summaryKind) }
        let before = payload.flatMap { try? SummaryRecord(decoding: $0.payload).summary }
        guard let summary = try computed(after: before, in: &transaction) else { return nil }
        try write(summary, in: &transaction)
        return summary
    }

    private func write(_ summary: HikeSummary, in transaction: inout RecordTransaction) throws {
        // The number must be higher than any earlier summary's.
        try transaction.put(
            Self.summaryKind, number: transaction.generation + 1, SummaryRecord.encode(summary))
    }

    // MARK: Adding

    /// Adds a hike from a source. The caller refreshes the summary.
    ///
    /// - Parameters:
    ///   - sealer: what seals hikes for this transaction.
    ///   - known: what the same import has read of the store's hikes.
    /// - Throws: ``StoreError`` with `invalidValue` for values that break their rules, or when an id exists with other
    ///   content and `replacing` is false.
    func add(
        _ prepared: PreparedHike, _ sealer: ElementSealer<StoredHike>, replacing: Bool, keepingDuplicates: Bool = false,
        among known: inout OutingIndex, to result: inout HikeImportResult, in transaction: inout RecordTransaction
    ) throws {
        func noteImported(_ id: Int) {
            result.imported.append(id)
            known.noteImported(id)
        }
        func skip(_ reason: SkippedHike.Reason) {
            result.skipped.append(SkippedHike(name: prepared.name, reason: reason))
        }
        let imported = prepared.imported
        if let reason = try knownHike(with: prepared.fingerprint, in: &transaction) {
            if case .exists(let id) = reason, try renew(id, from: imported, in: &transaction) {
                result.renewed.append(id)
                try known.noteRenewed(id, of: self, in: &transaction)
            }
            return skip(reason)
        }
        if let whole = imported.wholeFingerprint, let reason = try knownHike(with: whole, in: &transaction) {
            return skip(reason)
        }
        guard prepared.problems.isEmpty else { throw StoreError(.invalid(prepared.problems)) }
        let hike = imported.hike
        let id: Int
        var isNew = true
        if let given = imported.sourceID {
            // Looked up only once, since it takes as long as writing the row.
            var (isThere, wasRemoved) = (
                try hikes.contains(given, in: &transaction), try removed.contains(given, in: &transaction)
            )
            if isThere, try isEqual(hike, toExisting: given, in: &transaction) { return skip(.exists(id: given)) }
            if !isThere, wasRemoved, try isEqual(hike, toRemoved: given, in: &transaction) {
                return skip(.removed(id: given))
            }
            guard replacing || !(isThere || wasRemoved) else {
                throw StoreError(
                    .contentDiffers(kind: isThere ? StoredHike.kind.name : RemovedHike.kind.name, number: given))
            }
            if !isThere, !wasRemoved, !keepingDuplicates,
                let reason = try sameOuting(as: imported, among: &known, in: &transaction)
            {
                return skip(reason)
            }
            if wasRemoved {
                // It is restored first, so that it is changed as one that exists, and an undo brings its values back.
                isThere =
                    try whatOpens {
                        try trash.restore(given, in: &transaction)
                        return true
                    } ?? false
                if !isThere {
                    try removed.remove(given, in: &transaction)
                    try transaction.detachAll(StoredHike.self, from: given)
                }
                known.noteRestored()
            }
            (id, isNew) = (given, !isThere)
        } else {
            if !keepingDuplicates, let reason = try sameOuting(as: imported, among: &known, in: &transaction) {
                guard replacing, case .sameOuting(let id) = reason,
                    try takeRecording(of: imported, for: id, in: &transaction)
                else { return skip(reason) }
                return noteImported(id)
            }
            id = try nextID(in: &transaction)
        }
        var element = prepared.sealed(as: id, sealer)
        var (replaced, header): (StoredHike?, HikeHeader) = (nil, hike.header)
        if !isNew {
            replaced = try whatOpens { try hikes.element(id, in: &transaction) }
            // An own export isn't kept: it comes from the file that its hike names.
            let original = imported.isOwnExport ? replaced?.hike.header.original : nil
            switch try recording(of: replaced, replacedBy: imported) {
            case .kept(var stored):
                header.original = header.original ?? original
                stored.hike.header.original = header.original
                element = sealer.seal(stored, number: id)
            case .lost: result.lostRecordings.append(id)
            case .none:
                guard let original else { break }
                header.original = original
                element = prepared.sealed(as: id, from: original, sealer)
            }
        }
        try hikes.put(element, isNew: isNew, in: &transaction)
        if let replaced {
            noteEdit(of: id, from: replaced.value, to: Tagged(header), in: &transaction)
        } else if isNew {
            transaction.note(.added, of: id, in: StoredHike.kind)
        }
        noteImported(id)
    }

    /// The hike with the same source, existing or removed.
    private func knownHike(
        with fingerprint: [UInt8], in transaction: inout RecordTransaction
    ) throws -> SkippedHike.Reason? {
        if let id = try hikes.number(withFingerprint: fingerprint, in: &transaction) { return .exists(id: id) }
        guard try removed.count(in: &transaction) > 0 else { return nil }
        return try removed.number(withFingerprint: fingerprint, in: &transaction).map { .removed(id: $0) }
    }

    /// Whether a hike is equal to the existing one with this id: an exported hike is recognized when it is imported
    /// again, even though its original source contained more than the export does.
    private func isEqual(
        _ hike: Hike, toExisting id: Int, in transaction: inout RecordTransaction
    ) throws -> Bool {
        let stored = try whatOpens { try hikes.element(id, in: &transaction) }
        return Self.isEqual(hike, to: stored?.hike)
    }

    /// Whether a hike is equal to the removed one with this id.
    private func isEqual(_ hike: Hike, toRemoved id: Int, in transaction: inout RecordTransaction) throws -> Bool {
        let waiting = try whatOpens { try removed.element(id, in: &transaction) }
        return Self.isEqual(hike, to: waiting?.element.hike)
    }

    private static func isEqual(_ hike: Hike, to other: Hike?) -> Bool {
        guard var other else { return false }
        // Exports of 0.1.0 write an unknown difficulty as 0.
        if other.difficulty ?? 0 == hike.difficulty ?? 0 { other.difficulty = hike.difficulty }
        other.header.original = hike.header.original
        return other == hike
    }

    /// Adds a hike from an export. The caller refreshes the summary.
    ///
    /// - Returns: the ids of the removed hikes that it replaces.
    /// - Throws: ``StoreError`` with `invalidValue` for values that break their rules. Values that an earlier version
    ///   stored are accepted.
    func addExported(
        _ hike: Hike, from source: HikeSource?, in transaction: inout RecordTransaction
    ) throws -> Set<Int> {
        let asExported = ImportedHike(sourceID: hike.id, hike: hike)
        let clean = asExported.withCleanTexts
        let problems = clean.problems(wasStored: true)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        // An export of 0.1.0 lacks the sources of its hikes: each hike is then its own source.
        let digest = source?.contentDigest ?? asExported.contentDigest
        let isNew = try hikes.number(withContentDigest: digest, in: &transaction) == nil
        guard try isNew && !hikes.contains(hike.id, in: &transaction) else {
            throw StoreError(.invalid([FieldProblem("id", .unique, of: .init(StoredHike.kind.name, hike.id))]))
        }
        // The hike exists again, so it is no longer among the removed ones.
        var replaced: Set<Int> = []
        for id in [hike.id, try removed.number(withContentDigest: digest, in: &transaction)].compactMap(\.self) {
            guard try removed.remove(id, in: &transaction) else { continue }
            try transaction.detachAll(StoredHike.self, from: id)
            replaced.insert(id)
        }
        let stored = StoredHike(
            hike: clean.hike, contentDigest: digest, recording: source?.recording, figureRules: source?.figureRules,
            mayLackWords: true)
        try hikes.put(stored, number: hike.id, in: &transaction)
        return replaced
    }

    /// One more than the highest id ever used; if that is too large, the lowest free one.
    func nextID(in transaction: inout RecordTransaction) throws -> Int {
        let next = max(try hikes.nextNumber(in: &transaction), try removed.nextNumber(in: &transaction))
        guard next > ImportedHike.maximumID else { return next }
        let taken = try hikes.numbers(in: &transaction) + removed.numbers(in: &transaction)
        var free = 1
        for id in taken.sorted() where id == free { free += 1 }
        return free
    }
}

extension Profile {
    /// Brings the summary up to date with the profile's goal date, on which one badge depends.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public static func didCommit(_ commit: ProfileCommit, in transaction: inout RecordTransaction) throws {
        guard commit.changes.contains(where: { $0.field == FieldName.goalDate }) else { return }
        try HikeLedger().update(in: &transaction)
    }
}
