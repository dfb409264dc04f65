internal import Sealing

/// Many elements of one type, inside a transaction: the one place that changes them together with their directory.
///
/// Every row that is read is compared with its entry in the directory, so a stale, swapped, foreign or missing one is
/// noticed where it is read.
public struct SealedCollection<Element: CollectionElement>: Sendable {
    public init() {}

    private var kind: RecordKind { Element.kind }

    private var entries: CollectionEntries<Element> { CollectionEntries() }
    private var rows: CollectionRows<Element> { CollectionRows() }

    private func directory(in transaction: inout RecordTransaction) throws -> Directory {
        try entries.directory(in: &transaction)
    }

    /// Whether the directory's order and figures are by this program's rules.
    public func isCurrent(in transaction: inout RecordTransaction) throws -> Bool {
        try directory(in: &transaction).root.rulesVersion == Element.rulesVersion
    }

    // MARK: Reading

    /// How many elements there are.
    public func count(in transaction: inout RecordTransaction) throws -> Int {
        try directory(in: &transaction).count
    }

    /// Whether there is an element of this number, whatever its state.
    public func contains(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        try entries.entry(number, in: &transaction) != nil
    }

    /// An element's header; `nil` when there is none of this number.
    public func header(_ number: Int, in transaction: inout RecordTransaction) throws -> Element.Header? {
        try verified(number, extent: .first, in: &transaction)?.header
    }

    /// An element; `nil` when there is none of this number.
    public func element(_ number: Int, in transaction: inout RecordTransaction) throws -> Element? {
        guard let found = try verified(number, extent: .whole, in: &transaction) else { return nil }
        return try rows.element(of: found.row, in: &transaction)
    }

    /// What stands in one part of an element, which nothing else of it is opened for but its header; `nil` when there is
    /// no such element, or it lacks the part.
    public func part(_ part: Int, of number: Int, in transaction: inout RecordTransaction) throws -> [UInt8]? {
        guard let found = try verified(number, extent: .whole, in: &transaction) else { return nil }
        return try rows.part(part, of: found.row, in: &transaction) ?? nil
    }

    /// The number of the element whose source said the same; `nil` when there is none.
    public func number(
        withContentDigest digest: [UInt8], in transaction: inout RecordTransaction
    ) throws -> Int? {
        try transaction.backend.number(
            of: kind, fingerprint: transaction.sealer.fingerprint(of: digest), of: transaction.account)
    }

    /// One more than the highest number that was ever given; from 1.
    public func nextNumber(in transaction: inout RecordTransaction) throws -> Int {
        let (next, isTooHigh) = try directory(in: &transaction).root.highestNumber.addingReportingOverflow(1)
        guard !isTooHigh else { throw StoreError(.noNumberLeft(kind: kind.name)) }
        return max(next, 1)
    }

    /// Lends the headers in the collection's order, until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - keys: of which keys.
    ///   - newestFirst: highest key first. Elements of one key stand by number, and undated ones last, either way.
    public func forEachHeader(
        keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, in transaction: inout RecordTransaction,
        _ body: (Int, Element.Header) throws -> Bool
    ) throws {
        try entries.forEach(keys: keys, newestFirst: newestFirst, in: &transaction) { entry, transaction in
            guard let header = try header(of: entry, in: &transaction) else { return true }
            return try body(entry.position.number, header)
        }
    }

    /// Lends what the directory says of each element, its number, key and figures, in the collection's order, until `body`
    /// returns `false`. No element is read.
    public func forEachEntry(
        keys: ClosedRange<Int> = .min ... .max, in transaction: inout RecordTransaction,
        _ body: (_ number: Int, _ key: Int, _ figures: [Int?]) throws -> Bool
    ) throws {
        try directory(in: &transaction).visit(in: keys) { entry in
            try body(entry.position.number, entry.position.key, entry.figures)
        }
    }

