public import SealedStore

/// The composition of a profile store: its kinds of records, and the tables that held them in format 1.
enum ProfileSchema {
    static let emergency = RecordKind("emergency", .singleton)

    /// The tables of files that 0.1.0 wrote.
    private static let firstTables = [
        FirstTable(Profile.kinds.document, RecordTable("profile", number: "revision")),
        FirstTable(Profile.kinds.draft, RecordTable("draft", number: "save")),
        FirstTable(Profile.kinds.history, RecordTable("history", number: "revision")),
        FirstTable(
            StoredHike.kind,
            RecordTable(
                "hike", number: "id", revision: "revision", fingerprint: "fingerprint",
                boxes: ["header", "track", "recording"]), addedBoxes: 1),
        FirstTable(HikeLedger.summaryKind, RecordTable("summary", number: "revision")),
        FirstTable(emergency, RecordTable("emergency", number: "revision", readable: ["card", "mac"])),
    ]

    static let schema: StoreSchema = {
        var schema = StoreSchema(
            domain: "profile", documents: [Profile.self],
            collections: [
                StoredHike.self, OriginalPiece.self, Photo.self, Place.self, StoredWay.self, StoredVisits.self,
                TakenInboxFile.self,
            ],
            derived: DerivedRecords(HikeLedger.summaryKind) { _ = try HikeLedger().update(in: &$0) },
            migrations: [
                SchemaMigration(to: Way.rulesVersion) {
                    // A damaged one isn't written anew by an opening, so that it is noticed where it is read.
                    _ = try HikeLedger().summary(in: &$0)
                    try VisitLedger().rebuild(in: &$0)
                }
            ],
            firstTables: firstTables)
        schema.readableKind = emergency
        // "PRFL", by which `file` and this library recognize a profile store.
        schema.engineSchema.applicationID = 0x5052_464C
        // In the order in which format 1's manifest lists the singletons.
        schema.firstFormat = FirstFormat(
            singletons: [Profile.kinds.document, HikeLedger.summaryKind, Profile.kinds.draft, emergency],
            logs: [Profile.kinds.history], collections: [StoredHike.self])
        schema.ownChecks = [
            .committed(Profile.self), .history(Profile.self), .draft(Profile.self),
            .elements(of: StoredHike.storedTypes + [OriginalPiece.self], named: "hikes"),
            .elements(of: Photo.storedTypes, named: "photos"), .elements(of: Place.storedTypes, named: "places"),
            .changes,
            .elements(of: [StoredWay.self, StoredVisits.self], named: "ways"),
            .elements(of: [TakenInboxFile.self], named: "inbox"), summaryCheck,
            .readableText(beside: emergency), .manifest(schema.kinds),
        ]
        return schema
    }()

    /// Checks that the summary is the one computed from the hikes.
    private static let summaryCheck = RecordCheck("summary", of: [HikeLedger.summaryKind]) { records in
        guard let stored = try HikeLedger().summary(in: &records), records.damaged.isEmpty else { return }
        // The records it is compared with may be damaged too; the other checks report that.
        guard let computed = try HikeLedger().computed(in: &records), records.damaged.isEmpty else { return }
        guard stored == computed else { throw CheckFinding.derivedDiffers(kind: HikeLedger.summaryKind.name) }
    }
}

extension ProfileStore {
    /// The names of the kinds of records, which errors and damaged parts carry.
    public enum KindName {
        public static let profile = Profile.kinds.document.name
        public static let draft = Profile.kinds.draft.name
        public static let history = Profile.kinds.history.name
        public static let summary = HikeLedger.summaryKind.name
        public static let emergencyCard = ProfileSchema.emergency.name
        public static let hike = StoredHike.kind.name
        public static let removedHike = RemovedHike.kind.name
        /// The pieces of the files that hikes were imported from.
        public static let original = OriginalPiece.kind.name
        /// The history of hikes and places.
        public static let changes = "changes"
        public static let photo = Photo.collection.elements.name
        public static let photoFile = Photo.collection.attachments.name
        public static let place = Place.collection.elements.name
    }

    /// The names of the parts of records that can be damaged by themselves.
    public enum PartName {
        public static let observations = StoredHike.kind.parts[StoredHike.Part.observations.rawValue]
        public static let removedBody = RemovedHike.kind.parts[1]
        public static let photoFile = Photo.collection.attachments.parts[1]
    }
}

extension StoreError {
    private typealias KindName = ProfileStore.KindName

    static func noHike(_ id: Int) -> StoreError { StoreError(.noRecord(kind: KindName.hike, number: id)) }

    /// There is no removed hike with this id.
    public static func noRemovedHike(_ id: Int) -> StoreError {
        StoreError(.noRecord(kind: KindName.removedHike, number: id))
    }

    /// There is no emergency card.
    public static var noEmergencyCard: StoreError {
        StoreError(.noRecord(kind: KindName.emergencyCard, number: nil))
    }
}

// The parts of a profile store that can be damaged.

extension DamagedPart {
    private typealias KindName = ProfileStore.KindName

    /// The committed profile.
    public static let profile = DamagedPart.record(kind: KindName.profile, number: nil)
    /// The saved draft.
    public static let draft = DamagedPart.record(kind: KindName.draft, number: nil)
    /// The totals, recent hikes and badges.
    public static let summary = DamagedPart.record(kind: KindName.summary, number: nil)
    /// The emergency card.
    public static let emergencyCard = DamagedPart.record(kind: KindName.emergencyCard, number: nil)
    /// All hikes, or all except those found.
    public static let hikes = DamagedPart.collection(KindName.hike)

    /// A commit in the history.
    public static func revision(_ revision: Int) -> DamagedPart { .record(kind: KindName.history, number: revision) }

    /// A hike.
    public static func hike(_ id: Int) -> DamagedPart { .record(kind: KindName.hike, number: id) }

    /// The observations of a hike whose header opens.
    public static func observations(_ id: Int) -> DamagedPart { .part(ProfileStore.PartName.observations, number: id) }
}
