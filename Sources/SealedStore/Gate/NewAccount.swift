public import Sealing

/// What a new account is made of: see ``SealedGate``'s `create(_:at:)`.
///
///     var account = NewAccount(passcode: try Secret("739158"))
///     account.shufflesKeypad = true
///     let (gate, recoveryCode) = try Gate.create(account, at: "papers.sealed")
public struct NewAccount: Sendable {
    /// The secret of each stage.
    public var secrets: GateSecrets
    /// The format of each stage's secret, in order: of a code, or of a password and a code.
    public var formats: [CodeFormat]
    /// Whether the account's keypads are shuffled each time they are shown.
    public var shufflesKeypad = false
    /// The account's recovery code; `nil` for a random one. With a code that its owner has written down already, no
    /// other process has to wait while the owner writes the code down.
    public var recoveryCode: RecoveryCode?
    /// Writes first values of the schema's documents, given the time; the others are ``DocumentModel/fresh(at:)``.
    public var firstRecords: (@Sendable (inout RecordTransaction, _ now: WallTime) throws -> Void)?

    /// Creates an account with a passcode, behind a password if one is given.
    ///
    /// - Parameters:
    ///   - passcode: the secret of the last stage.
    ///   - format: the passcode's shape.
    ///   - password: the secret of a stage before the passcode.
    public init(
        passcode: consuming Secret, format: CodeFormat = .sixDigits, password: consuming Secret? = nil
    ) {
        formats = password == nil ? [format] : [.password, format]
        secrets = GateSecrets(passcode: passcode, password: password)
    }

    /// Creates an account with a secret for each stage.
    public init(secrets: GateSecrets, formats: [CodeFormat]) {
        (self.secrets, self.formats) = (secrets, formats)
    }
}
