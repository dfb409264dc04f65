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

// MARK: The gate

extension StoreError.Reason {
    /// The message for reasons about the gate, its secrets and sessions; `nil` for others.
    fileprivate var gateMessage: String? {
        switch self {
        case .noAccount(let account): "the store has no account '\(account)'"
        case .accountExists(let account): "the store already has an account '\(account)'"
        case .accountOfAnotherCopy(let account, let folder):
            "an account '\(account)' of this store already has its device secret in \(folder)"
        case .locked: "the account is locked"
        case .anotherDoor: "the gate has a second stage"
        case .noPasswordGiven: "the gate asks for a password before the code"
        case .noSuchStage: "the stage must be code: this account has no password"
        case .invalidStages: "the gate has a code, and at most a password before it"
        case .throttled(let wait): "too many failed attempts: wait \(Self.seconds(wait)) s"
        case .wrongSecret(let format, _, _): "the \(format.noun) does not match"
        case .wrongRecoveryCode: "the recovery code does not match"
        case .recoveryCodeOrGate(let account):
            "the recovery code does not match the gate of account '\(account)', which is damaged"
        case .wrongShape(let format): FieldProblem(format.noun, .shape(format)).message
        case .noDeviceSecret(.missing): "this machine's device secret for the account is missing"
        case .noDeviceSecret:
            "this machine's device secret for the account belongs to another account or store"
        case .gateChanged(let account):
            "another process has changed the gate of account '\(account)' in the meantime"
        case .gateInUse(let account): "another process has held the gate of account '\(account)' for too long"
        case .outOfMemory(checking: let format?): "there is not enough memory to check the \(format.noun)"
        case .outOfMemory: "there is not enough memory"
        case .sessionsDisabled: "sessions are switched off"
        case .sessionLimit(.duration): "a session lasts more than 0 s and at most 24 h"
        case .sessionLimit(.idle): "a session's idle limit is more than 0 s"
        case .noSessionStorage(let refusals):
            "a session cannot be kept: " + refusals.map { StoreError($0).message }.joined(separator: "; ")
        case .noRuntimeFolder: "there is no XDG_RUNTIME_DIR that is yours alone"
        case .sessionKeyNotFound(let account): "the key of a session of '\(account)' was not found"
        case .lockNotWritten(let account, let extent, let reason): Self.lockNotWritten(account, extent, reason)
        default: nil
        }
    }

    private static func lockNotWritten(
        _ account: AccountID, _ extent: StoreError.LockExtent, _ reason: StoreError.Reason
    ) -> String {
        // The account's name stands in the sentence already.
        let cause = StoreError(reason).message
        return switch extent {
        case .sessions: "the session of '\(account)' has ended, but its row could not be removed: \(cause)"
        case .noSession: "'\(account)' had no session, and the lock could not be written: \(cause)"
        case .unknown: "the session of '\(account)' may not have ended: \(cause)"
        }
    }

    /// A wait in seconds, rounded up.
    private static func seconds(_ wait: Duration) -> Int64 {
        let (seconds, attoseconds) = wait.components
        return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
    }
}

// MARK: Records

extension StoreError.Reason {
    /// The message for reasons about values and records, and about changes whose commit failed; `nil` for others.
    fileprivate func recordMessage(of name: String) -> String? {
        switch self {
        case .changeFailed(.outcomeUnknown, _, let detail):
            "\(name): the commit failed, and it is not known whether the change took effect: \(detail)"
        case .changeFailed(_, _, let detail): "\(name): the change was not written: \(detail)"
        case .invalid(let problems): problems.map(\.message).joined(separator: "; ")
        case .noRecord(let kind, let number): "there is no \(kind)\(number.map { " \($0)" } ?? "")"
        case .noRevision(let revision, let oldest):
            revision >= 1 && revision < oldest
                ? "revision \(revision) is no longer kept: the history begins with revision \(oldest)"
                : "there is no revision \(revision)"
        case .nothingToUndo: "there is nothing to undo"
        case .noDraft: "there is no draft"
        case .draftChangedElsewhere: "the draft was saved, committed or discarded elsewhere since it was read"
        case .foreignDraft: "the draft belongs to another store or account"
        case .contentDiffers(let kind, let number): "\(kind) \(number) already exists, with other content"
        case .recordExists(let kind, let number): "\(kind) \(number) already exists"
        case .contentExists(let kind, let number): "\(kind) \(number) already has the same content"
        case .recordsExist(let kind): "the account already has \(kind)s"
        case .numbersExhausted(let kind): "there is no number left for a \(kind)"
        case .reentrantUse: "the store was called from within one of its own closures"
        case .unknownKind(let kind): "\(name) has no records of the kind \(kind)"
        case .invalidElement(let kind, .parts): "\(name): a \(kind) has other parts than its kind declares"
        case .invalidElement(let kind, .figures): "\(name): a \(kind) has another number of figures than its kind"
        case .unlistedProperty(let kind): "\(name): only properties of the \(kind) that are not stored were changed"
        case .unreadableField(let kind, let field):
            "\(name): the field '\(field)' of the \(kind) is stored with another type than this program's"
        case .unfinishedChange: "\(name): a change ended halfway"
        default: nil
        }
    }
}

// MARK: The store

extension StoreError.Reason {
    /// The message for reasons about the store, its file and its engine.
    fileprivate func storeMessage(of name: String) -> String {
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
