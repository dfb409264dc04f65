internal import ProfileModel
public import SealedStore

// Making a gate whose profile has a name of its own from the start.
extension SealedGate<ProfileStore> {
    /// Makes an account, and the store when there is none.
    ///
    ///     let (gate, recoveryCode) = try Gate.create(at: "hiker.profile", passcode: Secret("739158"), username: "ada")
    ///
    /// - Parameter username: of the new profile.
    /// - Throws: ``StoreError`` as ``create(at:account:passcode:format:password:shuffle:configuration:)``; `invalidValue`
    ///   for a username out of its rules.
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

    /// Makes an account whose gate has the stages that `formats` lists: one, or the password's before it.
    ///
    /// - Parameters:
    ///   - username: of the new profile; the login name unless given.
    ///   - revealing: is given the recovery code before anything stands. What it throws stops the creation.
    @discardableResult
    public static func create(
        at path: String, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String? = nil, configuration: Configuration = Configuration(),
        revealing: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        try create(
            at: .file(path), account: account, secrets: secrets, formats: formats, shuffle: shuffle,
            username: username, configuration: configuration, revealing: revealing)
    }

    /// The same, wherever the store is to be.
    @discardableResult
    public static func create(
        at location: StoreLocation, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String?, configuration: Configuration = Configuration(),
        revealing: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        let now = configuration.clock.secondsSince1970
        var profile = Profile.fresh(at: now)
        if let username { profile.username = username }
        let problems = profile.problems(replacing: profile, at: now)
        guard problems.isEmpty else { throw StoreError(.invalid(problems), at: location.name) }
        return try create(
            at: location, account: account, secrets: secrets, formats: formats, shuffle: shuffle,
            configuration: configuration,
            beginning: { try DocumentRecords<Profile>().create(profile, at: now, in: &$0) }, revealing: revealing)
    }
}
