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
    /// The changes of the fields that this program knows; empty if nothing changed, in which case the revision is the
    /// previous one, or if a draft changed only other fields.
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
