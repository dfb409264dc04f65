/// A document's committed value, draft and history, inside a transaction. The one place that changes them, so that they
/// are always changed together.
public struct DocumentRecords<Model: DocumentModel>: Sendable {
    /// How many commits the history keeps; `nil` for all of them.
    let historyLimit: Int?

    public init(historyLimit: Int? = nil) {
        self.historyLimit = historyLimit
    }

    private var kinds: DocumentKinds { Model.kinds }

    /// Writes the first revision of a new account.
    public func create(_ model: Model, at now: Int, in transaction: inout RecordTransaction) throws {
        let value = Tagged(model)
        try transaction.put(kinds.document, number: 1, DocumentRecord(value).encoded)
        try transaction.append(CommitRecord(at: now, before: nil, after: value).encoded, to: kinds.history)
    }

    // MARK: Reading

    /// The committed value; `nil` only where damage is noted instead of thrown.
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

    /// The saved draft; `nil` when there is none.
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

    /// Lends the commits, newest first, until `body` returns `false`.
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
            // What was before the oldest that is kept is nobody's to tell any more.
            if revision == oldest { record.before = nil }
            return try body(HistoryEntry(record, revision: revision))
        }
        for revision in malformed { try transaction.report(.record(kind: kinds.history.name, number: revision)) }
    }

    /// One commit; `nil` when there is none of this revision, or it isn't kept any more.
    public func commit(_ revision: Int, in transaction: inout RecordTransaction) throws -> HistoryEntry<Model>? {
        guard let payload = try transaction.record(revision, of: kinds.history) else { return nil }
        do {
            return HistoryEntry(try CommitRecord<Model>(decoding: payload), revision: revision)
        } catch {
            try transaction.report(.record(kind: kinds.history.name, number: revision))
            return nil
        }
    }

    /// The first commit after a revision that the history has; `nil` when there is none.
    public func commit(after revision: Int, in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        guard let numbers = transaction.numbers(of: kinds.history), revision < numbers.upperBound else { return nil }
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

    /// Changes the committed value directly. A draft is left alone. Where nothing changes there is no new revision.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` that names every problem.
    @discardableResult
    public func edit(
        at now: Int, in transaction: inout RecordTransaction, _ body: (inout Model) throws -> Void
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        var edited = committed.value
        try body(&edited.model)
        return try publish(edited, after: committed, at: now, in: &transaction)
    }

    /// Keeps a draft, unseen by readers. Values aren't checked, so that a half-typed edit is kept too.
    ///
    /// A draft that changes nothing is no draft: the saved one is removed then.
    ///
    /// - Throws: ``StoreError`` with `conflict` when the draft was saved, committed or discarded elsewhere since it was
    ///   read, `misuse` when it comes from another store or account.
    public func save(_ draft: inout Draft<Model>, at now: Int, in transaction: inout RecordTransaction) throws {
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
    /// - Throws: what the body throws; ``StoreError`` with `invalidValue` for values that could not be committed.
    @discardableResult
    public func updateDraft(
        at now: Int, in transaction: inout RecordTransaction, _ body: (inout Draft<Model>) throws -> Void
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

    /// Publishes a draft, merged with what was committed since it began. The saved draft is gone afterwards.
    ///
    /// - Throws: ``DraftConflict`` when both changed a field that `decisions` doesn't decide; ``StoreError`` as
    ///   ``save(_:at:in:)`` and ``edit(at:in:_:)``.
    @discardableResult
    public func commit(
        _ draft: Draft<Model>, deciding decisions: ConflictDecisions = .none, at now: Int,
        in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        try requireCurrent(draft, in: &transaction)
        let committed = try require(committed(in: &transaction))
        let undecided = draft.merged(onto: committed.model)
        let merge = undecided.deciding(decisions)
        guard merge.conflicts.isEmpty else {
            // All of them: decisions are taken again on what is seen now.
            throw DraftConflict(fields: undecided.conflicts, revision: committed.revision)
        }
        var unknown = committed.value.unknown
        for (tag, value) in draft.unknown where draft.unknownBase[tag] != value { unknown[tag] = value }
        let commit = try publish(
            Tagged(merge.model, unknown: unknown), after: committed, at: now, in: &transaction)
        try transaction.remove(kinds.draft)
        return commit
    }

    /// Drops the saved draft.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is none.
    public func discard(in transaction: inout RecordTransaction) throws {
        guard transaction.has(kinds.draft) else { throw StoreError(.noDraft) }
        try transaction.remove(kinds.draft)
    }

    /// Commits the value as it was at an earlier revision: a new revision, so that an undo can be undone too.
    ///
    /// - Parameter revision: the one before the last commit unless given.
    /// - Throws: ``StoreError`` with `notFound` when there is no such revision, or it isn't kept any more.
    @discardableResult
    public func undo(
        to revision: Int? = nil, at now: Int, in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        guard revision != nil || committed.revision > 1 else { throw StoreError(.nothingToUndo) }
        let wanted = revision ?? committed.revision - 1
        guard let payload = try transaction.record(wanted, of: kinds.history) else {
            throw StoreError(.noRevision(wanted, oldest: transaction.numbers(of: kinds.history)?.lowerBound ?? wanted))
        }
        let record = try CommitRecord<Model>(decoding: payload)
        return try publish(record.after, after: committed, isOfOldTime: true, at: now, in: &transaction)
    }

    /// Commits a value that was committed once, here or elsewhere: its rules were those of its own time.
    @discardableResult
    public func restore(
        _ model: Model, at now: Int, in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        let committed = try require(committed(in: &transaction))
        let value = Tagged(model, unknown: committed.value.unknown)
        return try publish(value, after: committed, isOfOldTime: true, at: now, in: &transaction)
    }

    /// Makes the committed value, its history and its draft fit each other, where some of them were lost.
    ///
    /// A lost value comes back from the newest commit or from what the draft began with, whichever is newer. A history that
    /// doesn't lead up to the committed value begins anew with it.
    ///
    /// - Parameters:
    ///   - fallback: stands where nothing of the value is left; `nil` where that is an error.
    ///   - losing: is told of what has to go.
    /// - Returns: whether nothing of the value was left, so that the fallback stands.
    /// - Throws: ``StoreError`` with `damaged` when nothing of the value is left, and nothing is to stand for it.
    @discardableResult
    package func mend(
        fallback: Model?, at now: Int, in transaction: inout RecordTransaction,
        losing: (DamagedPart) -> Void = { _ in }
    ) throws -> Bool {
        let document = DamagedPart.record(kind: kinds.document.name, number: nil)
        let draft = try whatIsThere { try savedDraft(in: &transaction) }
        if draft == nil, transaction.has(kinds.draft) {
            losing(.record(kind: kinds.draft.name, number: nil))
            try transaction.remove(kinds.draft)
        }
        var newest = try newestCommit(in: &transaction)
        if newest == nil, let numbers = transaction.numbers(of: kinds.history) {
            for number in numbers { losing(.record(kind: kinds.history.name, number: number)) }
            try transaction.removeAll(of: kinds.history)
        }
        var committed = try whatIsThere { try self.committed(in: &transaction) }
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
        // Marks stand for lost commits in between, unless someone made up a number that no history gets to.
        if let found = newest, committed.revision - found.revision > 100_000 {
            for number in transaction.numbers(of: kinds.history) ?? 1...1 {
                losing(.record(kind: kinds.history.name, number: number))
            }
            try transaction.removeAll(of: kinds.history)
            newest = nil
        }
        if newest?.revision != committed.revision {
            let record = CommitRecord(at: now, before: newest?.value, after: committed.value)
            try transaction.append(record.encoded, numbered: committed.revision, to: kinds.history)
        }
        // A draft can't have begun from a revision that is still to come.
        if let late = draft, late.baseRevision > committed.revision {
            let record = DraftRecord(
                baseRevision: committed.revision, savedAt: late.savedAt ?? now, base: late.taggedBase,
                edited: late.edited)
            try transaction.put(kinds.draft, number: transaction.generation + 1, record.encoded)
        }
        return isFallback
    }

    /// The newest commit; `nil` when it can't be read.
    private func newestCommit(in transaction: inout RecordTransaction) throws -> Committed<Model>? {
        guard let last = transaction.numbers(of: kinds.history)?.upperBound else { return nil }
        return try whatIsThere {
            guard let payload = try transaction.record(last, of: kinds.history) else { return nil }
            return Committed(revision: last, value: try CommitRecord<Model>(decoding: payload).after)
        }
    }

    /// What a body reads; `nil` when it can't be read.
    private func whatIsThere<Value>(_ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch let error as StoreError where error.code == .damaged {
            return nil
        } catch is MalformedRecord {
            return nil
        }
    }

    /// The one way into the committed value.
    ///
    /// - Parameter isOfOldTime: whether rules about the present are those of an earlier time, which it passed then.
    private func publish(
        _ value: Tagged<Model>, after previous: Committed<Model>, isOfOldTime: Bool = false, at now: Int,
        in transaction: inout RecordTransaction
    ) throws -> Commit<Model> {
        guard value != previous.value else {
            return Commit(revision: previous.revision, model: value.model, changes: [])
        }
        let problems = value.model.problems(replacing: isOfOldTime ? value.model : previous.model, at: now)
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
        return Commit(
            revision: revision, model: value.model, changes: value.model.changes(since: previous.model))
    }

    /// Refuses a draft of another account, and one that isn't the newest save of the one there is.
    private func requireCurrent(_ draft: Draft<Model>, in transaction: inout RecordTransaction) throws {
        guard draft.origin == transaction.draftOrigin else { throw StoreError(.foreignDraft) }
        let saved = try savedDraft(in: &transaction)
        guard saved?.saveNumber ?? 0 == draft.saveNumber else { throw StoreError(.draftMovedOn) }
    }

    private func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw StoreError(.damagedParts([.record(kind: kinds.document.name, number: nil)])) }
        return value
    }
}

