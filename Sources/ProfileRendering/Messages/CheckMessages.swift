public import ProfileKit
internal import StoreMessages

private typealias KindName = ProfileStore.KindName

extension StoreCheck {
    /// The result as a sentence without a full stop: what was confirmed, or what is wrong.
    public var message: String {
        if let problem { return Self.message(for: problem, in: name) }
        return note.map { "\(subject): \($0.message)" } ?? confirmation
    }

    /// The subject of the check, in words. In JSON, a check is identified by its name.
    public var subject: String { Self.subject(of: name).name }

    /// The problem, as a sentence without a full stop.
    static func message(for finding: CheckFinding, in name: String) -> String {
        let (subject, isPlural) = subject(of: name)
        return switch finding {
        case .header: "the header is not that of this store"
        case .format(let version): "the format, \(version), is not the one that was opened"
        case .tables: "the tables are not those of a profile store"
        case .structure(let faults): "the structure is damaged: \(faults.joined(separator: "; "))"
        case .engine(let detail): "\(subject): \(detail)"
        case .gateTamperedWith: "the gate was tampered with"
        case .refused(let reason): UserMessage(StoreError(reason)).message
        case .outOfMemory: "\(subject): \(UserMessage.outOfMemory.message)"
        case .recordDoesNotOpen: "a record of \(subject) does not open"
        case .recordMalformed: "a record of \(subject) is missing or malformed"
        case .parts(let parts):
            "\(subject) \(isPlural ? "are" : "is") not what was written last\(parts.listed(besides: subject))"
        case .noRevisions: "the history has no revisions"
        case .lastRevisionDiffers: "the last revision in the history is not the committed profile"
        case .derivedDiffers: "\(subject) do not match the hikes"
        case .readableTextDiffers: "the emergency card is not the one that was set"
        case .recordCount(let written, let found): "\(written) records were written, but \(found) were found"
        case .recordsDiffer: "a record is not the one that was written"
        case .strayRecords(let count): "there are \(count) records of kinds that no profile store has"
        case .older: "the store is older than the last one seen here"
        case .otherInstance: "the store is not the copy that was last used here"
        case .form(let finding): "\(subject) \(finding.message)"
        }
    }

    private static func subject(of name: String) -> (name: String, isPlural: Bool) {
        switch name {
        case "header": ("the header", false)
        case "schema": ("the tables", true)
        case "quick_check": ("the structure", false)
        case "gate": ("the gate", false)
        case "copies": ("copies", true)
        case "sessions": ("sessions", true)
        case generation: ("the store's age", false)
        case KindName.profile: ("the profile", false)
        case KindName.history: ("the history", false)
        case KindName.draft: ("the draft", false)
        case "hikes": ("the hikes", true)
        case "photos": ("the photos", true)
        case "places": ("the places", true)
        case "ways": ("ways and visits", true)
        case "inbox": ("the inbox's files", true)
        case KindName.changes: ("the history of changes", false)
        case KindName.summary: ("totals, recent hikes and badges", true)
        case KindName.emergencyCard: ("the emergency card", false)
        case "manifest": ("the list of records", false)
        default: (name, false)
        }
    }

    /// The statement that a passed check confirms.
    private var confirmation: String {
        switch name {
        case "header": "the header is that of this store"
        case "schema": "the tables are those of a profile store"
        case "quick_check": "the structure is intact"
        case "gate": "the gate is intact, and its count of attempts too"
        case Self.generation: "no newer store was seen here"
        case KindName.profile, KindName.history, KindName.changes: "\(subject) is what was written last"
        case KindName.draft: "the draft, if there is one, is what was saved last"
        case "hikes", "photos", "places", "ways", "inbox": "\(subject) are what was written last"
        case KindName.summary: "\(subject) match the hikes"
        case KindName.emergencyCard: "the emergency card, if there is one, is the one that was set"
        case "manifest": "the list of records is complete"
        default: "\(subject) is intact"
        }
    }
}

extension [DamagedPart] {
    /// The parts after a colon, unless they are only what the sentence has named already.
    fileprivate func listed(besides subject: String) -> String {
        let names = names
        guard names != [subject] else { return "" }
        return ": \(names.prefix(10).joined(separator: ", "))" + (names.count > 10 ? ", …" : "")
    }
}

extension CheckFinding.FormFinding {
    /// The problem, worded to follow the account.
    fileprivate var message: String {
        switch self {
        case .accountID: "has an invalid id"
        case .noGate: "has no gate"
        case .gateEpoch: "has a gate whose epoch is invalid"
        case .gateMAC: "has a gate with a MAC of the wrong length"
        case .gateSeal: "has a gate with a seal of the wrong form"
        case .gateStages: "has a gate with neither one stage nor two"
        case .gateParameters: "has a gate with parameters out of bounds"
        case .noManifest: "has no manifest"
        case .manifest: "has a manifest of the wrong form"
        case .noRecord(let kind): "has no record in '\(kind)'"
        case .record(let kind, let number): "has a record of the wrong form: \(kind) \(number)"
        case .fingerprint(let kind, let number): "has a fingerprint of the wrong length: \(kind) \(number)"
        }
    }
}

extension StoreCheck.Note {
    public var message: String {
        switch self {
        case .byFormAlone: "only its structure was checked; its records need its own secrets"
        case .recordsAside(let count): "records set aside because they do not open: \(count)"
        case .recordsOfOtherKinds(let kinds):
            "records of kinds that this version lacks were only counted: \(kinds.joined(separator: ", "))"
        case .unreadableRecords(let count):
            "records that are intact, but that this version of the program cannot read: \(count)"
        case .incompleteRecords(let count):
            "records that a version of the program kept without being able to read them, and that a repair lists in full: "
                + "\(count)"
        case .exposedFolders(let folders): folders.map(\.message).joined(separator: "; ")
        case .foreignSessions(let count):
            "no key that can be read here opens \(count) of them; another program may have it, and 'profile lock' ends them"
        case .missingCopies(let copies):
            "the files of these are not where they were last used, and 'profile repair' can remove what is kept for them: "
                + copies.map { "\($0.path) (\($0.folder))" }.joined(separator: ", ")
        }
    }
}
