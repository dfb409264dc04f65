/// A store of one document with its draft and history, and of whatever else its schema names.
///
///     final class TravelStore: DocumentStore {
///         typealias Document = TravelPapers
///         static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
///         let opened: OpenStore
///         init(_ opened: OpenStore) { self.opened = opened }
///     }
///
/// Every operation has a blocking form for plain functions, and one for tasks, which the compiler gives to them. A task
/// that is cancelled before an operation began gets `CancellationError`, and nothing was done. One that has begun is
/// finished: what it wrote stands, and its result is returned.
public protocol DocumentStore: GatedStore {
    associatedtype Document: DocumentModel

    /// Runs in the transaction of each commit that changes something, so that what depends on the document changes with it.
    func didCommit(_ commit: Commit<Document>, in transaction: inout RecordTransaction) throws
}

extension DocumentStore {
    public func didCommit(_ commit: Commit<Document>, in transaction: inout RecordTransaction) throws {}

    /// The document's records.
    package var records: DocumentRecords<Document> {
        DocumentRecords(historyLimit: opened.core.configuration.historyLimit)
    }

    // MARK: Reading

    /// The committed value and its revision.
    public var committed: Committed<Document> {
        get throws { try Self.require(try read { try records.committed(in: &$0) }) }
    }

    /// The committed value.
    public var document: Document {
        get throws { try committed.model }
    }

    /// Everything that would keep a value from being committed now; empty when all is well.
    public func problems(in document: Document) throws -> [FieldProblem] {
        document.problems(replacing: try committed.model, at: now)
    }

    /// The commits, newest first: all of them, unless ``GateConfiguration/historyLimit`` bounds them.
    ///
    /// - Parameter limit: the maximum number; all of them unless given.
    public func history(limit: Int? = nil) throws -> [HistoryEntry<Document>] {
        try read { try entries(limit: limit, in: &$0) }
    }