/// The value that readers see, and which revision it is: 1 for a new account, one more with each commit.
public struct Committed<Model: DocumentModel>: Hashable, Sendable {
    public let revision: Int
    let value: Tagged<Model>

    public var model: Model { value.model }

    init(revision: Int, value: Tagged<Model>) {
        (self.revision, self.value) = (revision, value)
    }
}

/// What a commit did.
public struct Commit<Model: DocumentModel>: Hashable, Sendable {
    /// The revision that readers see now.
    public let revision: Int
    public let model: Model
    /// What changed; empty when nothing did, and then the revision is the one before.
    public let changes: [FieldChange]
}

/// One commit of the history.
public struct HistoryEntry<Model: DocumentModel>: Hashable, Sendable {
    public let revision: Int
    /// When it was, in seconds since 1970.
    public let at: Int
    /// What it changed; empty for the first revision, and for the oldest of a bounded history.
    public let changes: [FieldChange]
    /// The value as of this revision.
    public let model: Model

    init(_ record: CommitRecord<Model>, revision: Int) {
        (self.revision, at, model) = (revision, record.at, record.after.model)
        changes = record.before.map { record.after.model.changes(since: $0.model) } ?? []
    }
}

extension RecordTransaction {
    /// Where the drafts that are read here come from.
    fileprivate var draftOrigin: DraftOrigin { DraftOrigin(store: sealer.store, account: account) }
}
