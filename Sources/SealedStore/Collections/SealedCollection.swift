internal import Sealing

/// Many elements of one type, inside a transaction: the one place that changes them together with their directory.
///
/// Every row that is read is compared with its entry in the directory, so a stale, swapped, foreign or missing one is
/// noticed where it is read.
public struct SealedCollection<Element: CollectionElement>: Sendable {
    public init() {}

    private var kind: RecordKind { Element.kind }

    /// The directory of the elements, for ranks, sums and searches.
    ///
    /// - Throws: ``StoreError`` with `damaged` when it was made by other rules, and the transaction may not make it anew.
    func directory(in transaction: inout RecordTransaction) throws -> Directory {
        if transaction.access == .salvaging, !transaction.hasDirectory(of: kind) {
            return try salvagedDirectory(in: &transaction)
        }
        let directory = transaction.directory(
            of: kind, rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        guard directory.root.rulesVersion != Element.rulesVersion, transaction.access == .writing else {
            return directory
        }
        return try rebuild(in: &transaction)
    }

    /// The directory where all of it opens; else one of the rows that are there, of which none can be told from an older
    /// one. It is read whole, since what doesn't open may be any of its pages.
    private func salvagedDirectory(in transaction: inout RecordTransaction) throws -> Directory {
        let written = transaction.directory(
            of: kind, rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        if !transaction.isUnverified {
            do {
                try written.visit { _ in true }
                return written
            } catch let error as StoreError where error.code == .damaged {
                try transaction.report(.collection(kind.name))
            }
        }
        let made = transaction.takeDirectory(
            of: kind, rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        var rows: [RecordRow] = []
        try transaction.backend.rows(kind, in: RecordRange(extent: .first), of: transaction.account) { row in
            rows.append(row)
            return true
        }
        for row in rows {
            let header = try? openHeader(row, in: transaction)
            try made.insert(
                DirectoryEntry(
                    position: DirectoryPosition(key: header.map(Element.key) ?? Element.undated, number: row.number),
                    term: transaction.sealer.term(of: row, kind),
                    figures: header.map(Element.figures) ?? Array(repeating: nil, count: Element.figureCount)))
        }
        return made
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
        try entry(number, in: &transaction) != nil
    }

    /// An element's header; `nil` when there is none of this number.
    public func header(_ number: Int, in transaction: inout RecordTransaction) throws -> Element.Header? {
        try verified(number, extent: .first, in: &transaction)?.header
    }

    /// An element; `nil` when there is none of this number.
    public func element(_ number: Int, in transaction: inout RecordTransaction) throws -> Element? {
        guard let found = try verified(number, extent: .whole, in: &transaction) else { return nil }
        var parts: [[UInt8]?] = []
        for part in kind.parts.indices {
            guard let opened = try open(part, of: found.row, in: &transaction) else { return nil }
            parts.append(opened)
        }
        do {
            return try Element(parts: parts)
        } catch is MalformedRecord {
            try transaction.report(.record(kind: kind.name, number: number))
            return nil
        }
    }

    /// What stands in one part of an element, which nothing else of it is opened for but its header; `nil` when there is
    /// no such element, or it lacks the part.
    public func part(_ part: Int, of number: Int, in transaction: inout RecordTransaction) throws -> [UInt8]? {
        guard let found = try verified(number, extent: .whole, in: &transaction) else { return nil }
        return try open(part, of: found.row, in: &transaction) ?? nil
    }

    /// Opens a part of a row whose header opens, or it would not have been found.
    ///
    /// - Returns: `nil` where damage is noted instead of thrown, and `.some(nil)` for a part that the row lacks.
    private func open(
        _ part: Int, of row: RecordRow, in transaction: inout RecordTransaction
    ) throws -> [UInt8]?? {
        do {
            return .some(try transaction.open(row, of: kind, part: part))
        } catch  where error is MalformedRecord || (error as? SealingError).map({ $0 != .outOfMemory }) == true {
            try transaction.report(.part(kind.parts[part], number: row.number))
            return nil
        }
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
        try forEachEntry(keys: keys, newestFirst: newestFirst, in: &transaction) { entry, transaction in
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
            guard let header = try? openHeader(row, in: transaction) else {
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
            var parts: [[UInt8]?] = []
            // Without its header nothing else of an element is looked at.
            if (try? openHeader(row, in: transaction)) != nil {
                for part in kind.parts.indices {
                    guard let opened = try open(part, of: row, in: &transaction) else { break }
                    parts.append(opened)
                }
            }
            guard parts.count == kind.parts.count, let element = try? Element(parts: parts) else {
                try transaction.report(.record(kind: kind.name, number: row.number))
                return true
            }
            return try body(row.number, element)
        }
    }

    /// The numbers of all elements, in order.
    public func numbers(in transaction: inout RecordTransaction) throws -> [Int] {
        var numbers: [Int] = []
        try forEachEntry(in: &transaction) { entry, _ in
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
        let previous = try entry(number, in: &transaction)
        try insert(element, number: number, replacing: previous, into: directory, in: &transaction)
    }

    func insert(
        _ element: Element, number: Int, replacing previous: DirectoryEntry?, into directory: Directory,
        in transaction: inout RecordTransaction
    ) throws {
        if let previous { try directory.remove(previous.position) }
        let term = try transaction.write(
            element.parts, of: kind, number: number, contentDigest: element.contentDigest, replacing: previous)
        let header = element.header
        try directory.insert(
            DirectoryEntry(
                position: DirectoryPosition(key: Element.key(of: header), number: number), term: term,
                figures: Element.figures(of: header)))
        try transaction.spillDirectories()
    }

    /// Removes an element, whatever its state.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func remove(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        let directory = try directory(in: &transaction)
        // An entry whose row is missing is looked for too, so that what is damaged can be got rid of.
        guard let entry = try entry(number, in: &transaction) ?? directory.entry(numbered: number) else {
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

    /// Makes the directory anew by this program's rules. Rows that don't open keep their old entry.
    @discardableResult
    func rebuild(in transaction: inout RecordTransaction) throws -> Directory {
        let old = transaction.directory(of: kind, rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        var entries: [DirectoryEntry] = []
        try old.visit { entry in
            entries.append(entry)
            return true
        }
        var renewed: [DirectoryEntry] = []
        for entry in entries {
            var next = entry
            next.figures = Array(repeating: nil, count: Element.figureCount)
            if let row = try verifiedRow(of: entry, extent: .first, in: transaction),
                let header = try? openHeader(row, in: transaction)
            {
                next.position.key = Element.key(of: header)
                next.figures = Element.figures(of: header)
            }
            renewed.append(next)
        }
        let directory = try transaction.resetDirectory(
            of: kind, rulesVersion: Element.rulesVersion, figures: Element.figureCount)
        for entry in renewed.sorted(by: { $0.position < $1.position }) { try directory.insert(entry) }
        return directory
    }

    // MARK: Rows and entries

    /// Lends all rows in the order of their numbers, each compared with its entry, until `body` returns `false`.
    private func forEachRow(
        _ extent: RecordExtent, in transaction: inout RecordTransaction,
        _ body: (RecordRow, inout RecordTransaction) throws -> Bool
    ) throws {
        var due: [DueRow] = []
        due.reserveCapacity(try count(in: &transaction))
        try forEachEntry(in: &transaction) { entry, _ in
            due.append(DueRow(entry))
            return true
        }
        due.sort { $0.number < $1.number }
        // Told before anything that one of them lacks: the collection as a whole isn't what was written last.
        if try transaction.backend.count(kind, of: transaction.account) != due.count {
            try transaction.report(.collection(kind.name))
        }
        var next = 0
        var isComplete = true
        let (backend, sealer) = (transaction.backend, transaction.sealer)
        try backend.rows(kind, in: RecordRange(extent: extent), of: transaction.account) { row in
            while next < due.count, due[next].number < row.number {
                try transaction.report(.record(kind: kind.name, number: due[next].number))
                next += 1
            }
            guard next < due.count, due[next].number == row.number else {
                // A row without an entry is one that was put back.
                try transaction.report(.collection(kind.name))
                return true
            }
            defer { next += 1 }
            guard due[next].isTold(by: sealer.term(of: row, kind)) else {
                try transaction.report(.record(kind: kind.name, number: row.number))
                return true
            }
            isComplete = try body(row, &transaction)
            return isComplete
        }
        while isComplete, next < due.count {
            try transaction.report(.record(kind: kind.name, number: due[next].number))
            next += 1
        }
    }

    /// Lends the entries in order, in batches, so that the body may use the transaction.
    private func forEachEntry(
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
        /// Those of one key stand by number in either direction.
        func emit(_ transaction: inout RecordTransaction) throws -> Bool {
            for entry in sameKey.reversed() {
                guard try body(entry, &transaction) else { return false }
            }
            sameKey = []
            return true
        }
        if keys.lowerBound < Element.undated {
            let dated = keys.lowerBound...min(keys.upperBound, Element.undated - 1)
            try directory.visit(in: dated, descending: true) { entry in
                if let last = sameKey.last, last.position.key != entry.position.key { goesOn = try emit(&transaction) }
                if goesOn { sameKey.append(entry) }
                return goesOn
            }
            if goesOn { goesOn = try emit(&transaction) }
        }
        if goesOn, keys.contains(Element.undated) {
            try directory.visit(in: Element.undated...Element.undated) { try body($0, &transaction) }
        }
    }

    /// The entry of the row of a number: by the key of its header where that opens, else by looking through the
    /// directory; `nil` when there is no row.
    private func entry(_ number: Int, in transaction: inout RecordTransaction) throws -> DirectoryEntry? {
        let directory = try directory(in: &transaction)
        guard let row = try transaction.backend.row(kind, number, of: transaction.account, extent: .first) else {
            return nil
        }
        if let header = try? openHeader(row, in: transaction),
            let entry = try directory.entry(at: DirectoryPosition(key: Element.key(of: header), number: number))
        {
            return entry
        }
        return try directory.entry(numbered: number)
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
        guard let header = try? openHeader(row, in: transaction) else {
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

    private func header(
        of entry: DirectoryEntry, in transaction: inout RecordTransaction
    ) throws -> Element.Header? {
        if let row = try verifiedRow(of: entry, extent: .first, in: transaction),
            let header = try? openHeader(row, in: transaction)
        {
            return header
        }
        try transaction.report(.record(kind: kind.name, number: entry.position.number))
        return nil
    }

    /// The row of an entry; `nil` when it is missing or another one.
    private func verifiedRow(
        of entry: DirectoryEntry, extent: RecordExtent, in transaction: borrowing RecordTransaction
    ) throws -> RecordRow? {
        let number = entry.position.number
        guard let row = try transaction.backend.row(kind, number, of: transaction.account, extent: extent),
            KeyedHash.areEqual(transaction.sealer.term(of: row, kind), entry.term)
        else { return nil }
        return row
    }

    private func openHeader(
        _ row: RecordRow, in transaction: borrowing RecordTransaction
    ) throws -> Element.Header {
        try Element.header(ofFirstPart: try transaction.openFirst(row, of: kind))
    }
}

/// A row that the directory tells of. There may be very many, so it is small.
private struct DueRow {
    let number: Int
    /// The term; none where it isn't as long as terms are.
    private let term: (UInt64, UInt64, UInt64, UInt64)?

    init(_ entry: DirectoryEntry) {
        number = entry.position.number
        term = Self.words(entry.term)
    }

    /// Whether a row of this term is the one. It takes as long whatever differs.
    func isTold(by other: [UInt8]) -> Bool {
        guard let term, let other = Self.words(other) else { return false }
        return (term.0 ^ other.0) | (term.1 ^ other.1) | (term.2 ^ other.2) | (term.3 ^ other.3) == 0
    }

    private static func words(_ bytes: [UInt8]) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard bytes.count == 32 else { return nil }
        func word(_ start: Int) -> UInt64 { (start..<start + 8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
        return (word(0), word(8), word(16), word(24))
    }
}
