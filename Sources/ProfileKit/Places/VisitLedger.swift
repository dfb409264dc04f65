internal import ProfileModel
internal import SealedStore

/// The visits of places within a transaction, and the ways of hikes by which they are found. Both are derived: every
/// transaction that changes hikes or places brings them up to date.
struct VisitLedger {
    private let ways = WayLedger()
    private let visits = SealedCollection<StoredVisits>()
    private var hikes: SealedCollection<StoredHike> { ways.hikes }

    /// The maximum number of hikes that are read one by one. If there are more, all are scanned.
    private static let readSingly = 256

    /// A place as it is matched.
    private struct Site {
        let place: Int
        let area: CircularArea
    }

    // MARK: Reading

    /// Which areas a hike enters, in their order.
    func entered(
        _ areas: [CircularArea], by hike: Int, in transaction: inout RecordTransaction
    ) throws -> [Bool] {
        guard !areas.isEmpty, let way = try ways.way(of: hike, in: &transaction) else {
            return areas.map { _ in false }
        }
        var positions: [ArraySlice<TrackPosition>]?
        return try areas.map { area in
            if let isEntered = area.isEntered(by: way) { return isEntered }
            if positions == nil { positions = try ways.positions(of: hike, in: &transaction) }
            return area.isEntered(by: positions ?? [])
        }
    }

    /// The hikes that enter an area.
    func hikes(within area: CircularArea, in transaction: inout RecordTransaction) throws -> Set<Int> {
        let found = try hikes(enteringEach: [Site(place: 0, area: area)], in: &transaction)
        return Set(found[0] ?? [])
    }

    // MARK: Updating

    /// Brings ways and visits up to date with the hikes and places that the transaction has changed.
    func update(in transaction: inout RecordTransaction) throws {
        guard let changed = try hikes.changedNumbers(in: &transaction),
            let changedPlaces = try transaction.changedNumbers(of: Place.self)
        else { return try rebuild(in: &transaction) }
        guard !changed.isEmpty || !changedPlaces.isEmpty else { return }
        let ids = changed.sorted()
        let sites = try sites(in: &transaction)
        let others = sites.filter { !changedPlaces.contains($0.place) }
        // Before their ways are replaced.
        var edits = try others.isEmpty ? [:] : departures(of: ids, from: others, in: &transaction)
        try ways.renew(ids, in: &transaction)
        if !others.isEmpty { try arrive(ids, at: others, &edits, in: &transaction) }
        try apply(edits, at: others, in: &transaction)
        try match(sites.filter { changedPlaces.contains($0.place) }, in: &transaction)
        let existing = Set(sites.map(\.place))
        for place in changedPlaces where !existing.contains(place) {
            try visits.remove(place, in: &transaction)
        }
    }

    /// Computes everything anew that isn't up to date.
    func rebuild(in transaction: inout RecordTransaction) throws {
        var ids: Set<Int> = []
        func note(_ id: Int, _: Int, _: [Int?]) -> Bool {
            ids.insert(id)
            return true
        }
        try hikes.forEachEntry(in: &transaction, note)
        try ways.ways.forEachEntry(in: &transaction, note)
        try ways.renew(ids.sorted(), in: &transaction)
        let sites = try sites(in: &transaction)
        var stale: Set<Int> = []
        try visits.forEachEntry(in: &transaction) { place, _, _ in
            stale.insert(place)
            return true
        }
        for place in stale.subtracting(sites.map(\.place)) { try visits.remove(place, in: &transaction) }
        try match(sites, isAnew: true, in: &transaction)
    }

    private func sites(in transaction: inout RecordTransaction) throws -> [Site] {
        guard try transaction.count(Place.self) > 0 else { return [] }
        return try transaction.elements(Place.self).map { Site(place: $0.number, area: $0.area) }
    }

    // MARK: Changed hikes

    /// The visits that a hike may have made on its former way, to be removed unless it still makes them.
    private typealias Edits = [Int: [Int: StoredVisits.Visit?]]

    private func departures(
        of hikes: [Int], from sites: [Site], in transaction: inout RecordTransaction
    ) throws -> Edits {
        var edits: Edits = [:]
        for hike in hikes {
            guard let way = try ways.way(of: hike, in: &transaction) else { continue }
            for site in sites where site.area.isEntered(by: way) != false {
                edits[site.place, default: [:]][hike] = .some(nil)
            }
        }
        return edits
    }

