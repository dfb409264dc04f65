internal import Sealing

/// A log of an account: records with consecutive numbers, each written once and each holding the term of the one before
/// it. The manifest holds the term of the last one, so that none can be rolled back, removed or added unnoticed. A
/// record that was lost is replaced by a tombstone, which isn't passed to readers.
///
/// This value holds the log's state within a transaction, which then stores the head in the manifest and the terms in
/// the inventory.
struct RecordLog {
    let kind: RecordKind
    /// The head for the manifest; `nil` if the log was never begun.
    private(set) var head: Manifest.LogHead?
    /// The terms of the records written in this transaction.
    private(set) var added: [[UInt8]] = []
    /// The terms of the records removed in this transaction.
    private(set) var removed: [[UInt8]] = []
    private let backend: any RecordBackend
    private let sealer: RecordSealer

    init(of kind: RecordKind, head: Manifest.LogHead?, in backend: any RecordBackend, sealer: RecordSealer) {
        self.kind = kind
        self.head = head
        self.backend = backend
        self.sealer = sealer
    }

    /// The range of its numbers; `nil` if it is empty.
    var numbers: ClosedRange<Int>? {
        guard let head, head.first <= head.last else { return nil }
        return head.first...head.last
    }

    // MARK: Reading

    /// Calls a body with the records, newest first, until it returns `false`. Each is verified against the record after
    /// it.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of records to read.
    ///   - isVerified: whether the head is from an intact manifest, so that the last record can be verified against it.
    ///   - body: receives a failure for a record that is missing, doesn't open or fails the verification.
    func forEachNewestFirst(
        limit: Int? = nil, isVerified: Bool, _ body: (Int, Result<[UInt8], any Error>) throws -> Bool
    ) throws {
        guard let head, let numbers else { return }
        var due = numbers.upperBound
        var expected: [UInt8]? = isVerified ? head.lastTerm : nil
        // A number that has no row was lost if a higher one was written. Without the manifest, only a row that opens
        // proves that: the number of any other row may be anything.
        var wasWritten = isVerified
        var left = limit ?? .max
        var goesOn = left > 0
        while goesOn {
            let range = RecordRange(numbers.lowerBound...due, isDescending: true, limit: min(left, 256))
            let (batch, isCutShort) = try rows(in: range)
            for row in batch {
                while row.number < due, wasWritten {
                    guard try body(due, .failure(MalformedRecord())) else { return }
                    (due, expected) = (due - 1, nil)
                }
                let link = Result { try open(row, expecting: expected) }
                if case .failure(let error) = link, !error.indicatesDamage { throw error }
                (due, expected) = (row.number - 1, (try? link.get())?.previous)
                if !isVerified { wasWritten = (try? link.get()) != nil }
                switch link {
                case .failure(let error):
                    guard try body(row.number, .failure(error)) else { return }
                case .success(let link):
                    guard let payload = link.payload else { continue }
                    guard try body(row.number, .success(payload)) else { return }
                }
                left -= 1
                if left == 0 { return }
            }
            goesOn = (isCutShort || batch.count == range.limit) && due >= numbers.lowerBound && left > 0
        }
        while left > 0, due >= numbers.lowerBound, wasWritten {
            guard try body(due, .failure(MalformedRecord())) else { return }
            due -= 1
        }
    }

    /// The numbers of the tombstones that decrypt.
    func tombstones() throws -> Set<Int> {
        var tombstones: Set<Int> = []
        try backend.rows(kind, in: RecordRange(), of: sealer.account) { row in
            if let link = try? open(row, expecting: nil), link.payload == nil { tombstones.insert(row.number) }
            return true
        }
        return tombstones
    }

    /// The first rows of a range, as many as may be held in memory at once.
    private func rows(in range: RecordRange) throws -> (rows: [RecordRow], isCutShort: Bool) {
        var rows: [RecordRow] = []
        var room = Self.mostAtOnce
        try backend.rows(kind, in: range, of: sealer.account) { row in
            rows.append(row)
            room -= row.boxes.reduce(0) { $0 + $1.count }
            return room > 0
        }
        return (rows, room <= 0)
    }

    /// Maximum size of the rows held in memory at once, in bytes.
    private static let mostAtOnce = 1 << 20

