internal import SQLiteKit

// Reading a store that may be damaged: what opens, with the names of what doesn't. Nothing is made up or repaired.
// Each of these finds damage of the profile, the draft, the summary and the manifest, whatever it reads.

extension ProfileStore {
    /// Everything that a summary shows, as far as it opens, as of one moment.
    public var readableSummary: Readable<SummaryParts> {
        get throws {
            try readDamaged { connection, sealer, damaged in
                var damaged = damaged
                func part<Value>(_ part: DamagedPart, _ load: () throws -> Value) throws -> Value? {
                    guard !damaged.contains(part) else { return nil }
                    let value = try whatOpens(load)
                    if value == nil { damaged.append(part) }
                    return value
                }
                let parts = SummaryParts(
                    committed: try part(.profile) { try ProfileTable.load(from: connection, sealer: sealer) },
                    draft: try part(.draft) { try DraftTable.load(from: connection, sealer: sealer) }.flatMap(\.self),
                    hikes: try part(.summary) { try HikeTable.digest(from: connection, sealer: sealer) })
                return Readable(value: parts, damaged: damaged)
            }
        }
    }

    /// The hikes without their observations, by id.
    public var readableHikes: Readable<[HikeHeader]> {
        get throws {
            try readDamaged { connection, sealer, damaged in
                guard let rows = try whatOpens({ try HikeTable.headerBoxes(in: connection, sealer: sealer) }) else {
                    // The rows can't be read all at once.
                    return try Self.eachHike(in: connection, sealer: sealer, damaged: damaged) { id in
                        try HikeTable.boxes(id: id, in: connection, sealer: sealer).map { boxes in
                            try HikeTable.openHeader(boxes.header, id: id, sealer: sealer)
                        }
                    }
                }
                var headers: [HikeHeader] = []
                var damaged = damaged
                damaged += try Self.missingHikes(of: rows.count, in: connection, sealer: sealer, damaged: damaged)
                for row in rows {
                    if let header = try whatOpens({ try HikeTable.openHeader(row.box, id: row.id, sealer: sealer) }) {
                        headers.append(header)
                    } else {
                        damaged.append(.hike(row.id))
                    }
                }
                return Readable(value: headers, damaged: damaged)
            }
        }
    }

    /// One hike, as far as it opens.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none of this id.
    public func readableHike(_ id: Int) throws -> Readable<HikeParts> {
        try readDamaged { connection, sealer, damaged in
            guard let boxes = try HikeTable.boxes(id: id, in: connection, sealer: sealer) else {
                throw Self.noHike(id)
            }
            guard let header = try whatOpens({ try HikeTable.openHeader(boxes.header, id: id, sealer: sealer) }) else {
                return Readable(value: HikeParts(), damaged: damaged + [.hike(id)])
            }
            let track = try whatOpens { try HikeTable.openTrack(boxes.track, id: id, sealer: sealer) }
            return Readable(
                value: HikeParts(header: header, observations: track),
                damaged: damaged + (track == nil ? [.observations(id)] : []))
        }
    }

    /// The commits that open, newest first; see ``history(limit:)``.
    public func readableHistory(limit: Int? = nil) throws -> Readable<[HistoryEntry]> {
        try readDamaged { connection, sealer, damaged in
            // Of a profile that doesn't open it can't be told which commit is the last.
            let committed =
                try damaged.contains(.profile)
                ? nil : whatOpens { try ProfileTable.load(from: connection, sealer: sealer) }
            let history = try ProfileTable.chainedHistory(
                limit: limit, to: committed, in: connection, sealer: sealer)
            let entries = history.entries.map { HistoryEntry($0.record, revision: $0.revision) }
            return Readable(value: entries, damaged: damaged + history.damaged)
        }
    }

    /// Everything that readers see, in full, as far as it opens; the profile is `nil` when it doesn't.
    public var readableContent: Readable<(profile: Profile?, hikes: [Hike])> {
        get throws {
            try readDamaged { connection, sealer, damaged in
                var damaged = damaged
                var committed: CommittedProfile?
                if !damaged.contains(.profile) {
                    committed = try whatOpens { try ProfileTable.load(from: connection, sealer: sealer) }
                    if committed == nil { damaged.append(.profile) }
                }
                let hikes = try Self.eachHike(in: connection, sealer: sealer, damaged: damaged) { id in
                    try HikeTable.hike(id: id, in: connection, sealer: sealer)
                }
                return Readable(value: (committed?.profile, hikes.value), damaged: hikes.damaged)
            }
        }
    }

    /// The hikes as damaged, when there are more or fewer of them than the summary counts.
    private static func missingHikes(
        of count: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer, damaged: [DamagedPart]
    ) throws -> [DamagedPart] {
        guard !damaged.contains(.summary),
            let digest = try whatOpens({ try HikeTable.digest(from: connection, sealer: sealer) })
        else { return [] }
        return digest.totals.hikes == count ? [] : [.hikes]
    }

    /// Reads hikes one by one, so that one that is damaged leaves the others.
    private static func eachHike<Element>(
        in connection: borrowing Connection, sealer: borrowing RecordSealer, damaged: [DamagedPart],
        read: (Int) throws -> Element?
    ) throws -> Readable<[Element]> {
        var (elements, damaged) = ([Element](), damaged)
        guard let ids = try whatOpens({ try HikeTable.ids(in: connection, sealer: sealer) }) else {
            return Readable(value: [], damaged: damaged + [.hikes])
        }
        damaged += try missingHikes(of: ids.count, in: connection, sealer: sealer, damaged: damaged)
        for id in ids {
            if let element = try whatOpens({ try read(id) }).flatMap(\.self) {
                elements.append(element)
            } else {
                damaged.append(.hike(id))
            }
        }
        return Readable(value: elements, damaged: damaged)
    }
}

extension Summary {
    /// The same, with nothing damaged.
    package var whole: Readable<SummaryParts> {
        Readable(value: SummaryParts(committed: committed, draft: draft, hikes: hikes), damaged: [])
    }
}

/// What opens of a ``Summary``. What is `nil` isn't known, but that there is no draft is.
public struct SummaryParts: Hashable, Sendable {
    public let committed: CommittedProfile?
    /// The saved draft; `nil` also when there is none.
    public let draft: Draft?
    public let hikes: HikeDigest?
}

/// What opens of a hike.
public struct HikeParts: Hashable, Sendable {
    public var header: HikeHeader?
    public var observations: [HikeObservation]?

    /// The hike, when all of it opens.
    package var whole: Hike? {
        guard let header, let observations else { return nil }
        return Hike(header: header, observations: observations)
    }
}