    private func arrive(
        _ ids: [Int], at sites: [Site], _ edits: inout Edits, in transaction: inout RecordTransaction
    ) throws {
        for id in ids {
            guard try hikes.contains(id, in: &transaction),
                let header = try whatOpens({ try hikes.header(id, in: &transaction) }),
                let visit = StoredVisits.Visit(header.hike)
            else { continue }
            for (site, isEntered) in zip(sites, try entered(sites.map(\.area), by: id, in: &transaction))
            where isEntered {
                edits[site.place, default: [:]][id] = .some(visit)
            }
        }
    }

    private func apply(_ edits: Edits, at sites: [Site], in transaction: inout RecordTransaction) throws {
        for site in sites {
            guard let edits = edits[site.place] else { continue }
            guard try visits.contains(site.place, in: &transaction),
                var stored = try visits.element(site.place, in: &transaction)
            else {
                try match([site], in: &transaction)
                continue
            }
            var isChanged = false
            for (hike, visit) in edits where stored.set(visit, ofHike: hike) { isChanged = true }
            if isChanged { try visits.put(stored, number: site.place, in: &transaction) }
        }
    }

    // MARK: Changed places

    /// Finds all visits of some places.
    ///
    /// - Parameter isAnew: whether visits that were found for the same areas are found again too.
    private func match(_ sites: [Site], isAnew: Bool = false, in transaction: inout RecordTransaction) throws {
        let sites = try sites.filter { site in
            guard !isAnew, try visits.contains(site.place, in: &transaction),
                let header = try whatOpens({ try visits.header(site.place, in: &transaction) })
            else { return true }
            return header.rules != Way.rulesVersion || header.area != site.area
        }
        guard !sites.isEmpty else { return }
        let found = try hikes(enteringEach: sites, in: &transaction)
        let made = try madeVisits(by: Set(found.values.joined()), in: &transaction)
        for site in sites {
            let visits = StoredVisits((found[site.place] ?? []).compactMap { made[$0] }, of: site.area)
            try self.visits.put(visits, number: site.place, in: &transaction)
        }
    }

    /// The hikes that enter each area, by place.
    private func hikes(
        enteringEach sites: [Site], in transaction: inout RecordTransaction
    ) throws -> [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        // By hikes, since each recording is read once.
        var undecided: [(hike: Int, sites: [Site])] = []
        try forEachWay(near: sites, in: &transaction) { hike, way in
            var unknown: [Site] = []
            for site in sites {
                switch site.area.isEntered(by: way) {
                case true?: found[site.place, default: []].append(hike)
                case false?: break
                case nil: unknown.append(site)
                }
            }
            if !unknown.isEmpty { undecided.append((hike, unknown)) }
        }
        for (hike, sites) in undecided {
            let positions = try ways.positions(of: hike, in: &transaction)
            for site in sites where site.area.isEntered(by: positions) { found[site.place, default: []].append(hike) }
        }
        return found
    }

    /// Calls a body with the ways whose bounds are near an area, by hike.
    private func forEachWay(
        near sites: [Site], in transaction: inout RecordTransaction, _ body: (Int, Way) throws -> Void
    ) throws {
        var wanted: Set<Int> = []
        try ways.ways.forEachEntry(in: &transaction) { hike, _, figures in
            if let bounds = StoredWay.bounds(figures), sites.contains(where: { bounds.isNear($0.area) }) {
                wanted.insert(hike)
            }
            return true
        }
        guard wanted.count > Self.readSingly else {
            for hike in wanted.sorted() {
                if let way = try ways.way(of: hike, in: &transaction) { try body(hike, way) }
            }
            return
        }
        try ways.ways.forEachPart(StoredWay.Part.track.rawValue, in: &transaction) { [wanted] header in
            wanted.contains(header.hike)
        } decoding: { _, bytes in
            try StoredWay.track(bytes)
        } _: { hike, header, track in
            if let track { try body(hike, header.way(track)) }
        }
    }

    /// The visits that some hikes make wherever they come by, by hike.
    private func madeVisits(
        by hikes: Set<Int>, in transaction: inout RecordTransaction
    ) throws -> [Int: StoredVisits.Visit] {
        var made: [Int: StoredVisits.Visit] = [:]
        if hikes.count > Self.readSingly {
            try self.hikes.forEachHeaderByNumber(in: &transaction) { id, header in
                if hikes.contains(id) { made[id] = StoredVisits.Visit(header.hike) }
                return true
            }
        } else {
            for id in hikes {
                made[id] = try self.hikes.header(id, in: &transaction).flatMap { StoredVisits.Visit($0.hike) }
            }
        }
        return made
    }
}
