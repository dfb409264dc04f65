// What a repair or a recovery makes of a document of which something was lost.
extension DocumentRecords {
    /// Makes the committed value, its history and its draft consistent after some of them were lost.
    ///
    /// A lost value is restored from the newest commit that can be read, or from the value that the draft began with,
    /// whichever is newer. What opens is kept, even if this program can't read it. A history that doesn't lead up to
    /// the committed value is continued with it.
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
        let saved = try whatOpens { try transaction.singleton(kinds.draft) }
        if saved == nil, transaction.has(kinds.draft) {
            losing(.record(kind: kinds.draft.name, number: nil))
            try transaction.remove(kinds.draft)
        }
        let draft = saved.flatMap { try? DraftRecord<Model>(decoding: $0.payload) }
        var (last, newest) = try newestCommits(in: &transaction)
        func loseHistory() throws {
            for number in try transaction.storedNumbers(of: kinds.history) {
                losing(.record(kind: kinds.history.name, number: number))
            }
            try transaction.removeAll(of: kinds.history)
            (last, newest) = (nil, nil)
        }
        if last == nil, transaction.numbers(of: kinds.history) != nil { try loseHistory() }
        let stored = try whatOpens { try transaction.singleton(kinds.document) }
        var committed = stored.flatMap { stored in
            (try? DocumentRecord<Model>(decoding: stored.payload)).map {
                Committed(revision: stored.number, value: $0.value)
            }
        }
        var isFallback = false
        if committed == nil {
            // A value that opens and is the newest is nothing to replace.
            if let stored, stored.number >= newest?.revision ?? 0 { return false }
            if transaction.has(kinds.document) { losing(document) }
            if let draft, draft.baseRevision > newest?.revision ?? 0 {
                committed = Committed(revision: draft.baseRevision, value: draft.base)
            } else {
                isFallback = newest == nil
                committed = newest ?? fallback.map { Committed(revision: 1, value: Tagged($0)) }
            }
        } else if let found = newest, let there = committed, found.revision >= there.revision {
            committed = found
        }
        guard var committed else { throw StoreError(.damagedParts([document])) }
        if let last, last > newest?.revision ?? 0, committed.revision <= last {
            // Behind the commits that can't be read.
            committed = Committed(revision: last + 1, value: committed.value)
        }
        try transaction.put(
            kinds.document, number: committed.revision, DocumentRecord(committed.value).encoded)
        // Tombstones replace the lost commits in between, unless the number is so high that no genuine history reaches
        // it.
        if let last, committed.revision - last > 100_000 { try loseHistory() }
        if newest?.revision != committed.revision {
            let record = CommitRecord(at: now, before: newest?.value, after: committed.value)
            try transaction.append(record.encoded, numbered: committed.revision, to: kinds.history)
        }
        // A draft can't have begun from a revision that doesn't exist yet.
        if let late = draft, late.baseRevision > committed.revision {
            let record = DraftRecord(
                baseRevision: committed.revision, savedAt: late.savedAt, base: late.base, edited: late.edited)
            try transaction.put(kinds.draft, number: transaction.generation + 1, record.encoded)
        }
        return isFallback
    }

    /// The number of the newest commit, and the newest commit that can be read. Tombstones behind the newest commit are
    /// dropped, since the history must lead up to the committed value.
    private func newestCommits(
        in transaction: inout RecordTransaction
    ) throws -> (last: Int?, newest: Committed<Model>?) {
        guard let numbers = transaction.numbers(of: kinds.history),
            let records = try whatOpens({ try transaction.openRecords(of: kinds.history) }), let last = records.last
        else { return (nil, nil) }
        if numbers.upperBound != last.number {
            try transaction.removeAll(of: kinds.history)
            for record in records { try transaction.append(record.payload, numbered: record.number, to: kinds.history) }
        }
        for record in records.reversed() {
            guard let commit = try? CommitRecord<Model>(decoding: record.payload) else { continue }
            return (last.number, Committed(revision: record.number, value: commit.after))
        }
        return (last.number, nil)
    }
}
