/// Why a gate or a store refused: a code to act on, and the reason as data. The words are the surfaces'.
///
///     do { … } catch StoreError.Code.throttled { … }
public struct StoreError: Error, Sendable {
    public let reason: Reason
    /// The error underneath, where there is one.
    public let cause: (any Error)?

    public init(_ reason: Reason, cause: (any Error)? = nil) {
        self.reason = reason
        self.cause = cause
    }

    public var code: Code { reason.code }

    /// What kind of refusal it is. The list may grow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// None of the kinds below; out of memory too.
        public static let failure = Code("failure")
        /// There is no session, or it has ended.
        public static let locked = Code("locked")
        /// The passcode, the password or the recovery code is wrong; the attempt was counted.
        public static let wrongPasscode = Code("wrong-passcode")
        /// Too many failures; nothing was tried.
        public static let throttled = Code("throttled")
        /// The store or the account doesn't exist.
        public static let noStore = Code("no-store")
        /// The account, or the file to write, is there already.
        public static let exists = Code("exists")
        /// A value is out of its rules.
        public static let invalidValue = Code("invalid-value")
        /// Something moved on meanwhile.
        public static let conflict = Code("conflict")
        /// No such record, revision or draft.
        public static let notFound = Code("not-found")
        /// The store fails its checks.
        public static let damaged = Code("damaged")
        /// Written by a newer version.
        public static let newerStore = Code("newer-store")
        /// Another process held the store too long.
        public static let busy = Code("busy")
        /// The disk is full, a permission is missing, a file can't be read.
        public static let io = Code("io")
        /// This machine's device secret is missing or belongs to another store.
        public static let noDeviceSecret = Code("no-device-secret")
        /// The server can't be reached.
        public static let unreachable = Code("unreachable")
        /// The library was called in a way that it doesn't allow: a mistake in the caller's code.
        public static let misuse = Code("misuse")

        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? StoreError)?.code == code
        }
    }

    /// What is wrong, with what a sentence about it needs. Neither secrets nor values of the data are in it.
    public enum Reason: Hashable, Sendable {
        /// Parts of the account's data don't open, or aren't what was written last.
        case damagedParts([DamagedPart])
        /// An engine refused.
        case engine(EngineError.Code, detail: String)
        /// Values break rules: all of them at once.
        case invalid([FieldProblem])
        case noRecord(kind: String, number: Int)
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
        case recordExists(kind: String, number: Int)
        /// Every number is taken.
        case noNumberLeft(kind: String)
        case noStore
        case noAccount(AccountID)
        case locked
        /// A store was used from within one of its own bodies.
        case usedFromWithin

        var code: Code {
            switch self {
            case .damagedParts: .damaged
            case .engine(let code, _): code.storeCode
            case .invalid, .recordExists, .noNumberLeft: .invalidValue
            case .noRecord, .noRevision, .nothingToUndo, .noDraft: .notFound
            case .conflict, .draftMovedOn: .conflict
            case .noStore, .noAccount: .noStore
            case .locked: .locked
            case .foreignDraft, .usedFromWithin: .misuse
            }
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
        case .outOfMemory, .outcomeUnknown: .failure
        case .misuse, .nested: .misuse
        }
    }
}
