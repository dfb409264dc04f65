public import ProfileKit

extension CheckFinding {
    /// What is wrong, worded to follow the name of the check.
    public var words: String {
        switch self {
        case .header: "the file's header is not that of a profile store"
        case .format(let version): "the format is \(version)"
        case .tables: "the tables are not those of a profile store"
        case .structure(let faults): faults.joined(separator: "; ")
        case .engine(let detail): detail
        case .gateTamperedWith: "the gate was tampered with"
        case .refused(let reason): WordedError(StoreError(reason)).message
        case .outOfMemory: WordedError.outOfMemory.message
        case .recordDoesNotOpen: "a record does not open"
        case .recordMalformed: "a record is missing or malformed"
        case .parts(let parts):
            "not what was written last: \(parts.prefix(10).map(\.words).joined(separator: ", "))"
                + (parts.count > 10 ? ", …" : "")
        case .noRevisions: "there are no revisions"
        case .lastRevisionDiffers: "the last revision is not the committed profile"
        case .derivedDiffers: "it does not match the hikes"
        case .readableTextDiffers: "the emergency card is not the one that was set"
        case .recordCount(let written, let found): "\(written) records were written, but \(found) were found"
        case .recordsDiffer: "a record is not the one that was written"
        case .older: "it is older than the last one seen here"
        case .form(let finding): finding.words
        }
    }
}

extension CheckFinding.FormFinding {
    fileprivate var words: String {
        switch self {
        case .accountID: "its id is invalid"
        case .noGate: "it has no gate"
        case .gateEpoch: "the epoch of its gate is invalid"
        case .gateMAC: "a MAC of its gate has the wrong length"
        case .gateSeal: "a seal of its gate has the wrong form"
        case .noManifest: "it has no manifest"
        case .manifest: "its manifest has the wrong form"
        case .noRecord(let kind): "it has no record in '\(kind)'"
        case .record(let kind, let number): "a record has the wrong form: \(kind) \(number)"
        case .fingerprint(let kind, let number): "a fingerprint has the wrong length: \(kind) \(number)"
        }
    }
}

extension StoreCheck.Note {
    public var words: String {
        switch self {
        case .byFormAlone: "only its structure was checked; its records need its own secrets"
        case .recordsAside(let count): "records set aside because they do not open: \(count)"
        }
    }
}
