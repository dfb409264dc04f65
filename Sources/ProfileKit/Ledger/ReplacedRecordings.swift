internal import ProfileModel
internal import SealedStore

// What becomes of recordings when an import replaces hikes.

extension HikeLedger {
    /// The fate of a hike's recording when a hike without one replaces it.
    enum ReplacedRecording {
        /// There is none, or it doesn't open.
        case none
        /// The new hike is of the same outing, so it has the recording, and is recognized by its source.
        case kept(StoredHike)
        case lost
    }

    /// The fate of an existing hike's recording when a hike without one replaces it.
    func recording(of replaced: StoredHike?, replacedBy imported: ImportedHike) throws -> ReplacedRecording {
        guard var stored = replaced, stored.recording != nil, imported.recording == nil else { return .none }
        let (old, hike) = (stored.hike, imported.hike)
        // Without times, as in a plan, the length has to do.
        let isSame =
            hike.startTime == nil && old.startTime == nil
            ? Self.isAsLong(hike.distance, old.distance) : try Self.isSame(imported, as: old.header) { stored }
        guard isSame else { return .lost }
        stored.hike = hike
        stored.hike.id = old.id
        // Figures that the file has otherwise are kept, whatever later rules compute from the recording.
        let hasOwnFigures = hike.header.figures != old.header.figures || hike.observations != old.observations
        if hasOwnFigures { stored.figureRules = nil }
        return .kept(stored)
    }

    /// Gives an existing hike without a recording that of its outing. Its values stay as they are.
    ///
    /// - Returns: whether it had none.
    func takeRecording(
        of imported: ImportedHike, for id: Int, in transaction: inout RecordTransaction
    ) throws -> Bool {
        guard let recording = imported.recording, let before = try hikes.element(id, in: &transaction),
            before.recording == nil
        else { return false }
        var stored = before
        stored.recording = PackedRecording(recording)
        // The change of the file is what the history has of it.
        stored.value.model.original = imported.hike.header.original ?? before.value.model.original
        try put(stored, replacing: before, as: id, in: &transaction)
        return true
    }
}