    /// Lends all headers in the order of their numbers, until `body` returns `false`. The rows are read one behind the other,
    /// which is the fastest way to all of them.
    public func forEachHeaderByNumber(
        in transaction: inout RecordTransaction, _ body: (Int, Element.Header) throws -> Bool
    ) throws {
        try forEachRow(.first, in: &transaction) { row, transaction in
            guard let header = rows.header(of: row, in: transaction) else {
                try transaction.report(.record(kind: kind.name, number: row.number))
                return true
            }
            return try body(row.number, header)
        }
    }

    /// Lends whole elements in the order of their numbers, until `body` returns `false`. One is in memory at a time.
    public func forEachElement(
        in transaction: inout RecordTransaction, _ body: (Int, Element) throws -> Bool
    ) throws {
        try forEachRow(.whole, in: &transaction) { row, transaction in
            // Without its header nothing else of an element is looked at.
            guard rows.header(of: row, in: transaction) != nil,
                let element = try rows.element(of: row, in: &transaction)
            else {
                try transaction.report(.record(kind: kind.name, number: row.number))
                return true
            }
            return try body(row.number, element)
        }
    }

    /// The numbers of all elements, in order.
    public func numbers(in transaction: inout RecordTransaction) throws -> [Int] {
        var numbers: [Int] = []
        try entries.forEach(in: &transaction) { entry, _ in
            numbers.append(entry.position.number)
            return true
        }
        // A row without an entry is one that was put back.
        let rows = try transaction.backend.count(kind, of: transaction.account)
        if rows != numbers.count { try transaction.report(.collection(kind.name)) }
        return numbers.sorted()
    }

    /// The header of the element at a rank, counted from 0 in the order; `nil` when there are fewer elements.
    public func header(rank: Int, in transaction: inout RecordTransaction) throws -> Element.Header? {
        guard let entry = try directory(in: &transaction).entry(rank: rank) else { return nil }
        return try header(of: entry, in: &transaction)
    }

    /// The key at which the running sum of a figure reaches a goal; `nil` when it never does.
    public func key(
        reaching goal: Int, ofFigure figure: Int, in transaction: inout RecordTransaction
    ) throws -> Int? {
        try directory(in: &transaction).entry(reaching: goal, ofFigure: figure)?.position.key
    }

    /// The numbers of the elements whose figure is known and lower than a value, in order. Where all have that value, no
    /// page is read.
    public func numbers(
        ofFigure figure: Int, below value: Int, in transaction: inout RecordTransaction
    ) throws -> [Int] {
        let directory = try directory(in: &transaction)
        let sum = directory.sum.figures[figure]
        guard sum.sum != sum.known * value else { return [] }
        var numbers: [Int] = []
        try directory.visit { entry in
            if let known = entry.figures[figure], known < value { numbers.append(entry.position.number) }
            return true
        }
        return numbers.sorted()
    }

    /// The lowest key in a range that an element has whose figure is known; `nil` when there is none.
    public func firstKey(
        in keys: ClosedRange<Int>, knowingFigure figure: Int, in transaction: inout RecordTransaction
    ) throws -> Int? {
        let directory = try directory(in: &transaction)
        guard try directory.sum(in: keys).figures[figure].known > 0 else { return nil }
        var found: Int?
        try directory.visit(in: keys) { entry in
            if entry.figures[figure] != nil { found = entry.position.key }
            return found == nil
        }
        return found
    }

    /// The sums over the elements whose keys lie in a range.
    public func sum(
        keys: ClosedRange<Int> = .min ... .max, in transaction: inout RecordTransaction
    ) throws -> DirectorySum {
        try directory(in: &transaction).sum(in: keys)
    }

    // MARK: Writing

    /// Writes an element in place of the one of its number.
    public func put(_ element: Element, number: Int, in transaction: inout RecordTransaction) throws {
        let directory = try directory(in: &transaction)
        // An entry whose row someone took away stays, and every list comes upon it.
        let previous = try entries.entry(number, in: &transaction)
        try insert(element, number: number, replacing: previous, into: directory, in: &transaction)
    }

