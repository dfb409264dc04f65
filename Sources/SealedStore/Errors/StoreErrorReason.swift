extension StoreError {
    /// The reason, with the data needed to word a message. It contains neither secrets nor values of the data.
    public enum Reason: Hashable, Sendable {
        // The store and its account.
        case noStore
        case noAccount(AccountID)
        case accountExists(AccountID)
        /// The account to create already has a device secret in a folder: this store is a copy that lacks the account.
        case accountOfAnotherCopy(AccountID, folder: String)
        /// The file is another application's database, or a store of another schema. Nothing is damaged.
        case ofAnotherApplication
        case newerFormat(Int)
        /// The account has records of these kinds, which this program's schema lacks: a later version of the program
        /// wrote them, or the schema no longer lists them. What would drop or lose them is refused. The list is empty
        /// where their names aren't known.
        case recordsOfOtherKinds([String])
        /// The store is older than the last one seen here: an older one was put back.
        case older(OlderStore)
        /// The store is another copy than the one last used at this path here: one was put in place of the other.
        case otherInstance(OlderStore)
        case damaged(Damage)
        /// Parts of the account's data don't decrypt, or are outdated.
        case damagedParts([DamagedPart])
        /// The store's file was moved, replaced or removed while it was open. After a commit, it isn't known whether
        /// that took effect.
        case moved(followsCommit: Bool)

        // Lower layers.
        case fileExists(path: String)
        /// An engine reported an error. The detail is its own diagnosis (``EngineError/detail``).
        case engine(EngineError.Code, detail: String, isCommitFailure: Bool)
        /// The operating system reported an error.
        case system(SystemError)
        /// An error that this package doesn't know, such as one that the calling code's own keyring threw, in its
        /// words.
        case other(detail: String)
        /// The newest commits of a store on a read-only file system are in a log, which can't be read without writing.
        case logNotReadable(path: String)
        /// Not a plain file or folder that belongs to this user.
        case unsafeFile(UnsafeFile)
        /// The memory for deriving a key was refused; the attempt, if it was one, isn't counted.
        case outOfMemory(checking: CodeFormat?)

        // The gate.
        case locked
        /// The store behind a door was requested, but there is another door behind it.
        case anotherDoor
        case noPasswordGiven
        case noSuchStage(GateStage)
        case invalidStages
        case throttled(Duration)
        case wrongSecret(CodeFormat, attemptsBeforeWait: Int, wait: Duration)
        case wrongRecoveryCode(AccountID)
        /// A recovery code opens nothing in a gate that is damaged: either may be the cause.
        case recoveryCodeOrGate(AccountID)
        /// Refused before it counted as an attempt.
        case wrongShape(CodeFormat)
        case noDeviceSecret(DeviceSecret)
        /// Another process holds the account's state folder for longer than a key derivation takes.
        case gateInUse(AccountID)
        /// A process with another state folder, which a hold doesn't keep out, has changed the gate since it
        /// was read.
        case gateChanged(AccountID)
        /// A change of secrets whose commit failed, with the engine's code and diagnosis. Nothing was changed, unless
        /// the code is `outcomeUnknown`.
        case changeFailed(EngineError.Code, recoveryCodeWasShown: Bool, detail: String)
        case sessionsDisabled
        case sessionLimit(SessionLimit)
        /// A session's key couldn't be stored anywhere; the reason for each storage.
        indirect case noSessionStorage([Reason])
        case noRuntimeFolder
        /// A lock ended a session whose key it didn't find: the key is gone, or kept where this process doesn't look.
        /// It opens nothing, unless an older file of the store is put back.
        case sessionKeyNotFound(AccountID)
        /// A lock couldn't be written to the store, for this reason; the extent says what was ended nevertheless.
        indirect case lockNotWritten(AccountID, LockExtent, Reason)

        // Values and records.
        /// Values break rules; lists all of them.
        case invalid([FieldProblem])
        case noRecord(kind: String, number: Int?)
        case noRevision(Int, oldest: Int)
        case nothingToUndo
        case noDraft
        /// The draft was saved, committed or discarded elsewhere since it was read.
        case draftChangedElsewhere
        /// A draft was passed to a store that it doesn't come from.
        case foreignDraft
        /// A record with this number exists, with different content.
        case contentDiffers(kind: String, number: Int)
        /// A record with this number exists and may not be replaced.
        case recordExists(kind: String, number: Int)
        /// Another record, with this number, has the same content.
        case contentExists(kind: String, number: Int)
        /// Records exist and may not be replaced.
        case recordsExist(kind: String)
        /// Every number is in use.
        case numbersExhausted(kind: String)

        // Mistakes in the calling code.
        /// A store was used from within one of its own bodies.
        case reentrantUse
        /// The store's schema has no such kind, or has it in another form.
        case unknownKind(String)
        /// An element of a collection breaks the rules of ``CollectionElement``.
        case invalidElement(kind: String, ElementFlaw)
        /// An edit changed only properties that the fields of this kind of document don't list, so that nothing would
        /// be stored.
        case unlistedProperty(kind: String)
        /// A document has this field, but the value that was stored is of another type than the program's model has: a
        /// field of another type needs a tag of its own. Nothing is damaged, and a repair keeps the value.
        case unreadableField(kind: String, field: String)
        /// A transaction reached its commit after an error in the middle of a write.
        case unfinishedChange
    }

    /// Which rule an element breaks.
    public enum ElementFlaw: Hashable, Sendable {
        /// The record has more parts than its kind, or lacks the first.
        case parts
        /// The element has another number of figures than its type declares, or that is more than 16.
        case figures
    }

    /// The problem with a file that can't be read as a store.
    public enum Damage: Hashable, Sendable {
        /// Not a database, or a store whose application id was changed.
        case notAStore
        case foreignTables
        case structure
        case noStoreID
        /// The file is shorter than any store.
        case truncated(bytes: Int)
        /// The newest commits are in another file, which doesn't come with this one.
        case logElsewhere(path: String)
        case accountID
        case gate(AccountID)
        case gateStages
        case gateParameters
        case readableText(AccountID, ReadableDamage)
        /// Failed attempts can no longer be counted.
        case attempts(path: String, AttemptDamage)
        case engine(detail: String)
        case record
        /// Found by a check.
        case check(name: String, CheckFinding)
    }

    /// Why a readable text is refused.
    public enum ReadableDamage: Hashable, Sendable { case outdated, tamperedWith }
    /// Why failed attempts can no longer be counted.
    public enum AttemptDamage: Hashable, Sendable { case missing, failsCheck, counterExhausted }
    /// Why no attempt can be made on this machine.
    public enum DeviceSecret: Hashable, Sendable { case missing, ofAnotherStore }
    /// The limit of a session that is out of range.
    public enum SessionLimit: Hashable, Sendable { case duration, idle }
    /// The sessions that a lock ended although it couldn't be written to the store.
    public enum LockExtent: Hashable, Sendable {
        /// There was no session. Every program on this machine that has the store open was told to close it.
        case noSession
        /// The keys of all sessions are gone, and every program on this machine that has the store open was told to
        /// close it.
        case sessions
        /// A session may go on: its key is out of reach, or the store couldn't be read.
        case unknown
    }
    /// The operation for which an older store, or another copy of it, was refused.
    public enum OlderStore: Hashable, Sendable {
        case opening, recovering
        /// Using a store that was open when it was replaced by an older one, or lost its last commits.
        case using
    }
}

