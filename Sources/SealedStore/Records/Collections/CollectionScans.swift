// Scans of all rows of a collection, which are the fastest way to read many elements.

extension SealedCollection {
    /// Calls a body with all headers, ordered by number, until it returns `false`. This scans the rows sequentially,
    /// which is the fastest way to read all headers, and opens them on two threads.
    ///
    /// - Throws: what the body throws; ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func forEachHeaderByNumber(
        in transaction: inout RecordTransaction, _ body: (Int, Element.Header) throws -> Bool
    ) throws {
        let rows = rows
        try forEachRow(.first, in: &transaction) { row, sealer in
            rows.header(of: row, sealer)
        } use: { number, header, transaction in
            guard let header else {
                try transaction.report(.record(kind: kind.name, number: number))
                return true
            }
            return try body(number, header)
        }
    }

    /// Calls a body with the headers of elements and what their content of one part gives, ordered by number. No other
    /// part is read, and they are opened on two threads.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - isWanted: whether an element with this header is wanted.
    ///   - decode: decodes the part of an element with this header, on either thread.
    ///   - body: receives the number, the header and the value, which is `nil` if the element lacks the part, or if it
    ///     is damaged and damage is recorded instead of thrown.
    /// - Throws: what the body throws; ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func forEachPart<Value: Sendable>(
        _ part: Int, in transaction: inout RecordTransaction,
        where isWanted: @escaping @Sendable (Element.Header) -> Bool,
        decoding decode: @escaping @Sendable (Element.Header, [UInt8]) throws -> Value,
        _ body: (Int, Element.Header, Value?) throws -> Void
    ) throws {
        let (rows, kind) = (rows, kind)
        try forEachRow(.with(part: part), in: &transaction) { row, sealer in
            rows.header(of: row, sealer).map { header in
                (
                    header,
                    isWanted(header)
                        ? Result { try sealer.openIfThere(row, of: kind, part: part).map { try decode(header, $0) } }
                        : nil
                )
            }
        } use: { number, opened, transaction in
            switch opened {
            case nil: try transaction.report(.record(kind: kind.name, number: number))
            case (_, nil)?: break
            case (let header, .success(let value)?)?: try body(number, header, value)
            case (let header, .failure?)?:
                try transaction.report(.part(kind.parts[part], number: number))
                try body(number, header, nil)
            }
            return true
        }
    }

    /// Calls a body with whole elements, ordered by number, until it returns `false`. Only one is in memory at a time.
    ///
    /// - Throws: what the body throws; ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public func forEachElement(
        in transaction: inout RecordTransaction, _ body: (Int, Element) throws -> Bool
    ) throws {
        try forEachElementAndRow(in: &transaction) { row, element in try body(row.number, element) }
    }

    /// Calls a body with whole elements and the rows that hold them.
    func forEachElementAndRow(
        in transaction: inout RecordTransaction, _ body: (RecordRow, Element) throws -> Bool
    ) throws {
        try forEachRow(.whole, in: &transaction) { row, _ in
            row
        } use: { number, row, transaction in
            // If its header doesn't open, nothing else of an element is opened.
            guard try rows.canReadHeader(of: row, in: &transaction) else { return true }
            guard let element = try rows.element(of: row, in: &transaction) else {
                try transaction.report(.record(kind: kind.name, number: number))
                return true
            }
            return try body(row, element)
        }
    }

    /// Calls a body with all rows, ordered by number, until it returns `false`. Each is verified against its entry.
    ///
    /// - Parameters:
    ///   - open: called with each row, on either of two threads.
    ///   - use: called with what that returned, on the caller's thread.
    private func forEachRow<Opened: Sendable>(
        _ extent: RecordExtent, in transaction: inout RecordTransaction,
        opening open: @escaping @Sendable (RecordRow, RecordSealer) -> Opened,
        use: (Int, Opened, inout RecordTransaction) throws -> Bool
    ) throws {
        // What the directory counts may be anything.
        let found = try transaction.backend.count(kind, of: transaction.account)
        var due = DueRows(capacity: found)
        try directory(in: &transaction).visitPages { try due.append($0) }
        due.sort()
        // Reported before any single row: the collection as a whole isn't current.
        if found != due.count {
            try transaction.report(.collection(kind.name))
        }
        let (backend, account, sealer, kind) = (transaction.backend, transaction.account, transaction.sealer, kind)
        // Whole rows may be long, so only one of them is in memory.
        let opening = SharedWork(limit: extent == .whole ? 0 : 1 << 20) { (rows: [RecordRow]) in
            rows.map {
                VerifiedRow(row: $0, term: DueRow.term(sealer.term(of: $0, kind)[...]), opened: open($0, sealer))
            }
        }
        let most = extent == .whole ? 1 : 256
        var isComplete = true
        try opening.run {
            var slice: [RecordRow] = []
            var size = 0
            try backend.rows(kind, in: RecordRange(extent: extent), of: account) { row in
                slice.append(row)
                size += row.boxes.reduce(256) { $0 + $1.count }
                if slice.count == most || size > 1 << 18 {
                    try opening.add(slice, size: size)
                    (slice, size) = ([], 0)
                }
                return isComplete
            }
            if isComplete { try opening.add(slice, size: size) }
        } use: { rows in
            for found in rows where isComplete {
                let number = found.row.number
                while let missing = due.skipMissing(before: number) {
                    try transaction.report(.record(kind: kind.name, number: missing))
                }
                switch due.take(number, term: found.term) {
                case true?: isComplete = try use(number, found.opened, &transaction)
                case false?: try transaction.report(.record(kind: kind.name, number: number))
                // A row without an entry was put back.
                case nil: try transaction.report(.collection(kind.name))
                }
            }
        }
        while isComplete, let number = due.skipMissing(before: nil) {
            try transaction.report(.record(kind: kind.name, number: number))
        }
    }
}

/// A row that a scan has found, and what was made of it.
private struct VerifiedRow<Opened: Sendable>: Sendable {
    /// Kept until the row is used, so that it is freed by the thread that read it: the allocator is slower otherwise.
    let row: RecordRow
    let term: DueRow.Term?
    let opened: Opened
}
