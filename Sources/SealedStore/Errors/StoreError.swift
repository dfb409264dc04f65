/// Why a gate or a store refused: a code to act on, and the reason as data. The words are the surfaces'.
///
///     do { … } catch StoreError.Code.throttled { … }
public struct StoreError: Error, Sendable {
    public let reason: Reason
    /// What the store is called: its file's path, or a URL without user and password; `nil` where none was looked at.
    public internal(set) var store: String?
    /// The error underneath, where there is one.
    public let cause: (any Error)?

    public init(_ reason: Reason, at store: String? = nil, cause: (any Error)? = nil) {
        self.reason = reason
        self.store = store
        self.cause = cause
    }

    public var code: Code { reason.code }

    /// How long to wait before the next attempt; zero unless the code is ``Code/throttled``.
    public var retryAfter: Duration {
        if case .throttled(let wait) = reason { wait } else { .zero }
    }

    /// The rules that values break; empty unless the code is ``Code/invalidValue``.
    public var problems: [FieldProblem] {
        if case .invalid(let problems) = reason { problems } else { [] }
    }

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
        /// The store fails its checks, or is older than the last one seen.
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
}

extension StoreError: CustomStringConvertible {
    /// For logs: the code and the reason as it stands in the source, and no sentence.
    public var description: String {
        "\(code): \(reason)\(store.map { " [\($0)]" } ?? "")\(cause.map { " (\($0))" } ?? "")"
    }
}
