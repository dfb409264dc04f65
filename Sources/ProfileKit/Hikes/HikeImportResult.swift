internal import ProfileModel
internal import SealedStore
internal import Sealing

/// The effects of an import.
public struct HikeImportResult: Hashable, Sendable {
    /// The ids of the new and the replaced hikes.
    public var imported: [Int] = []
    /// The skipped hikes, in the order of the import.
    public var skipped: [SkippedHike] = []
    /// The ids of existing hikes whose figures were recomputed and changed.
    public var renewed: [Int] = []

    /// The ids of replaced hikes whose recordings are lost, since the new ones have none and are of other outings.
    public internal(set) var lostRecordings: [Int] = []
    /// What an import that continues this one is given; `nil` as long as nothing was changed.
    public var operation: Int?

    /// Whether the file of the import isn't kept beside its hikes, since its packed form is too large.
    public internal(set) var isTooLargeToKeep = false

    /// Creates an empty result.
    public init() {}
}

/// A hike that an import skipped because it is already known.
public struct SkippedHike: Hashable, Sendable {
    /// The hike's name in its source.
    public let name: String
    /// Why it was skipped.
    public let reason: Reason

    /// The ways in which a hike can be known already.
    public enum Reason: Hashable, Sendable {
        /// An existing hike was imported from the same source, or is equal to this one.
        case exists(id: Int)
        /// A hike from the same source, or of the same outing, was removed, and can be restored.
        case removed(id: Int)
        /// An existing hike is the same outing, from another source.
        case sameOuting(id: Int)
    }
}

extension ImportedHike {
    /// Tells the hike from earlier ones of its file that have the same content digest.
    package mutating func distinguish(fromEarlier count: Int) {
        var writer = RecordWriter(schema: 1)
        writer.append(contentDigest)
        writer.append(count)
        sourceDigest = KeyedHash.digest(of: writer.bytes)
    }

    /// The digest of everything that the first source says, and of nothing derived here: the day of a time without a zone
    /// depends on the machine, and figures on the version of their rules.
    package var contentDigest: [UInt8] {
        if let sourceDigest { return sourceDigest }
        var said = hike
        said.id = 0
        if let nameInSource { said.name = nameInSource }
        if said.startTime != nil { said.date = nil }
        var writer = RecordWriter(schema: 1)
        // Without positions, as indoors, there is nothing but the figures.
        if let recording = recordingInSource ?? recording, !recording.segments.allSatisfy(\.isEmpty) {
            // The figures derive from the points, by rules that a later version may improve.
            writer = RecordWriter(schema: 2)
            said = Hike(header: HikeHeader(id: 0, name: said.name, distance: 0, source: said.source))
            writer.append(recording.segments) { $0.append($1) { $0.append($1) } }
        }
        writer.append(sourceID) { $0.append($1) }
        writer.append(said.header)
        // Earlier versions read none of these.
        for index in said.observations.indices {
            (said.observations[index].cadence, said.observations[index].temperature) = (nil, nil)
        }
        return KeyedHash.digest(of: writer.bytes + TrackRecord(said.observations).encoded)
    }
}

extension RecordWriter {
    fileprivate mutating func append(_ point: TrackPoint) {
        append(point.latitude)
        append(point.longitude)
        append(point.elevation) { $0.append($1) }
        append(point.heartRate) { $0.append($1) }
        append(point.time) { $1.write(to: &$0) }
    }
}
