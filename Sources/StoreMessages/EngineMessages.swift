public import SealedStore

extension EngineError.Code {
    func message(of name: String, _ detail: String) -> String {
        switch self {
        case .outcomeUnknown: "\(name): the commit failed, and it is not known whether it took effect: \(detail)"
        case .busy: "\(name) was held by another process for too long"
        case .full: "\(name): the disk is full"
        case .readOnly, .cannotOpen: "\(name) cannot be written: \(detail)"
        case .damaged: "\(name) is damaged: \(detail)"
        case .outOfMemory: "there is not enough memory for \(name)"
        case .io, .moved: "\(name): \(detail)"
        case .unreachable: "\(name) cannot be reached: \(detail)"
        case .server(let problem): problem.message(of: name, detail)
        case .tooLarge: "\(name) cannot take this: \(detail)"
        case .misuse, .nested: "\(name) rejected a statement of this program: \(detail)"
        }
    }
}

extension EngineError.ServerProblem {
    fileprivate func message(of name: String, _ detail: String) -> String {
        switch self {
        case .login: "\(name) doesn't let you in: \(detail)"
        case .certificate: "\(name) could be another server, or be overheard: \(detail)"
        case .noDatabase: "there is no such database: \(name)"
        case .noRight: "\(name) doesn't give you the right to do this: \(detail)"
        case .readOnly: "\(name) is read-only: \(detail)"
        case .noSessions: "\(name) gives a connection to several clients in turn: \(detail)"
        case .earlyAcknowledgement: "\(name) acknowledges commits that a power cut would undo"
        }
    }
}

extension SystemError {
    /// The failed operation, and why it failed: "cannot open PATH: Permission denied".
    public var message: String { "cannot \(operation.message)\(path.isEmpty ? "" : " \(path)"): \(reason)" }
}

extension SystemError.Operation {
    fileprivate var message: String {
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
    public var message: String {
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
