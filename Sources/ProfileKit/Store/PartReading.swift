public import ProfileModel
public import SealedStore

/// The parts of a ``Summary`` that open. A part that is `nil` is unknown, except that the draft is also `nil` when
/// there is none.
public struct SummaryParts: Hashable, Sendable {
    /// The committed profile; `nil` if it doesn't open.
    public let committed: CommittedProfile?
    /// The saved draft; also `nil` when there is none, or it would change nothing.
    public let draft: ProfileDraft?
    /// The summary of the hikes; `nil` if it doesn't open.
    public let hikes: HikeSummary?
    /// How far the committed profile's goal is reached; `nil` without one.
    public var goal: GoalProgress?
}

/// The parts of a hike that open.
public struct HikeParts: Hashable, Sendable {
    public var header: HikeHeader?
    /// The observations; `nil` if they don't open. The header lacks notes, waypoints and laps then.
    public var observations: [HikeObservation]?

    /// The hike, if all of it opens.
    public var whole: Hike? {
        guard let header, let observations else { return nil }
        return Hike(header: header, observations: observations)
    }
}

/// The parts of a hike that open, for a map or for the export of a recording.
public struct RecordedHike: Hashable, Sendable {
    public var header: HikeHeader?
    /// The recording; also `nil` when the hike has none.
    public var recording: Recording?
}

/// The parts of a hike that open, for an export of all of it.
public struct HikeContent: Hashable, Sendable {
    /// The hike, without observations, notes, waypoints and laps if these don't open.
    public var hike: Hike?
    /// The recording; also `nil` when the hike has none.
    public var recording: Recording?
    /// The positions at which the recording was cut at private places.
    public var cutEnds: [TrackPosition] = []
    /// What is stored about its source.
    public var source: HikeSource?
}

// Reading a store that may be damaged: the readable parts, with the names of the damaged ones. Nothing is invented or
// repaired.

