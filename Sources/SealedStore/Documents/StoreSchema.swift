/// The contents of an application's stores, declared once.
///
///     static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
public struct StoreSchema: Sendable {
    /// Separates the boxes, MACs and state folders of these stores from those of every other schema. All of them are
    /// bound to it, so it must never change. Lower-case letters; `profile` is ProfileKit's.
    public let domain: String
    /// The documents of each account. A new account gets all of them, from ``DocumentModel/fresh(at:)``. An existing
    /// account gets one that was added later when it is next unlocked or resumed.
    public let documents: [any DocumentModel.Type]
    /// The collections: models of their elements, or types that code them themselves.
    public let collections: [any StoreCollection.Type]
    /// Records that are computed from others, if there are any.
    public let derived: DerivedRecords?
    /// What brings the values of earlier versions of the program up to date, in the order of their versions.
    public let migrations: [SchemaMigration]
    /// The part of the schema that the engine needs.
    package var engineSchema: EngineSchema

    /// The singleton that may have a readable text stored beside it, if there is one.
    package var readableKind: RecordKind? {
        didSet { if let readableKind { engineSchema.kinds.append(readableKind) } }
    }
    /// The kinds in a manifest of format 1; `nil` if no store of this schema ever had that format.
    package var firstFormat: FirstFormat?
    /// The checks of the records; `nil` for the standard checks of documents and collections.
    package var ownChecks: [RecordCheck]?

    /// - Precondition: The domain consists of lower-case letters; no two kinds have the same name, or one that the
    ///   package itself gives to records; a kind has one part or two; no two fields of a document have the same name or
    ///   tag; a collection's kind is one, and has at most 16 figures; the versions of migrations rise from 1.
    public init(
        domain: String, documents: [any DocumentModel.Type] = [], collections: [any StoreCollection.Type] = [],
        derived: DerivedRecords? = nil, migrations: [SchemaMigration] = []
    ) {
        self.init(
            domain: domain, documents: documents, collections: collections, derived: derived, migrations: migrations,
            firstTables: [])
    }

    /// - Parameter firstTables: the tables of kinds that had their own in 0.1.0.
    package init(
        domain: String, documents: [any DocumentModel.Type], collections: [any StoreCollection.Type],
        derived: DerivedRecords?, migrations: [SchemaMigration] = [], firstTables: [FirstTable]
    ) {
        let flaw = Self.flaw(
            domain: domain, documents: documents, collections: collections, derived: derived, migrations: migrations,
            firstTables: firstTables)
        precondition(flaw == nil, "a store's schema \(flaw ?? "")")
        (self.domain, self.documents, self.collections, self.derived) = (domain, documents, collections, derived)
        self.migrations = migrations
        engineSchema = EngineSchema(
            Self.kinds(documents, collections, derived), applicationID: SQLiteEngine.applicationID(of: domain))
        engineSchema.firstTables = firstTables
    }

    /// Why no store can have this schema; `nil` if one can. Its stores would be damaged as soon as they are written.
    static func flaw(
        domain: String, documents: [any DocumentModel.Type], collections: [any StoreCollection.Type],
        derived: DerivedRecords?, migrations: [SchemaMigration] = [], firstTables: [FirstTable] = []
    ) -> String? {
        guard !domain.isEmpty, domain.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
            return "needs a domain of lower-case letters"
        }
        let kinds = kinds(documents, collections, derived)
        var names: Set<String> = []
        for kind in kinds.withPages where !names.insert(kind.name).inserted {
            return "has two kinds of the name \(kind.name)"
        }
        if let kind = kinds.first(where: { $0.parts.isEmpty }) { return "has a kind without parts: \(kind.name)" }
        // Whatever its engine, a store's backup is a file, whose tables have a column for each part.
        for kind in kinds {
            let table = firstTables.first { $0.kind.name == kind.name }?.table ?? .shared
            guard kind.parts.count <= table.boxes.count else {
                return "has a kind of \(kind.parts.count) parts: \(kind.name)"
            }
        }
        for document in documents {
            if let shared = document.sharedFieldID {
                return "has two fields of the \(shared): \(document.kinds.document.name)"
            }
        }
        if let flaw = collections.lazy.compactMap({ $0.flaw }).first { return flaw }
        let versions = migrations.map(\.version)
        guard versions.first ?? 1 > 0, zip(versions, versions.dropFirst()).allSatisfy(<) else {
            return "has migrations whose versions don't rise from 1"
        }
        for element in collections.flatMap({ $0.storedTypes }) {
            guard element.kind.form == .collection else {
                return "lists \(element.kind.name), which isn't a collection"
            }
            guard (0...DirectoryPage.maximumFigures).contains(element.figureCount) else {
                return "has a collection of \(element.figureCount) figures: \(element.kind.name)"
            }
        }
        return derived.map { $0.kind.form == .singleton } ?? true ? nil : "has derived records that aren't a singleton"
    }

    private static func kinds(
        _ documents: [any DocumentModel.Type], _ collections: [any StoreCollection.Type], _ derived: DerivedRecords?
    ) -> [RecordKind] {
        documents.flatMap { $0.kinds.all } + (derived.map { [$0.kind] } ?? [])
            + collections.flatMap { $0.storedTypes.map { $0.kind } }
            + (collections.contains { $0.isLogged } ? [.changes] : [])
    }

    /// The types that code the elements of each collection.
    package var elementTypes: [any CollectionElement.Type] { collections.flatMap { $0.storedTypes } }

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
        ownChecks ?? documents.flatMap { RecordCheck.all($0) }
            + collections.map { RecordCheck.elements(of: $0.storedTypes) }
            + (collections.contains { $0.isLogged } ? [.changes] : []) + [.manifest(kinds)]
    }
}

/// A record that is computed from others, such as a summary or totals.
///
/// It is computed when an account is created, recovered or repaired, when the schema has grown, and after each
/// transaction that changed elements of models and didn't write it. Nothing else calls ``refresh``: call it in each
/// other write that changes what the record is computed from.
public struct DerivedRecords: Sendable {
    /// A singleton.
    public let kind: RecordKind
    /// Recomputes and writes the record, unless it is already correct. What it throws undoes the transaction.
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
            try firstFormat.upgrade(
                sealer.account, in: backend, sealer: sealer, instance: instance.bytes, to: schema.version)
        }
    }
}
