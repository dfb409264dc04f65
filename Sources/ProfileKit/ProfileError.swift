/// Why the gate or the store refused.
///
/// The message is one line that says what is wrong; the hint one that says what to do. Neither holds a secret or
/// a value of the profile.
public struct ProfileError: Error, Sendable, CustomStringConvertible {
    public let code: Code
    public let message: String
    public let hint: String
    /// How long to wait before the next attempt; zero unless the code is ``Code/throttled``.
    public let retryAfter: Duration
    /// The rules that values break; empty unless the code is ``Code/invalidValue``.
    public let problems: [InvalidValue]
    /// The error underneath, where there is one.
    public let cause: (any Error)?

    /// What kind of refusal it is. The list may grow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// None of the kinds below.
        public static let failure = Code(description: "failure")
        /// There is no session, or it has ended.
        public static let locked = Code(description: "locked")
        /// The passcode, the password or the recovery code is wrong; the attempt was counted.
        public static let wrongPasscode = Code(description: "wrong-passcode")
        /// Too many failures; nothing was tried.
        public static let throttled = Code(description: "throttled")
        /// The store or the account doesn't exist.
        public static let noStore = Code(description: "no-store")
        /// The account is there already.
        public static let exists = Code(description: "exists")
        /// A value is out of its rules.
        public static let invalidValue = Code(description: "invalid-value")
        /// Something moved on meanwhile.
        public static let conflict = Code(description: "conflict")
        /// No such hike, badge, revision or draft.
        public static let notFound = Code(description: "not-found")
        /// The store fails its checks.
        public static let damaged = Code(description: "damaged")
        /// Written by a newer version.
        public static let newerStore = Code(description: "newer-store")
        /// Another process held the store too long.
        public static let busy = Code(description: "busy")
        /// The disk is full, a permission is missing, a file can't be read.
        public static let io = Code(description: "io")
        /// The library was called in a way that it doesn't allow: a mistake in the caller's code.
        public static let misuse = Code(description: "misuse")
        /// This machine's device secret is missing or belongs to another store.
        public static let noDeviceSecret = Code(description: "no-device-secret")
    }

    public init(
        _ code: Code, _ message: String, hint: String, retryAfter: Duration = .zero, problems: [InvalidValue] = [],
        cause: (any Error)? = nil
    ) {
        (self.code, self.message, self.hint) = (code, message, hint)
        (self.retryAfter, self.problems, self.cause) = (retryAfter, problems, cause)
    }

    /// Values that break rules, all of them at once.
    public init(invalid problems: [InvalidValue]) {
        self.init(
            .invalidValue, problems.map(\.description).joined(separator: "; "),
            hint: "Nothing was changed. Correct the value and try again.", problems: problems)
    }

    /// Fields of the profile that break rules, all of them at once.
    package init(_ problems: [FieldProblem]) {
        self.init(invalid: problems.map { InvalidValue(Profile.option(of: $0.field), $0.rule.words) })
    }

    public var description: String { message }
}
