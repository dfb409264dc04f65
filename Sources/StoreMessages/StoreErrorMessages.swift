public import SealedStore

extension StoreError {
    /// The problem in a sentence, without a capital and a full stop, such as "the passcode does not match". It contains no
    /// secret and no value of the data.
    ///
    /// It says what is wrong, not what to do: a program knows its own commands and buttons, and can tell by the ``code``.
    /// For a store with terms of its own, word the reasons that need them, and take this for the others.
    public var message: String {
        let name = store ?? "the store"
        return reason.gateMessage ?? reason.recordMessage(of: name) ?? reason.storeMessage(of: name)
    }
}

extension StoreError: CustomDebugStringConvertible {
    /// The message, so that an error that nobody catches reads as a sentence.
    public var debugDescription: String { message }
}

extension StoreError.Reason {
    /// The message for reasons about the store, its file and its engine.
    func storeMessage(of name: String) -> String {
        switch self {
        case .noStore: "there is no store at \(name)"
        case .ofAnotherApplication: "\(name) is another program's file"
        case .newerFormat(let format): "\(name) was written by a newer version of the program (format \(format))"
        case .recordsOfOtherKinds(let kinds):
            "\(name) has records of kinds that this version of the program lacks"
                + (kinds.isEmpty ? "" : ": \(kinds.joined(separator: ", "))")
        case .older(.using):
            "\(name) is older than it was when last used: it lost its last commits, or an older one was put back"
        case .older: "\(name) is older than the last one seen here: an older one was put back"
        case .otherInstance:
            "\(name) is not the copy of the store that was last used here: another one was put in its place"
        case .damaged(.attempts(let path, let damage)):
            "\(path) \(damage.message): failed attempts can no longer be counted"
        case .damaged(let damage): "\(name) is damaged: \(damage.message)"
        case .damagedParts(let parts):
            "\(name) is damaged: cannot open \(parts.map(\.message).joined(separator: ", "))"
        case .moved(followsCommit: true):
            "\(name) was moved or removed during the change, and it is not known whether the change took effect"
        case .moved: "\(name) was moved or removed while it was open"
        case .fileExists(let path): "\(path) already exists"
        case .engine(let code, let detail, _): code.message(of: name, detail)
        case .system(let error): error.message
        case .logNotReadable(let path):
            "\(name) is on a read-only file system, and its newest commits are in \(path), which cannot be read there"
        case .other(let detail): detail
        case .unsafeFile(let file): file.message
        default: "\(name): \(self)"
        }
    }
}

extension StoreError.Damage {
    fileprivate var message: String {
        switch self {
        case .notAStore: "it is not a store"
        case .foreignTables: "its tables are not those of a store"
        case .structure: "its structure fails SQLite's own check"
        case .noStoreID: "it has no store id"
        case .truncated(let bytes): "it was cut off after \(bytes) bytes"
        case .logElsewhere(let path): "a part of it is in \(path)"
        case .accountID: "an account has an invalid id"
        case .gate(let account): "the gate of account '\(account)' was tampered with"
        case .gateStages: "the gate has neither one stage nor two"
        case .gateParameters: "the gate has parameters out of bounds"
        case .readableText(let account, .outdated):
            "the readable text of account '\(account)' is not the one that was set last"
        case .readableText(let account, .tamperedWith):
            "the readable text of account '\(account)' was tampered with"
        case .attempts: "failed attempts can no longer be counted"
        case .engine(let detail): detail
        case .record: "a record does not open"
        case .check(let check, _): "it fails the check '\(check)'"
        }
    }
}

extension StoreError.AttemptDamage {
    fileprivate var message: String {
        switch self {
        case .missing: "is missing"
        case .failsCheck: "fails its check"
        case .counterExhausted: "has reached its highest number"
        }
    }
}

extension DamagedPart {
    /// The part in a sentence, by the names of the schema.
    fileprivate var message: String {
        switch self {
        case .manifest: "the list of records"
        case .record(let kind, let number?): "\(kind) \(number)"
        case .record(let kind, nil): "the \(kind)"
        case .part(let part, let number): "the \(part) of record \(number)"
        case .collection(let kind): "the list of the kind \(kind)"
        }
    }
}
