/// A store of one document with its draft and history, and of anything else that its schema lists.
///
///     final class TravelStore: DocumentStore {
///         typealias Document = TravelPapers
///         static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
///         let opened: OpenAccount
///         init(_ opened: OpenAccount) { self.opened = opened }
///     }
///
/// Every operation blocks for as long as the engine takes; ``offloading(_:)`` runs it on another thread. The steps of
/// an edit, which may wait for other programs' commits, have asynchronous forms too, which the compiler selects in
/// asynchronous contexts.
public protocol DocumentStore: GatedStore {
    associatedtype Document: DocumentModel
}

extension DocumentStore {
    package var records: DocumentRecords<Document> { DocumentRecords() }

    // MARK: Reading

    /// The committed value and its revision.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public var committed: Committed<Document> {
        get throws { try Self.require(try opened.read { try records.committed(in: &$0) }) }
    }

    /// The committed value.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public var document: Document {
        get throws { try committed.model }
    }

    /// Everything that would prevent a value from being committed now; empty if it is valid.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func problems(in document: Document) throws -> [FieldProblem] {
        document.problems(replacing: try committed.model, at: now)
    }

    /// The commits, newest first: all of them, unless ``GateConfiguration/historyLimit`` limits them.
    ///
    /// - Parameter limit: the maximum number of commits; all of them by default.
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func history(limit: Int? = nil) throws -> [HistoryEntry<Document>] {
        try opened.read { try entries(limit: limit, in: &$0) }
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

    /// Changes the committed value directly, without touching the draft.
    ///
    /// The body runs on the committed value while no other process can write, so there can't be a conflict. If nothing
    /// changes, no new revision is made.
    ///
    /// - Throws: ``StoreError`` with `invalidValue`, listing every invalid value; nothing is changed in that case.
    @discardableResult
    public func edit(_ body: (inout Document) throws -> Void) throws -> Commit<Document> {
        try opened.write { try records.edit(at: now, in: &$0, body) }
    }

    /// Commits the value of an earlier revision again, as a new revision, so that an undo can itself be undone.
    ///
    /// The draft isn't touched. If the committed value already equals the earlier one, no new revision is made.
    ///
    /// - Parameter revision: the revision to return to; by default the one before the last commit.
    /// - Throws: ``StoreError`` with `notFound` if there is no such revision, if it is no longer kept, or if there is
    ///   no commit before the last one.
    @discardableResult
    public func undo(to revision: Int? = nil) throws -> Commit<Document> {
        try opened.write { try records.undo(to: revision, at: now, in: &$0) }
    }

    // MARK: The draft

    /// The saved draft; `nil` if there is none.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public var savedDraft: Draft<Document>? {
        get throws { try opened.read { try records.savedDraft(in: &$0) } }
    }

    /// The saved draft, or a fresh one of the committed value. Writes nothing.
    ///
    /// - Throws: what ``OpenAccount/read(_:)`` does.
    public func draft() throws -> Draft<Document> {
        try opened.read { try records.draft(in: &$0) }
    }

    /// Saves the draft, sealed on disk and invisible to readers. It survives a lock, a crash and a reboot.
    ///
    /// Values aren't validated until they are committed, so that a half-typed edit can be saved. If the draft equals
    /// the value it began from, the saved draft is removed instead.
    ///
    /// - Throws: ``StoreError`` with `conflict` if the account's draft was saved, committed or discarded elsewhere
    ///   since this one was read, `invalidValue` for values that can't be stored, or `misuse` if the draft belongs to
    ///   another store or account.
    public func save(_ draft: inout Draft<Document>) throws {
        draft = try opened.write { [draft] transaction in
            var draft = draft
            try records.save(&draft, at: now, in: &transaction)
            return draft
        }
    }

    /// Changes the saved draft, or begins one, in one step that can't overwrite a concurrent save.
    ///
    /// - Parameter body: receives the draft. An error that it throws is rethrown, and nothing is saved.
    /// - Throws: ``StoreError`` with `invalidValue` for values that couldn't be committed; nothing is saved in that
    ///   case.
    @discardableResult
    public func updateDraft(_ body: (inout Draft<Document>) throws -> Void) throws -> Draft<Document> {
        try opened.write { try records.updateDraft(at: now, in: &$0, body) }
    }

    /// Commits a draft, merged with the commits made since it began: readers see either all of it or nothing.
    ///
    /// The saved draft is removed. Of a field that this program doesn't know and both sides changed, the committed
    /// value is kept, unless the decision is `.all(.mine)`.
    ///
    /// - Parameter decisions: which side to use for fields that both sides changed.
    /// - Throws: ``DraftConflict`` if both sides changed a field for which there is no decision; ``StoreError`` with
    ///   `invalidValue` for invalid values, `conflict` if the draft was saved, committed or discarded elsewhere since
    ///   it was read, or `misuse` if it belongs to another store or account. In each case nothing is written, and the
    ///   saved draft is kept.
    @discardableResult
    public func commit(
        _ draft: Draft<Document>, deciding decisions: ConflictDecisions = .none
    ) throws -> Commit<Document> {
        try opened.write { try records.commit(draft, deciding: decisions, at: now, in: &$0) }
    }

    /// Deletes the saved draft, whatever it contains.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none.
    public func discard() throws {
        try opened.write { try records.discard(in: &$0) }
    }

    /// Deletes the saved draft, unless somebody else has saved another one since this one was read.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none, with `conflict` if the account's draft was saved,
    ///   committed or discarded elsewhere since this one was read, or `misuse` if the draft belongs to another store or
    ///   account.
    public func discard(_ draft: Draft<Document>) throws {
        try opened.write { try records.discard(draft, in: &$0) }
    }

    /// Returns the value, or throws ``StoreError`` with `damaged` if it is missing.
    package static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else {
            throw StoreError(.damagedParts([.record(kind: Document.kinds.document.name, number: nil)]))
        }
        return value
    }
}

// The asynchronous forms of the steps of an edit, which may wait for other programs that write.
extension DocumentStore {
    /// Changes the committed value directly, as the blocking `edit(_:)` does.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func edit(_ body: @escaping @Sendable (inout Document) throws -> Void) async throws -> Commit<Document> {
        try await opened.offloading(.writing) { try self.edit(body) }
    }

    /// The saved draft, or a fresh one of the committed value. Writes nothing.
    ///
    /// - Throws: what the blocking form does.
    public func draft() async throws -> Draft<Document> {
        try await opened.offloading(.reading) { try self.draft() }
    }

    /// Saves the draft, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    public func save(_ draft: inout Draft<Document>) async throws {
        draft = try await opened.offloading(.writing) { [draft] in
            var draft = draft
            try self.save(&draft)
            return draft
        }
    }

    /// Commits a draft, as the blocking form does.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func commit(
        _ draft: Draft<Document>, deciding decisions: ConflictDecisions = .none
    ) async throws -> Commit<Document> {
        try await opened.offloading(.writing) { try self.commit(draft, deciding: decisions) }
    }
}
