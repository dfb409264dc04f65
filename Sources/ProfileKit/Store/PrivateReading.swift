public import ProfileModel
internal import SealedStore
internal import Synchronization

// What may leave a store. Everything that reads positions leaves out what lies within the areas around private places,
// unless it is told that its reader is the owner: `exact`. So a new output that forgets about private places is cut.

extension ProfileStore {
    /// The areas around private places, to be cut out of what others may see.
    ///
    /// - Throws: ``StoreError`` with `damaged` if a place doesn't open, so that it isn't known what is private.
    public var privateAreas: PrivateAreas {
        get throws { try opened.salvage { try areasToCut(exact: false, in: &$0) }.value }
    }

    /// The areas to be cut out of what others may see. They are remembered until something is committed: reading all places
    /// for each hike would cost more than the hike. Only for transactions that don't write.
    ///
    /// - Throws: ``StoreError`` with `damaged` if a place doesn't open.
    func areasToCut(exact: Bool, in transaction: inout RecordTransaction) throws -> PrivateAreas {
        guard !exact, try transaction.count(Place.self) > 0 else { return .none }
        let generation = transaction.generation
        if let known = knownAreas.withLock({ $0 }), known.generation == generation { return known.areas }
        let before = transaction.damaged.count
        let places = try transaction.elements(Place.self).map(\.model)
        let lost = transaction.damaged.dropFirst(before)
        guard lost.isEmpty else { throw StoreError(.damagedParts(Array(lost))) }
        let areas = PrivateAreas(of: places)
        // It is 0 where the list of records doesn't open.
        if generation > 0 { knownAreas.withLock { $0 = (generation, areas) } }
        return areas
    }
}
