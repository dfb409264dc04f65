internal import ProfileModel
public import SealedStore

// Creating a gate with a chosen username for its profile.
extension SealedGate<ProfileStore> {
    /// Creates an account, and the store if there is none.
    ///
    ///     let (gate, recoveryCode) = try Gate.create(at: "hiker.profile", passcode: Secret("739158"), username: "ada")
    ///
    /// - Parameter username: the new profile's username.
    /// - Throws: ``StoreError`` as `create(at:passcode:)` does, and `invalidValue` for a username that breaks its
    ///   rules.
    public static func create(
        at path: String, account: AccountID = .main, passcode: consuming Secret, format: CodeFormat = .sixDigits,
        password: consuming Secret? = nil, shuffle: Bool = false, username: String?,
        configuration: Configuration = Configuration()
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        let formats = password == nil ? [format] : [.password, format]
        return try create(
            at: path, account: account, secrets: Secrets(passcode: passcode, password: password), formats: formats,
            shuffle: shuffle, username: username, configuration: configuration)
    }

    /// Creates an account whose gate has the stages listed in `formats`: one, or two with the password first.
    ///
    /// - Parameters:
    ///   - username: the new profile's username; defaults to the login name.
    ///   - recoveryCode: the account's recovery code; a random one by default. With a code that its owner has written
    ///     down already, no other process has to wait while the owner writes the code down.
    ///   - recoveryCodeHandler: receives the recovery code before the account is committed. An error that it throws
    ///     cancels the creation.
    @discardableResult
    public static func create(
        at path: String, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String? = nil, configuration: Configuration = Configuration(),
        recoveryCode: RecoveryCode? = nil, recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        try create(
            at: .file(path), account: account, secrets: secrets, formats: formats, shuffle: shuffle,
            username: username, configuration: configuration, recoveryCode: recoveryCode,
            recoveryCodeHandler: recoveryCodeHandler)
    }

    /// Creates an account at any location.
    @discardableResult
    public static func create(
        at location: StoreLocation, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String?, configuration: Configuration = Configuration(),
        recoveryCode: RecoveryCode? = nil, recoveryCodeHandler: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        let now = configuration.clock.wallTime
        var profile = Profile.fresh(at: now)
        if let username { profile.username = username }
        let problems = profile.problems(replacing: profile, at: now)
        guard problems.isEmpty else { throw StoreError(.invalid(problems), at: location.name) }
        return try create(
            at: location, account: account, secrets: secrets, formats: formats, shuffle: shuffle,
            configuration: configuration,
            beginning: { try DocumentRecords<Profile>().create(profile, at: now, in: &$0) },
            recoveryCode: recoveryCode, recoveryCodeHandler: recoveryCodeHandler)
    }
}

// The asynchronous forms, which the compiler chooses in asynchronous contexts. A task that is cancelled before its
// operation begins creates nothing. An operation that has begun is completed, and its result returned.
extension SealedGate<ProfileStore> {
    /// Creates an account with a chosen username, as the blocking form does.
    public static func create(
        at path: String, account: AccountID = .main, passcode: consuming Secret, format: CodeFormat = .sixDigits,
        password: consuming Secret? = nil, shuffle: Bool = false, username: String?,
        configuration: Configuration = Configuration()
    ) async throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        let formats = password == nil ? [format] : [.password, format]
        return try await create(
            at: .file(path), account: account, secrets: Secrets(passcode: passcode, password: password),
            formats: formats, shuffle: shuffle, username: username, configuration: configuration)
    }

    /// Creates an account whose gate has the stages listed in `formats`, as the blocking form does.
    @discardableResult
    public static func create(
        at path: String, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String? = nil, configuration: Configuration = Configuration(),
        recoveryCode: RecoveryCode? = nil,
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void = { _ in }
    ) async throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        try await create(
            at: .file(path), account: account, secrets: secrets, formats: formats, shuffle: shuffle,
            username: username, configuration: configuration, recoveryCode: recoveryCode,
            recoveryCodeHandler: recoveryCodeHandler)
    }

    /// Creates an account at any location, as the blocking form does.
    @discardableResult
    public static func create(
        at location: StoreLocation, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String?, configuration: Configuration = Configuration(),
        recoveryCode: RecoveryCode? = nil,
        recoveryCodeHandler: @escaping @Sendable (RecoveryCode) throws -> Void = { _ in }
    ) async throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        try await offloadingAttempt {
            try create(
                at: location, account: account, secrets: secrets, formats: formats, shuffle: shuffle,
                username: username, configuration: configuration, recoveryCode: recoveryCode,
                recoveryCodeHandler: recoveryCodeHandler)
        }
    }
}
