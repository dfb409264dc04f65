public import ProfileModel
public import SealedStore

/// The effects of an import of places.
public struct PlaceImportResult: Hashable, Sendable {
    /// The ids of the new places.
    public var imported: [Int] = []
    /// The names of those that exist already: of the same name, less than 10 m away.
    public var skipped: [String] = []
}

// Changes of places. The log of changes has each of them, and an undo takes it back.

extension ProfileStore {
    /// Metres within which two places of one name are the same.
    private static let sameDistance = 10.0

    /// Adds a place, and finds its visits.
    ///
    /// - Returns: its id.
    /// - Throws: ``StoreError`` with `invalidValue`, listing all values that break their rules.
    @discardableResult
    public func addPlace(_ place: Place) throws -> Int {
        var place = place
        place.completePrivacy()
        return try add(place)
    }

    /// Adds places, all or none of them. One that exists already is skipped.
    ///
    /// - Throws: ``StoreError`` with `invalidValue`, listing all values of the first place that break their rules.
    @discardableResult
    public func importPlaces(_ places: [Place]) throws -> PlaceImportResult {
        try opened.write { transaction in
            var known = Dictionary(grouping: try transaction.elements(Place.self).map(\.model)) {
                SearchText.folded($0.name)
            }
            var result = PlaceImportResult()
            for var place in places {
                let name = SearchText.folded(place.name)
                guard
                    known[name]?.contains(where: { $0.position.distance(to: place.position) < Self.sameDistance })
                        != true
                else {
                    result.skipped.append(place.name)
                    continue
                }
                place.completePrivacy()
                known[name, default: []].append(place)
                result.imported.append(try transaction.add(place))
            }
            transaction.label = "import"
            return result
        }
    }

    /// Changes a place. A new position or radius finds its visits anew.
    ///
    /// - Returns: the changes.
    /// - Throws: ``StoreError`` with `notFound` when there is no such place, `invalidValue` listing all values that break
    ///   their rules.
    @discardableResult
    public func editPlace(_ id: Int, _ body: (inout Place) throws -> Void) throws -> [FieldChange] {
        try edit(Place.self, id) { place in
            try body(&place)
            place.completePrivacy()
        }
    }

    /// Restores the places of an export.
    ///
    /// - Throws: ``StoreError`` with `exists` when there are places and `replacing` is false, `invalidValue` for values
    ///   that break their rules, or an id that occurs twice.
    static func restore(
        _ places: [NumberedPlace], replacing: Bool, in transaction: inout RecordTransaction
    ) throws {
        let kind = KindName.place
        let existing = try transaction.numbers(Place.self)
        guard replacing || existing.isEmpty else { throw StoreError(.recordsExist(kind: kind)) }
        let ids = Set(places.map(\.id))
        guard ids.count == places.count, ids.allSatisfy((0...ImportedHike.maximumID).contains) else {
            throw StoreError(.invalid([FieldProblem("id", .unique, of: .init(kind, nil))]))
        }
        for id in existing where !ids.contains(id) { try transaction.remove(Place.self, id) }
        let (kept, removed) = (Set(existing), Set(try transaction.removed(Place.self).map(\.number)))
        for numbered in places {
            if kept.contains(numbered.id) {
                try transaction.edit(Place.self, numbered.id) { $0 = numbered.place }
            } else {
                if removed.contains(numbered.id) { try transaction.purge(Place.self, [numbered.id]) }
                try transaction.add(numbered.place, number: numbered.id)
            }
        }
    }

    /// Removes places, all or none of them. `undoElements` brings them back.
    ///
    /// - Returns: those that are lost, since they didn't open.
    /// - Throws: ``StoreError`` with `notFound` when an id doesn't exist.
    @discardableResult
    public func removePlaces(_ ids: [Int]) throws -> [Int] {
        try opened.write { transaction in
            try ids.filter { try !transaction.remove(Place.self, $0) }
        }
    }
}
