internal import SealedStore
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
                    guard let check = try GateRecord.deviceCheck(of: account, in: file.connection),
                        let heads = try file.backend.heads(of: account, kinds: [ProfileSchema.emergency])
                    else { throw Self.noAccount(account) }
                    // Only a store of format 1 may say neither that there is a card nor that there is none.
                    guard !heads.readableMark.isEmpty || !heads.singletons.isEmpty || !file.instance.isUnnamed
                    else { return nil }
                    guard
                        let device = try StateFolder(of: account, in: file, configuration).deviceSecretIfAny(for: check)
                    else { throw StateFolder.missingSecret("is missing") }
                    do {
                        return try CardAuthentication(of: account, in: file, device: device).card(in: heads)
                    } catch let error as CheckProblem {
                        throw ProfileError.damaged(
                            file.path, "the emergency card of account '\(account)' \(error)")
                    }
                }
            }
        }
    }
}

extension ProfileStore {
    /// Leaves a text readable for anyone who has the store's file, in place of the one before.
    public func setEmergencyCard(_ card: EmergencyCard) throws {
        let authentication = try cardAuthentication
        try write { transaction in
            // Never the number of an earlier card, so that none of those can be put in its place.
            let number = transaction.generation + 1
            try transaction.put(
                ProfileSchema.emergency, number: number, Array(card.description.utf8),
                readable: authentication.readable(card.description, number: number))
            try transaction.setReadableMark(authentication.mark(number: number))
        }
    }

    /// Takes the emergency card away.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none.
    public func clearEmergencyCard() throws {
        let authentication = try cardAuthentication
        try write { transaction in
            guard transaction.has(ProfileSchema.emergency) else { throw Self.noEmergencyCard }
            try transaction.remove(ProfileSchema.emergency)
            try transaction.setReadableMark(authentication.mark(number: nil))
        }
    }

    var cardAuthentication: CardAuthentication {
        get throws {
            let device = memory.device
            return try withFile { file, _ in CardAuthentication(of: gate.account, in: file, device: device) }
        }
    }

    /// There is no emergency card where one is asked for.
    public static var noEmergencyCard: ProfileError {
        ProfileError(
            .notFound, "there is no emergency card", hint: "Make one with: profile emergency --set TEXT")
    }
}
