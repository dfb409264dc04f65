internal import Sealing

/// A log of an account: records numbered one after the other, each written once, and each with the term of the one before
/// it. The manifest bears the term of the last one, so that none can be put back, taken away or added by itself. In place of
/// one that was lost stands a mark, which isn't lent.
///
/// It is what the transaction has made of it so far. The head is the manifest's afterwards, and the terms are the
/// inventory's.
struct RecordLog {
    let kind: RecordKind
    /// What the manifest is to say of it; `nil` while it was never begun.
    private(set) var head: Manifest.LogHead?
    /// The terms of the records that were written here.
    private(set) var added: [[UInt8]] = []
    /// The terms of those that were removed.
    private(set) var removed: [[UInt8]] = []
    private let backend: any RecordBackend
    private let sealer: RecordSealer

    init(of kind: RecordKind, head: Manifest.LogHead?, in backend: any RecordBackend, sealer: RecordSealer) {
        self.kind = kind
        self.head = head
        self.backend = backend
        self.sealer = sealer
    }

    /// The numbers that it has; `nil` while it is empty.
    var numbers: ClosedRange<Int>? {
        guard let head, head.first <= head.last else { return nil }
        return head.first...head.last
    }

    // MARK: Reading

    /// Lends the records, newest first, each compared with the one behind it, until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - limit: how many are read at most.
    ///   - isVerified: whether the head is one that was written, so that the last record can be compared with it.
    ///   - body: is given a failure in place of a record that is missing, doesn't open or is another one.
    func forEachNewestFirst(
        limit: Int? = nil, isVerified: Bool, _ body: (Int, Result<[UInt8], any Error>) throws -> Bool
    ) throws {
        guard let head, let numbers else { return }
        var due = numbers.upperBound
        var expected: [UInt8]? = isVerified ? head.lastTerm : nil
        var left = limit ?? .max
        var goesOn = left > 0
        while goesOn {
            let range = RecordRange(numbers.lowerBound...due, isDescending: true, limit: min(left, 256))
            let (batch, isCutShort) = try rows(in: range)
            for row in batch {
                while row.number < due {
                    guard try body(due, .failure(MalformedRecord())) else { return }
                    (due, expected) = (due - 1, nil)
                }
                let link = Result { try open(row, expecting: expected) }
                if case .failure(let error) = link, !error.isOfDamage { throw error }
                (due, expected) = (row.number - 1, (try? link.get())?.previous)
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
        while left > 0, due >= numbers.lowerBound {
            guard try body(due, .failure(MalformedRecord())) else { return }
            due -= 1
        }
    }

    /// The numbers at which marks stand, as far as they open.
    func marks() throws -> Set<Int> {
        var marks: Set<Int> = []
        try backend.rows(kind, in: RecordRange(), of: sealer.account) { row in
            if let link = try? open(row, expecting: nil), link.payload == nil { marks.insert(row.number) }
            return true
        }
        return marks
    }

    /// The first rows of a range, as many as may be held at once.
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

    /// Bytes.
    private static let mostAtOnce = 1 << 20

    private func open(_ row: RecordRow, expecting term: [UInt8]?) throws -> LogLink {
        if let term { guard KeyedHash.areEqual(sealer.term(of: row, kind), term) else { throw MalformedRecord() } }
        return try LogLink(decoding: try sealer.open(row, of: kind))
    }

    // MARK: Changing

    /// Adds a record at the end.
    ///
    /// - Parameter first: its number where it is the first one.
    /// - Returns: its number, one more than that of the one before.
    mutating func append(_ payload: [UInt8], first: Int = 1) throws -> Int {
        let head = head ?? Manifest.LogHead(first: first, last: first - 1, lastTerm: [])
        try write(payload, as: RecordRow(number: head.last + 1, revision: head.last + 1, boxes: []), behind: head)
        return head.last + 1
    }

    /// Adds a mark at the end, in place of a record that was lost.
    mutating func appendMark() throws {
        guard let head else { return }
        try write(nil, as: RecordRow(number: head.last + 1, revision: head.last + 1, boxes: []), behind: head)
    }

    /// Takes a row over as the last one, sealed anew with the term of the one before it.
    ///
    /// - Parameter payload: `nil` when it doesn't open; then the row stays as it is.
    mutating func adopt(_ row: RecordRow, payload: [UInt8]?) throws {
        let head = head ?? Manifest.LogHead(first: row.number, last: row.number - 1, lastTerm: [])
        guard let payload else { return extend(head, by: row) }
        try write(payload, as: row, behind: head)
    }

    private mutating func write(_ payload: [UInt8]?, as row: RecordRow, behind head: Manifest.LogHead) throws {
        var row = row
        let link = LogLink(previous: head.lastTerm, payload: payload)
        let place = RecordPlace(kind, part: 0, number: row.number, revision: row.revision)
        row.boxes = [sealer.seal(link.encoded, at: place)]
        try backend.put(row, kind, of: sealer.account)
        extend(head, by: row)
    }

    private mutating func extend(_ head: Manifest.LogHead, by row: RecordRow) {
        let term = sealer.term(of: row, kind)
        added.append(term)
        self.head = Manifest.LogHead(first: head.first, last: row.number, lastTerm: term)
    }

    /// Removes the records before a number, which is among those it has and becomes the first.
    ///
    /// - Throws: ``StoreError`` with `damaged` when some of them are missing.
    mutating func trim(before first: Int) throws {
        guard let numbers, numbers.contains(first), first > numbers.lowerBound else { return }
        let old = numbers.lowerBound...first - 1
        let terms = try terms(in: old)
        guard terms.count == old.count else { throw StoreError(.damagedParts([.record(kind: kind.name, number: nil)])) }
        removed += terms
        try backend.remove(kind, old, of: sealer.account)
        head?.first = first
    }

    /// Removes all records; it begins anew with the next one.
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
    /// One record of a log; `nil` when it has none of this number.
    ///
    /// Its cost grows with the number of records behind it: each tells which one the record before it is, so that none
    /// of a history that was undone by an older copy of the store is taken for one of this.
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

    /// Adds a record with a number of its own at the end of a log, behind marks for those that were lost before it.
    mutating func append(_ payload: [UInt8], numbered number: Int, to log: RecordKind) throws {
        try change(log) { log in
            while let last = log.head?.last, last < number - 1 { try log.appendMark() }
            _ = try log.append(payload, first: number)
        }
    }
}

/// What a record of a log holds: its content, and the term of the record before it.
private struct LogLink {
    /// Empty in the first record, and unknown (`nil`) in records of format 1, which bear none.
    let previous: [UInt8]?
    /// `nil` in the mark of a record that was lost.
    let payload: [UInt8]?

    private static let schema: UInt8 = 2
    private static let markSchema: UInt8 = 3

    init(previous: [UInt8], payload: [UInt8]?) {
        (self.previous, self.payload) = (previous, payload)
    }

    init(decoding bytes: [UInt8]) throws {
        guard let first = bytes.first, [Self.schema, Self.markSchema].contains(first) else {
            (previous, payload) = (nil, bytes)
            return
        }
        var reader = try RecordReader(bytes, schema: first)
        previous = try reader.blob()
        payload = first == Self.schema ? try reader.blob() : nil
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: payload == nil ? Self.markSchema : Self.schema)
        writer.append(previous ?? [])
        if let payload { writer.append(payload) }
        return writer.bytes
    }
}
