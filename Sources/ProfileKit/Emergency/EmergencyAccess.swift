internal import SealedStore

extension SealedGate<ProfileStore> {
    /// The emergency card, which needs no unlock; `nil` when there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` when it isn't the one that its owner made, `noDeviceSecret` where that
    ///   can't be told.
    public var emergencyCard: EmergencyCard? {
        get throws {
            try readableText().map { text in
                guard let card = try? EmergencyCard(text) else {
                    throw StoreError(.damaged(.readableText(account, .tamperedWith)), at: path)
                }
                return card
            }
        }
    }
}

extension ProfileStore {
    /// Leaves a text readable for anyone who has the store's file, in place of the one before.
    public func setEmergencyCard(_ card: EmergencyCard) throws {
        try setReadableText(card.description)
    }

    /// Takes the emergency card away.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is none.
    public func clearEmergencyCard() throws {
        try setReadableText(nil)
    }
}