    private func open(_ row: RecordRow, expecting term: [UInt8]?) throws -> LogLink {
        if let term { guard KeyedHash.areEqual(sealer.term(of: row, kind), term) else { throw MalformedRecord() } }
        return try LogLink(decoding: try sealer.open(row, of: kind))
    }

    // MARK: Changing

    /// Appends a record.
    ///
    /// - Parameter first: its number if the log is empty.
    /// - Returns: its number, one more than that of the record before.
    mutating func append(_ payload: [UInt8], first: Int = 1) throws -> Int {
        let head = head ?? Manifest.LogHead(first: first, last: first - 1, lastTerm: [])
        try write(payload, as: RecordRow(number: head.last + 1, revision: head.last + 1, boxes: []), behind: head)
        return head.last + 1
    }

    /// Appends a tombstone for a record that was lost.
    mutating func appendTombstone() throws {
        guard let head else { return }
        try write(nil, as: RecordRow(number: head.last + 1, revision: head.last + 1, boxes: []), behind: head)
    }

    /// Adopts an existing row as the last one, resealed with the term of the one before it.
    ///
    /// - Parameter payload: `nil` if the row doesn't open; it is then left as it is.
    mutating func adopt(_ row: RecordRow, payload: [UInt8]?) throws {
        let head = head ?? Manifest.LogHead(first: row.number, last: row.number - 1, lastTerm: [])
        guard let payload else { return extend(head, by: row) }
        try write(payload, as: row, behind: head)
    }

    private mutating func write(_ payload: [UInt8]?, as row: RecordRow, behind head: Manifest.LogHead) throws {
        var row = row
        let link = LogLink(previous: head.lastTerm, payload: payload)
        let binding = RecordBinding(kind, part: 0, number: row.number, revision: row.revision)
        row.boxes = [sealer.seal(link.encoded, at: binding)]
        try backend.put(row, kind, of: sealer.account)
        extend(head, by: row)
    }

    private mutating func extend(_ head: Manifest.LogHead, by row: RecordRow) {
        let term = sealer.term(of: row, kind)
        added.append(term)
        self.head = Manifest.LogHead(first: head.first, last: row.number, lastTerm: term)
    }

    /// Removes the records before the given number, which must be in the log and becomes the first.
    ///
    /// - Throws: ``StoreError`` with `damaged` if some of them are missing.
    mutating func trim(before first: Int) throws {
        guard let numbers, numbers.contains(first), first > numbers.lowerBound else { return }
        let old = numbers.lowerBound...first - 1
        let terms = try terms(in: old)
        guard terms.count == old.count else { throw StoreError(.damagedParts([.record(kind: kind.name, number: nil)])) }
        removed += terms
        try backend.remove(kind, old, of: sealer.account)
        head?.first = first
    }

    /// Replaces the newest records, from a number on, by others with the same numbers.
    mutating func rewrite(from first: Int, _ payloads: [(number: Int, payload: [UInt8])]) throws {
        guard let head, (head.first...head.last).contains(first) else { return }
        removed += try terms(in: first...head.last)
        try backend.remove(kind, first...head.last, of: sealer.account)
        self.head = Manifest.LogHead(
            first: head.first, last: first - 1, lastTerm: try terms(in: first - 1...first - 1).first ?? [])
        for (number, payload) in payloads {
            // Tombstones remain where records were lost.
            while let last = self.head?.last, last < number - 1 { try appendTombstone() }
            _ = try append(payload)
        }
    }

    /// Removes all records; the next record starts a new log.
    mutating func removeAll() throws {
        removed += try terms(in: .min ... .max)
        try backend.remove(kind, .min ... .max, of: sealer.account)
        head = nil
    }

    private func terms(in numbers: ClosedRange<Int>) throws -> [[UInt8]] {
        var terms: [[UInt8]] = []
        try backend.rows(kind, in: RecordRange(numbers), of: sealer.account) { row in
            terms.append(sealer.term(of: row, kind))
            return true
        }
        return terms
    }
}

extension RecordTransaction {
    /// The numbers of a log's rows, also of those that don't open, in ascending order.
    func storedNumbers(of log: RecordKind) throws -> [Int] {
        var numbers: [Int] = []
        try backend.rows(log, in: RecordRange(extent: .first), of: account) { row in
            numbers.append(row.number)
            return true
        }
        return numbers
    }

