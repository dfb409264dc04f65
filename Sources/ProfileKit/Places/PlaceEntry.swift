public import ProfileModel
internal import SealedStore

/// A place with its visits, as lists show it: without its notes.
public struct PlaceEntry: Hashable, Sendable, Identifiable {
    public let id: Int
    public let place: Place
    public let visits: PlaceVisits

    public init(id: Int, place: Place, visits: PlaceVisits) {
        (self.id, self.place, self.visits) = (id, place, visits)
    }
}

extension PlaceEntry {
    /// All places by id, with their visits.
    static func all(in transaction: inout RecordTransaction) throws -> [PlaceEntry] {
        let places = try transaction.elements(Place.self)
        guard !places.isEmpty else { return [] }
        var figures: [Int: PlaceVisits] = [:]
        try SealedCollection<StoredVisits>().forEachHeaderByNumber(in: &transaction) { place, header in
            figures[place] = header.figures
            return true
        }
        return places.map { PlaceEntry(id: $0.number, place: $0.model, visits: figures[$0.number] ?? PlaceVisits()) }
    }
}
