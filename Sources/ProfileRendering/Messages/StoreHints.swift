internal import ProfileKit

extension StoreError {
    /// What to do about it.
    var hint: CommandText { reason.gateHint ?? reason.recordHint ?? reason.storeHint }
}

extension StoreError.Reason {
    /// The hint for reasons about the store, its file and its engine.
    fileprivate var storeHint: CommandText {
        switch self {
        case .noStore: "Create one with: \(command: "init")"
        case .ofAnotherApplication: "It is another application's, and was left as it is. Name the store's file."
        case .newerFormat: "It was left untouched. Install that version."
        case .recordsOfOtherKinds: "Nothing was changed. This would drop them: use the newer version that wrote them."
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