    /// Calls a body with the records of a log, newest first, until it returns `false`. Each is verified against the
    /// record after it.
    ///
    /// - Throws: what the body throws; ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func forEachNewestFirst(
        of log: RecordKind, limit: Int? = nil, _ body: (Int, [UInt8]) throws -> Bool
    ) throws {
        try self.log(log).forEachNewestFirst(limit: limit, isVerified: !isUnverified) { number, payload in
            switch payload {
            case .success(let payload): return try body(number, payload)
            case .failure(let error):
                try report(.record(kind: log.name, number: number), cause: error)
                return true
            }
        }
    }

    /// Appends a record to a log.
    ///
    /// - Returns: its number, one more than that of the record before; 1 for the first.
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last. A transaction that only
    ///   reads fails with `misuse`.
    @discardableResult
    public mutating func append(_ payload: [UInt8], to log: RecordKind) throws -> Int {
        try editLog(log) { try $0.append(payload) }
    }

    /// Removes the records of a log before the given number, which becomes the first.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last. A transaction that only
    ///   reads fails with `misuse`.
    public mutating func trim(_ log: RecordKind, before first: Int) throws {
        guard let numbers = numbers(of: log), numbers.contains(first), first > numbers.lowerBound else { return }
        try editLog(log) { try $0.trim(before: first) }
    }

    /// Removes all records of a log; the next record starts a new log.
    mutating func removeAll(of log: RecordKind) throws {
        try editLog(log) { try $0.removeAll() }
    }

    /// Adopts a row as the last one of a log: see ``RecordLog/adopt(_:payload:)``.
    mutating func adopt(_ row: RecordRow, ofLog log: RecordKind, payload: [UInt8]?) throws {
        try editLog(log) { try $0.adopt(row, payload: payload) }
    }

    /// Returns one record of a log; `nil` if there is none with this number.
    ///
    /// The cost grows with the number of newer records, since each authenticates the one before it. This keeps a record
    /// of a history that was rolled back from being mistaken for one of this history.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func record(_ number: Int, of log: RecordKind) throws -> [UInt8]? {
        guard let numbers = numbers(of: log), numbers.contains(number) else { return nil }
        var found: [UInt8]?
        try forEachNewestFirst(of: log, limit: numbers.upperBound - number + 1) { each, payload in
            if each == number { found = payload }
            return true
        }
        return found
    }

    /// The records of a log that open, oldest first.
    mutating func openRecords(of log: RecordKind) throws -> [(number: Int, payload: [UInt8])] {
        var records: [(number: Int, payload: [UInt8])] = []
        try forEachNewestFirst(of: log) { number, payload in
            records.append((number, payload))
            return true
        }
        return records.reversed()
    }

    /// Appends a record with the given number to a log, after tombstones for any lost records before it.
    mutating func append(_ payload: [UInt8], numbered number: Int, to log: RecordKind) throws {
        try editLog(log) { log in
            while let last = log.head?.last, last < number - 1 { try log.appendTombstone() }
            _ = try log.append(payload, first: number)
        }
    }
}

extension RecordSealer {
    /// The payload in a row of a log, whatever record came before it; `nil` for a tombstone.
    func openLogged(_ row: RecordRow, of log: RecordKind) throws -> [UInt8]? {
        try LogLink(decoding: try open(row, of: log)).payload
    }
}

/// The content of a log's record, with the term of the record before it.
private struct LogLink {
    /// Empty in the first record; `nil` (unknown) in records of format 1, which don't have it.
    let previous: [UInt8]?
    /// `nil` for the tombstone of a lost record.
    let payload: [UInt8]?

    private static let schema: UInt8 = 2
    private static let tombstoneSchema: UInt8 = 3

    init(previous: [UInt8], payload: [UInt8]?) {
        (self.previous, self.payload) = (previous, payload)
    }

    init(decoding bytes: [UInt8]) throws {
        guard let first = bytes.first, [Self.schema, Self.tombstoneSchema].contains(first) else {
            (previous, payload) = (nil, bytes)
            return
        }
        var reader = try RecordReader(bytes, schema: first)
        previous = try reader.blob()
        payload = first == Self.schema ? try reader.blob() : nil
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: payload == nil ? Self.tombstoneSchema : Self.schema)
        writer.append(previous ?? [])
        if let payload { writer.append(payload) }
        return writer.bytes
    }
}
