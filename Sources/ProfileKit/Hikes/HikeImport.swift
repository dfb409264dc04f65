public import ProfileModel
internal import SealedStore

/// What an import did.
public struct HikeImportResult: Hashable, Sendable {
    /// The ids of the hikes that are new or replaced.
    public var imported: [Int] = []
    /// Those that stayed out, in the order of the import.
    public var passedOver: [PassedOverHike] = []
    /// The ids of hikes that were there already, whose figures were worked out anew and are other ones now.
    public var renewed: [Int] = []

    /// The same as ``imported``.
    private(set) var batch: Set<Int> = []

    public init() {}

    mutating func noteImported(_ id: Int) {
        imported.append(id)
        batch.insert(id)
    }

    /// How many stayed out.
    public var skipped: Int { passedOver.count }
}

/// A hike that an import left out, since it is known.
public struct PassedOverHike: Hashable, Sendable {
    /// As its source calls it.
    public let name: String
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        /// The hike of this id is equal in all that its source says.
        case isThere(id: Int)
        /// The hike of this id, from the same source, was removed. It can be restored.
        case wasRemoved(id: Int)
        /// The hike of this id is the same outing, from another source.
        case isSameOuting(id: Int)
    }
}

extension ProfileStore {
    /// Adds hikes, all or none of them.
    ///
    /// A hike that is there already, or was removed, is passed over; but one that is there gets the recording of its source
    /// where it has none, as hikes of format 1, and figures that earlier rules made of a recording are worked out anew. The
    /// summary changes in the same transaction.
    ///
    /// In the texts of a recording, which nobody typed, what can't be seen becomes a space.
    ///
    /// - Parameters:
    ///   - replacing: whether a hike with a known id and other content takes the place of the stored one.
    ///   - keepingDuplicates: whether a hike is added although another source told of the same outing: one that begins
    ///     within 120 seconds of it and is as long to within 2 %.
    /// - Throws: ``StoreError`` with `invalidValue` for all values that break their rules, and for a known id with other
    ///   content unless `replacing`. Nothing is stored then.
    @discardableResult
    public func importHikes(
        _ hikes: [ImportedHike], replacing: Bool = false, keepingDuplicates: Bool = false
    ) throws -> HikeImportResult {
        try importHikes(replacing: replacing, keepingDuplicates: keepingDuplicates) { add in
            for hike in hikes { try add(hike) }
        }
    }

    /// Adds hikes one at a time, all or none of them, so that memory doesn't grow with their number; otherwise as
    /// ``importHikes(_:replacing:keepingDuplicates:)``. Other processes that write wait as long as it takes.
    ///
    /// - Parameter source: is lent what adds a hike. When it throws, nothing is stored.
    @discardableResult
    public func importHikes(
        replacing: Bool = false, keepingDuplicates: Bool = false,
        from source: (_ add: (ImportedHike) throws -> Void) throws -> Void
    ) throws -> HikeImportResult {
        try write { transaction in
            let ledger = HikeLedger()
            var result = HikeImportResult()
            try source { hike in
                try ledger.add(
                    hike, replacing: replacing, keepingDuplicates: keepingDuplicates, to: &result, in: &transaction)
            }
            if !result.imported.isEmpty || !result.renewed.isEmpty { try ledger.refresh(in: &transaction) }
            return result
        }
    }
}
