/// An edit that readers don't see yet.
///
/// It is read and written like the model: `draft.goalDate = …`. It remembers the committed value that it began from, so
/// that it can be merged with later commits. Only a store creates a draft, which is a value: copies are independent.
@dynamicMemberLookup
public struct Draft<Model: FieldModel>: Hashable, Sendable {
    /// The edited value.
    public var model: Model
    /// The committed value that the draft began from.
    public private(set) var base: Model
    /// The revision that the draft began from.
    public private(set) var baseRevision: Int
    /// When it was last saved; `nil` if never.
    public internal(set) var savedAt: WallTime?
    /// Identifies its last save; 0 if it was never saved.
    public internal(set) var saveNumber: Int
    /// The number of the element that it is of; `nil` for a document.
    let number: Int?
    /// The account in which it may be saved and committed.
    let origin: DraftOrigin
    /// Fields of the draft and of its base that this version of the program doesn't know.
    let unknown: [Int: [UInt8]]
    let unknownBase: [Int: [UInt8]]

    init(
        _ edited: Tagged<Model>, base: Tagged<Model>, baseRevision: Int, savedAt: WallTime? = nil, saveNumber: Int = 0,
        number: Int? = nil, origin: DraftOrigin
    ) {
        model = edited.model
        self.base = base.model
        (unknown, unknownBase) = (edited.unknown, base.unknown)
        self.baseRevision = baseRevision
        (self.savedAt, self.saveNumber, self.number, self.origin) = (savedAt, saveNumber, number, origin)
    }

    /// Accesses the edited value's properties: `draft.name` is `draft.model.name`.
    public subscript<Value>(dynamicMember member: WritableKeyPath<Model, Value>) -> Value {
        get { model[keyPath: member] }
        set { model[keyPath: member] = newValue }
    }

    /// The changes from the value that the draft began from.
    public var changes: [FieldChange] { model.changes(since: base) }

    /// The draft merged onto a committed value.
    public func merged(onto committed: Model) -> Merge<Model> {
        Merge(base: base, mine: model, theirs: committed)
    }

    /// The value of the draft merged onto a committed value.
    ///
    /// - Throws: ``DraftConflict`` for conflicts without a decision.
    func merged(
        onto committed: Model, deciding decisions: ConflictDecisions, revision: Int
    ) throws(DraftConflict) -> Model {
        let undecided = merged(onto: committed)
        let merge = undecided.deciding(decisions)
        // Reports all conflicts, since the decisions have to be made again on the current values.
        guard merge.conflicts.isEmpty else { throw DraftConflict(fields: undecided.conflicts, revision: revision) }
        return merge.model
    }

    /// Takes over the values and the base of an edited copy, but not its save number and time.
    public mutating func adopt(_ edited: Draft) {
        (model, base, baseRevision) = (edited.model, edited.base, edited.baseRevision)
    }

    var edited: Tagged<Model> { Tagged(model, unknown: unknown) }
    var taggedBase: Tagged<Model> { Tagged(base, unknown: unknownBase) }
}

extension Draft where Model: DocumentModel {
    /// Whether a committed value already has everything that the draft would change, so that it is no draft any more.
    public func changesNothing(of committed: Committed<Model>) -> Bool {
        let merge = merged(onto: committed.model)
        return merge.conflicts.isEmpty && merge.model.changes(since: committed.model).isEmpty
            && unknown.allSatisfy { $1 == unknownBase[$0] || $1 == committed.value.unknown[$0] }
    }

    /// The draft rebased onto a newer committed value. A field that only others changed takes their value. A field that
    /// both sides changed keeps the draft's value, and remains a conflict.
    public func following(_ committed: Committed<Model>) -> Draft {
        guard committed.revision != baseRevision else { return self }
        var next = self
        let merge = merged(onto: committed.model)
        for field in Model.fields where !merge.conflicts.contains(where: { $0.field == field.name }) {
            field.set(field.value(of: merge.model), in: &next.model)
            field.set(field.value(of: committed.model), in: &next.base)
        }
        if merge.conflicts.isEmpty { next.baseRevision = committed.revision }
        return next
    }
}

/// The account and store from which a draft was read.
struct DraftOrigin: Hashable {
    let store: StoreID
    /// A restored copy is another one.
    var instance: [UInt8] = []
    let account: AccountID
}
