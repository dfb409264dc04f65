/// What the stores of one kind consist of: given once, by whoever keeps his values in them.
///
///     static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
public struct StoreSchema: Sendable {
    /// Separates the boxes, MACs and state folders of these stores from those of every other schema. It is in what all of
    /// them are bound to, so it is never changed. Lower-case letters.
    public let domain: String
    /// Each of them is begun with a new account, from ``DocumentModel/fresh(at:)``.
    public let documents: [any DocumentModel.Type]
    public let collections: [any CollectionElement.Type]
    /// Records that follow from others, if there are any.
    public let derived: DerivedRecords?
    /// Everything that an account can have.
    public internal(set) var kinds: [RecordKind]

    /// The singleton beside which a text may stand readable, if there is one.
    package var readableKind: RecordKind? {
        didSet { if let readableKind { kinds.append(readableKind) } }
    }
    /// How a file says whose it is, in 31 bits.
    package var applicationID: Int
    /// The tables of a file that 0.1.0 wrote, for kinds that had one of their own. Every other kind lies in the table
    /// `record`.
    package var firstTables: [FirstTable] = []
    package var ownTables: [String: RecordTable] {
        Dictionary(uniqueKeysWithValues: firstTables.map { ($0.kind.name, $0.table) })
    }
    /// The kinds of a manifest of format 1; `nil` where no store was ever one.
    package var firstFormat: FirstFormat?
    /// What a check makes of the records; `nil` for what follows from documents and collections.
    package var ownChecks: [RecordCheck]?

    public init(
        domain: String, documents: [any DocumentModel.Type], collections: [any CollectionElement.Type] = [],
        derived: DerivedRecords? = nil
    ) {
        (self.domain, self.documents, self.collections, self.derived) = (domain, documents, collections, derived)
        kinds = documents.flatMap { $0.kinds.all } + (derived.map { [$0.kind] } ?? []) + collections.map { $0.kind }
        applicationID = SQLiteEngine.applicationID(of: domain)
    }

    package var singletons: [RecordKind] { kinds.filter { $0.form == .singleton } }

    /// What every account has.
    package var required: [RecordKind] {
        documents.flatMap { [$0.kinds.document, $0.kinds.history] } + (derived.map { [$0.kind] } ?? [])
    }

    /// What keeps a draft.
    package var drafts: [RecordKind] { documents.map { $0.kinds.draft } }

    /// The checks of the records, in the order in which they are told.
    package var checks: [RecordCheck] {
        ownChecks ?? documents.flatMap { RecordCheck.all($0) } + collections.map { RecordCheck.elements(of: [$0]) }
            + [.manifest(kinds)]
    }
}

/// A record that follows from others, and is worked out anew whenever it may be wrong: a summary, totals.
public struct DerivedRecords: Sendable {
    /// A singleton.
    public let kind: RecordKind
    /// Works it out and writes it, where it isn't right already.
    public let refresh: @Sendable (inout RecordTransaction) throws -> Void

    public init(_ kind: RecordKind, refresh: @escaping @Sendable (inout RecordTransaction) throws -> Void) {
        (self.kind, self.refresh) = (kind, refresh)
    }
}
