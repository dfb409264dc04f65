public import ProfileModel
public import SealedStore

/// A hike that visited a place.
public struct PlaceVisit: Hashable, Sendable {
    public let hike: Int
    /// The hike's day; `nil` if it has no date.
    public let day: Day?
}

/// The hike that comes nearest to a place.
public struct NearestHike: Hashable, Sendable {
    public let hike: HikeHeader
    /// Metres from the place, give or take what a simplified track departs from the recording.
    public let distance: Double
}

extension ProfileStore {
    /// The places by id, with their visits, as far as they open.
    ///
    /// - Parameter exact: whether private places are included, and places near them. Anything that others may see leaves
    ///   them out.
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io`.
    public func readablePlaces(exact: Bool = false) throws -> Salvaged<[PlaceEntry]> {
        let found = try opened.salvage { try PlaceEntry.all(in: &$0) }
        let areas = exact ? .none : PrivateAreas(of: found.value.lazy.map(\.place))
        return Salvaged(
            value: found.value.filter { !areas.contains($0.place.position) },
            damaged: found.damaged.filter { !$0.isOfWays })
    }

    /// The places with their notes, by id.
    static func wholePlaces(in transaction: inout RecordTransaction) throws -> [NumberedPlace] {
        guard try transaction.count(Place.self) > 0 else { return [] }
        return try transaction.numbers(Place.self).compactMap { id in
            try transaction.element(Place.self, id).map { NumberedPlace(id: id, place: $0) }
        }
    }

    /// A place with its notes and its visits; `nil` if there is none with this id.
    ///
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public func placeEntry(_ id: Int) throws -> PlaceEntry? {
        try opened.read { transaction in
            guard let place = try transaction.element(Place.self, id) else { return nil }
            let visits = SealedCollection<StoredVisits>()
            let figures = try visits.contains(id, in: &transaction) ? visits.header(id, in: &transaction)?.figures : nil
            return PlaceEntry(id: id, place: place, visits: figures ?? PlaceVisits())
        }
    }

    /// A place with its notes.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such place.
    public func place(_ id: Int) throws -> Place {
        guard let place = try element(Place.self, id) else { throw StoreError.noPlace(id) }
        return place
    }

    /// The places with this name, in any case, with or without accents; or the one with this id.
    ///
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public func places(named name: String) throws -> [NumberedPlace] {
        let folded = SearchText.folded(name)
        let all = try elements(Place.self).map { NumberedPlace(id: $0.number, place: $0.model) }
        let named = all.filter { SearchText.folded($0.place.name) == folded }
        return named.isEmpty ? all.filter { String($0.id) == name } : named
    }

    /// The hikes that visited a place, newest first and undated ones last.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no such place.
    public func visits(ofPlace id: Int) throws -> [PlaceVisit] {
        try opened.read { transaction in
            guard try transaction.contains(Place.self, id) else { throw StoreError.noPlace(id) }
            let stored = try SealedCollection<StoredVisits>().element(id, in: &transaction)?.visits ?? []
            func order(_ visit: StoredVisits.Visit) -> Int { visit.key == StoredHike.endKey ? .min : visit.key }
            return stored.sorted { (order($1), $1.hike) < (order($0), $0.hike) }.map {
                PlaceVisit(hike: $0.hike, day: $0.day)
            }
        }
    }

    /// The ids of the hikes that visited each place, by the place's id, as far as they open. The cost grows with the number
    /// of visits.
    ///
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io`.
    public func readableHikesByPlace() throws -> Salvaged<[Int: [Int]]> {
        try opened.salvage { try Self.hikesByPlace(in: &$0) }
    }

    private static func hikesByPlace(in transaction: inout RecordTransaction) throws -> [Int: [Int]] {
        var hikes: [Int: [Int]] = [:]
        try SealedCollection<StoredVisits>().forEachElement(in: &transaction) { place, stored in
            hikes[place] = stored.visits.map(\.hike)
            return true
        }
        return hikes
    }

    /// The names of the places that each hike visited, each once, by the hike's id.
    func placeNamesByHike() throws -> [Int: [String]] {
        let hikes = try opened.read { try Self.hikesByPlace(in: &$0) }
        var names: [Int: Set<String>] = [:]
        for place in try elements(Place.self) {
            for hike in hikes[place.number] ?? [] { names[hike, default: []].insert(place.name) }
        }
        return names.mapValues(Array.init)
    }

    /// The places that a hike visited, in the order of their names.
    ///
    /// - Parameter exact: whether private places are included.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func places(ofHike id: Int, exact: Bool = false) throws -> [NumberedPlace] {
        try opened.read { transaction in
            guard let header = try SealedCollection<StoredHike>().header(id, in: &transaction) else {
                throw StoreError.noHike(id)
            }
            guard !header.hike.isPlanned else { return [] }
            let places = try transaction.elements(Place.self) { exact || $0.privateRadius == nil }
            let visited = try VisitLedger().entered(places.map(\.area), by: id, in: &transaction)
            return zip(places, visited).filter(\.1).map { NumberedPlace(id: $0.0.number, place: $0.0.model) }
                .sorted { (SearchText.folded($0.place.name), $0.id) < (SearchText.folded($1.place.name), $1.id) }
        }
    }

    /// The ids of the hikes that come within an area, plans too.
    ///
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public func hikes(within area: CircularArea) throws -> Set<Int> {
        try opened.read { try VisitLedger().hikes(within: area, in: &$0) }
    }

    /// The hike that comes nearest to a position, plans left out; `nil` if no hike has a recording.
    ///
    /// - Throws: ``StoreError`` with `damaged` when something of it doesn't open, `locked`, `busy` or `io`.
    public func nearestHike(to position: TrackPosition) throws -> NearestHike? {
        try opened.read { transaction in
            let (hikes, ledger) = (SealedCollection<StoredHike>(), WayLedger())
            let area = CircularArea(center: position, radius: 0)
            var candidates: [(hike: Int, least: Double)] = []
            try ledger.ways.forEachEntry(in: &transaction) { hike, _, figures in
                if let bounds = StoredWay.bounds(figures) { candidates.append((hike, area.distance(to: bounds))) }
                return true
            }
            var best: NearestHike?
            for candidate in candidates.sorted(by: { ($0.least, $0.hike) < ($1.least, $1.hike) }) {
                guard candidate.least < best?.distance ?? .infinity else { break }
                guard let way = try ledger.way(of: candidate.hike, in: &transaction),
                    let header = try hikes.header(candidate.hike, in: &transaction)?.hike, !header.isPlanned
                else { continue }
                let distance = area.distance(to: way)
                if distance < best?.distance ?? .infinity { best = NearestHike(hike: header, distance: distance) }
            }
            return best
        }
    }
}

extension StoreError {
    /// There is no place with this id.
    public static func noPlace(_ id: Int) -> StoreError {
        StoreError(.noRecord(kind: ProfileStore.KindName.place, number: id))
    }
}
