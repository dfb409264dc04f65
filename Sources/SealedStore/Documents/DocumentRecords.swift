/// A document's committed value, draft and history, inside a transaction. They are changed only here, so that they
/// always change together.
public struct DocumentRecords<Model: DocumentModel>: Sendable {
    /// The number of commits that the history keeps; `nil` for all of them.
    let historyLimit: Int?

    /// - Parameter historyLimit: the number of commits that the history keeps; `nil` for all of them.
    public init(historyLimit: Int? = nil) {
        self.historyLimit = historyLimit
    }

    private var kinds: DocumentKinds { Model.kinds }

    /// Writes the first revision of a new account.
    public func create(_ model: Model, at now: WallTime, in transaction: inout RecordTransaction) throws {
        let value = Tagged(model)
        try transaction.put(kinds.document, number: 1, DocumentRecord(value).encoded)
        try transaction.append(CommitRecord(at: now, before: nil, after: value).encoded, to: kinds.history)
    }

    // MARK: Reading

    /// The committed value; `nil` only if it is damaged and damage is recorded instead of thrown.
    public func committed(in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        guard let (revision, payload) = try transaction.singleton(kinds.document) else {
            try transaction.report(.record(kind: kinds.document.name, number: nil))
            return nil
        }
        do {
            return Committed(revision: revision, value: try DocumentRecord<Model>(decoding: payload).value)
        } catch {
            try transaction.report(.record(kind: kinds.document.name, number: nil))
            return nil
        }
    }

    /// The saved draft; `nil` if there is none.
    public func savedDraft(in transaction: inout RecordTransaction) throws -> Draft<Model>? {
        guard let (number, payload) = try transaction.singleton(kinds.draft) else { return nil }
        do {
            let record = try DraftRecord<Model>(decoding: payload)
            return Draft(
                record.edited, base: record.base, baseRevision: record.baseRevision, savedAt: record.savedAt,
                saveNumber: number, origin: transaction.draftOrigin)
        } catch {
            try transaction.report(.record(kind: kinds.draft.name, number: nil))
            return nil
        }
    }

    /// The saved draft, or a fresh one of the committed value. Writes nothing.
    public func draft(in transaction: inout RecordTransaction) throws -> Draft<Model> {
        if let saved = try savedDraft(in: &transaction) { return saved }
        let committed = try require(committed(in: &transaction))
        return Draft(
            committed.value, base: committed.value, baseRevision: committed.revision, origin: transaction.draftOrigin)
    }

    /// Calls a body with the commits, newest first, until it returns `false`.
    public func forEachCommit(
        limit: Int? = nil, in transaction: inout RecordTransaction, _ body: (HistoryEntry<Model>) throws -> Bool
    ) throws {
        let oldest = transaction.numbers(of: kinds.history)?.lowerBound
        var malformed: [Int] = []
        try transaction.forEachNewestFirst(of: kinds.history, limit: limit) { revision, payload in
            guard var record = try? CommitRecord<Model>(decoding: payload) else {
                malformed.append(revision)
                return true
            }
            // The changes of the oldest commit kept aren't known, since the one before it is no longer kept.
            if revision == oldest { record.before = nil }
            return try body(HistoryEntry(record, revision: revision))
        }
        for revision in malformed { try transaction.report(.record(kind: kinds.history.name, number: revision)) }
    }

    /// A single commit; `nil` if there is none with this revision, or it is no longer kept.
    public func commit(_ revision: Int, in transaction: inout RecordTransaction) throws -> HistoryEntry<Model>? {
        guard let payload = try transaction.record(revision, of: kinds.history) else { return nil }
        do {
            return HistoryEntry(try CommitRecord<Model>(decoding: payload), revision: revision)
        } catch {
            try transaction.report(.record(kind: kinds.history.name, number: revision))
            return nil
        }
    }

