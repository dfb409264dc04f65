public import ProfileModel
public import SealedStore

// Hikes selected by a filter. What decides besides the headers is read only if the filter asks for it.

extension ProfileStore {
    /// The hikes that a filter wants, by id, without their observations, as far as they open.
    ///
    /// - Throws: ``StoreError`` with `notFound` when there is no hike with an id that the filter names.
    public func readableHikes(matching filter: HikeFilter) throws -> Salvaged<[HikeHeader]> {
        let headers = try readableHeaders(of: filter)
        let evidence = try filter.evidence.map { try readable($0, for: filter).map { Optional($0) } }
        let found = Salvaged(each: evidence + [headers.map { _ in nil }])
        return found.map { sets in
            headers.value.filter { hike in sets.allSatisfy { $0.contains(hike.id) } }
        }
    }

    /// Decides whether a filter wants a hike, for reading other parts of the wanted hikes.
    ///
    /// - Throws: as ``readableHikes(matching:)``.
    public func readableSelection(
        of filter: HikeFilter
    ) throws -> Salvaged<@Sendable (HikeHeader) -> Bool> {
        guard !filter.evidence.isEmpty || !filter.ids.isEmpty else {
            return Salvaged(value: filter.acceptsHeader, damaged: [])
        }
        return try readableHikes(matching: filter).map { hikes in
            let ids = Set(hikes.map(\.id))
            return { ids.contains($0.id) }
        }
    }

    private func readableHeaders(of filter: HikeFilter) throws -> Salvaged<[HikeHeader]> {
        try opened.salvage { transaction in
            guard filter.ids.isEmpty else {
                let known = Set(try SealedCollection<StoredHike>().numbers(in: &transaction))
                for ids in filter.ids where ids.count == 1 && !known.contains(ids.lowerBound) {
                    throw StoreError.noHike(ids.lowerBound)
                }
                return try Self.headers(in: &transaction).filter(filter.acceptsHeader)
            }
            guard let days = filter.days else { return [] }
            guard days != Day.first...Day.last else {
                return try Self.headers(in: &transaction).filter(filter.acceptsHeader)
            }
            return try Self.newest(.max, in: days, in: &transaction).filter(filter.acceptsHeader)
                .sorted { $0.id < $1.id }
        }
    }

    /// The hikes that meet one condition, among those whose headers meet theirs.
    private func readable(_ evidence: HikeFilter.Evidence, for filter: HikeFilter) throws -> Salvaged<Set<Int>> {
        let accepts: @Sendable (HikeHeader) -> Bool = { filter.acceptsHeader($0) }
        switch evidence {
        case .notes:
            return try opened.salvage { transaction in
                var found: Set<Int> = []
                try SealedCollection<StoredHike>().forEachPart(
                    StoredHike.Part.observations.rawValue, in: &transaction
                ) {
                    accepts($0.hike)
                } decoding: { _, bytes in
                    try TrackRecord(decoding: bytes).completed?.model.notes
                } _: { id, header, notes in
                    if filter.acceptsWords(in: header.hike, notes: (notes ?? nil) ?? "") { found.insert(id) }
                }
                return found
            }
        case .track:
            let areas = try filter.near.map { try self.areas(of: $0) } ?? []
            return try opened.salvage { transaction in
                try areas.reduce(into: []) { $0.formUnion(try VisitLedger().hikes(within: $1, in: &transaction)) }
            }
        case .highestPoint:
            guard let height = filter.higherThan else { return Salvaged(value: [], damaged: []) }
            return try opened.salvage { try Self.highestPoints(in: &$0, of: accepts).highestPoints }.map { points in
                Set(points.filter { $0.value > height }.keys)
            }
        case .lastImport: return Salvaged(value: Set(try lastImport), damaged: [])
        }
    }

    /// The areas into which a wanted track comes: one, unless several places have the name.
    private func areas(of vicinity: HikeFilter.Vicinity) throws -> [CircularArea] {
        switch vicinity.center {
        case .position(let position): return [CircularArea(center: position, radius: vicinity.distance * 1000)]
        case .place(let name):
            let places = try places(named: name)
            guard !places.isEmpty else { throw StoreError(.noRecord(kind: KindName.place, number: nil)) }
            return places.map(\.place.area)
        }
    }
}