extension StoreError.Reason {
    var code: StoreError.Code {
        switch self {
        case .noStore, .noAccount: .noStore
        case .ofAnotherApplication: .foreign
        case .accountExists, .accountOfAnotherCopy, .fileExists, .recordExists, .contentExists, .recordsExist: .exists
        case .newerFormat, .recordsOfOtherKinds: .newerStore
        case .older, .otherInstance, .damaged, .damagedParts: .damaged
        case .moved(let followsCommit): followsCommit ? .failure : .io
        case .engine(let code, _, _): code.storeCode
        case .system, .other, .unsafeFile, .sessionsDisabled, .noSessionStorage, .noRuntimeFolder,
            .sessionKeyNotFound, .logNotReadable:
            .io
        case .outOfMemory: .failure
        case .locked, .anotherDoor, .noPasswordGiven: .locked
        case .throttled: .throttled
        case .wrongSecret, .wrongRecoveryCode, .recoveryCodeOrGate: .wrongPasscode
        case .noDeviceSecret: .noDeviceSecret
        case .gateInUse, .gateChanged: .busy
        case .changeFailed(let code, _, _): code == .outcomeUnknown ? .failure : .io
        // That the lock's own commit may count after all makes no difference to anyone.
        case .lockNotWritten(_, _, let reason): reason.code == .failure ? .io : reason.code
        case .invalid, .contentDiffers, .numbersExhausted, .noSuchStage, .invalidStages, .wrongShape, .sessionLimit:
            .invalidValue
        case .noRecord, .noRevision, .nothingToUndo, .noDraft: .notFound
        case .draftChangedElsewhere: .conflict
        case .foreignDraft, .reentrantUse, .unknownKind, .invalidElement, .unlistedProperty, .unreadableField,
            .unfinishedChange:
            .misuse
        }
    }
}

extension EngineError.Code {
    fileprivate var storeCode: StoreError.Code {
        switch self {
        case .busy: .busy
        case .full, .readOnly, .cannotOpen, .io, .moved: .io
        case .damaged: .damaged
        case .unreachable, .server(.login), .server(.certificate): .unreachable
        case .server(.noDatabase): .noStore
        case .server: .io
        case .outOfMemory, .outcomeUnknown, .misuse: .failure
        case .nested: .misuse
        case .tooLarge: .invalidValue
        }
    }
}

extension StoreError {
    /// Whether the store's file was moved, replaced or removed while it was open.
    public var isMovedStore: Bool { if case .moved = reason { true } else { false } }

    /// Whether a server has no such database, where no store can be made either.
    public var isMissingDatabase: Bool { if case .engine(.server(.noDatabase), _, _) = reason { true } else { false } }

    /// Whether it isn't known if the operation took effect. Check the state before trying again.
    public var isOutcomeUnknown: Bool {
        switch reason {
        case .moved(followsCommit: true), .changeFailed(.outcomeUnknown, _, _), .engine(.outcomeUnknown, _, _): true
        default: false
        }
    }

    /// Whether a recovery code was shown that never became valid.
    public var invalidatesShownRecoveryCode: Bool {
        guard case .changeFailed(let code, recoveryCodeWasShown: true, _) = reason else { return false }
        return code != .outcomeUnknown
    }
}
