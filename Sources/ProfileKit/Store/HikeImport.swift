internal import SQLiteKit
internal import Sealing

extension ImportedHike {
    /// All that the source says, and nothing that was worked out here: the day of a time without a zone depends on
    /// the machine.
    var contentDigest: [UInt8] {
        var said = hike
        said.id = 0
        if said.startTime != nil { said.date = nil }
        var writer = RecordWriter(schema: 1)
        if let recording {
            // The figures follow from the points, by a method that a later version may better.
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

/// What an import did.
public struct HikeImportResult: Hashable, Sendable {
    /// The ids of the hikes that are new or replaced.
    public var imported: [Int] = []
    /// How many were there already, equal in all that their source says.
    public var skipped = 0

    public init() {}
}

extension ProfileStore {
    /// Adds hikes, all or none of them.
    ///
    /// A hike that is there already is skipped. The digest that summaries show changes in the same transaction.
    ///
    /// - Parameter replacing: whether a hike with a known id and other content takes the place of the stored one.
    /// - Throws: ``ProfileError`` with `invalidValue` for a known id with other content unless `replacing`.
    @discardableResult
    public func importHikes(_ hikes: [ImportedHike], replacing: Bool = false) throws -> HikeImportResult {
        var opened = OpenedHeaders()
        return try importHikes(hikes, replacing: replacing, reusing: &opened)
    }

    /// The same for one of many files, which makes the time that a batch takes grow with its size alone.
    ///
    /// - Parameter opened: empty for the first file, then what the one before left.
    @discardableResult
    public func importHikes(
        _ hikes: [ImportedHike], replacing: Bool = false, reusing opened: inout OpenedHeaders
    ) throws -> HikeImportResult {
        try write { connection, sealer in
            var result = HikeImportResult()
            for imported in hikes {
                try Self.add(imported, replacing: replacing, to: &result, in: connection, sealer: sealer)
            }
            if !result.imported.isEmpty {
                let goalDate = try ProfileTable.load(from: connection, sealer: sealer).profile.goalDate
                try HikeTable.refreshDigest(
                    goalDate: goalDate, in: connection, sealer: sealer, reusing: &opened)
            }
            return result
        }
    }

    /// Adds one hike inside the caller's transaction, which brings the digest up to date.
    static func add(
        _ imported: ImportedHike, replacing: Bool, to result: inout HikeImportResult,
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        guard imported.hike.isFinite else {
            throw ProfileError(invalid: [InvalidValue("a hike", "holds finite numbers only")])
        }
        let digest = imported.contentDigest
        let fingerprint = sealer.fingerprint(of: digest)
        guard try !HikeTable.contains(fingerprint: fingerprint, in: connection, sealer: sealer) else {
            result.skipped += 1
            return
        }
        var hike = imported.hike
        if let id = imported.sourceID {
            // What was exported comes back as it is, though its source said more than its export does.
            if try whatOpens({ try HikeTable.hike(id: id, in: connection, sealer: sealer) }) == .some(hike) {
                result.skipped += 1
                return
            }
            guard try replacing || !HikeTable.contains(id: id, in: connection, sealer: sealer) else {
                throw ProfileError(
                    .invalidValue, "hike \(id) is there already, with other content",
                    hint: "Nothing of the file was stored. Replace such hikes with --replace.")
            }
            hike.id = id
        } else {
            hike.id = try HikeTable.nextID(in: connection, sealer: sealer)
        }
        try HikeTable.write(hike, contentDigest: digest, into: connection, sealer: sealer)
        result.imported.append(hike.id)
    }
}