    package func entries(limit: Int?, in transaction: inout RecordTransaction) throws -> [HistoryEntry<Document>] {
        var entries: [HistoryEntry<Document>] = []
        try records.forEachCommit(limit: limit, in: &transaction) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    // MARK: Committing

    /// Changes the committed value directly. A draft is left alone.
    ///
    /// The body runs on the committed value, alone among all processes, so it can't conflict. When nothing is
    /// changed there is no new revision.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` that names every value out of its rules; nothing is changed then.
    @discardableResult
    public func edit(_ body: (inout Document) throws -> Void) throws -> Commit<Document> {
        try committing { try records.edit(at: now, in: &$0, body) }
    }

    /// Commits the value as it was at an earlier revision: a new revision, so that an undo can be undone too.
    ///
    /// A draft is left alone. When the value is as it was then, there is no new revision.
    ///
    /// - Parameter revision: the one before the last commit unless given.
    /// - Throws: ``StoreError`` with `notFound` when there is no such revision or it isn't kept any more, or there is
    ///   no commit before the last.
    @discardableResult
    public func undo(to revision: Int? = nil) throws -> Commit<Document> {
        try committing { try records.undo(to: revision, at: now, in: &$0) }
    }

    /// Runs a body that commits, and what goes with it.
    package func committing(
        _ body: (inout RecordTransaction) throws -> Commit<Document>
    ) throws -> Commit<Document> {
        try write { transaction in
            let commit = try body(&transaction)
            if !commit.changes.isEmpty { try didCommit(commit, in: &transaction) }
            return commit
        }
    }

    // MARK: The draft

    /// The saved draft; `nil` when there is none.
    public var savedDraft: Draft<Document>? {
        get throws { try read { try records.savedDraft(in: &$0) } }
    }

    /// The saved draft, or a fresh one of the committed value. Writes nothing.
    public func draft() throws -> Draft<Document> {
        try read { try records.draft(in: &$0) }
    }

    /// Keeps the draft, sealed on the disk and unseen by readers, through lock, crash and reboot.
    ///
    /// Values are not checked against their rules yet, so that a half-typed edit is kept too; committing does
    /// that. A draft that equals the value it began from is none: the saved one is removed.
    ///
    /// - Throws: ``StoreError`` with `conflict` when the account's draft was saved, committed or discarded by someone
    ///   else since this one was read, `misuse` when it belongs to another store or account.
    public func save(_ draft: inout Draft<Document>) throws {
        draft = try write { [draft] transaction in
            var draft = draft
            try records.save(&draft, at: now, in: &transaction)
            return draft
        }
    }

    /// Changes the saved draft, or begins one, in one step that can't miss another's save.
    ///
    /// - Parameter body: is given the draft; what it throws is passed on, and nothing is saved then.
    /// - Throws: ``StoreError`` with `invalidValue` for values that could not be committed; nothing is saved then.
    @discardableResult
    public func updateDraft(_ body: (inout Draft<Document>) throws -> Void) throws -> Draft<Document> {
        try write { try records.updateDraft(at: now, in: &$0, body) }
    }

    /// Publishes a draft, merged with what was committed since it began: readers see all of it or nothing.
    ///
    /// The saved draft is gone afterwards.
    ///
    /// - Parameter decisions: which side stands where both changed the same field.
    /// - Throws: ``DraftConflict`` when both changed a field that isn't decided; ``StoreError`` with `invalidValue` for
    ///   values out of their rules, `conflict` when the draft was saved, committed or discarded by someone else since it
    ///   was read, `misuse` when it belongs to another store or account. Nothing is written then, and the saved draft
    ///   stays.
    @discardableResult
    public func commit(
        _ draft: Draft<Document>, deciding decisions: ConflictDecisions = .none
    ) throws -> Commit<Document> {
        try committing { try records.commit(draft, deciding: decisions, at: now, in: &$0) }
    }

    /// Drops the saved draft.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is none.
    public func discard() throws {
        try write { try records.discard(in: &$0) }
    }

    /// - Throws: ``StoreError`` with `damaged` for a value that is missing.
    package static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else {
            throw StoreError(.damagedParts([.record(kind: Document.kinds.document.name, number: nil)]))
        }
        return value
    }
}

// The same for tasks.
extension DocumentStore {
    /// As the blocking ``edit(_:)-(_)``.
    @discardableResult
    public func edit(_ body: @escaping @Sendable (inout Document) throws -> Void) async throws -> Commit<Document> {
        try await offloading { _ in try self.edit(body) }
    }

    /// The saved draft, or a fresh one of the committed value. Writes nothing.
    public func draft() async throws -> Draft<Document> {
        try await offloading { _ in try self.draft() }
    }

    /// Keeps the draft, as the blocking form does.
    public func save(_ draft: inout Draft<Document>) async throws {
        draft = try await offloading { [draft] _ in
            var draft = draft
            try self.save(&draft)
            return draft
        }
    }

    /// Changes the saved draft, or begins one, as the blocking form does.
    @discardableResult
    public func updateDraft(
        _ body: @escaping @Sendable (inout Draft<Document>) throws -> Void
    ) async throws -> Draft<Document> {
        try await offloading { _ in try self.updateDraft(body) }
    }

    /// Publishes a draft, as the blocking form does.
    @discardableResult
    public func commit(
        _ draft: Draft<Document>, deciding decisions: ConflictDecisions = .none
    ) async throws -> Commit<Document> {
        try await offloading { _ in try self.commit(draft, deciding: decisions) }
    }

    /// Drops the saved draft, as the blocking form does.
    public func discard() async throws {
        try await offloading { _ in try self.discard() }
    }

    /// Commits the value as it was at an earlier revision, as the blocking form does.
    @discardableResult
    public func undo(to revision: Int? = nil) async throws -> Commit<Document> {
        try await offloading { _ in try self.undo(to: revision) }
    }

    /// The commits, newest first, as the blocking form does.
    public func history(limit: Int? = nil) async throws -> [HistoryEntry<Document>] {
        try await offloading { _ in try self.history(limit: limit) }
    }
}
