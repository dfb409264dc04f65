public import ProfileKit

extension StoreError {
    /// The problem, and the remedy.
    var words: (message: String, hint: String) {
        let name = store ?? "the store"
        return reason.gateWords ?? reason.recordWords(name) ?? reason.storeWords(name)
    }
}

extension StoreError.Reason {
    /// The words for reasons about the store, its file and its engine.
    fileprivate func storeWords(_ name: String) -> (String, String) {
        switch self {
        case .noStore: ("there is no store at \(name)", "Create one with: profile init")
        case .ofAnotherApplication:
            (
                "\(name) is not a profile store",
                "It is another application's, and was left as it is. Name the store's file."
            )
        case .newerFormat(let format):
            (
                "\(name) was written by a newer version of profile (format \(format))",
                "It was left untouched. Install that version."
            )
        case .recordsOfOtherKinds(let kinds):
            (
                "\(name) has records of a newer version of profile"
                    + (kinds.isEmpty ? "" : ": \(kinds.joined(separator: ", "))"),
                "Nothing was changed. This would drop them: use that version for it."
            )
        case .older(.using):
            (
                "\(name) is older than it was when last used: it lost its last commits, or an older one was put back",
                "Put the newer one back, or accept this one with: profile restore --accept-older"
            )
        case .older(let use):
            (
                "\(name) is older than the last one seen here: an older one was put back",
                use == .opening
                    ? "Put the newer one back, or accept this one with: profile restore --accept-older"
                    : "Put the newer one back. To bring this one back beside it: profile restore, then recover."
            )
        case .otherInstance(let use):
            (
                "\(name) is not the copy of the store that was last used here: another one was put in its place",
                use == .opening
                    ? "Put the other one back, or accept this one with: profile restore --accept-older"
                    : "Put the other one back. To recover this one, move it to another place, and name that with --store."
            )
        case .damaged(let damage): damage.words(name)
        case .damagedParts(let parts):
            (
                "\(name) is damaged: cannot open \(parts.words)",
                "\(UserMessage.unchanged) Restore a backup of it, or repair it with: profile repair"
            )
        case .moved(followsCommit: true):
            (
                "\(name) was moved or removed during the change, and it is not known whether the change took effect",
                "Check the file where it is now: profile history --store PATH"
            )
        case .moved:
            (
                "\(name) was moved or removed while it was open",
                "\(UserMessage.unchanged) Put it back, or name the file where it is now with --store."
            )
        case .fileExists(let path):
            ("\(path) already exists", "It was left as it is. Name another file, or move it away.")
        case .engine(let code, let detail, _): code.words(name, detail)
        case .system(let error) where error.isMissing: (error.words, "Check the name, and that its folder exists.")
        case .system(let error):
            (error.words, "Check that the folder exists, its permissions and the free space on the disk.")
        case .logNotReadable(let path):
            (
                "\(name) is on a read-only file system, and its newest commits are in \(path), which cannot be read there",
                "Make the file system writable, or copy both files to a folder of yours and name the copy with --store."
            )
        case .other(let detail): (detail, "If this happens again, please report it.")
        case .unsafeFile(let file):
            (
                file.words,
                "Only plain files and folders of your own are used. Name another one, or move this one away."
            )
        default: ("\(name): \(self)", "If this happens again, please report it.")
        }
    }
}

extension SystemError {
    /// The failed operation, and why it failed: "cannot open PATH: Permission denied".
    public var words: String { "cannot \(operation.words)\(path.isEmpty ? "" : " \(path)"): \(reason)" }
}

extension SystemError.Operation {
    fileprivate var words: String {
        switch self {
        case .removeOthersAccess: "close to other users"
        case .makeFolder: "create the folder"
        case .removeFolder: "remove the folder"
        case .findFolder: "find the folder"
        case .findCurrentFolder: "find the current folder"
        case .keepKey: "keep a key in the kernel"
        case .readKey: "read a key from the kernel"
        case .findKey: "look for a key in the kernel"
        case .makeEventCounter: "create an event counter"
        case .makeTimer: "create a timer"
        case .open, .read, .write, .sync, .make, .rename, .remove, .lock, .watch, .examine, .touch: "\(self)"
        }
    }
}

extension UnsafeFile {
    /// The path, and what is wrong with the file.
    var words: String {
        switch problem {
        case .symbolicLink: "\(path) is a symbolic link"
        case .hardLink: "\(path) has a second name (a hard link)"
        case .foreign: "\(path) belongs to another user"
        case .notFile: "\(path) is not a plain file"
        case .notFolder: "\(path) is not a folder"
        case .tooLong: "\(path) is longer than such a file can be"
        case .openStore: "\(path) is a store that is in use"
        case .writableByOthers: "other users may remove or replace what is in \(path)"
        }
    }
}

