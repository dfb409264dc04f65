public import ProfileModel
public import SealedStore

// Reading the tracks of many hikes, for maps and comparisons.

extension ProfileStore {
    /// The hikes with recorded tracks by id, as far as they open. Only headers and simplified tracks are read.
    ///
    /// - Parameters:
    ///   - exact: whether private places are included. Anything that others may see leaves them out.
    ///   - isWanted: whether a hike is wanted; called on two threads.
    /// - Throws: ``StoreError`` with `damaged` if a place doesn't open, so that it isn't known what is private.
    public func readableTracks(
        exact: Bool = false, where isWanted: @escaping @Sendable (HikeHeader) -> Bool
    ) throws -> Salvaged<[HikeTrack]> {
        let found = try opened.salvage { transaction in
            let areas = try areasToCut(exact: exact, in: &transaction)
            let tracks = try Self.tracks(in: &transaction, where: isWanted)
            return tracks.map { HikeTrack(hike: $0.hike, track: areas.cut($0.track)) }.filter { !$0.track.isEmpty }
        }
        return Salvaged(value: found.value, damaged: found.damaged.filter { !$0.isOfWays })
    }

    /// The hikes whose tracks are cut at private places, by id, with the figures that others see. Notes aren't read, and
    /// of the observations only what a closure makes of them is kept. All recordings of these hikes are read.
    ///
    /// - Parameters:
    ///   - isWanted: whether a hike is wanted; called on two threads.
    ///   - digest: makes of the observations what is kept.
    /// - Throws: ``StoreError`` with `damaged` if a place doesn't open, so that it isn't known what is private.
    public func readableCutHikes<Digest>(
        where isWanted: @escaping @Sendable (HikeHeader) -> Bool, digesting digest: ([HikeObservation]) -> Digest
    ) throws -> Salvaged<[Int: (hike: HikeHeader, digest: Digest)]> {
        let found = try opened.salvage { transaction in
            let areas = try areasToCut(exact: false, in: &transaction)
            var cut: [Int: (hike: HikeHeader, digest: Digest)] = [:]
            guard !areas.isEmpty else { return cut }
            for found in try Self.tracks(in: &transaction, where: isWanted)
            where areas.cut(found.track) != found.track {
                // If the recording doesn't open, the simplified track gives the figures.
                let recording = try Self.recorded(found.hike.id, in: &transaction).recording ?? found.track.recording
                let hike = areas.cut(Hike(header: found.hike), along: recording)
                cut[hike.id] = (hike.header, digest(hike.observations))
            }
            return cut
        }
        return Salvaged(value: found.value, damaged: found.damaged.filter { !$0.isOfWays })
    }

    /// Finds the other hikes that follow the same way as a hike, newest first, and the damage among them. Plans are left
    /// out.
    ///
    /// - Returns: the hikes that open; `nil` if no recording of the hike is kept.
    /// - Throws: ``StoreError`` with `notFound` if there is no such hike, `damaged` if its recording doesn't open.
    public func readableHikesOfSameWay(as id: Int) throws -> Salvaged<[HikeOfSameWay]>? {
        guard let recording = try recording(ofHike: id, exact: true), !recording.isEmpty else { return nil }
        let way = SameWay(of: SimplifiedTrack(of: recording))
        return try readableTracks(exact: true) { $0.id != id && !$0.isPlanned }.map { others in
            let found = others.compactMap { other in
                way.direction(of: other.track).map { (hike: other.hike, direction: $0) }
            }
            let directions = Dictionary(uniqueKeysWithValues: found.map { ($0.hike.id, $0.direction) })
            return found.map(\.hike).sorted(by: .date).compactMap { hike in
                directions[hike.id].map { HikeOfSameWay(hike: hike, direction: $0) }
            }
        }
    }

    private static func tracks(
        in transaction: inout RecordTransaction, where isWanted: @escaping @Sendable (HikeHeader) -> Bool
    ) throws -> [HikeTrack] {
        let (hikes, ways) = (SealedCollection<StoredHike>(), SealedCollection<StoredWay>())
        var wanted: [HikeHeader] = []
        try hikes.forEachHeaderByNumber(in: &transaction) { _, header in
            if isWanted(header.hike) { wanted.append(header.hike) }
            return true
        }
        guard !wanted.isEmpty else { return [] }
        var tracks: [Int: SimplifiedTrack] = [:]
        let numbers = Set(wanted.map(\.id))
        try ways.forEachPart(StoredWay.Part.track.rawValue, in: &transaction) {
            numbers.contains($0.hike)
        } decoding: { _, bytes in
            try StoredWay.track(bytes)
        } _: { hike, _, track in
            tracks[hike] = track
        }
        // Ways are derived, so they are never missed: where one doesn't open, the recording has it.
        let areWhole =
            transaction.schemaVersion >= Way.rulesVersion && !transaction.damaged.contains(where: \.isOfWays)
        return try wanted.compactMap { hike in
            var track = tracks[hike.id]
            if track == nil, !areWhole {
                track = try recorded(hike.id, in: &transaction).recording.map { SimplifiedTrack(of: $0) }
            }
            return track.flatMap { $0.isEmpty ? nil : HikeTrack(hike: hike, track: $0) }
        }
    }
}

/// A hike of the same way as another.
public struct HikeOfSameWay: Hashable, Sendable {
    public let hike: HikeHeader
    public let direction: SameWay.Direction

    public init(hike: HikeHeader, direction: SameWay.Direction) { (self.hike, self.direction) = (hike, direction) }
}

extension DamagedPart {
    /// Whether it is about ways or visits, which are derived.
    var isOfWays: Bool {
        let kinds = [StoredWay.kind, StoredVisits.kind]
        return switch self {
        case .manifest: false
        case .record(let kind, _), .collection(let kind): kinds.contains { $0.name == kind }
        case .part(let part, _): kinds.contains { $0.parts.contains(part) }
        }
    }
}
