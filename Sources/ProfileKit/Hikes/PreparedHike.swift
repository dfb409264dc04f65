internal import ProfileModel
internal import SealedStore

/// An imported hike with everything that an import needs of it and that doesn't depend on the store's content. Making
/// this takes longer than writing the hike, so it may be done on another thread.
struct PreparedHike: Sendable {
    /// The hike, with clean texts if it has a recording.
    let imported: ImportedHike
    /// The hike's name before the texts were cleaned.
    let name: String
    let contentDigest: [UInt8]
    /// The digest's hash, for finding the hike in the store.
    let fingerprint: [UInt8]
    /// The broken rules.
    let problems: [FieldProblem]
    /// The hike as it is stored under its source's id; `nil` if it has none, or breaks rules.
    let sealed: SealedElement<StoredHike>?

    init(_ hike: ImportedHike, _ sealer: ElementSealer<StoredHike>) {
        // Computed before the texts are cleaned, so that a later version that cleans them differently still recognizes
        // the hike.
        contentDigest = hike.contentDigest
        fingerprint = sealer.fingerprint(of: contentDigest)
        name = hike.hike.name
        imported = hike.recording == nil ? hike : hike.withCleanTexts
        problems = imported.problems(wasStored: false)
        if let id = imported.sourceID, problems.isEmpty {
            sealed = Self.seal(imported, as: id, contentDigest, fingerprint, sealer)
        } else {
            sealed = nil
        }
    }

    /// The hike as it is stored under an id.
    func sealed(as id: Int, _ sealer: ElementSealer<StoredHike>) -> SealedElement<StoredHike> {
        if let sealed, imported.sourceID == id { return sealed }
        return Self.seal(imported, as: id, contentDigest, fingerprint, sealer)
    }

    /// The hike as it replaces the stored one from whose file it comes.
    func sealed(as id: Int, from original: Int, _ sealer: ElementSealer<StoredHike>) -> SealedElement<StoredHike> {
        var imported = imported
        imported.hike.header.original = original
        return Self.seal(imported, as: id, contentDigest, fingerprint, sealer)
    }

    private static func seal(
        _ imported: ImportedHike, as id: Int, _ contentDigest: [UInt8], _ fingerprint: [UInt8],
        _ sealer: ElementSealer<StoredHike>
    ) -> SealedElement<StoredHike> {
        var hike = imported.hike
        hike.id = id
        let stored = StoredHike(
            hike: hike, contentDigest: contentDigest, recording: imported.recording.map { PackedRecording($0) },
            figureRules: imported.figureRules)
        return sealer.seal(stored, number: id, fingerprint: fingerprint)
    }
}

/// Hikes of an import that are prepared together.
struct HikeSlice {
    private(set) var hikes: [ImportedHike] = []
    /// About the memory that they take up, in bytes.
    private(set) var size = 0

    /// So many that switching threads costs little, and so few that recordings don't take up much memory.
    private static let limit = (hikes: 128, size: 1 << 18)

    var isEmpty: Bool { hikes.isEmpty }
    var isFull: Bool { hikes.count >= Self.limit.hikes || size >= Self.limit.size }

    mutating func append(_ hike: ImportedHike) {
        hikes.append(hike)
        size += 1024 + 128 * hike.hike.observations.count + 64 * (hike.recording?.points ?? 0)
    }
}
