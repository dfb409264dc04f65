/// The entries of a collection's directory, according to this program's rules.
struct CollectionEntries<Element: CollectionElement> {
    private var kind: RecordKind { Element.kind }
    private var rows: CollectionRows<Element> { CollectionRows() }

    /// The directory, for ranks, sums and searches.
    ///
    /// A writing transaction first rebuilds a directory that was made by other rules.
    func directory(in transaction: inout RecordTransaction) throws -> Directory {
        if transaction.access == .salvaging, !transaction.hasDirectory(of: kind) {
            return try salvagedDirectory(in: &transaction)
        }
        let directory = transaction.directory(of: Element.self)
        guard !directory.root.isCurrent(for: Element.self), transaction.access == .writing else { return directory }
        return try rebuild(in: &transaction)
    }

    /// The directory if all of it opens; otherwise one made from the existing rows, which can't be verified to be the
    /// latest. It is read in full, since any of its pages may be damaged.
    private func salvagedDirectory(in transaction: inout RecordTransaction) throws -> Directory {
        let written = transaction.directory(of: Element.self)
        if !transaction.isUnverified {
            do {
                try written.visit { _ in true }
                return written
            } catch let error as StoreError where error.code == .damaged {
                try transaction.report(.collection(kind.name))
            }
        }
        let made = transaction.replaceDirectory(of: kind, from: DirectoryRoot(of: Element.self))
        var found: [RecordRow] = []
        try transaction.backend.rows(kind, in: RecordRange(extent: .first), of: transaction.account) { row in
            found.append(row)
            return true
        }
        for row in found {
            let header = rows.header(of: row, transaction.sealer)
            try made.insert(
                DirectoryEntry(Element.self, header, number: row.number, term: transaction.sealer.term(of: row, kind)))
        }
        return made
    }

    /// Rebuilds the directory by this program's rules. Rows that don't open keep their place, without figures.
    @discardableResult
    func rebuild(in transaction: inout RecordTransaction) throws -> Directory {
        var entries: [DirectoryEntry] = []
        try transaction.directory(of: Element.self).visit { entry in
            entries.append(entry)
            return true
        }
        for index in entries.indices {
            let old = entries[index]
            let header = try rows.header(of: old, in: transaction)
            entries[index] = DirectoryEntry(Element.self, header, number: old.position.number, term: old.term)
            if header == nil { entries[index].position = old.position }
        }
        let directory = try transaction.resetDirectory(of: Element.self)
        for entry in entries.sorted(by: { $0.position < $1.position }) { try directory.insert(entry) }
        return directory
    }

    /// Calls a body with the entries in order, and with the transaction, until it returns `false`.
    ///
    /// - Parameter newestFirst: highest key first, and of one key by ``CollectionElement/tieBreaker``. Otherwise
    ///   entries with the same key are ordered by number. In either direction, undated ones come last.
    func forEach(
        keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, in transaction: inout RecordTransaction,
        _ body: (DirectoryEntry, inout RecordTransaction) throws -> Bool
    ) throws {
        let directory = try directory(in: &transaction)
        guard newestFirst else {
            try directory.visit(in: keys) { try body($0, &transaction) }
            return
        }
        var goesOn = true
        var sameKey: [DirectoryEntry] = []
        func emit(_ transaction: inout RecordTransaction) throws -> Bool {
            var entries = Array(sameKey.reversed())
            if let figure = Element.tieBreaker, entries.count > 1 {
                func value(_ entry: DirectoryEntry) -> Int {
                    entry.figures.indices.contains(figure) ? entry.figures[figure] ?? .min : .min
                }
                entries.sort { (value($1), $0.position.number) < (value($0), $1.position.number) }
            }
            for entry in entries {
                guard try body(entry, &transaction) else { return false }
            }
            sameKey = []
            return true
        }
        if keys.lowerBound < Element.endKey {
            let dated = keys.lowerBound...min(keys.upperBound, Element.endKey - 1)
            try directory.visit(in: dated, descending: true) { entry in
                if let last = sameKey.last, last.position.key != entry.position.key { goesOn = try emit(&transaction) }
                if goesOn { sameKey.append(entry) }
                return goesOn
            }
            if goesOn { goesOn = try emit(&transaction) }
        }
        if goesOn, keys.contains(Element.endKey) {
            try directory.visit(in: Element.endKey...Element.endKey) { try body($0, &transaction) }
        }
    }

    /// The entry of a row, found by the key in its header, or else by searching the directory; `nil` if there is no
    /// such row.
    func entry(_ number: Int, in transaction: inout RecordTransaction) throws -> DirectoryEntry? {
        try found(number, in: &transaction)?.entry
    }

    /// The entry of a row as ``entry(_:in:)`` finds it, with the row's fingerprint.
    func found(
        _ number: Int, in transaction: inout RecordTransaction
    ) throws -> (entry: DirectoryEntry, fingerprint: [UInt8]?)? {
        let directory = try directory(in: &transaction)
        guard directory.count > 0, number <= directory.root.highestNumber,
            let row = try transaction.backend.row(kind, number, of: transaction.account, extent: .first)
        else { return nil }
        if let header = rows.header(of: row, transaction.sealer),
            let entry = try directory.entry(at: DirectoryPosition(key: Element.key(of: header), number: number))
        {
            return (entry, row.fingerprint)
        }
        return try directory.entry(numbered: number).map { ($0, row.fingerprint) }
    }
}

extension DirectoryRoot {
    /// Whether the keys and figures were computed by this program's rules. Their number says so too, in case the
    /// version wasn't raised with it.
    func isCurrent<Element: CollectionElement>(for type: Element.Type) -> Bool {
        rulesVersion == Element.rulesVersion && figures == Element.figureCount
    }
}

extension DirectoryEntry {
    /// The directory entry of a row.
    ///
    /// - Parameter header: `nil` if it doesn't open; the row then comes last and isn't included in any sum.
    init<Element: CollectionElement>(_ type: Element.Type, _ header: Element.Header?, number: Int, term: [UInt8]) {
        self.init(
            position: DirectoryPosition(key: header.map(Element.key) ?? Element.endKey, number: number), term: term,
            figures: header.map(Element.figures) ?? [])
        // A page with any other number of them couldn't be read again.
        let missing = Element.figureCount - figures.count
        if missing > 0 { figures += Array(repeating: nil, count: missing) }
        if missing < 0 { figures.removeLast(-missing) }
    }

    /// The directory entry of a row that this program can't read: it keeps its place, and its figures if they are as
    /// many.
    init<Element: CollectionElement>(_ type: Element.Type, unreadable entry: DirectoryEntry, term: [UInt8]) {
        self.init(type, nil, number: entry.position.number, term: term)
        position = entry.position
        if entry.figures.count == Element.figureCount { figures = entry.figures }
    }
}