    /// The first commit after a revision that the history contains; `nil` if there is none.
    public func commit(after revision: Int, in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        guard let numbers = transaction.numbers(of: kinds.history), revision < numbers.upperBound else { return nil }
        // The newest one is the committed value, so the history needn't be read.
        if numbers.upperBound == revision + 1, transaction.number(of: kinds.document) == revision + 1 {
            return try committed(in: &transaction)
        }
        var next: (revision: Int, payload: [UInt8])?
        try transaction.forEachNewestFirst(of: kinds.history, limit: numbers.upperBound - revision) { each, payload in
            if each > revision { next = (each, payload) }
            return each > revision + 1
        }
        return try next.map {
            Committed(revision: $0.revision, value: try CommitRecord<Model>(decoding: $0.payload).after)
        }
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
    ///   read, or `misuse` if it comes from another store or account.
    public func save(_ draft: inout Draft<Model>, at now: WallTime, in transaction: inout RecordTransaction) throws {
        try requireCurrent(draft, in: &transaction)
        guard draft.edited != draft.taggedBase else {
            try transaction.remove(kinds.draft)
            (draft.saveNumber, draft.savedAt) = (0, nil)
            return
        }
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
        guard draft.edited != before.edited else { return draft }
        let committed = try require(committed(in: &transaction))
        let problems = draft.model.problems(replacing: committed.model, at: now)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        try save(&draft, at: now, in: &transaction)
        return draft
    }

    /// Commits a draft, merged with the commits made since it began. The saved draft is removed.
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
        let undecided = draft.merged(onto: committed.model)
        let merge = undecided.deciding(decisions)
        guard merge.conflicts.isEmpty else {
            // Reports all conflicts, since the decisions have to be made again on the current values.
            throw DraftConflict(fields: undecided.conflicts, revision: committed.revision)
        }
        var unknown = committed.value.unknown
        for (tag, value) in draft.unknown where draft.unknownBase[tag] != value { unknown[tag] = value }
        let commit = try publish(
            Tagged(merge.model, unknown: unknown), after: committed, at: now, in: &transaction)
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
        return try publish(record.after, after: committed, isHistorical: true, at: now, in: &transaction)
    }

    /// Commits a value that was committed before, here or elsewhere. Rules that depend on the present aren't applied
    /// again.
    @discardableResult
    public func restore(
        _ model: Model, at now: WallTime, in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        let value = Tagged(model, unknown: committed.value.unknown)
        return try publish(value, after: committed, isHistorical: true, at: now, in: &transaction)
    }

    /// Makes the committed value, its history and its draft consistent after some of them were lost.
    ///
    /// A lost value is restored from the newest commit or from the value that the draft began with, whichever is newer.
    /// A history that doesn't lead up to the committed value is continued or restarted with it.
    ///
    /// - Parameters:
    ///   - fallback: the value to use if nothing else is left; `nil` if that is an error.
    ///   - losing: receives each part that has to be dropped.
    /// - Returns: whether nothing of the value was left, so that the fallback was used.
    /// - Throws: ``StoreError`` with `damaged` if nothing of the value is left and there is no fallback.
    @discardableResult
    package func reconstruct(
        fallback: Model?, at now: WallTime, in transaction: inout RecordTransaction,
        losing: (DamagedPart) -> Void = { _ in }
    ) throws -> Bool {
        let document = DamagedPart.record(kind: kinds.document.name, number: nil)
        let draft = try whatOpens { try savedDraft(in: &transaction) }
        if draft == nil, transaction.has(kinds.draft) {
            losing(.record(kind: kinds.draft.name, number: nil))
            try transaction.remove(kinds.draft)
        }
        var newest = try newestCommit(in: &transaction)
        func loseHistory() throws {
            for number in try transaction.storedNumbers(of: kinds.history) {
                losing(.record(kind: kinds.history.name, number: number))
            }
            try transaction.removeAll(of: kinds.history)
        }
        if newest == nil, transaction.numbers(of: kinds.history) != nil { try loseHistory() }
        var committed = try whatOpens { try self.committed(in: &transaction) }
        var isFallback = false
        if committed == nil {
            if transaction.has(kinds.document) { losing(document) }
            if let draft, draft.baseRevision > newest?.revision ?? 0 {
                committed = Committed(revision: draft.baseRevision, value: draft.taggedBase)
            } else {
                isFallback = newest == nil
                committed = newest ?? fallback.map { Committed(revision: 1, value: Tagged($0)) }
            }
        } else if let found = newest, let there = committed, found.revision >= there.revision {
            committed = found
        }
        guard let committed else { throw StoreError(.damagedParts([document])) }
        try transaction.put(
            kinds.document, number: committed.revision, DocumentRecord(committed.value).encoded)
        // Marks replace the lost commits in between, unless the number is so high that no genuine history reaches it.
        if let found = newest, committed.revision - found.revision > 100_000 {
            try loseHistory()
            newest = nil
        }
        if newest?.revision != committed.revision {
            let record = CommitRecord(at: now, before: newest?.value, after: committed.value)
            try transaction.append(record.encoded, numbered: committed.revision, to: kinds.history)
        }
        // A draft can't have begun from a revision that doesn't exist yet.
        if let late = draft, late.baseRevision > committed.revision {
            let record = DraftRecord(
                baseRevision: committed.revision, savedAt: late.savedAt ?? now, base: late.taggedBase,
                edited: late.edited)
            try transaction.put(kinds.draft, number: transaction.generation + 1, record.encoded)
        }
        return isFallback
    }

