internal import SealedStore

extension SealedGate<ProfileStore> {
    /// The emergency card, which needs no unlock; `nil` when there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` when the card isn't the one its owner set, `noDeviceSecret` when that
    ///   can't be verified.
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
    /// Sets the card, which anyone who has the store's file can read, replacing any previous one.
    public func setEmergencyCard(_ card: EmergencyCard) throws {
        try setReadableText(card.description)
    }

    /// Removes the emergency card.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is none.
    public func clearEmergencyCard() throws {
        try setReadableText(nil)
    }
}
