internal import ProfileModel
internal import SealedStore

/// The ways of hikes within a transaction. A hike with a recording has one, computed by the current rules.
struct WayLedger {
    let hikes = SealedCollection<StoredHike>()
    let ways = SealedCollection<StoredWay>()

    /// How many hikes are read before their ways are computed, on two threads.
    private static let readAtOnce = 64

    // MARK: Reading

    /// A hike's way; `nil` if it has no recording.
    func way(of hike: Int, in transaction: inout RecordTransaction) throws -> Way? {
        let found = try ways.headerAndPart(StoredWay.Part.track.rawValue, ofRow: hike, in: &transaction)
        return try found.map { $0.header.way(try StoredWay.track($0.part)) }
    }

    /// The positions that a hike shows, of each segment; none without a recording that opens.
    func positions(of hike: Int, in transaction: inout RecordTransaction) throws -> [ArraySlice<TrackPosition>] {
        guard let shown = try shown(hike, in: &transaction) else { return [] }
        return (try? shown.positions) ?? []
    }

    /// The recording of a hike and the part of it that is shown, if it has one that opens. Damage is left to whoever
    /// reads the hike.
    private func shown(_ hike: Int, in transaction: inout RecordTransaction) throws -> TrimmedRecording? {
        try whatOpens {
            let found = try hikes.headerAndPart(StoredHike.Part.recording.rawValue, ofRow: hike, in: &transaction)
            guard let found else { return nil }
            return TrimmedRecording(packed: PackedRecording(bytes: found.part), trim: found.header.hike.trim)
        }
    }

    // MARK: Writing

    /// Updates the ways of some hikes: computes those that are missing, or whose recording or rules have changed.
    ///
    /// - Parameter ids: hikes, existing or not, in ascending order.
    func renew(_ ids: [Int], in transaction: inout RecordTransaction) throws {
        var left = ids[...]
        while !left.isEmpty {
            let some = left.prefix(Self.readAtOnce)
            left = left.dropFirst(some.count)
            var found: [Source] = []
            for id in some {
                let stored = try ways.contains(id, in: &transaction)
                guard let recording = try shown(id, in: &transaction) else {
                    if stored { try ways.remove(id, in: &transaction) }
                    continue
                }
                found.append(
                    Source(
                        hike: id, recording: recording,
                        known: stored ? try whatOpens { try ways.header(id, in: &transaction) } : nil, isNew: !stored))
            }
            for (way, isNew) in try Self.compute(found, sealedBy: ways.sealer(in: transaction)) {
                try ways.put(way, isNew: isNew, in: &transaction)
            }
        }
    }

    private struct Source: Sendable {
        let hike: Int
        let recording: TrimmedRecording
        let known: StoredWay.Header?
        let isNew: Bool
    }

    /// Computes the ways that aren't known already, on two threads.
    private static func compute(
        _ sources: [Source], sealedBy sealer: ElementSealer<StoredWay>
    ) throws -> [(SealedElement<StoredWay>, isNew: Bool)] {
        var computed: [(SealedElement<StoredWay>, isNew: Bool)] = []
        let work = SharedWork(limit: .max) { (source: Source) -> (SealedElement<StoredWay>, isNew: Bool)? in
            let digest = StoredWay.digest(of: source.recording.packed, trimmedTo: source.recording.trim)
            if let known = source.known, known.source == digest, known.rules == Way.rulesVersion { return nil }
            // One that can't be read has no way.
            let way = (try? source.recording.way) ?? Way(of: Recording(segments: []))
            return (
                sealer.seal(StoredWay(way, ofHike: source.hike, source: digest), number: source.hike), source.isNew
            )
        }
        try work.run {
            for source in sources { try work.add(source, size: source.recording.packed.bytes.count) }
        } use: {
            if let way = $0 { computed.append(way) }
        }
        return computed
    }
}

/// A recording, and the part of it that is shown.
private struct TrimmedRecording: Sendable {
    let packed: PackedRecording
    /// Kilometres; `nil` for all of it.
    let trim: ClosedRange<Double>?

    var positions: [ArraySlice<TrackPosition>] {
        get throws(MalformedRecording) {
            guard let trim else { return try packed.positions }
            return try packed.recording.trimmed(to: trim).segments.map { segment in
                segment.map { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }[...]
            }
        }
    }

    var way: Way {
        get throws(MalformedRecording) {
            guard let trim else { return try packed.way }
            return Way(of: try packed.recording.trimmed(to: trim))
        }
    }
}
