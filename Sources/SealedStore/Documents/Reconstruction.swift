// What a repair or a recovery makes of a document of which something was lost.
extension DocumentRecords {
    /// Makes the committed value, its history and its draft consistent after some of them were lost.
    ///
    /// A lost value is restored from the newest commit that can be read, or from the value that the draft began with,
    /// whichever is newer. Commits that open but can't be read, such as those of a later program, are dropped if they
    /// are newer than that one, and in a repair all of them. A history that doesn't lead up to the committed value is
    /// continued or restarted with it.
    ///
    /// - Parameters:
    ///   - fallback: in a repair, the value to use if nothing else is left; `nil` if that is an error.
    ///   - losing: receives each part that has to be dropped.
    /// - Returns: whether nothing of the value was left, so that the fallback was used.
    /// - Throws: ``StoreError`` with `damaged` if nothing of the value is left and there is no fallback.
    @discardableResult
    package func reconstruct(
        fallback: Model?, at now: WallTime, in transaction: inout RecordTransaction,
        losing: (DamagedPart) -> Void
    ) throws -> Bool {
        let document = DamagedPart.record(kind: kinds.document.name, number: nil)
        let draft = try whatOpens { try savedDraft(in: &transaction) }
        if draft == nil, transaction.has(kinds.draft) {
            losing(.record(kind: kinds.draft.name, number: nil))
            try transaction.remove(kinds.draft)
        }
        var newest = try newestCommit(in: &transaction, dropsAll: fallback != nil, losing: losing)
        func loseHistory() throws {
            for number in try transaction.storedNumbers(of: kinds.history) {
                losing(.record(kind: kinds.history.name, number: number))
            }
            try transaction.removeAll(of: kinds.history)
        }
        if newest == nil, transaction.numbers(of: kinds.history) != nil { try loseHistory() }
        var committed = try whatOpens { try self.committed(in: &transaction) }
        var isFallback = false
        if committed == nil {
            if transaction.has(kinds.document) { losing(document) }
            if let draft, draft.baseRevision > newest?.revision ?? 0 {
                committed = Committed(revision: draft.baseRevision, value: draft.taggedBase)
            } else {
                isFallback = newest == nil
                committed = newest ?? fallback.map { Committed(revision: 1, value: Tagged($0)) }
            }
        } else if let found = newest, let there = committed, found.revision >= there.revision {
            committed = found
        }
        guard let committed else { throw StoreError(.damagedParts([document])) }
        try transaction.put(
            kinds.document, number: committed.revision, DocumentRecord(committed.value).encoded)
        // Marks replace the lost commits in between, unless the number is so high that no genuine history reaches it.
        if let found = newest, committed.revision - found.revision > 100_000 {
            try loseHistory()
            newest = nil
        }
        if newest?.revision != committed.revision {
            let record = CommitRecord(at: now, before: newest?.value, after: committed.value)
            try transaction.append(record.encoded, numbered: committed.revision, to: kinds.history)
        }
        // A draft can't have begun from a revision that doesn't exist yet.
        if let late = draft, late.baseRevision > committed.revision {
            let record = DraftRecord(
                baseRevision: committed.revision, savedAt: late.savedAt ?? now, base: late.taggedBase,
                edited: late.edited)
            try transaction.put(kinds.draft, number: transaction.generation + 1, record.encoded)
        }
        return isFallback
    }

    /// The newest commit that can be read; `nil` if there is none. Those after it are dropped, since the history must
    /// lead up to the committed value.
    ///
    /// - Parameter dropsAll: whether to drop the commits before it that can't be read, too.
    private func newestCommit(
        in transaction: inout RecordTransaction, dropsAll: Bool, losing: (DamagedPart) -> Void
    ) throws -> Committed<Model>? {
        guard let numbers = transaction.numbers(of: kinds.history),
            let records = try whatOpens({ try transaction.openRecords(of: kinds.history) })
        else { return nil }
        let commits = records.map { try? CommitRecord<Model>(decoding: $0.payload) }
        guard let last = commits.lastIndex(where: { $0 != nil }), let newest = commits[last] else { return nil }
        func isKept(_ index: Int) -> Bool { index <= last && (commits[index] != nil || !dropsAll) }
        if !records.indices.allSatisfy(isKept) || numbers.upperBound != records[last].number {
            for index in records.indices where !isKept(index) {
                losing(.record(kind: kinds.history.name, number: records[index].number))
            }
            try transaction.removeAll(of: kinds.history)
            for index in records.indices where isKept(index) {
                try transaction.append(records[index].payload, numbered: records[index].number, to: kinds.history)
            }
        }
        return Committed(revision: records[last].number, value: newest.after)
    }
}
