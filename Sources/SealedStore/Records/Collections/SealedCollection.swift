internal import Sealing

/// The elements of one collection, inside a transaction. All changes to them and to their directory are made here.
///
/// Every row that is read is verified against its directory entry, so a stale, swapped, foreign or missing row is
/// noticed when it is read.
public struct SealedCollection<Element: CollectionElement>: Sendable {
    public init() {}

    var kind: RecordKind { Element.kind }

    var entries: CollectionEntries<Element> { CollectionEntries() }
    var rows: CollectionRows<Element> { CollectionRows() }

    func directory(in transaction: inout RecordTransaction) throws -> Directory {
        try entries.directory(in: &transaction)
    }

    /// Whether the directory's order and figures were made by this program's rules.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func isCurrent(in transaction: inout RecordTransaction) throws -> Bool {
        try directory(in: &transaction).root.isCurrent(for: Element.self)
    }

    // MARK: Reading

    /// The number of elements.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func count(in transaction: inout RecordTransaction) throws -> Int {
        try directory(in: &transaction).count
    }

    /// Whether there is an element with this number, intact or not.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func contains(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        try entries.entry(number, in: &transaction) != nil
    }

    /// An element's header; `nil` if there is no element with this number.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func header(_ number: Int, in transaction: inout RecordTransaction) throws -> Element.Header? {
        try verified(number, extent: .first, in: &transaction)?.header
    }

    /// An element; `nil` if there is none with this number.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func element(_ number: Int, in transaction: inout RecordTransaction) throws -> Element? {
        guard let found = try verified(number, extent: .whole, in: &transaction) else { return nil }
        return try rows.element(of: found.row, in: &transaction)
    }

    /// The content of one part of an element, opening nothing else but its header; `nil` if there is no such element,
    /// or it lacks the part.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func part(_ part: Int, of number: Int, in transaction: inout RecordTransaction) throws -> [UInt8]? {
        guard kind.parts.indices.contains(part),
            let found = try verified(number, extent: .with(part: part), in: &transaction)
        else { return nil }
        return try rows.part(part, of: found.row, in: &transaction) ?? nil
    }

    /// The header of an element and the content of one part, in one reading, for an element that this transaction may
    /// have removed; `nil` if it has no row, or its row lacks the part. Whether it should have them isn't verified.
    package func headerAndPart(
        _ part: Int, ofRow number: Int, in transaction: inout RecordTransaction
    ) throws -> (header: Element.Header, part: [UInt8])? {
        guard let row = try row(number, extent: .with(part: part), in: transaction), !row.boxes[part].isEmpty,
            let header = try verify(row, in: &transaction),
            let content = try rows.part(part, of: row, in: &transaction) ?? nil
        else { return nil }
        return (header, content)
    }

    /// The number of the element with the given content digest; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func number(
        withContentDigest digest: [UInt8], in transaction: inout RecordTransaction
    ) throws -> Int? {
        try number(withFingerprint: transaction.sealer.fingerprint(of: digest), in: &transaction)
    }

    /// The number of the element with the given fingerprint; `nil` if there is none.
    package func number(
        withFingerprint fingerprint: [UInt8], in transaction: inout RecordTransaction
    ) throws -> Int? {
        try transaction.backend.number(of: kind, fingerprint: fingerprint, of: transaction.account)
    }

    /// The number for a new element: one more than the highest ever used, starting at 1.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last, or `invalidValue` if no
    ///   number is left.
    public func nextNumber(in transaction: inout RecordTransaction) throws -> Int {
        let (next, isTooHigh) = try directory(in: &transaction).root.highestNumber.addingReportingOverflow(1)
        guard !isTooHigh else { throw StoreError(.numbersExhausted(kind: kind.name)) }
        return max(next, 1)
    }

    /// Calls a body with the headers in the collection's order, until it returns `false`.
    ///
    /// - Parameters:
    ///   - keys: the range of keys.
    ///   - newestFirst: highest key first, and of one key by ``CollectionElement/tieBreaker``. Otherwise elements
    ///     with the same key are ordered by number. In either direction, undated ones come last.
    ///   - body: receives the number and the header. It can't use the transaction: collect what is needed, and read
    ///     further parts afterwards.
    /// - Throws: what the body throws; ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func forEachHeader(
        keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, in transaction: inout RecordTransaction,
        _ body: (Int, Element.Header) throws -> Bool
    ) throws {
        try entries.forEach(keys: keys, newestFirst: newestFirst, in: &transaction) { entry, transaction in
            guard let header = try header(of: entry, in: &transaction) else { return true }
            return try body(entry.position.number, header)
        }
    }

    /// Calls a body with each directory entry (number, key and figures) in the collection's order, until it returns
    /// `false`. No element is read.
    ///
    /// - Throws: what the body throws; ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func forEachEntry(
        keys: ClosedRange<Int> = .min ... .max, in transaction: inout RecordTransaction,
        _ body: (_ number: Int, _ key: Int, _ figures: [Int?]) throws -> Bool
    ) throws {
        try directory(in: &transaction).visit(in: keys) { entry in
            try body(entry.position.number, entry.position.key, entry.figures)
        }
    }

    /// The numbers of all elements, in ascending order.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func numbers(in transaction: inout RecordTransaction) throws -> [Int] {
        var numbers: [Int] = []
        try entries.forEach(in: &transaction) { entry, _ in
            numbers.append(entry.position.number)
            return true
        }
        // A row without an entry was put back.
        let rows = try transaction.backend.count(kind, of: transaction.account)
        if rows != numbers.count { try transaction.report(.collection(kind.name)) }
        return numbers.sorted()
    }

    /// The header of the element at a rank, counted from 0 in the collection's order; `nil` if there are fewer
    /// elements.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func header(rank: Int, in transaction: inout RecordTransaction) throws -> Element.Header? {
        guard let entry = try directory(in: &transaction).entry(rank: rank) else { return nil }
        return try header(of: entry, in: &transaction)
    }

    /// The key at which the running sum of a figure reaches a goal; `nil` if it never does.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func key(
        reaching goal: Int, ofFigure figure: Int, in transaction: inout RecordTransaction
    ) throws -> Int? {
        try directory(in: &transaction).entry(reaching: goal, ofFigure: figure)?.position.key
    }

    /// The numbers of the elements whose figure is known and lower than a value, in ascending order. If all known
    /// figures have that value, no page is read.
    ///
    /// - Parameter value: an upper bound of the figure in all elements.
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func numbers(
        withFigure figure: Int, lessThan value: Int, in transaction: inout RecordTransaction
    ) throws -> [Int] {
        let directory = try directory(in: &transaction)
        guard directory.sum.figures.indices.contains(figure) else { return [] }
        let sum = directory.sum.figures[figure]
        let highest = sum.known.multipliedReportingOverflow(by: value)
        guard highest.overflow || sum.sum != highest.partialValue else { return [] }
        var numbers: [Int] = []
        try directory.visit { entry in
            if let known = entry.figures[figure], known < value { numbers.append(entry.position.number) }
            return true
        }
        return numbers.sorted()
    }

    /// The lowest key in a range among the elements whose figure is known; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func firstKey(
        in keys: ClosedRange<Int>, knowingFigure figure: Int, in transaction: inout RecordTransaction
    ) throws -> Int? {
        try directory(in: &transaction).firstEntry(in: keys, knowingFigure: figure)?.position.key
    }

    /// The keys at which this transaction added, changed or removed elements; `nil` if it may have changed any.
    package func changedKeys(in transaction: inout RecordTransaction) throws -> Set<Int>? {
        try directory(in: &transaction).changedKeys
    }

    /// The numbers of the elements that this transaction added, changed or removed; `nil` if it may have changed any.
    package func changedNumbers(in transaction: inout RecordTransaction) throws -> Set<Int>? {
        try directory(in: &transaction).changedNumbers
    }

    /// The sums over the elements whose keys are in a range.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func sum(
        keys: ClosedRange<Int> = .min ... .max, in transaction: inout RecordTransaction
    ) throws -> DirectorySum {
        try directory(in: &transaction).sum(in: keys)
    }

    // MARK: Writing

    /// Writes an element, replacing the one with the same number.
    ///
    /// - Throws: ``StoreError`` with `exists` if an element with another number has the same content digest,
    ///   `invalidValue` if it is too large, `misuse` for an element that breaks the rules of ``CollectionElement`` or
    ///   whose kind isn't in the store's schema. In each case nothing is written, and the transaction can go on.
    public func put(_ element: Element, number: Int, in transaction: inout RecordTransaction) throws {
        let sealed = try sealer(in: transaction).sealChecked(element, number: number)
        let directory = try directory(in: &transaction)
        let previous = try entries.found(number, in: &transaction)
        if let fingerprint = sealed.row.fingerprint, fingerprint != previous?.fingerprint,
            let other = try self.number(withFingerprint: fingerprint, in: &transaction), other != number
        {
            throw StoreError(.contentExists(kind: kind.name, number: other))
        }
        try insert(sealed, replacing: previous?.entry, into: directory, in: &transaction)
    }

    /// What seals elements for this transaction, on any thread.
    package func sealer(in transaction: borrowing RecordTransaction) -> ElementSealer<Element> {
        transaction.elementSealer(of: Element.self)
    }

    /// Writes an element that was sealed for this transaction, replacing the one with the same number.
    ///
    /// - Parameter isNew: whether there is none with the same number (``contains(_:in:)``) according to the caller.
    package func put(
        _ sealed: SealedElement<Element>, isNew: Bool = false, in transaction: inout RecordTransaction
    ) throws {
        let directory = try directory(in: &transaction)
        // An entry whose row was removed illicitly is kept, so that every list reports it.
        let previous = isNew ? nil : try entries.entry(sealed.row.number, in: &transaction)
        try insert(sealed, replacing: previous, into: directory, in: &transaction)
    }

    /// Writes an element of which the directory has no entry.
    ///
    /// - Parameter mayHaveTwin: whether another element may have the same content digest. It has the fingerprint then.
    func insert(
        _ element: Element, number: Int, into directory: Directory, mayHaveTwin: Bool = false,
        in transaction: inout RecordTransaction
    ) throws {
        var sealed = try sealer(in: transaction).sealChecked(element, number: number)
        if mayHaveTwin, let fingerprint = sealed.row.fingerprint,
            let twin = try self.number(withFingerprint: fingerprint, in: &transaction), twin != number
        {
            sealed = sealer(in: transaction).withoutFingerprint(sealed)
        }
        try insert(sealed, replacing: nil, into: directory, in: &transaction)
    }

    private func insert(
        _ sealed: SealedElement<Element>, replacing previous: DirectoryEntry?, into directory: Directory,
        in transaction: inout RecordTransaction
    ) throws {
        try transaction.write(sealed.row, term: sealed.entry.term, of: kind, replacing: previous)
        try transaction.changingTogether { transaction in
            if let previous { try directory.remove(previous.position) }
            try directory.insert(sealed.entry)
            try transaction.spillDirectories()
        }
    }

    /// Removes an element, intact or not.
    ///
    /// - Returns: whether there was one.
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last. A transaction that only
    ///   reads fails with `misuse`.
    @discardableResult
    public func remove(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        let directory = try directory(in: &transaction)
        // Also finds an entry whose row is missing, so that a damaged element can be removed.
        guard let entry = try entries.entry(number, in: &transaction) ?? directory.entry(numbered: number) else {
            return false
        }
        try transaction.removeRow(of: kind, entry)
        try transaction.changingTogether { _ in try directory.remove(entry.position) }
        return true
    }

    /// Removes all elements.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last. A transaction that only
    ///   reads fails with `misuse`.
    public func removeAll(in transaction: inout RecordTransaction) throws {
        for number in try numbers(in: &transaction) { try remove(number, in: &transaction) }
    }

    func rebuild(in transaction: inout RecordTransaction) throws { try entries.rebuild(in: &transaction) }

    // MARK: Verified rows

    private func row(
        _ number: Int, extent: RecordExtent, in transaction: borrowing RecordTransaction
    ) throws -> RecordRow? {
        try transaction.backend.row(kind, number, of: transaction.account, extent: extent)
    }

    private func verified(
        _ number: Int, extent: RecordExtent, in transaction: inout RecordTransaction
    ) throws -> (row: RecordRow, header: Element.Header)? {
        guard let row = try row(number, extent: extent, in: transaction) else {
            // It is missing only if the directory lists it.
            if try directory(in: &transaction).entry(numbered: number) != nil {
                try transaction.report(.record(kind: kind.name, number: number))
            }
            return nil
        }
        return try verify(row, in: &transaction).map { (row, $0) }
    }

    /// The header of a current row.
    ///
    /// - Returns: `nil` if it is damaged and damage is recorded instead of thrown.
    private func verify(_ row: RecordRow, in transaction: inout RecordTransaction) throws -> Element.Header? {
        let (directory, number) = (try directory(in: &transaction), row.number)
        let part = DamagedPart.record(kind: kind.name, number: number)
        guard let header = rows.header(of: row, transaction.sealer) else {
            try transaction.report(part)
            return nil
        }
        let position = DirectoryPosition(key: Element.key(of: header), number: number)
        let term = transaction.sealer.term(of: row, kind)
        // A program that couldn't read it may have kept it without its key.
        let atEnd = DirectoryPosition(key: Element.endKey, number: number)
        let entry =
            try directory.root.isCurrent(for: Element.self)
            ? directory.entry(at: position) ?? directory.entry(at: atEnd) : directory.entry(numbered: number)
        guard let entry, KeyedHash.areEqual(entry.term, term) else {
            try transaction.report(part)
            return nil
        }
        return header
    }

    private func header(of entry: DirectoryEntry, in transaction: inout RecordTransaction) throws -> Element.Header? {
        let header = try rows.header(of: entry, in: transaction)
        if header == nil { try transaction.report(.record(kind: kind.name, number: entry.position.number)) }
        return header
    }
}
