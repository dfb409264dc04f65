internal import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// Recomputes the figures that earlier rules (``HikeStatistics/rules``) computed from stored recordings.
    ///
    /// This runs only on request, since it takes as long as importing the recordings did; until then the old figures
    /// are shown, and readers do no extra work. When there is nothing to do, it costs one read of the store's heads.
    /// Each transaction covers a batch of hikes together with the summary, so that other writers get their turn in
    /// between, and a run that is interrupted keeps the batches it has finished. Hikes that don't open are left as they
    /// are. Figures that their owner changed, and figures that no recording provides, are kept.
    ///
    /// - Returns: the ids of the hikes whose figures changed.
    /// - Throws: ``StoreError`` as ``OpenAccount/write(_:)`` does.
    @discardableResult
    public func renewFigures() throws -> [Int] {
        var left = try opened.read { transaction in
            try SealedCollection<StoredHike>().numbers(
                withFigure: StoredHike.Figure.figureRules.rawValue, lessThan: HikeStatistics.rules, in: &transaction)
        }[...]
        var renewed: [Int] = []
        while !left.isEmpty {
            let some = left.prefix(Self.renewedAtOnce)
            left = left.dropFirst(some.count)
            renewed += try opened.write { transaction in
                let ledger = HikeLedger()
                let changed = try some.filter { try ledger.renew($0, in: &transaction) }
                if !changed.isEmpty { try ledger.refresh(in: &transaction) }
                return changed
            }
        }
        return renewed
    }

    /// The number of hikes per transaction, which takes about a hundred milliseconds.
    private static let renewedAtOnce = 32
}

extension HikeLedger {
    private static let wordFields: Set<String> = ["notes", "waypoints", "laps", "tags"]

    /// Recomputes a hike's figures if earlier rules computed them, and stores the source's recording if the hike has
    /// none, or one without the channels that earlier programs didn't read. A hike of format 1, which knew neither
    /// activities nor plans, takes both from its source, and one of a version that kept no words takes those. The caller
    /// refreshes the summary.
    ///
    /// - Parameter source: the hike as its source has it, if available.
    /// - Returns: whether the hike changed.
    func renew(
        _ id: Int, from source: ImportedHike? = nil, in transaction: inout RecordTransaction
    ) throws -> Bool {
        // Damaged hikes stay as they are; the error is left to whoever reads them.
        guard let found = try whatOpens({ try hikes.element(id, in: &transaction) }) else { return false }
        var stored = found
        let before = stored.hike
        if let source, stored.isOfFirstFormat {
            stored.hike.header.activity = source.hike.activity
            stored.hike.header.isPlanned = source.hike.isPlanned
        }
        if let source { stored.completeWords(from: source.hike.header) }
        let isCompleted = stored.takeChannels(of: source?.recording)
        let hasOldFigures: Bool
        if stored.recording == nil, let recording = source?.recording {
            stored.recording = PackedRecording(recording)
            // A program of format 1 had no way to change figures by hand.
            hasOldFigures = stored.isOfFirstFormat && stored.hike.header.isMeasured
        } else if let rules = stored.figureRules, rules < HikeStatistics.rules {
            hasOldFigures = true
        } else {
            guard isCompleted || stored.hike != before else { return false }
            hasOldFigures = false
        }
        if hasOldFigures {
            guard let recording = try? stored.recording?.recording else { return false }
            stored.hike.takeFigures(of: recording)
            stored.figureRules = HikeStatistics.rules
        }
        if source == nil {
            try hikes.put(stored, number: id, in: &transaction)
        } else {
            // Of what its source brings, the words can be taken back; figures follow from the recording.
            try put(stored, replacing: found, as: id, in: &transaction) { Self.wordFields.contains($0) }
        }
        return stored.hike != before
    }
}

extension StoredHike {
    /// Completes the recording by the channels of its source, and the observations by what follows from them.
    ///
    /// - Returns: whether there were any to add.
    fileprivate mutating func takeChannels(of source: Recording?) -> Bool {
        guard let source, !source.channels.isEmpty, let stored = try? recording?.recording, stored.channels.isEmpty
        else { return false }
        recording = PackedRecording(source)
        // By their places, since the other values may follow from other rules.
        let measured = HikeStatistics(of: source.asKept.trimmed(to: value.model.trim)).observations.map {
            ($0.distanceFromStart, $0)
        }
        let found = Dictionary(measured) { first, _ in first }
        for index in observations.indices {
            let observation = found[observations[index].distanceFromStart]
            observations[index].cadence = observation?.cadence
            observations[index].temperature = observation?.temperature
        }
        return true
    }
}
