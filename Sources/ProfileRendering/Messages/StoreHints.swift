internal import ProfileKit

private typealias KindName = ProfileStore.KindName

extension StoreError {
    /// What to do about it.
    var hint: CommandText { reason.gateHint ?? reason.recordHint ?? reason.storeHint }
}

// MARK: The gate

extension StoreError.Reason {
    /// The hint for reasons about the gate, its secrets and sessions; `nil` for others.
    fileprivate var gateHint: CommandText? {
        switch self {
        case .noAccount: "See its accounts with: \(command: "account list")"
        case .accountExists: "Unlock it, or name another one with --account."
        case .accountOfAnotherCopy:
            "This file is a copy that lacks the account. Name another account, or use the file that has it."
        case .locked: "Unlock it with: \(command: "unlock")"
        case .anotherDoor: "Enter it by its doors: the password, then the code."
        case .noPasswordGiven: "Give both, the password first."
        case .noSuchStage, .invalidStages, .sessionLimit: Self.correct
        case .throttled: "Until then no attempt is checked, not even the right one."
        case .wrongSecret(_, let left, .zero): "\(left.counted("more attempt")) before a wait."
        case .wrongSecret(_, _, let wait): "The next attempt can be made in \(wait.inWords)."
        case .wrongRecoveryCode(let account):
            "Use the newest one of account '\(account)': each recovery gives a new one. "
                + "If this is the newest, the store is damaged: restore a backup."
        case .recoveryCodeOrGate: "If this is the newest code, what it opens is damaged too: restore a backup."
        case .wrongShape: "It was not tried and does not count as an attempt."
        case .noDeviceSecret:
            "If the store was moved or restored here, open it with your recovery code: \(command: "recover")"
        case .gateChanged:
            "Nothing was changed. Try again, with the secrets that are valid now. If the account was recovered "
                + "elsewhere, recover it here too: \(command: "recover")"
        case .gateInUse:
            "It may be sealing a large account anew. If it hangs, end it, and try again. No attempt was made."
        case .outOfMemory(checking: .some): "The attempt was not counted. Close other programs and try again."
        case .outOfMemory: "\(UserMessage.unchanged) Close other programs and try again."
        case .sessionsDisabled: "Give the passcode to each command, or unset PROFILE_SESSION."
        case .noSessionStorage:
            "Give the passcode to each command instead, or set XDG_RUNTIME_DIR to a folder of yours."
        case .noRuntimeFolder: "Set it to a folder of yours with mode 0700."
        case .sessionKeyNotFound:
            "If it was kept in another XDG_RUNTIME_DIR, remove it there (profile-*): with the key, an older file of "
                + "the store opens without a code."
        case .lockNotWritten(_, .sessions, _):
            "Without its key, which is gone, the row opens nothing. Lock again once the store can be written."
        case .lockNotWritten(_, .noSession, _):
            "What had it open on this machine has closed it. Lock again once the store can be written."
        case .lockNotWritten: "Lock it again once the store can be written. See: \(command: "status")"
        default: nil
        }
    }

    fileprivate static let correct: CommandText = "\(UserMessage.unchanged) Correct the value and try again."
}

// MARK: Records

extension StoreError.Reason {
    /// The hint for reasons about values and records, and about changes whose commit failed; `nil` for others.
    fileprivate var recordHint: CommandText? {
        switch self {
        case .changeFailed(.outcomeUnknown, let recoveryCodeWasShown, _):
            "Try the new secrets, then the old ones: \(command: "unlock")."
                + (recoveryCodeWasShown ? " Keep both recovery codes until one of them has opened it." : "")
        case .changeFailed(let code, let recoveryCodeWasShown, _):
            "\(UserMessage.unchanged)"
                + (recoveryCodeWasShown ? " The recovery code that was just shown is void: throw it away." : "")
                + " \(code.hintAfterChange)"
        case .invalid: Self.correct
        case .noRecord(KindName.emergencyCard, _): "Create one with: \(command: "emergency --set TEXT")"
        case .noRecord(KindName.removedHike, .some): "See them with: \(command: "hike list --removed")"
        case .noRecord(KindName.photo, .some): "See them with: \(command: "hike photo list ID")"
        case .noRecord(let kind, _): "See them with: \(command: "\(kind) list")"
        case .noRevision: "See them with: \(command: "history")"
        case .nothingToUndo: "The profile has not changed since it was created."
        case .noDraft: "Begin one with: \(command: "edit --no-commit")"
        case .draftChangedElsewhere: "Read it again and repeat the change."
        case .foreignDraft: "Save and commit it where it was read, or read the draft of this one."
        case .contentDiffers: "Nothing of the file was stored. Replace such hikes with --replace."
        case .recordExists(KindName.removedHike, _):
            "\(UserMessage.unchanged) Replace removed hikes too with --replace, or purge them."
        case .recordExists(_, let number): "Purge the removed one with: \(command: "hike purge \(number)")"
        case .contentExists, .numbersExhausted: "Nothing was stored."
        case .recordsExist: "\(UserMessage.unchanged) Replace them all with --replace."
        case .reentrantUse: "Use what the closure is given, and call the store before or after it."
        case .unknownKind, .invalidElement, .unlistedProperty, .unreadableField, .unfinishedChange:
            "Nothing was changed. This is a mistake in the program: please report it."
        default: nil
        }
    }
}

