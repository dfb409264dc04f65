internal import ProfileKit

/// The exit codes. Scripts rely on them, so none is ever renumbered.
enum ExitCode: Int32, CaseIterable {
    case ok = 0
    case failure = 1
    case locked = 10
    case wrongPasscode = 11
    case throttled = 12
    case noStore = 13
    case exists = 14
    case invalidValue = 15
    case conflict = 16
    case notFound = 17
    case damaged = 18
    case newerStore = 19
    case busy = 20
    case io = 21
    case noDeviceSecret = 22
    case unreachable = 23
    case usage = 64
    case interrupted = 130

    /// The code for an error of the library; kinds of errors that have no exit code yet count as failures.
    init(_ code: StoreError.Code) {
        // Where another application's file is, there is no store.
        self = code == .foreign ? .noStore : Self.allCases.first { $0.name == code.description } ?? .failure
    }

    var name: String {
        switch self {
        case .ok: "ok"
        case .failure: "failure"
        case .locked: "locked"
        case .wrongPasscode: "wrong-passcode"
        case .throttled: "throttled"
        case .noStore: "no-store"
        case .exists: "exists"
        case .invalidValue: "invalid-value"
        case .conflict: "conflict"
        case .notFound: "not-found"
        case .damaged: "damaged"
        case .newerStore: "newer-store"
        case .busy: "busy"
        case .io: "io"
        case .noDeviceSecret: "no-device-secret"
        case .unreachable: "unreachable"
        case .usage: "usage"
        case .interrupted: "interrupted"
        }
    }

    /// When the code is used, for `profile help exit-codes`.
    var meaning: String {
        switch self {
        case .ok: "all went well"
        case .failure: "none of the below; out of memory; an outcome that is not known"
        case .locked: "there is no session, and no secret was given"
        case .wrongPasscode: "a wrong passcode, password or recovery code; the text says which"
        case .throttled: "too many failures; the text says how long to wait"
        case .noStore: "the store or the account does not exist"
        case .exists: "the account, or the file to write, is there already"
        case .invalidValue: "a value is not valid, or an input file is malformed"
        case .conflict: "the profile moved on since the draft began"
        case .notFound: "no such hike, place, photo, badge, revision, draft or emergency card, or nothing to undo"
        case .damaged: "the store fails its checks, or is older than the last one seen"
        case .newerStore: "the store was written by a newer version"
        case .busy: "another process held the store for too long"
        case .io: "the disk is full, a permission is missing, a file cannot be read"
        case .noDeviceSecret:
            "this machine's device secret is missing, or belongs to another account or store"
        case .unreachable: "the server cannot be reached"
        case .usage: "an unknown command or option, or a missing value"
        case .interrupted: "interrupted, or cancelled on the lock screen"
        }
    }
}

/// Ends the program with an exit code and no message.
struct SilentExit: Error {
    let code: ExitCode
}