    func insert(
        _ element: Element, number: Int, replacing previous: DirectoryEntry?, into directory: Directory,
        in transaction: inout RecordTransaction
    ) throws {
        if let previous { try directory.remove(previous.position) }
        let term = try transaction.write(
            element.parts, of: kind, number: number, contentDigest: element.contentDigest, replacing: previous)
        try directory.insert(DirectoryEntry(Element.self, element.header, number: number, term: term))
        try transaction.spillDirectories()
    }

    /// Removes an element, whatever its state.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func remove(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        let directory = try directory(in: &transaction)
        // An entry whose row is missing is looked for too, so that what is damaged can be got rid of.
        guard let entry = try entries.entry(number, in: &transaction) ?? directory.entry(numbered: number) else {
            return false
        }
        try directory.remove(entry.position)
        try transaction.removeRow(of: kind, entry)
        return true
    }

    /// Removes all elements.
    public func removeAll(in transaction: inout RecordTransaction) throws {
        for number in try numbers(in: &transaction) { try remove(number, in: &transaction) }
    }

    /// Makes the directory anew by this program's rules.
    func rebuild(in transaction: inout RecordTransaction) throws { try entries.rebuild(in: &transaction) }

    // MARK: Rows compared with their entries

    /// Lends all rows in the order of their numbers, each compared with its entry, until `body` returns `false`.
    private func forEachRow(
        _ extent: RecordExtent, in transaction: inout RecordTransaction,
        _ body: (RecordRow, inout RecordTransaction) throws -> Bool
    ) throws {
        var due = DueRows(capacity: try count(in: &transaction))
        try entries.forEach(in: &transaction) { entry, _ in
            due.append(entry)
            return true
        }
        due.sort()
        // Told before anything that one of them lacks: the collection as a whole isn't what was written last.
        if try transaction.backend.count(kind, of: transaction.account) != due.count {
            try transaction.report(.collection(kind.name))
        }
        var isComplete = true
        let (backend, sealer) = (transaction.backend, transaction.sealer)
        try backend.rows(kind, in: RecordRange(extent: extent), of: transaction.account) { row in
            while let number = due.passMissing(before: row.number) {
                try transaction.report(.record(kind: kind.name, number: number))
            }
            switch due.take(row.number, term: sealer.term(of: row, kind)) {
            case true?: isComplete = try body(row, &transaction)
            case false?: try transaction.report(.record(kind: kind.name, number: row.number))
            // A row without an entry is one that was put back.
            case nil: try transaction.report(.collection(kind.name))
            }
            return isComplete
        }
        while isComplete, let number = due.passMissing(before: nil) {
            try transaction.report(.record(kind: kind.name, number: number))
        }
    }

    private func verified(
        _ number: Int, extent: RecordExtent, in transaction: inout RecordTransaction
    ) throws -> (row: RecordRow, header: Element.Header)? {
        let directory = try directory(in: &transaction)
        let part = DamagedPart.record(kind: kind.name, number: number)
        guard let row = try transaction.backend.row(kind, number, of: transaction.account, extent: extent) else {
            // It is missing only if there should be one.
            if try directory.entry(numbered: number) != nil { try transaction.report(part) }
            return nil
        }
        guard let header = rows.header(of: row, in: transaction) else {
            try transaction.report(part)
            return nil
        }
        let position = DirectoryPosition(key: Element.key(of: header), number: number)
        let term = transaction.sealer.term(of: row, kind)
        let entry =
            try directory.root.rulesVersion == Element.rulesVersion
            ? directory.entry(at: position) : directory.entry(numbered: number)
        guard let entry, KeyedHash.areEqual(entry.term, term) else {
            try transaction.report(part)
            return nil
        }
        return (row, header)
    }

    private func header(of entry: DirectoryEntry, in transaction: inout RecordTransaction) throws -> Element.Header? {
        let header = try rows.header(of: entry, in: transaction)
        if header == nil { try transaction.report(.record(kind: kind.name, number: entry.position.number)) }
        return header
    }
}
