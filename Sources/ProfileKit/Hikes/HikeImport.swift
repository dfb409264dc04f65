public import ProfileModel
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

    /// The ids of ``imported``, as a set.
    private(set) var batch: Set<Int> = []

    /// Creates an empty result.
    public init() {}

    mutating func noteImported(_ id: Int) {
        imported.append(id)
        batch.insert(id)
    }
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

extension ProfileStore {
    /// Adds hikes, all or none of them.
    ///
    /// A hike that exists already, or was removed, is skipped. An existing hike without a recording, as in format 1,
    /// gets the one from its source, and figures that earlier rules computed are recomputed. The summary changes in the
    /// same transaction.
    ///
    /// In a recording's texts, invisible characters are replaced by spaces.
    ///
    /// - Parameters:
    ///   - replacing: whether a hike whose id exists with other content replaces the stored one.
    ///   - keepingDuplicates: whether to add a hike even though another source has the same outing: one that begins
    ///     within 120 seconds of it and differs in length by at most 2 %.
    /// - Throws: ``StoreError`` with `invalidValue` listing all values that break their rules, or when an id exists
    ///   with other content and `replacing` is false. Nothing is stored then.
    @discardableResult
    public func importHikes(
        _ hikes: [ImportedHike], replacing: Bool = false, keepingDuplicates: Bool = false
    ) throws -> HikeImportResult {
        try importHikes(replacing: replacing, keepingDuplicates: keepingDuplicates) { add in
            for hike in hikes { try add(hike) }
        }
    }

    /// Adds hikes one at a time, all or none of them, so that memory use doesn't grow with their number; otherwise like
    /// ``importHikes(_:replacing:keepingDuplicates:)``. Other writing processes wait until it ends.
    ///
    /// Hikes are encoded and sealed on two threads before they are written, so an error in one may only be thrown when a
    /// later one is added, or at the end. It is the error of the first such hike in any case.
    ///
    /// - Parameter source: called with a function that adds one hike. If either throws, nothing is stored.
    @discardableResult
    public func importHikes(
        replacing: Bool = false, keepingDuplicates: Bool = false,
        from source: (_ add: (ImportedHike) throws -> Void) throws -> Void
    ) throws -> HikeImportResult {
        try write { transaction in
            let ledger = HikeLedger()
            let sealer = ledger.hikes.sealer(in: transaction)
            var result = HikeImportResult()
            let preparation = SharedWork(limit: 1 << 20) { (hikes: [ImportedHike]) in
                hikes.map { PreparedHike($0, sealer) }
            }
            try preparation.run {
                var slice = HikeSlice()
                func addSlice() throws {
                    let full = slice
                    slice = HikeSlice()
                    try preparation.add(full.hikes, size: full.size)
                }
                do {
                    try source { hike in
                        slice.append(hike)
                        if slice.isFull { try addSlice() }
                    }
                } catch {
                    // One of the hikes before may be the first with an error.
                    try addSlice()
                    throw error
                }
                try addSlice()
            } use: { hikes in
                for hike in hikes {
                    try ledger.add(
                        hike, sealer, replacing: replacing, keepingDuplicates: keepingDuplicates, to: &result,
                        in: &transaction)
                }
            }
            if !result.imported.isEmpty || !result.renewed.isEmpty { try ledger.update(in: &transaction) }
            return result
        }
    }
}

extension ImportedHike {
    /// The digest of everything that the source says, and of nothing derived here: the day of a time without a zone
    /// depends on the machine, and figures on the version of their rules.
    var contentDigest: [UInt8] {
        var said = hike
        said.id = 0
        if let nameInSource { said.name = nameInSource }
        if said.startTime != nil { said.date = nil }
        var writer = RecordWriter(schema: 1)
        if let recording = recordingInSource ?? recording {
            // The figures derive from the points, by rules that a later version may improve.
            writer = RecordWriter(schema: 2)
            said = Hike(header: HikeHeader(id: 0, name: said.name, distance: 0, source: said.source))
            writer.append(recording.segments) { $0.append($1) { $0.append($1) } }
        }
        writer.append(sourceID) { $0.append($1) }
        writer.append(said.header)
        return KeyedHash.digest(of: writer.bytes + TrackRecord(said.observations).encoded)
    }
}

extension RecordWriter {
    fileprivate mutating func append(_ point: TrackPoint) {
        append(point.latitude)
        append(point.longitude)
        append(point.elevation) { $0.append($1) }
        append(point.heartRate) { $0.append($1) }
        append(point.time) { $0.append($1) }
    }
}
