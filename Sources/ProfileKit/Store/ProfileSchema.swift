internal import SealedStore

/// The composition of a profile store: its kinds of records, and the tables that held them in format 1.
enum ProfileSchema {
    static let emergency = RecordKind("emergency", .singleton)

    static let schema: StoreSchema = {
        var schema = StoreSchema(
            domain: "profile", documents: [Profile.self], collections: [StoredHike.self, RemovedHike.self],
            derived: DerivedRecords(HikeLedger.summaryKind) { try HikeLedger().refresh(in: &$0) })
        schema.readableKind = emergency
        // "PRFL", by which `file` and this library recognize a profile store.
        schema.engineSchema.applicationID = 0x5052_464C
        schema.engineSchema.firstTables = [
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
        // In the order in which format 1's manifest lists the singletons.
        schema.firstFormat = FirstFormat(
            singletons: [Profile.kinds.document, HikeLedger.summaryKind, Profile.kinds.draft, emergency],
            logs: [Profile.kinds.history], collections: [StoredHike.self])
        schema.ownChecks = [
            .committed(Profile.self), .history(Profile.self), .draft(Profile.self),
            .elements(of: [StoredHike.self, RemovedHike.self], named: "hikes"), summaryCheck,
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