extension EngineError.Code {
    fileprivate func words(_ name: String, _ detail: String) -> (String, String) {
        switch self {
        case .outcomeUnknown:
            (
                "\(name): the commit failed, and it is not known whether it took effect: \(detail)",
                "Check with: profile history"
            )
        case .busy: ("\(name) was held by another process for too long", "Try again.")
        case .full: ("\(name): the disk is full", "\(UserMessage.unchanged) Free some space and try again.")
        case .readOnly, .cannotOpen:
            (
                "\(name) cannot be written: \(detail)",
                "Unless its file system is read-only, it must be writable, even for reading: the file, those beside it "
                    + "(-wal, -shm) and their folder, or the tables on a server."
            )
        case .damaged:
            ("\(name) is damaged: \(detail)", "\(UserMessage.unchanged) Restore a backup of it.")
        case .outOfMemory:
            ("there is not enough memory for \(name)", "\(UserMessage.unchanged) Close other programs and try again.")
        case .io, .moved: ("\(name): \(detail)", "Check the disk.")
        case .unreachable:
            (
                "\(name) cannot be reached: \(detail)",
                "\(UserMessage.unchanged) Check the network, and that the server is running."
            )
        case .server(let problem): problem.words(name, detail)
        case .tooLarge: ("\(name) cannot take this: \(detail)", "\(UserMessage.unchanged) Store less at once.")
        case .misuse, .nested:
            (
                "\(name) rejected a statement of this program: \(detail)",
                "\(UserMessage.unchanged) This is a bug in the program: please report it."
            )
        }
    }
}

extension EngineError.ServerProblem {
    fileprivate func words(_ name: String, _ detail: String) -> (String, String) {
        switch self {
        case .login:
            (
                "\(name) doesn't let you in: \(detail)",
                "Check the user in the URL, and the password in ~/.pgpass or the file that PGPASSFILE names (mode 0600)."
            )
        case .certificate:
            (
                "\(name) could be another server, or be overheard: \(detail)",
                "Name its certificate authority with sslrootcert=FILE in the URL, and the host as in its certificate."
            )
        case .noDatabase:
            ("there is no such database: \(name)", "Name another one, or have it created on the server.")
        case .noRight:
            (
                "\(name) doesn't give you the right to do this: \(detail)",
                "\(UserMessage.unchanged) Have it granted by the server's operator: profile server sql"
            )
        case .readOnly:
            (
                "\(name) is read-only: \(detail)",
                "\(UserMessage.unchanged) It may be a standby. Name the primary, or both with "
                    + "target_session_attrs=read-write."
            )
        case .noSessions:
            (
                "\(name) gives a connection to several clients in turn: \(detail)",
                "\(UserMessage.unchanged) A pooler must keep a session for each client (PgBouncer: pool_mode = session)."
            )
        case .earlyAcknowledgement:
            (
                "\(name) acknowledges commits that a power cut would undo",
                "\(UserMessage.unchanged) Have synchronous_commit switched on for this user."
            )
        }
    }
}

extension StoreError.Damage {
    fileprivate func words(_ name: String) -> (String, String) {
        let restore = "\(UserMessage.unchanged) Restore a backup of it."
        func damaged(_ what: String) -> (String, String) { ("\(name) is damaged: \(what)", restore) }
        func repairable(_ what: String) -> (String, String) {
            (damaged(what).0, "\(UserMessage.unchanged) Restore a backup of it, or repair it with: profile repair")
        }
        func recoverable(_ what: String) -> (String, String) {
            (
                damaged(what).0,
                "\(UserMessage.unchanged) Restore a backup, or set up the gate again with your recovery code: profile recover"
            )
        }
        switch self {
        case .notAStore:
            return (
                "\(name) is not a profile store",
                "It was left as it is. Name the store's file, or restore a backup of it."
            )
        case .foreignTables: return damaged("its tables are not those of a profile store")
        case .structure: return damaged("its structure fails SQLite's own check")
        case .noStoreID: return damaged("it has no store id")
        case .truncated(let bytes): return damaged("it was cut off after \(bytes) bytes")
        case .logElsewhere(let path):
            return (
                "\(name) is damaged: a part of it is in \(path)",
                "Nothing was restored. Use a whole backup, made by: profile backup"
            )
        case .accountID: return damaged("an account has an invalid id")
        case .gate(let account):
            return recoverable("the gate of account '\(account)' was tampered with")
        case .gateStages: return recoverable("the gate has neither one stage nor two")
        case .gateParameters: return recoverable("the gate has parameters out of bounds")
        case .readableText(let account, .outdated):
            return repairable("the emergency card of account '\(account)' is not the one that was set last")
        case .readableText(let account, .tamperedWith):
            return repairable("the emergency card of account '\(account)' was tampered with")
        case .attempts(let path, let damage):
            return (
                "\(path) \(damage.words): failed attempts can no longer be counted",
                "Regain access with your recovery code: profile recover"
            )
        case .engine(let detail): return damaged(detail)
        case .record: return damaged("a record does not open")
        case .check(let check, let finding):
            return (
                "\(name) is damaged: \(StoreCheck.words(for: finding, in: check))",
                "No backup was made. See what is damaged with: profile check. Back it up as it is with: profile backup --damaged"
            )
        }
    }
}

extension StoreError.AttemptDamage {
    fileprivate var words: String {
        switch self {
        case .missing: "is missing"
        case .failsCheck: "fails its check"
        case .counterExhausted: "has reached its highest number"
        }
    }
}
