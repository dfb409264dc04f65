/// A document's committed value, draft and history, inside a transaction. They are changed only here, so that they
/// always change together.
public struct DocumentRecords<Model: DocumentModel>: Sendable {
    public init() {}

    var kinds: DocumentKinds { Model.kinds }

    /// Writes the first revision of a document that the account doesn't have.
    ///
    /// - Throws: ``StoreError`` with `exists` if it has one, `invalidValue` for values that can't be stored, and for a
    ///   value so long that edits of it couldn't be stored.
    public func create(_ model: Model, at now: WallTime, in transaction: inout RecordTransaction) throws {
        guard !transaction.has(kinds.document), transaction.numbers(of: kinds.history) == nil else {
            throw StoreError(.recordsExist(kind: kinds.document.name))
        }
        try model.requireReadable()
        let value = Tagged(model)
        let document = DocumentRecord(value).encoded
        try requireLength(document)
        try transaction.put(kinds.document, number: 1, document)
        try transaction.append(CommitRecord(at: now, before: nil, after: value).encoded, to: kinds.history)
    }

    // MARK: Reading

    /// The committed value; `nil` only if it is damaged and damage is recorded instead of thrown. Fields that can't be
    /// read then have their defaults.
    ///
    /// - Throws: ``StoreError`` with `misuse` for a field that the model has with another type than was stored.
    public func committed(in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        guard let (revision, payload) = try transaction.singleton(kinds.document) else {
            guard transaction.knows(kinds.document) else { throw StoreError(.unknownKind(kinds.document.name)) }
            try transaction.report(.record(kind: kinds.document.name, number: nil))
            return nil
        }
        let part = DamagedPart.record(kind: kinds.document.name, number: nil)
        guard let record = try? DocumentRecord<Model>(decoding: payload) else {
            try transaction.reportUnreadable(part)
            return nil
        }
        try require(record.value.unreadableField, of: part, in: &transaction)
        return Committed(revision: revision, value: record.value)
    }

    /// The saved draft; `nil` if there is none.
    ///
    /// - Throws: as ``committed(in:)`` does.
    public func savedDraft(in transaction: inout RecordTransaction) throws -> Draft<Model>? {
        guard let (number, payload) = try transaction.singleton(kinds.draft) else { return nil }
        let part = DamagedPart.record(kind: kinds.draft.name, number: nil)
        guard let record = try? DraftRecord<Model>(decoding: payload) else {
            try transaction.reportUnreadable(part)
            return nil
        }
        try require(record.edited.unreadableField ?? record.base.unreadableField, of: part, in: &transaction)
        return Draft(
            record.edited, base: record.base, baseRevision: record.baseRevision, savedAt: record.savedAt,
            saveNumber: number, origin: transaction.draftOrigin)
    }

