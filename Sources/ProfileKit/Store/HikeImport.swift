public import ProfileModel
internal import SealedStore
internal import Sealing

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
    ///   - replacing: whether a hike whose id exists with other content replaces the stored one. A recording is kept if
    ///     the new hike is of the same outing. It also gives a hike without a recording the one of its outing.
    ///   - keepingDuplicates: whether to add a hike even though another source has the same outing: one that begins
    ///     within 120 seconds of it and differs in length by at most 2 %.
    ///   - operation: the ``HikeImportResult/operation`` of an earlier import of the same operation, such as that of many
    ///     files: they are one change in the history. `nil` for the first one, or the only one.
    /// - Throws: ``StoreError`` with `invalidValue` listing all values that break their rules, or when an id exists
    ///   with other content and `replacing` is false. Nothing is stored then.
    @discardableResult
    public func importHikes(
        _ hikes: [ImportedHike], replacing: Bool = false, keepingDuplicates: Bool = false,
        continuing operation: Int? = nil
    ) throws -> HikeImportResult {
        try importHikes(
            replacing: replacing, keepingDuplicates: keepingDuplicates, continuing: operation
        ) { add in
            for hike in hikes { try add(hike) }
        }
    }

    /// Adds hikes one at a time, all or none of them, so that memory use doesn't grow with their number; otherwise like
    /// ``importHikes(_:replacing:keepingDuplicates:continuing:)``. Other writing processes wait until it ends.
    ///
    /// Hikes are encoded and sealed on two threads before they are written, so an error in one may only be thrown when
    /// a later one is added, or at the end. It is the error of the first such hike in any case.
    ///
    /// - Parameters:
    ///   - file: the file that the hikes come from. It is kept, and named by the new hikes and by known hikes that name
    ///     no file. `nil` to keep none. A file that this program wrote isn't kept.
    ///   - source: called with a function that adds one hike. If either throws, nothing is stored.
    @discardableResult
    public func importHikes(
        replacing: Bool = false, keepingDuplicates: Bool = false, continuing operation: Int? = nil,
        keeping file: ImportedFile? = nil,
        from source: (_ add: (ImportedHike) throws -> Void) throws -> Void
    ) throws -> HikeImportResult {
        try opened.write { transaction in
            let ledger = HikeLedger()
            let sealer = ledger.hikes.sealer(in: transaction)
            var known = OutingIndex()
            var result = HikeImportResult()
            transaction.label = HikeChangeKind.import.rawValue
            let started = transaction.continueOperation(operation)
            var keeper = try file.map { try OriginalKeeper($0, in: &transaction) }
            let original = keeper?.number
            var isFromElsewhere = false
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
                        var hike = hike
                        hike.hike.header.original = hike.isOwnExport ? nil : original
                        isFromElsewhere = isFromElsewhere || !hike.isOwnExport
                        slice.append(hike)
                        if slice.isFull { try addSlice() }
                    }
                } catch {
                    // One of the hikes before may be the first with an error.
                    try addSlice()
                    throw error
                }
                if !slice.isEmpty { try addSlice() }
            } use: { hikes in
                for hike in hikes {
                    try ledger.add(
                        hike, sealer, replacing: replacing, keepingDuplicates: keepingDuplicates, among: &known,
                        to: &result, in: &transaction)
                }
            }
            var isLinked = false
            if let file = original, isFromElsewhere, try result.link(to: file, ledger, in: &transaction) {
                try keeper?.keep(in: &transaction)
                isLinked = true
            }
            result.isTooLargeToKeep = keeper != nil && original == nil && !result.imported.isEmpty
            // The summary has the latest hikes as they are.
            if isLinked || !result.imported.isEmpty || !result.renewed.isEmpty { try ledger.update(in: &transaction) }
            result.operation = transaction.hasElementChanges ? started : operation
            return result
        }
    }
}

extension HikeImportResult {
    /// Lets the known hikes that have no file name one.
    ///
    /// - Returns: whether any hike names it, also a new one.
    fileprivate func link(
        to file: Int, _ ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> Bool {
        var isNamed = !imported.isEmpty
        for hike in skipped {
            guard case .exists(let id) = hike.reason else { continue }
            if try ledger.link(id, to: file, in: &transaction) { isNamed = true }
        }
        return isNamed
    }
}
