internal import ProfileModel
internal import SealedStore

/// Hikes and the summary over them, inside a transaction: the one place that changes them, always together.
struct HikeLedger {
    static let summaryKind = RecordKind("summary", .singleton)
    private let hikes = SealedCollection<StoredHike>()
    private let profiles = DocumentRecords<Profile>()

    // MARK: Reading

    /// The summary by this program's rules: the stored one, or one that is worked out where that is of other rules.
    ///
    /// - Returns: `nil` only where damage is noted instead of thrown.
    func digest(in transaction: inout RecordTransaction) throws -> HikeDigest? {
        guard let (_, payload) = try transaction.singleton(Self.summaryKind) else {
            try transaction.report(.record(kind: Self.summaryKind.name, number: nil))
            return nil
        }
        do {
            if let stored = try DigestRecord(decoding: payload).digest { return stored }
        } catch {
            try transaction.report(.record(kind: Self.summaryKind.name, number: nil))
            return nil
        }
        return try workedOut(in: &transaction)
    }

    /// The summary as it follows from the hikes.
    func workedOut(in transaction: inout RecordTransaction) throws -> HikeDigest? {
        guard let committed = try profiles.committed(in: &transaction) else { return nil }
        return try HikeSummary(goalDate: committed.model.goalDate).digest(in: &transaction)
    }

    // MARK: Writing

    /// Writes the summary of an account that begins.
    func create(goalDate: Day, in transaction: inout RecordTransaction) throws {
        try write(HikeDigest(over: [], goalDate: goalDate), in: &transaction)
    }

    /// Brings the summary up to date with the hikes and the goal date.
    func refresh(in transaction: inout RecordTransaction) throws {
        guard let digest = try workedOut(in: &transaction) else { return }
        try write(digest, in: &transaction)
    }

    private func write(_ digest: HikeDigest, in transaction: inout RecordTransaction) throws {
        // Never the number of an earlier one.
        try transaction.put(
            Self.summaryKind, number: transaction.generation + 1, DigestRecord.encode(digest))
    }

    /// Adds a hike that a source tells. The caller refreshes the summary.
    ///
    /// - Parameter wasStored: whether the hike comes from an export, which an earlier version may have written.
    /// - Throws: ``ProfileError`` with `invalidValue` for values out of their rules, and for a known id with other content
    ///   unless `replacing`.
    func add(
        _ imported: ImportedHike, replacing: Bool, wasStored: Bool = false, to result: inout HikeImportResult,
        in transaction: inout RecordTransaction
    ) throws {
        // What the source says, as it says it: a later version that cleans its texts differently knows it all the same.
        let digest = imported.contentDigest
        if let id = try hikes.number(withContentDigest: digest, in: &transaction) {
            result.skipped += 1
            if try renew(id, from: imported.recording, in: &transaction) { result.renewed.append(id) }
            return
        }
        let isRecorded = imported.recording != nil
        let imported = isRecorded || wasStored ? imported.withCleanTexts : imported
        let problems = imported.problems(wasStored: wasStored)
        guard problems.isEmpty else { throw ProfileError(invalid: problems) }
        var hike = imported.hike
        if let id = imported.sourceID {
            let isKnown = try hikes.contains(id, in: &transaction)
            // What was exported comes back as it is, though its source said more than its export does.
            if isKnown, try whatOpens({ try hikes.element(id, in: &transaction) })??.hike == hike {
                result.skipped += 1
                return
            }
            guard replacing || !isKnown else {
                throw ProfileError(
                    .invalidValue, "hike \(id) is there already, with other content",
                    hint: "Nothing of the file was stored. Replace such hikes with --replace.")
            }
            hike.id = id
        } else {
            hike.id = try nextID(in: &transaction)
        }
        let stored = StoredHike(
            hike: hike, contentDigest: digest, recording: imported.recording.map { PackedRecording($0) })
        try hikes.put(stored, number: hike.id, in: &transaction)
        result.imported.append(hike.id)
    }

    /// One more than the highest id there ever was; where that leaves no room, the first that is free.
    func nextID(in transaction: inout RecordTransaction) throws -> Int {
        let next = try hikes.nextNumber(in: &transaction)
        guard next > ImportedHike.largestID else { return next }
        var free = 1
        for id in try hikes.numbers(in: &transaction) where id == free { free += 1 }
        return free
    }
}