    /// The saved draft, or a fresh one of the committed value. Writes nothing.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func draft(in transaction: inout RecordTransaction) throws -> Draft<Model> {
        if let saved = try savedDraft(in: &transaction) { return saved }
        let committed = try require(committed(in: &transaction))
        return Draft(
            committed.value, base: committed.value, baseRevision: committed.revision, origin: transaction.draftOrigin)
    }

    /// Calls a body with the commits, newest first, until it returns `false`.
    ///
    /// - Throws: what the body throws. ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func forEachCommit(
        limit: Int? = nil, in transaction: inout RecordTransaction, _ body: (HistoryEntry<Model>) throws -> Bool
    ) throws {
        let oldest = transaction.numbers(of: kinds.history)?.lowerBound
        var unreadable: [Int] = []
        let isSalvaging = transaction.access == .salvaging
        try transaction.forEachNewestFirst(of: kinds.history, limit: limit) { revision, payload in
            guard var record = try? CommitRecord<Model>(decoding: payload) else {
                unreadable.append(revision)
                return true
            }
            if let field = record.after.unreadableField ?? record.before?.unreadableField {
                guard isSalvaging else { throw refusal(of: field) }
                unreadable.append(revision)
            }
            // The changes of the oldest commit kept aren't known, since the one before it is no longer kept.
            if revision == oldest { record.before = nil }
            return try body(HistoryEntry(record, revision: revision))
        }
        for revision in unreadable {
            try transaction.reportUnreadable(.record(kind: kinds.history.name, number: revision))
        }
    }

    /// The first commit after a revision that the history contains; `nil` if there is none. If a repair has begun the
    /// document again at a lower revision, its committed value.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last. A transaction that only
    ///   reads fails with `misuse`.
    public func commit(after revision: Int, in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        let revision = max(revision, 0)
        if let current = transaction.number(of: kinds.document), current < revision {
            return try committed(in: &transaction)
        }
        guard let numbers = transaction.numbers(of: kinds.history), revision < numbers.upperBound else { return nil }
        // The newest one is the committed value, so the history needn't be read.
        if numbers.upperBound == revision + 1, transaction.number(of: kinds.document) == revision + 1 {
            return try committed(in: &transaction)
        }
        return try olderCommits(after: revision, upTo: numbers.upperBound, size: 0, in: &transaction).first
    }

    /// The first commits after a revision as in ``commit(after:in:)``, oldest first, and as many as fit into a
    /// megabyte: each commit authenticates the one before it, so a reader that is behind would read the whole history
    /// for each.
    func commits(after revision: Int, in transaction: inout RecordTransaction) throws -> [Committed<Model>] {
        guard let current = transaction.number(of: kinds.document), current > revision + 1,
            let numbers = transaction.numbers(of: kinds.history), revision < numbers.upperBound
        else { return try commit(after: revision, in: &transaction).map { [$0] } ?? [] }
        return try olderCommits(after: revision, upTo: numbers.upperBound, size: 1 << 20, in: &transaction)
    }

    /// - Parameter size: the bytes of the records to keep; the first commit is always kept.
    private func olderCommits(
        after revision: Int, upTo newest: Int, size: Int, in transaction: inout RecordTransaction
    ) throws -> [Committed<Model>] {
        // Newest first; those before the first kept one are empty.
        var found: [(revision: Int, payload: [UInt8])] = []
        var (firstKept, left) = (0, size)
        try transaction.forEachNewestFirst(of: kinds.history, limit: newest - revision) { each, payload in
            guard each > revision else { return false }
            found.append((each, payload))
            left -= payload.count
            while left < 0, firstKept < found.count - 1 {
                left += found[firstKept].payload.count
                found[firstKept].payload = []
                firstKept += 1
            }
            return each > revision + 1
        }
        var commits: [Committed<Model>] = []
        for (revision, payload) in found[firstKept...].reversed() {
            do {
                let value = try CommitRecord<Model>(decoding: payload).after
                if let field = value.unreadableField { throw refusal(of: field) }
                commits.append(Committed(revision: revision, value: value))
            } catch {
                // The ones before it are delivered first.
                guard !commits.isEmpty else { throw error }
                break
            }
        }
        return commits
    }

    // MARK: Writing

    /// Changes the committed value directly, without touching the draft. If nothing changes, no new revision is made.
    ///
    /// - Throws: ``StoreError`` with `invalidValue`, listing every problem.
    @discardableResult
    public func edit(
        at now: WallTime, in transaction: inout RecordTransaction, _ body: (inout Model) throws -> Void
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        var edited = committed.value
        try body(&edited.model)
        return try publish(edited, after: committed, at: now, in: &transaction)
    }

    /// Saves a draft, invisible to readers. Values aren't validated, so that a half-typed edit can be saved.
    ///
    /// If the draft changes nothing, the saved draft is removed instead.
    ///
    /// - Throws: ``StoreError`` with `conflict` if the draft was saved, committed or discarded elsewhere since it was
    ///   read, `invalidValue` for values that can't be stored, or `misuse` if it comes from another store or account.
    public func save(_ draft: inout Draft<Model>, at now: WallTime, in transaction: inout RecordTransaction) throws {
        try requireCurrent(draft, in: &transaction)
        let changes = draft.changes
        guard !changes.isEmpty || draft.unknown != draft.unknownBase else {
            try draft.model.requireListed(after: draft.base, kind: kinds.document.name)
            try transaction.remove(kinds.draft)
            (draft.saveNumber, draft.savedAt) = (0, nil)
            return
        }
        try draft.model.requireReadable(changes.map(\.field))
        // Never the number of an earlier save, so that none of those can be put in its place.
        draft.saveNumber = transaction.generation + 1
        draft.savedAt = now
        let record = DraftRecord(
            baseRevision: draft.baseRevision, savedAt: now, base: draft.taggedBase, edited: draft.edited)
        try transaction.put(kinds.draft, number: draft.saveNumber, record.encoded)
    }

    /// Changes the saved draft, or begins one.
    ///
    /// - Throws: any error of the body; ``StoreError`` with `invalidValue` for values that couldn't be committed.
    @discardableResult
    public func updateDraft(
        at now: WallTime, in transaction: inout RecordTransaction, _ body: (inout Draft<Model>) throws -> Void
    ) throws -> Draft<Model> {
        var draft = try draft(in: &transaction)
        let before = draft
        try body(&draft)
        guard draft.edited != before.edited else {
            try draft.model.requireListed(after: before.model, kind: kinds.document.name)
            return draft
        }
        let committed = try require(committed(in: &transaction))
        draft.model.complete(replacing: committed.model, at: now)
        let problems = draft.model.problems(replacing: committed.model, at: now)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        try save(&draft, at: now, in: &transaction)
        return draft
    }

    /// Commits a draft, merged with the commits made since it began. The saved draft is removed.
    ///
    /// Of a field that this program doesn't know and both sides changed, the committed value is kept, unless the
    /// decision is `.all(.mine)`.
    ///
    /// - Throws: ``DraftConflict`` if both sides changed a field for which `decisions` has no decision; ``StoreError``
    ///   as ``save(_:at:in:)`` and ``edit(at:in:_:)`` do.
    @discardableResult
    public func commit(
        _ draft: Draft<Model>, deciding decisions: ConflictDecisions = .none, at now: WallTime,
        in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        try requireCurrent(draft, in: &transaction)
        let committed = try require(committed(in: &transaction))
        let merged = try draft.merged(onto: committed.model, deciding: decisions, revision: committed.revision)
        var unknown = committed.value.unknown
        for (tag, value) in draft.unknown where draft.unknownBase[tag] != value {
            // Nobody can decide for one side of a field that this program can't show, unless for all fields unseen.
            let isConflict = unknown[tag] != draft.unknownBase[tag]
            if !isConflict || decisions == .all(.mine) { unknown[tag] = value }
        }
        if draft.changes.isEmpty { try draft.model.requireListed(after: draft.base, kind: kinds.document.name) }
        let commit = try publish(
            Tagged(merged, unknown: unknown), after: committed, at: now, in: &transaction)
        try transaction.remove(kinds.draft)
        return commit
    }

    /// Deletes the saved draft.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none.
    public func discard(in transaction: inout RecordTransaction) throws {
        guard transaction.has(kinds.draft) else { throw StoreError(.noDraft) }
        try transaction.remove(kinds.draft)
    }

    /// Deletes the saved draft, provided that it is this one.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none, with `conflict` if the draft was saved, committed or
    ///   discarded elsewhere since this one was read, or `misuse` if it comes from another store or account.
    public func discard(_ draft: Draft<Model>, in transaction: inout RecordTransaction) throws {
        try requireCurrent(draft, in: &transaction)
        try discard(in: &transaction)
    }

    /// Commits the value of an earlier revision again, as a new revision, so that an undo can itself be undone.
    ///
    /// - Parameter revision: the revision to return to; by default the one before the last commit.
    /// - Throws: ``StoreError`` with `notFound` if there is no such revision, if it is no longer kept, or if there is
    ///   no commit before the last one.
    @discardableResult
    public func undo(
        to revision: Int? = nil, at now: WallTime, in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        guard revision != nil || committed.revision > 1 else { throw StoreError(.nothingToUndo) }
        let wanted = revision ?? committed.revision - 1
        guard let payload = try transaction.record(wanted, of: kinds.history) else {
            throw StoreError(.noRevision(wanted, oldest: transaction.numbers(of: kinds.history)?.lowerBound ?? wanted))
        }
        let record = try CommitRecord<Model>(decoding: payload)
        if let field = record.after.unreadableField { throw refusal(of: field) }
        return try publish(record.after, after: committed, isHistorical: true, at: now, in: &transaction)
    }

    /// Commits a value that was committed before, here or elsewhere. Rules that depend on the present aren't applied
    /// again.
    ///
    /// - Throws: ``StoreError`` with `invalidValue`, listing every problem. A transaction that only reads fails with
    ///   `misuse`.
    @discardableResult
    public func restore(
        _ model: Model, at now: WallTime, in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        let value = Tagged(model, unknown: committed.value.unknown)
        return try publish(value, after: committed, isHistorical: true, at: now, in: &transaction)
    }

    /// Validates and commits a value. Every edit, draft, undo and restored value goes through here.
    ///
    /// - Parameter isHistorical: whether the value was valid at an earlier time, so that rules that depend on the
    ///   present aren't applied.
    private func publish(
        _ value: Tagged<Model>, after previous: Committed<Model>, isHistorical: Bool = false, at now: WallTime,
        in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        var value = value
        value.model.complete(replacing: previous.model, at: now)
        let changes = value.model.changes(since: previous.model)
        guard !changes.isEmpty || value.unknown != previous.value.unknown else {
            try value.model.requireListed(after: previous.model, kind: kinds.document.name)
            return Commit(revision: previous.revision, model: value.model, changes: [])
        }
        let problems = value.model.problems(replacing: isHistorical ? value.model : previous.model, at: now)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        try value.model.requireReadable(changes.map(\.field))
        let document = DocumentRecord(value).encoded
        try requireLength(document)
        guard transaction.numbers(of: kinds.history)?.upperBound == previous.revision else {
            throw StoreError(.damagedParts([.record(kind: kinds.history.name, number: previous.revision + 1)]))
        }
        let record = CommitRecord(at: now, before: previous.value, after: value)
        return try transaction.changingTogether { transaction in
            let revision = try transaction.append(record.encoded, to: kinds.history)
            try transaction.put(kinds.document, number: revision, document)
            if let limit = transaction.historyLimit {
                try transaction.trim(kinds.history, before: revision - min(max(limit, 1), revision) + 1)
            }
            let commit = Commit(revision: revision, model: value.model, changes: changes)
            try Model.didCommit(commit, in: &transaction)
            return commit
        }
    }

    /// Refuses a value with which a commit, which holds the value before and the one after, could become too long.
    private func requireLength(_ document: [UInt8]) throws(EngineError) {
        let limit = LengthLimit.record(of: kinds.history) / 2 - 1024
        guard document.count <= limit else {
            throw EngineError(
                .tooLarge, "a \(kinds.document.name) has \(document.count) bytes; the maximum is \(limit)")
        }
    }

    /// Refuses a draft of another account, and one that isn't the latest save of the account's draft.
    private func requireCurrent(_ draft: Draft<Model>, in transaction: inout RecordTransaction) throws {
        guard draft.origin == transaction.draftOrigin else { throw StoreError(.foreignDraft) }
        let saved = try savedDraft(in: &transaction)
        guard saved?.saveNumber ?? 0 == draft.saveNumber else { throw StoreError(.draftChangedElsewhere) }
    }

    /// Refuses a value with a field that can't be read, unless damage is recorded: its other fields are returned then.
    private func require(
        _ unreadableField: String?, of part: DamagedPart, in transaction: inout RecordTransaction
    ) throws {
        guard let unreadableField else { return }
        guard transaction.access == .salvaging else { throw refusal(of: unreadableField) }
        try transaction.reportUnreadable(part)
    }

    private func refusal(of field: String) -> StoreError {
        StoreError(.unreadableField(kind: kinds.document.name, field: field))
    }

    private func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw StoreError(.damagedParts([.record(kind: kinds.document.name, number: nil)])) }
        return value
    }
}

extension RecordTransaction {
    /// The origin of the drafts that are read here.
    var draftOrigin: DraftOrigin {
        DraftOrigin(store: sealer.store, instance: manifest.instance, account: account)
    }
}
