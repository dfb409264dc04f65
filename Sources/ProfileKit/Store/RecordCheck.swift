internal import ProfileModel
internal import SealedStore
internal import Sealing

/// The checks of an account's sealed records: each one opens, is what was written last, and they fit each other.
enum RecordCheck: String, CaseIterable {
    case profile, history, draft, hikes, summary, emergency, manifest

    /// The results of all of them, made inside the caller's transaction.
    static func all(in file: borrowing StoreFile, sealer: RecordSealer) throws -> [StoreCheck] {
        var checks: [StoreCheck] = []
        for check in allCases {
            let aside = check == .manifest ? try AsideRecords.count(of: sealer.account, in: file.backend) : 0
            checks.append(
                try StoreCheck(
                    check.rawValue, note: aside == 0 ? nil : "records kept aside that do not open: \(aside)"
                ) {
                    var records = try file.records(sealer, .salvaging)
                    try check.run(&records)
                })
        }
        return checks
    }

    private static var profiles: DocumentRecords<Profile> { DocumentRecords() }

    /// - Throws: ``CheckProblem``.
    private func run(_ records: inout RecordTransaction) throws {
        switch self {
        case .profile:
            _ = try Self.profiles.committed(in: &records)
        case .history:
            try Self.checkHistory(&records)
        case .draft:
            _ = try Self.profiles.savedDraft(in: &records)
        case .hikes:
            try SealedCollection<StoredHike>().forEachElement(in: &records) { _, _ in true }
            try SealedCollection<RemovedHike>().forEachElement(in: &records) { _, _ in true }
        case .summary:
            try Self.checkSummary(&records)
        case .emergency:
            try Self.checkCard(&records)
        case .manifest:
            try Self.checkManifest(&records)
        }
        // Of what a check comes upon besides its own part, that part's check speaks.
        let damaged = records.damaged.filter(isOwn)
        guard damaged.isEmpty else { throw CheckProblem(Self.sentence(about: damaged)) }
    }

    private func isOwn(_ part: DamagedPart) -> Bool {
        switch part {
        case .manifest: self == .manifest
        case .collection, .part: self == .hikes
        case .record(StoredHike.kind.name, _), .record(RemovedHike.kind.name, _): self == .hikes
        case .record(let kind, _): self == .manifest || rawValue == kind
        }
    }

    private static func sentence(about damaged: [DamagedPart]) -> String {
        let names = damaged.prefix(10).map(\.description).joined(separator: ", ")
        return "not what was written last: \(names)\(damaged.count > 10 ? ", …" : "")"
    }

    /// Every revision is there from the one that begins the history, and the last one is what readers see.
    private static func checkHistory(_ records: inout RecordTransaction) throws {
        var newest: ProfileHistoryEntry?
        try profiles.forEachCommit(in: &records) { entry in
            if newest == nil { newest = entry }
            return true
        }
        guard records.damaged.isEmpty else { return }
        guard let newest else { throw CheckProblem("there are no revisions") }
        guard let committed = try profiles.committed(in: &records), records.damaged.isEmpty else { return }
        guard committed.revision == newest.revision, committed.model == newest.model else {
            throw CheckProblem("the last revision is not the committed profile")
        }
    }

    private static func checkSummary(_ records: inout RecordTransaction) throws {
        guard let digest = try HikeLedger().digest(in: &records), records.damaged.isEmpty else { return }
        // What it is compared with may be damaged itself, which the other checks report.
        guard let workedOut = try HikeLedger().workedOut(in: &records), records.damaged.isEmpty else { return }
        guard digest == workedOut else {
            throw CheckProblem("it is not the summary of the hikes that are there")
        }
    }

    /// What stands readable is what was sealed.
    private static func checkCard(_ records: inout RecordTransaction) throws {
        guard let (_, payload) = try records.singleton(ProfileSchema.emergency) else { return }
        // Byte by byte: Swift takes another spelling of an é for the same text.
        guard let text = records.readableText(beside: ProfileSchema.emergency)?.text, Array(text.utf8) == payload
        else { throw CheckProblem("the emergency card is not the one that was set") }
    }

    private static func checkManifest(_ records: inout RecordTransaction) throws {
        guard records.damaged.isEmpty else { return }
        for kind in ProfileSchema.kinds where kind.form == .singleton { _ = try records.singleton(kind) }
        guard records.damaged.isEmpty else { return }
        let count = try records.countRecords(of: ProfileSchema.kinds)
        guard count.written == count.found else {
            throw CheckProblem("\(count.written) records were written, and \(count.found) are there")
        }
        guard count.areSame else { throw CheckProblem("a record is not the one that was written") }
    }
}
