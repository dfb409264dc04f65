internal import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// Works out anew the figures that earlier rules (``HikeStatistics/rules``) made of recordings that are kept.
    ///
    /// It is done when it is asked for, since it takes as long as importing the recordings did; until then figures stand as
    /// they were, and readers read no more for it. Where nothing is to be done it costs a read of the store's heads. Each
    /// transaction takes some hikes together with the summary over them, so that others get their turn in between, and
    /// whoever ends it half-way has those done that were done. Hikes that don't open are left as they are. Figures that
    /// their owner changed, and those that no recording tells, stay.
    ///
    /// - Returns: the ids of the hikes whose figures are other ones now.
    @discardableResult
    public func renewFigures() throws -> [Int] { try renewFigures(checkingBetween: {}) }

    /// - Parameter check: is called before each transaction, and ends the work when it throws.
    @discardableResult
    func renewFigures(checkingBetween check: () throws -> Void) throws -> [Int] {
        var left = try read { transaction in
            try SealedCollection<StoredHike>().numbers(
                ofFigure: StoredHike.Figure.figureRules.rawValue, below: HikeStatistics.rules, in: &transaction)
        }[...]
        var renewed: [Int] = []
        while !left.isEmpty {
            try check()
            let some = left.prefix(Self.renewedAtOnce)
            left = left.dropFirst(some.count)
            renewed += try write { transaction in
                let ledger = HikeLedger()
                let changed = try some.filter { try ledger.renew($0, in: &transaction) }
                if !changed.isEmpty { try ledger.refresh(in: &transaction) }
                return changed
            }
        }
        return renewed
    }

    /// Some hundred milliseconds of work.
    private static let renewedAtOnce = 32
}

extension HikeLedger {
    /// Works a hike's figures out anew where they are of earlier rules, and gives it the recording that its source has
    /// where none is kept. The caller refreshes the summary.
    ///
    /// - Parameter source: the recording as the hike's source has it, if it is at hand.
    /// - Returns: whether a figure is another one now.
    func renew(
        _ id: Int, from source: Recording? = nil, in transaction: inout RecordTransaction
    ) throws -> Bool {
        let hikes = SealedCollection<StoredHike>()
        // What is damaged stays as it is: whoever reads it is told.
        guard var stored = try whatOpens({ try hikes.element(id, in: &transaction) }) ?? nil else { return false }
        let hasOldFigures: Bool
        if stored.recording == nil, let source {
            stored.recording = PackedRecording(source)
            // What a program of format 1 wrote, nobody can have changed by hand.
            hasOldFigures = stored.isOfFirstFormat && stored.hike.header.isMeasured
        } else {
            guard let rules = stored.figureRules, rules < HikeStatistics.rules else { return false }
            hasOldFigures = true
        }
        let before = stored.hike
        if hasOldFigures {
            guard let recording = try? stored.recording?.recording else { return false }
            stored.hike.takeFigures(of: recording)
            stored.figureRules = HikeStatistics.rules
        }
        try hikes.put(stored, number: id, in: &transaction)
        return stored.hike != before
    }
}
