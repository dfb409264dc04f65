public import ProfileModel
internal import SealedStore

/// What an import did.
public struct HikeImportResult: Hashable, Sendable {
    /// The ids of the hikes that are new or replaced.
    public var imported: [Int] = []
    /// How many were there already, equal in all that their source says.
    public var skipped = 0
    /// The ids of hikes that were there already, whose figures were worked out anew and are other ones now.
    public var renewed: [Int] = []

    public init() {}
}

extension ProfileStore {
    /// Adds hikes, all or none of them.
    ///
    /// A hike that is there already is skipped; but it gets the recording of its source where it has none, as hikes of
    /// format 1, and figures that earlier rules made of a recording are worked out anew. The summary changes in the same
    /// transaction.
    ///
    /// In the texts of a recording, which nobody typed, what can't be seen becomes a space.
    ///
    /// - Parameter replacing: whether a hike with a known id and other content takes the place of the stored one.
    /// - Throws: ``ProfileError`` with `invalidValue` for all values that break their rules, and for a known id with other
    ///   content unless `replacing`. Nothing is stored then.
    @discardableResult
    public func importHikes(_ hikes: [ImportedHike], replacing: Bool = false) throws -> HikeImportResult {
        try write { transaction in
            let ledger = HikeLedger()
            var result = HikeImportResult()
            for hike in hikes { try ledger.add(hike, replacing: replacing, to: &result, in: &transaction) }
            if !result.imported.isEmpty || !result.renewed.isEmpty { try ledger.refresh(in: &transaction) }
            return result
        }
    }
}