extension EngineError.Code {
    /// What to do about a change of secrets that was not committed, after it has been said that nothing was changed.
    fileprivate var hintAfterChange: CommandText {
        switch self {
        case .unreachable, .server: hint.without(beginning: UserMessage.unchanged)
        default: "Check the disk and try again."
        }
    }
}

// MARK: The store

extension StoreError.Reason {
    /// The hint for reasons about the store, its file and its engine.
    fileprivate var storeHint: CommandText {
        switch self {
        case .noStore: "Create one with: \(command: "init")"
        case .ofAnotherApplication: "It is another application's, and was left as it is. Name the store's file."
        case .newerFormat: "It was left untouched. Install that version."
        case .recordsOfOtherKinds: "Nothing was changed, since they would be lost. Use the version that wrote them."
        case .older(.using), .older(.opening):
            "Put the newer one back, or accept this one with: \(command: "restore --accept-older")"
        case .older:
            "Put the newer one back. To bring this one back beside it: \(command: "restore"), then recover."
        case .otherInstance(.opening):
            "Put the other one back, or accept this one with: \(command: "restore --accept-older")"
        case .otherInstance:
            "Put the other one back. To recover this one, move it to another place, and name that with --store."
        case .damaged(let damage): damage.hint
        case .damagedParts: Self.repairable
        case .moved(followsCommit: true): "Check the file where it is now: \(command: "history --store PATH")"
        case .moved: "\(UserMessage.unchanged) Put it back, or name the file where it is now with --store."
        case .fileExists: "It was left as it is. Name another file, or move it away."
        case .engine(let code, _, _): code.hint
        case .system(let error) where error.isMissing: "Check the name, and that its folder exists."
        case .system: "Check that the folder exists, its permissions and the free space on the disk."
        case .logNotReadable:
            "Make the file system writable, or copy both files to a folder of yours and name the copy with --store."
        case .unsafeFile: "Only plain files and folders of your own are used. Name another one, or move this one away."
        default: "If this happens again, please report it."
        }
    }

    fileprivate static let repairable: CommandText =
        "\(UserMessage.unchanged) Restore a backup of it, or repair it with: \(command: "repair")"
}

extension StoreError.Damage {
    fileprivate var hint: CommandText {
        switch self {
        case .notAStore: "It was left as it is. Name the store's file, or restore a backup of it."
        case .logElsewhere: "Nothing was restored. Use a whole backup, made by: \(command: "backup")"
        case .gate, .gateStages, .gateParameters:
            "\(UserMessage.unchanged) Restore a backup, or set up the gate again with your recovery code: \(command: "recover")"
        case .readableText: StoreError.Reason.repairable
        case .attempts: "Regain access with your recovery code: \(command: "recover")"
        case .check:
            "No backup was made. See what is damaged with: \(command: "check"). Back it up as it is with: \(command: "backup --damaged")"
        case .foreignTables, .structure, .noStoreID, .truncated, .accountID, .engine, .record:
            "\(UserMessage.unchanged) Restore a backup of it."
        }
    }
}

extension EngineError.Code {
    var hint: CommandText {
        switch self {
        case .outcomeUnknown: "Check with: \(command: "history")"
        case .busy: "Try again."
        case .full: "\(UserMessage.unchanged) Free some space and try again."
        case .readOnly, .cannotOpen:
            "Unless its file system is read-only, it must be writable, even for reading: the file, those beside it "
                + "(-wal, -shm) and their folder, or the tables on a server."
        case .damaged: "\(UserMessage.unchanged) Restore a backup of it."
        case .outOfMemory: "\(UserMessage.unchanged) Close other programs and try again."
        case .io, .moved: "Check the disk."
        case .unreachable: "\(UserMessage.unchanged) Check the network, and that the server is running."
        case .server(let problem): problem.hint
        case .tooLarge: "\(UserMessage.unchanged) Store less at once."
        case .misuse, .nested: "\(UserMessage.unchanged) This is a bug in the program: please report it."
        }
    }
}

extension EngineError.ServerProblem {
    fileprivate var hint: CommandText {
        switch self {
        case .login:
            "Check the user in the URL, and the password in ~/.pgpass or the file that PGPASSFILE names (mode 0600)."
        case .certificate:
            "Name its certificate authority with sslrootcert=FILE in the URL, and the host as in its certificate."
        case .noDatabase: "Name another one, or have it created on the server."
        case .noRight: "\(UserMessage.unchanged) Have it granted by the server's operator: \(command: "server sql")"
        case .readOnly:
            "\(UserMessage.unchanged) It may be a standby. Name the primary, or both with "
                + "target_session_attrs=read-write."
        case .noSessions:
            "\(UserMessage.unchanged) A pooler must keep a session for each client (PgBouncer: pool_mode = session)."
        case .earlyAcknowledgement: "\(UserMessage.unchanged) Have synchronous_commit switched on for this user."
        }
    }
}
