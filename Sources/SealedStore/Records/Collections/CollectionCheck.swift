// Reading all of a collection for a check.
extension SealedCollection {
    /// Reads everything.
    ///
    /// Some elements were kept by a program that couldn't read them. Their rows or directory entries then lack values
    /// that only their content gives. Such elements are counted: they can be read, and a repair completes their
    /// entries.
    func check(in transaction: inout RecordTransaction) throws {
        let directory = try CollectionEntries<Element>().directory(in: &transaction)
        // A row that someone added as a page is reached from no other one. Without the manifest, none is reached.
        let pages = try transaction.backend.count(Element.kind.pages, of: transaction.account)
        let reached = try directory.countPages()
        if reached == nil || reached != pages && !transaction.isUnverified {
            try transaction.report(.collection(Element.kind.name))
        }
        // A hash of each entry, as there may be very many. By other rules, entries say other things of the same
        // elements.
        var listed: [Int: Int] = [:]
        if directory.root.isCurrent(for: Element.self) {
            try directory.visit { entry in
                listed[entry.position.number] = entry.contentHash
                return true
            }
        }
        let sealer = sealer(in: transaction)
        var incomplete: Set<Int> = []
        var unrecognized: [(number: Int, fingerprint: [UInt8])] = []
        try forEachElementAndRow(in: &transaction) { row, element in
            let number = row.number
            let entry = DirectoryEntry(Element.self, element.header, number: number, term: [])
            if let hash = listed[number], hash != entry.contentHash { incomplete.insert(number) }
            if row.fingerprint == nil, let digest = element.contentDigest {
                unrecognized.append((number, sealer.fingerprint(of: digest)))
            }
            return true
        }
        // Of equal elements, which there are if another was added meanwhile, one alone is found by its content.
        for (number, fingerprint) in unrecognized
        where try self.number(withFingerprint: fingerprint, in: &transaction) == nil {
            incomplete.insert(number)
        }
        transaction.countIncomplete(incomplete.count)
    }
}

extension DirectoryEntry {
    /// Equal, in this process, for entries with the same number, key and figures.
    fileprivate var contentHash: Int {
        var hasher = Hasher()
        hasher.combine(position.number)
        hasher.combine(position.key)
        hasher.combine(figures)
        return hasher.finalize()
    }
}
