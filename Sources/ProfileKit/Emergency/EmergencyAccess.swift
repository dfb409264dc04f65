internal import Sealing

extension Gate {
    /// The emergency card, which needs no unlock; `nil` when there is none.
    ///
    /// - Throws: ``ProfileError`` with `damaged` when it isn't the one that its owner made, `noDeviceSecret` where that
    ///   can't be told.
    public var emergencyCard: EmergencyCard? {
        get throws {
            try translatingErrors(at: path) {
                try file.use { file in
                    guard let check = try GateRecord.deviceCheck(of: account, in: file.connection) else {
                        throw Self.noAccount(account)
                    }
                    guard try EmergencyTable.exists(for: account, in: file.connection) else { return nil }
                    let folder = StateFolder(of: account, in: file, configuration)
                    guard let device = try folder.deviceSecretIfAny(for: check) else {
                        throw StateFolder.missingSecret("is missing")
                    }
                    return try EmergencyTable.load(account, from: file, device: device.secret)
                }
            }
        }
    }
}

extension ProfileStore {
    /// Leaves a text readable for anyone who has the store's file, in place of the one before.
    public func setEmergencyCard(_ card: EmergencyCard) throws {
        try write { connection, sealer in
            try EmergencyTable.write(
                card, in: connection, sealer: sealer, store: memory.folder.store, device: memory.device.secret)
        }
    }

    /// Takes the emergency card away.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none.
    public func clearEmergencyCard() throws {
        try write { connection, sealer in
            guard try EmergencyTable.exists(for: gate.account, in: connection) else { throw Self.noEmergencyCard }
            try EmergencyTable.delete(from: connection, sealer: sealer)
        }
    }

    /// There is no emergency card where one is asked for.
    public static var noEmergencyCard: ProfileError {
        ProfileError(
            .notFound, "there is no emergency card", hint: "Make one with: profile emergency --set TEXT")
    }
}
