internal import SQLiteKit
internal import SealedStore
internal import Sealing
internal import SystemKit

extension Gate {
    /// Makes an account, and the store when there is none.
    ///
    ///     let (gate, recoveryCode) = try Gate.create(at: "hiker.profile", passcode: Secret("739158"))
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - passcode: the secret of the last stage.
    ///   - format: the passcode's shape.
    ///   - password: the secret of a stage before the passcode, if there is to be one.
    ///   - shuffle: whether keypads of this account are shuffled.
    ///   - username: of the new profile; the login name unless given.
    /// - Returns: the gate, still closed, and the recovery code, which is shown here and nowhere else.
    /// - Throws: ``ProfileError`` with `exists` when the account is there already, `invalidValue` for a secret or
    ///   a username out of its rules, `io`, `busy`, `damaged`, `newerStore`.
    public static func create(
        at path: String, account: AccountID = .main, passcode: consuming Secret, format: CodeFormat = .sixDigits,
        password: consuming Secret? = nil, shuffle: Bool = false, username: String? = nil,
        configuration: Configuration = Configuration()
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        let formats = password == nil ? [format] : [.password, format]
        return try create(
            at: path, account: account, secrets: Secrets(passcode: passcode, password: password), formats: formats,
            shuffle: shuffle, username: username, configuration: configuration)
    }

    /// Makes an account whose gate has the stages that `formats` lists: one, or the password's before it.
    ///
    /// - Parameter revealing: is given the recovery code before anything stands. What it throws stops the creation.
    @discardableResult
    public static func create(
        at path: String, account: AccountID = .main, secrets: Secrets, formats: [CodeFormat],
        shuffle: Bool = false, username: String? = nil, configuration: Configuration = Configuration(),
        revealing: (RecoveryCode) throws -> Void = { _ in }
    ) throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        let isOneStage = formats.count == 1 && formats[0] != .password
        guard isOneStage || (formats.count == 2 && formats[0] == .password && formats[1] != .password) else {
            throw ProfileError(invalid: [InvalidValue("the gate", "has a code, and at most a password before it")])
        }
        let today = Day(localTo: configuration.clock.secondsSince1970)
        let profile = Profile(username: username ?? SystemUser.loginName, goalDate: today)
        let problems = profile.problems(replacing: profile, at: configuration.clock.secondsSince1970)
        guard problems.isEmpty else { throw ProfileError(problems) }
        let gate = try translatingErrors(at: path) {
            try Gate(unchecked: path, account: account, configuration: configuration)
        }
        let recoveryCode = try translatingErrors(at: path) {
            let recoveryCode = try RecoveryCode.random()
            try secrets.checkAsNew(for: formats)
            try gate.create(
                with: secrets, formats: formats, recoveryCode: recoveryCode, profile: profile, shuffle: shuffle,
                revealing: revealing)
            return recoveryCode
        }
        return (gate, recoveryCode)
    }

    private func create(
        with secrets: Secrets, formats: [CodeFormat], recoveryCode: RecoveryCode, profile: Profile,
        shuffle: Bool, revealing: (RecoveryCode) throws -> Void
    ) throws {
        let file = try StoreFile(creating: path)
        let folder = StateFolder(of: account, in: file, configuration)
        try folder.locked { folder in
            guard try GateRecord.epoch(of: account, in: file.connection) == nil else { throw Self.taken(account) }
            // What a creation that was cut short left may be replaced. A device secret in use belongs to an account that
            // this file lacks: the file is a copy of the one that has it.
            guard try !folder.hasDeviceSecret else { throw Self.takenElsewhere(account, by: folder.path) }
            let device = try Secret.random()
            let dataKey = try Secret.random()
            let place = GatePlace(
                store: file.id, instance: file.instance, account: account, epoch: 1, shuffle: shuffle)
            let record = try secrets.seal(
                dataKey, formats: formats, in: place, device: device,
                recovery: try GateRecord.recovery(
                    dataKey, code: recoveryCode, store: file.id, account: account, formats: formats),
                costs: formats.map { _ in configuration.cost })
            try folder.prepareChangeover(to: device)
            let sealer = try RecordSealer(of: account, in: file, dataKey: dataKey)
            let now = configuration.clock.secondsSince1970
            try file.connection.transaction(.writing) { connection in
                try record.write(to: connection)
                var records = file.newRecords(sealer)
                try DocumentRecords<Profile>().create(profile, at: now, in: &records)
                try HikeLedger().create(goalDate: profile.goalDate, in: &records)
                let card = CardAuthentication(of: account, in: file, device: SharedSecret(try device.duplicate()))
                try records.setReadableMark(card.mark(number: nil))
                _ = try records.finish()
                try revealing(recoveryCode)
            } settling: { error, _ in
                try record.settle(error, replacing: nil, at: file.path, hasShownCode: true)
            }
            // Where the files can't get their names yet, the next opening finishes it.
            try? folder.finishChangeover()
        }
    }

    /// The account that is to be made is another file's already: this one is a copy of it.
    static func takenElsewhere(_ account: AccountID, by folder: String) -> ProfileError {
        ProfileError(
            .exists, "an account '\(account)' of this store has its device secret in \(folder) already",
            hint: "This file is a copy that lacks the account. Name another account, or use the file that has it.")
    }

    /// The account that is to be made is there already.
    public static func taken(_ account: AccountID) -> ProfileError {
        ProfileError(
            .exists, "the store has an account '\(account)' already",
            hint: "Unlock it, or name another one with --account.")
    }
}
