extension StoreError {
    /// What is wrong, with what a sentence about it needs. Neither secrets nor values of the data are in it.
    public enum Reason: Hashable, Sendable {
        // The store, and its account.
        case noStore
        case noAccount(AccountID)
        case accountExists(AccountID)
        /// The account that is to be made has its device secret in a folder already: the store is a copy that lacks it.
        case accountOfAnotherCopy(AccountID, folder: String)
        case newerFormat(Int)
        /// The store lags behind what was seen of it here: an older one was put back.
        case older(OlderStore)
        case damaged(Damage)
        /// Parts of the account's data don't open, or aren't what was written last.
        case damagedParts([DamagedPart])
        /// The store's file was moved, replaced or removed while it was open. Behind a commit it isn't known whether that
        /// counts.
        case moved(followsCommit: Bool)

        // What is beneath.
        case fileExists(path: String)
        /// An engine refused.
        case engine(EngineError.Code, detail: String, isOfCommit: Bool)
        /// The operating system refused.
        case system(detail: String)
        /// Something else than a plain file or folder of this user's own.
        case unsafeFile(detail: String)
        /// The memory that a key needs was refused; of an attempt, that isn't counted then.
        case outOfMemory(checking: CodeFormat?)

        // The gate.
        case locked
        /// The store behind a door was asked for, and there is another door.
        case anotherDoor
        case noPasswordGiven
        case noSuchStage(GateStage)
        case stages
        case throttled(Duration)
        case wrongSecret(CodeFormat, attemptsBeforeWait: Int, wait: Duration)
        case wrongRecoveryCode(AccountID)
        /// Refused before it counted as an attempt.
        case wrongShape(CodeFormat)
        case noDeviceSecret(DeviceSecret)
        /// Another process is at the gate for longer than a key takes.
        case gateHeld(AccountID)
        /// A change of secrets whose commit failed; nothing was changed unless that isn't known.
        case changeFailed(isKnown: Bool, hasShownCode: Bool, detail: String)
        case sessionsOff
        case sessionTooLong
        /// No place took a session's key: why each refused.
        indirect case noSessionPlace([Reason])
        case noRuntimeFolder

        // Values and records.
        /// Values break rules: all of them at once.
        case invalid([FieldProblem])
        case noRecord(kind: String, number: Int?)
        case noRevision(Int, oldest: Int)
        case nothingToUndo
        case noDraft
        /// The draft and the committed document both changed the same fields.
        case conflict(fields: [String], revision: Int)
        /// The draft was saved, committed or discarded elsewhere since it was read.
        case draftMovedOn
        /// A draft was given to a store that it doesn't come from.
        case foreignDraft
        /// A record of this number is there, with other content.
        case otherContent(kind: String, number: Int)
        /// A record of this number is there, which may not be replaced.
        case recordExists(kind: String, number: Int)
        /// There are records already, which may not be replaced.
        case recordsExist(kind: String)
        /// Every number is taken.
        case noNumberLeft(kind: String)

        // Mistakes in the caller's code.
        /// A store was used from within one of its own bodies.
        case usedFromWithin
    }

    /// What is wrong with a store that can't be read as one.
    public enum Damage: Hashable, Sendable {
        case notAStore
        case foreignTables
        case structure
        case noStoreID
        /// The file is shorter than any store.
        case cutOff(bytes: Int)
        /// The newest commits are in another file, which is not there with it.
        case logElsewhere(path: String)
        case accountID
        case gate(AccountID)
        case gateStages
        case gateParameters
        case readableText(AccountID, ReadableDamage)
        /// The failed attempts can no longer be counted.
        case attempts(path: String, AttemptDamage)
        case engine(detail: String)
        case record
        /// A check found it.
        case check(name: String, CheckFinding)
    }

    public enum ReadableDamage: Hashable, Sendable { case notTheLast, tamperedWith }
    public enum AttemptDamage: Hashable, Sendable { case missing, failsCheck, countedToEnd }
    public enum DeviceSecret: Hashable, Sendable { case missing, ofAnotherStore }
    /// What an older store was about to be used for.
    public enum OlderStore: Hashable, Sendable { case opening, recovering }
}

extension StoreError.Reason {
    var code: StoreError.Code {
        switch self {
        case .noStore, .noAccount: .noStore
        case .accountExists, .accountOfAnotherCopy, .fileExists, .recordExists, .recordsExist: .exists
        case .newerFormat: .newerStore
        case .older, .damaged, .damagedParts: .damaged
        case .moved(let followsCommit): followsCommit ? .failure : .io
        case .engine(let code, _, _): code.storeCode
        case .system, .unsafeFile, .sessionsOff, .noSessionPlace, .noRuntimeFolder: .io
        case .outOfMemory: .failure
        case .locked, .anotherDoor, .noPasswordGiven: .locked
        case .throttled: .throttled
        case .wrongSecret, .wrongRecoveryCode: .wrongPasscode
        case .noDeviceSecret: .noDeviceSecret
        case .gateHeld: .busy
        case .changeFailed(let isKnown, _, _): isKnown ? .io : .failure
        case .invalid, .otherContent, .noNumberLeft, .noSuchStage, .stages, .wrongShape, .sessionTooLong: .invalidValue
        case .noRecord, .noRevision, .nothingToUndo, .noDraft: .notFound
        case .conflict, .draftMovedOn: .conflict
        case .foreignDraft, .usedFromWithin: .misuse
        }
    }
}

extension EngineError.Code {
    fileprivate var storeCode: StoreError.Code {
        switch self {
        case .busy: .busy
        case .full, .readOnly, .cannotOpen, .io, .moved: .io
        case .damaged: .damaged
        case .unreachable: .unreachable
        case .outOfMemory, .outcomeUnknown, .misuse: .failure
        case .nested: .misuse
        case .tooLarge: .invalidValue
        }
    }
}

extension StoreError {
    /// Whether the store's file was moved, replaced or removed while it was open.
    public var isMovedStore: Bool { if case .moved = reason { true } else { false } }

    /// Whether it isn't known if what was asked for was done: look, and try again only then.
    public var isOutcomeUnknown: Bool {
        switch reason {
        case .moved(followsCommit: true), .changeFailed(isKnown: false, _, _), .engine(.outcomeUnknown, _, _): true
        default: false
        }
    }

    /// Whether a recovery code was shown that never came to stand.
    public var voidsShownCode: Bool {
        if case .changeFailed(isKnown: true, hasShownCode: true, _) = reason { true } else { false }
    }
}
