/// An error of a gate or a store: a code to act on, and the reason as data. Programs supply the wording.
///
///     do { … } catch StoreError.Code.throttled { … }
public struct StoreError: Error, Sendable {
    /// The reason, as data.
    public let reason: Reason
    /// The store's name: its file's path, or a URL without user and password; `nil` if no store was involved.
    public internal(set) var store: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    public init(_ reason: Reason, at store: String? = nil, cause: (any Error)? = nil) {
        self.reason = reason
        self.store = store
        self.cause = cause
    }

    /// The kind of error, to act on.
    public var code: Code { reason.code }

    /// How long to wait before the next attempt, after a wrong secret or one that came too early; zero if there is no
    /// wait.
    public var retryAfter: Duration {
        switch reason {
        case .throttled(let wait), .wrongSecret(_, _, let wait): wait
        default: .zero
        }
    }

    /// The problems of invalid values; empty unless the code is ``Code/invalidValue``.
    public var problems: [FieldProblem] {
        if case .invalid(let problems) = reason { problems } else { [] }
    }

    /// The damaged parts, if the reason is that parts of the data don't open; empty otherwise.
    public var damagedParts: [DamagedPart] {
        if case .damagedParts(let parts) = reason { parts } else { [] }
    }

    /// The kind of error. More codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// Any other error, including out of memory.
        public static let failure = Code("failure")
        /// There is no session, or it has ended.
        public static let locked = Code("locked")
        /// The passcode, the password or the recovery code is wrong; the attempt was counted.
        public static let wrongPasscode = Code("wrong-passcode")
        /// Too many failures; nothing was tried.
        public static let throttled = Code("throttled")
        /// The store or the account doesn't exist.
        public static let noStore = Code("no-store")
        /// The file is another application's, or of another schema.
        public static let foreign = Code("foreign")
        /// The account, or the file to write, already exists.
        public static let exists = Code("exists")
        /// A value breaks a rule.
        public static let invalidValue = Code("invalid-value")
        /// Something has changed since it was read.
        public static let conflict = Code("conflict")
        /// There is no such record, revision or draft.
        public static let notFound = Code("not-found")
        /// The store fails its checks, or is older than the last one seen.
        public static let damaged = Code("damaged")
        /// The store was written by a newer version.
        public static let newerStore = Code("newer-store")
        /// Another process held the store for too long.
        public static let busy = Code("busy")
        /// The disk is full, a permission is missing, or a file can't be read.
        public static let io = Code("io")
        /// This machine's device secret is missing or belongs to another store.
        public static let noDeviceSecret = Code("no-device-secret")
        /// The server can't be reached.
        public static let unreachable = Code("unreachable")
        /// The library was called in a way that it doesn't allow, which is a bug in the caller.
        public static let misuse = Code("misuse")

        /// Lets a `catch` name a code: `catch StoreError.Code.throttled`.
        ///
        /// This includes the errors with values of their own: a conflict of a draft is a ``conflict``, ``FieldProblem``
        /// and `RecoveryCode.Malformed` are an ``invalidValue``.
        public static func ~= (code: Code, error: any Error) -> Bool {
            switch error {
            case let error as any CodedError: error.code == code
            case is RecoveryCode.Malformed: code == .invalidValue
            default: false
            }
        }
    }
}

/// An error that a `catch` finds by its code.
protocol CodedError: Error {
    var code: StoreError.Code { get }
}

extension StoreError: CodedError {}

extension FieldProblem: CodedError {
    var code: StoreError.Code { .invalidValue }
}

extension StoreError: CustomStringConvertible {
    /// The code and the reason as written in Swift, for logs: not a sentence.
    public var description: String {
        "\(code): \(reason)\(store.map { " [\($0)]" } ?? "")\(cause.map { " (\($0))" } ?? "")"
    }
}
