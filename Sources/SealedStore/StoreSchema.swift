/// The contents of an application's stores, declared once.
///
///     static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
public struct StoreSchema: Sendable {
    /// Separates the boxes, MACs and state folders of these stores from those of every other schema. All of them are
    /// bound to it, so it must never change. Lower-case letters.
    public let domain: String
    /// Each is created with a new account, from ``DocumentModel/fresh(at:)``.
    public let documents: [any DocumentModel.Type]
    /// The elements of each collection.
    public let collections: [any CollectionElement.Type]
    /// Records that are computed from others, if there are any.
    public let derived: DerivedRecords?
    /// Every kind of record that an account can have.
    public internal(set) var kinds: [RecordKind]

    /// The singleton that may have a readable text stored beside it, if there is one.
    package var readableKind: RecordKind? {
        didSet { if let readableKind { kinds.append(readableKind) } }
    }
    /// The application id in the file's header, 31 bits, which identifies the application.
    package var applicationID: Int
    /// The tables of a file written by 0.1.0, for kinds that had their own. Every other kind is in the table `record`.
    package var firstTables: [FirstTable] = []
    package var ownTables: [String: RecordTable] {
        Dictionary(uniqueKeysWithValues: firstTables.map { ($0.kind.name, $0.table) })
    }
    /// The kinds in a manifest of format 1; `nil` if no store of this schema ever had that format.
    package var firstFormat: FirstFormat?
    /// The checks of the records; `nil` for the standard checks of documents and collections.
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

    /// The kinds that every account has.
    package var required: [RecordKind] {
        documents.flatMap { [$0.kinds.document, $0.kinds.history] } + (derived.map { [$0.kind] } ?? [])
    }

    /// The kinds that hold drafts.
    package var drafts: [RecordKind] { documents.map { $0.kinds.draft } }

    /// The checks of the records, in the order in which they are reported.
    package var checks: [RecordCheck] {
        ownChecks ?? documents.flatMap { RecordCheck.all($0) } + collections.map { RecordCheck.elements(of: [$0]) }
            + [.manifest(kinds)]
    }
}

/// A record that is computed from others, such as a summary or totals, and recomputed whenever it may be out of date.
public struct DerivedRecords: Sendable {
    /// A singleton.
    public let kind: RecordKind
    /// Recomputes and writes the record, unless it is already correct.
    public let refresh: @Sendable (inout RecordTransaction) throws -> Void

    public init(_ kind: RecordKind, refresh: @escaping @Sendable (inout RecordTransaction) throws -> Void) {
        (self.kind, self.refresh) = (kind, refresh)
    }
}
