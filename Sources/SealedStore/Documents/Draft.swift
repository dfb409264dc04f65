/// An edit that readers don't see yet.
///
/// It reads and writes like the model: `draft.goalDate = …`. It remembers the committed value that it began from, so that
/// it can be merged with what others commit meanwhile. It comes from a store alone, and is a value: copies share nothing.
@dynamicMemberLookup
public struct Draft<Model: DocumentModel>: Hashable, Sendable {
    /// The edited value.
    public var model: Model
    /// The committed value that the draft began from.
    public private(set) var base: Model
    /// The revision that the draft began from.
    public private(set) var baseRevision: Int
    /// When it was last saved, in seconds since 1970; `nil` while it never was.
    public internal(set) var savedAt: Int?
    /// Tells its saves apart; 0 while it never was saved.
    public internal(set) var saveNumber: Int
    /// Where it may be saved and committed.
    let origin: DraftOrigin
    /// Fields of the draft and of its base that this program doesn't know.
    let unknown: [Int: [UInt8]]
    let unknownBase: [Int: [UInt8]]

    init(
        _ edited: Tagged<Model>, base: Tagged<Model>, baseRevision: Int, savedAt: Int? = nil, saveNumber: Int = 0,
        origin: DraftOrigin
    ) {
        model = edited.model
        self.base = base.model
        (unknown, unknownBase) = (edited.unknown, base.unknown)
        self.baseRevision = baseRevision
        (self.savedAt, self.saveNumber, self.origin) = (savedAt, saveNumber, origin)
    }

    public subscript<Value>(dynamicMember member: WritableKeyPath<Model, Value>) -> Value {
        get { model[keyPath: member] }
        set { model[keyPath: member] = newValue }
    }

    /// What the draft changes of the value it began from.
    public var changes: [FieldChange] { model.changes(since: base) }

    /// The draft laid over a committed value.
    public func merged(onto committed: Model) -> Merge<Model> {
        Merge(base: base, mine: model, theirs: committed)
    }

    /// The draft as it stands on a newer committed value: a field that only others changed has their value, and the draft
    /// begins from it. A field that both changed stays as it is, and stays a conflict.
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

    /// Takes over the values of an edited copy, and what that began from. When it was saved, and how often, stays.
    public mutating func adopt(_ edited: Draft) {
        (model, base, baseRevision) = (edited.model, edited.base, edited.baseRevision)
    }

    var edited: Tagged<Model> { Tagged(model, unknown: unknown) }
    var taggedBase: Tagged<Model> { Tagged(base, unknown: unknownBase) }
}

/// The account of the store that a draft was read from, through whatever opening.
struct DraftOrigin: Hashable {
    let store: StoreID
    let account: AccountID
}

/// The committed value moved on since the draft began, and both changed the same fields. Nothing was written.
public struct DraftConflict: Error, Hashable, Sendable {
    /// Each field in conflict.
    public let fields: [FieldConflict]
    /// The committed revision that the draft conflicts with.
    public let revision: Int

    public init(fields: [FieldConflict], revision: Int) {
        (self.fields, self.revision) = (fields, revision)
    }
}