extension ProfileStore {
    /// Everything readable that a summary shows, from one consistent read.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var readableSummary: Salvaged<SummaryParts> {
        get throws {
            try opened.salvage { transaction in
                let committed = try records.committed(in: &transaction)
                return SummaryParts(
                    committed: committed, draft: try waitingDraft(over: committed, in: &transaction),
                    hikes: try HikeLedger().summary(in: &transaction),
                    goal: try committed.flatMap { try goalProgress(of: $0.profile, in: &transaction) })
            }
        }
    }

    /// The hikes without their observations, by id.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var readableHikes: Salvaged<[HikeHeader]> {
        get throws { try opened.salvage { try Self.headers(in: &$0) } }
    }

    /// The newest readable hikes without their observations: by date, ties broken by id, undated ones last.
    /// The cost grows only with `limit`.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func readableNewestHikes(limit: Int, in days: ClosedRange<Day>? = nil) throws -> Salvaged<[HikeHeader]> {
        try opened.salvage(stoppingEarly: true) { try Self.newest(limit, in: days, in: &$0) }
    }

    /// The readable removed hikes without their observations, by id.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public var readableRemovedHikes: Salvaged<[HikeHeader]> {
        get throws { try opened.salvage { try Self.removedHeaders(in: &$0) } }
    }

    /// The readable parts of one hike.
    ///
    /// - Parameter exact: whether its waypoints near private places are included.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func readableHike(_ id: Int, exact: Bool = false) throws -> Salvaged<HikeParts> {
        try opened.salvage(stoppingEarly: true) { transaction in
            let areas = try areasToCut(exact: exact, in: &transaction)
            let hikes = SealedCollection<StoredHike>()
            guard let found = try hikes.header(id, in: &transaction) else {
                guard transaction.damaged.contains(.hike(id)) else { throw StoreError.noHike(id) }
                return HikeParts()
            }
            // The recording isn't needed here, so it isn't read, and damage to it isn't reported.
            let part = StoredHike.Part.observations.rawValue
            guard let payload = try hikes.part(part, of: id, in: &transaction) else {
                return HikeParts(header: found.hike)
            }
            do {
                let track = try TrackRecord(decoding: payload, completing: Tagged(found.hike))
                return HikeParts(
                    header: areas.cut(track.completed?.model ?? found.hike), observations: track.observations)
            } catch is MalformedRecord {
                try transaction.report(.part(StoredHike.kind.parts[part], number: id))
                return HikeParts(header: found.hike)
            }
        }
    }

    /// One hike with the recording that it was imported from, if they decrypt.
    ///
    /// - Parameter exact: whether private places are included. Anything that others may see leaves them out.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func readableRecording(ofHike id: Int, exact: Bool = false) throws -> Salvaged<RecordedHike> {
        try opened.salvage(stoppingEarly: true) { transaction in
            let areas = try areasToCut(exact: exact, in: &transaction)
            var found = try Self.recorded(id, in: &transaction)
            found.header = found.header.map { areas.cut(Hike(header: $0), along: found.recording).header }
            found.recording = found.recording.map { areas.cut($0) }
            guard found.header != nil || transaction.damaged.contains(.hike(id)) else { throw StoreError.noHike(id) }
            return found
        }
    }

    /// Everything of one hike that opens.
    ///
    /// - Parameter exact: whether private places are included, and all of a trimmed recording. Anything that others may
    ///   see leaves them out, with the figures of what is left. The source of such a hike says that it is a part.
    /// - Throws: ``StoreError`` with `notFound` when there is no such hike.
    public func readableContent(ofHike id: Int, exact: Bool = false) throws -> Salvaged<HikeContent> {
        try opened.salvage(stoppingEarly: true) { transaction in
            let hikes = SealedCollection<StoredHike>()
            guard let found = try hikes.header(id, in: &transaction) else {
                guard transaction.damaged.contains(.hike(id)) else { throw StoreError.noHike(id) }
                return HikeContent()
            }
            var content = HikeContent(hike: Hike(header: found.hike))
            let part = StoredHike.Part.observations.rawValue
            if let payload = try hikes.part(part, of: id, in: &transaction) {
                do {
                    let track = try TrackRecord(decoding: payload, completing: Tagged(found.hike))
                    content.hike = Hike(
                        header: track.completed?.model ?? found.hike, observations: track.observations)
                } catch is MalformedRecord {
                    try transaction.report(.part(StoredHike.kind.parts[part], number: id))
                }
            }
            let packed = try hikes.part(StoredHike.Part.recording.rawValue, of: id, in: &transaction)
            do throws(MalformedRecording) {
                content.recording = try packed.map { PackedRecording(bytes: $0) }?.recording
            } catch {
                try transaction.report(.part(StoredHike.kind.parts[StoredHike.Part.recording.rawValue], number: id))
            }
            var isPart = false
            if !exact, let trim = found.hike.trim {
                content.recording = content.recording?.trimmed(to: trim)
                content.hike?.header.trim = nil
                isPart = true
            }
            let areas = try areasToCut(exact: exact, in: &transaction)
            if !areas.isEmpty {
                let whole = content
                content.hike = content.hike.map { areas.cut($0, along: whole.recording) }
                if let recording = whole.recording {
                    let rest = areas.cut(recording)
                    (content.recording, content.cutEnds) = (rest, areas.cutEnds(of: rest, cutFrom: recording))
                }
                isPart = isPart || content != whole
            }
            content.source =
                isPart
                ? HikeSource(partOf: hikes.sealer(in: transaction).fingerprint(of: found.contentDigest))
                : HikeSource(contentDigest: found.contentDigest, figureRules: found.figureRules)
            return content
        }
    }

    /// The commits that open, newest first; see `history(limit:)`.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func readableHistory(limit: Int? = nil) throws -> Salvaged<[ProfileHistoryEntry]> {
        try opened.salvage { try entries(limit: limit, in: &$0) }
    }
}

extension Summary {
    /// The summary, with nothing damaged.
    public var whole: Salvaged<SummaryParts> {
        Salvaged(value: SummaryParts(committed: committed, draft: draft, hikes: hikes, goal: goal), damaged: [])
    }
}
