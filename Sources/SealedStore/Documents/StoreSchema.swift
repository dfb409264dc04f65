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
    /// What the engine that keeps the records needs to know.
    package var engineSchema: EngineSchema

    /// The singleton that may have a readable text stored beside it, if there is one.
    package var readableKind: RecordKind? {
        didSet { if let readableKind { engineSchema.kinds.append(readableKind) } }
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
        engineSchema = EngineSchema(
            documents.flatMap { $0.kinds.all } + (derived.map { [$0.kind] } ?? []) + collections.map { $0.kind },
            applicationID: SQLiteEngine.applicationID(of: domain))
    }

    /// Every kind of record that an account can have.
    public var kinds: [RecordKind] { engineSchema.kinds }

    package var singletons: [RecordKind] { engineSchema.singletons }

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

extension RecordEngine {
    /// Upgrades an account's records of format 1, once.
    package func upgradeRecords(_ sealer: RecordSealer, _ schema: StoreSchema) throws {
        guard let firstFormat = schema.firstFormat else { return }
        let manifest = try look { try $0.heads(of: sealer.account, kinds: schema.singletons)?.manifest }
        guard let manifest, FirstFormat.isOld(manifest, sealer: sealer) else { return }
        try transaction(.writing, of: sealer.account) { backend in
            try firstFormat.upgrade(sealer.account, in: backend, sealer: sealer, instance: instance.bytes)
        }
    }
}
