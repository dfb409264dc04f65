internal import Sealing

/// Moves all records of an account to another key.
///
/// Records that don't open are set aside, so that a damaged record never keeps an owner from the rest.
package struct Resealing {
    private let kinds: [RecordKind]
    private let collections: [any CollectionElement.Type]

    /// - Parameters:
    ///   - kinds: every kind that the account can have.
    ///   - collections: the elements of those kinds that are collections.
    package init(kinds: [RecordKind], collections: [any CollectionElement.Type]) {
        (self.kinds, self.collections) = (kinds, collections)
    }

    /// Reseals the records that open, in the caller's transaction.
    ///
    /// - Parameters:
    ///   - old: a salvaging transaction on the records.
    ///   - sealer: the new sealer.
    ///   - lastSeen: a generation that the new one must exceed.
    ///   - readable: returns the readable text with a new MAC, given the sealed payload.
    ///   - complete: writes records that are derived or couldn't be read, in the new transaction.
    /// - Returns: the parts that don't open, or aren't the ones written last.
    package func reseal(
        _ old: consuming RecordTransaction, to sealer: RecordSealer, instance: [UInt8], lastSeen: Int,
        readable: (RecordKind, Int, [UInt8]) throws -> ReadableText?,
        completing complete: (inout RecordTransaction, [DamagedPart]) throws -> Void
    ) throws -> (mark: RecordTransaction.Mark, damaged: [DamagedPart]) {
        var old = old
        let (backend, oldSealer) = (old.backend, old.sealer)
        var new = RecordTransaction(
            creating: backend, sealer: sealer, instance: instance, after: max(old.generation, lastSeen))
        func aside(_ kind: RecordKind, _ row: RecordRow) throws {
            try AsideRecords.keep(row, of: kind, in: backend, from: oldSealer, to: sealer)
        }
        // Checked before anything is rewritten: nothing else may show that a record is missing.
        let isComplete = try old.countRecords(of: kinds).areSame
        try AsideRecords.reseal(in: backend, from: oldSealer, to: sealer)
        for kind in kinds {
            switch kind.form {
            case .singleton:
                guard let (number, payload) = try old.singleton(kind) else {
                    if let row = old.row(of: kind) { try aside(kind, row) }
                    try old.backend.remove(kind, .min ... .max, of: sealer.account)
                    continue
                }
                try new.put(kind, number: number, payload, readable: try readable(kind, number, payload))
            case .log: try reseal(log: kind, from: &old, to: &new, aside: aside)
            case .collection, .pages: continue
            }
        }
        for element in collections { try reseal(element, from: &old, to: &new, aside: aside) }
        if old.damaged.isEmpty, !isComplete { try old.report(.manifest) }
        let damaged = old.damaged
        try complete(&new, damaged)
        return (try new.finish(), damaged)
    }

    private func reseal(
        log: RecordKind, from old: inout RecordTransaction, to new: inout RecordTransaction,
        aside: (RecordKind, RecordRow) throws -> Void
    ) throws {
        let records = try old.openRecords(of: log)
        let kept = try Set(records.map(\.number)).union(old.log(log).marks())
        try old.backend.rows(log, in: RecordRange(), of: new.account) { row in
            if !kept.contains(row.number) { try aside(log, row) }
            return true
        }
        try old.backend.remove(log, .min ... .max, of: new.account)
        for record in records { try new.append(record.payload, numbered: record.number, to: log) }
    }

    private func reseal<Element: CollectionElement>(
        _ type: Element.Type, from old: inout RecordTransaction, to new: inout RecordTransaction,
        aside: (RecordKind, RecordRow) throws -> Void
    ) throws {
        let collection = SealedCollection<Element>()
        var numbers: [Int] = []
        // By the rows that exist, since the directory may be damaged.
        try old.backend.rows(Element.kind, in: RecordRange(extent: .first), of: new.account) { row in
            numbers.append(row.number)
            return true
        }
        let list = try old.list(of: type)
        if list.isWhole {
            _ = try collection.numbers(in: &old)
        } else if !old.isUnverified {
            // Without the manifest there is no directory, which has already been reported.
            try old.report(.collection(Element.kind.name))
        }
        let directory = try new.resetDirectory(of: type, highestNumber: list.highestNumber)
        for number in numbers {
            // If the directory doesn't open, there is nothing to verify a row against.
            let element =
                list.isWhole
                ? try collection.element(number, in: &old) : try Self.unlisted(number, as: type, in: old)
            guard let element else {
                let row = try old.backend.row(Element.kind, number, of: new.account, extent: .whole)
                if let row { try aside(Element.kind, row) }
                try old.backend.remove(Element.kind, number...number, of: new.account)
                continue
            }
            try collection.insert(element, number: number, replacing: nil, into: directory, in: &new)
        }
    }

    private static func unlisted<Element: CollectionElement>(
        _ number: Int, as type: Element.Type, in transaction: borrowing RecordTransaction
    ) throws -> Element? {
        let row = try transaction.backend.row(Element.kind, number, of: transaction.account, extent: .whole)
        let sealer = transaction.sealer
        let opened = try row.map { try Repair.open($0, as: type, with: sealer) }
        return opened?.isWhole == true ? opened?.element : nil
    }
}
