public import ProfileModel
internal import SealedStore

// What may leave a store. Everything that reads positions leaves out what lies within the areas around private places,
// unless it is told that its reader is the owner: `exact`. So a new output that forgets about private places is cut.

extension ProfileStore {
    /// The areas around private places, to be cut out of what others may see.
    ///
    /// - Throws: ``StoreError`` with `damaged` if a place doesn't open, so that it isn't known what is private.
    public var privateAreas: PrivateAreas {
        get throws { try opened.salvage { try Self.areasToCut(exact: false, in: &$0) }.value }
    }

    /// The areas to be cut out of what others may see.
    ///
    /// - Throws: ``StoreError`` with `damaged` if a place doesn't open.
    static func areasToCut(exact: Bool, in transaction: inout RecordTransaction) throws -> PrivateAreas {
        guard !exact, try transaction.count(Place.self) > 0 else { return .none }
        let before = transaction.damaged.count
        let places = try transaction.elements(Place.self).map(\.model)
        let lost = transaction.damaged.dropFirst(before)
        guard lost.isEmpty else { throw StoreError(.damagedParts(Array(lost))) }
        return PrivateAreas(of: places)
    }
}