    /// The newest commit; `nil` if it can't be read.
    private func newestCommit(in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        guard let last = transaction.numbers(of: kinds.history)?.upperBound else { return nil }
        return try whatOpens {
            guard let payload = try transaction.record(last, of: kinds.history) else { return nil }
            return Committed(revision: last, value: try CommitRecord<Model>(decoding: payload).after)
        }
    }

    /// Validates and commits a value. Every edit, draft, undo and restored value goes through here.
    ///
    /// - Parameter isHistorical: whether the value was valid at an earlier time, so that rules that depend on the
    ///   present aren't applied.
    private func publish(
        _ value: Tagged<Model>, after previous: Committed<Model>, isHistorical: Bool = false, at now: WallTime,
        in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        let changes = value.model.changes(since: previous.model)
        guard !changes.isEmpty || value.unknown != previous.value.unknown else {
            return Commit(revision: previous.revision, model: value.model, changes: [])
        }
        let problems = value.model.problems(replacing: isHistorical ? value.model : previous.model, at: now)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        let record = CommitRecord(at: now, before: previous.value, after: value)
        let revision = try transaction.append(record.encoded, to: kinds.history)
        guard revision == previous.revision + 1 else {
            throw StoreError(.damagedParts([.record(kind: kinds.history.name, number: revision)]))
        }
        try transaction.put(kinds.document, number: revision, DocumentRecord(value).encoded)
        if let historyLimit {
            try transaction.trim(kinds.history, before: revision - min(max(historyLimit, 1), revision) + 1)
        }
        return Commit(revision: revision, model: value.model, changes: changes)
    }

    /// Refuses a draft of another account, and one that isn't the latest save of the account's draft.
    private func requireCurrent(_ draft: Draft<Model>, in transaction: inout RecordTransaction) throws {
        guard draft.origin == transaction.draftOrigin else { throw StoreError(.foreignDraft) }
        let saved = try savedDraft(in: &transaction)
        guard saved?.saveNumber ?? 0 == draft.saveNumber else { throw StoreError(.draftChangedElsewhere) }
    }

    private func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw StoreError(.damagedParts([.record(kind: kinds.document.name, number: nil)])) }
        return value
    }
}

/// The value that readers see, with its revision: 1 for a new account, and one more with each commit.
public struct Committed<Model: DocumentModel>: Hashable, Sendable {
    public let revision: Int
    let value: Tagged<Model>

    /// The value itself.
    public var model: Model { value.model }

    init(revision: Int, value: Tagged<Model>) {
        (self.revision, self.value) = (revision, value)
    }
}

/// The result of a commit.
public struct Commit<Model: DocumentModel>: Hashable, Sendable {
    /// The revision that readers see now.
    public let revision: Int
    /// The committed value.
    public let model: Model
    /// The changes; empty if nothing changed, in which case the revision is the previous one.
    public let changes: [FieldChange]
}

/// One commit of the history.
public struct HistoryEntry<Model: DocumentModel>: Hashable, Sendable {
    public let revision: Int
    /// When it was made.
    public let at: WallTime
    /// The changes it made; empty for the first revision, and for the oldest one of a limited history.
    public let changes: [FieldChange]
    /// The value at this revision.
    public let model: Model

    init(_ record: CommitRecord<Model>, revision: Int) {
        (self.revision, at, model) = (revision, record.at, record.after.model)
        changes = record.before.map { record.after.model.changes(since: $0.model) } ?? []
    }
}

extension RecordTransaction {
    /// The origin of the drafts that are read here.
    fileprivate var draftOrigin: DraftOrigin { DraftOrigin(store: sealer.store, account: account) }
}
