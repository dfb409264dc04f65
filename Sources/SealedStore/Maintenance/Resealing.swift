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
    /// - Returns: the damaged or outdated parts.
    package func reseal(
        _ old: consuming RecordTransaction, to sealer: RecordSealer, instance: [UInt8], lastSeen: Int,
        readable: (RecordKind, Int, [UInt8]) throws -> ReadableText?,
        completing complete: (inout RecordTransaction, [DamagedPart]) throws -> Void
    ) throws -> (commit: RecordTransaction.CommitID, damaged: [DamagedPart]) {
        var old = old
        // They would stay sealed with a key that is no more.
        try old.refuseOtherKinds(than: kinds)
        let (backend, oldSealer) = (old.backend, old.sealer)
        var new = RecordTransaction(
            creating: backend, sealer: sealer, instance: instance, after: max(old.generation, lastSeen), kinds: kinds)
        try new.setSchemaVersion(old.schemaVersion)
        new.directoryLimits = old.directoryLimits
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
        for element in collections {
            if element.isDerived {
                try new.dropAll(element)
            } else {
                try reseal(element, from: &old, to: &new, aside: aside)
            }
        }
        let unreadable = old.unreadable
        var damaged = old.damaged.filter { !unreadable.contains($0) }
        if damaged.isEmpty, !isComplete {
            try old.report(.manifest)
            damaged = [.manifest]
        }
        new.passedOver.formUnion(unreadable)
        try complete(&new, damaged)
        return (try new.finish(), damaged)
    }

    private func reseal(
        log: RecordKind, from old: inout RecordTransaction, to new: inout RecordTransaction,
        aside: (RecordKind, RecordRow) throws -> Void
    ) throws {
        let records = try old.openRecords(of: log)
        let kept = try Set(records.map(\.number)).union(old.log(log).tombstones())
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
        // Kept by a program that couldn't read them. They get one unless another element has it: last, when all others
        // have theirs.
        var withoutFingerprint: [Int] = []
        // By the rows that exist, since the directory may be damaged.
        try old.backend.rows(Element.kind, in: RecordRange(extent: .first), of: new.account) { row in
            if row.fingerprint == nil { withoutFingerprint.append(row.number) } else { numbers.append(row.number) }
            return true
        }
        numbers += withoutFingerprint
        let list = try old.list(of: type)
        // Without the manifest there is no directory, which has already been reported. Where their numbers differ, a
        // row is missing, or was put back.
        if !old.isUnverified, !list.isWhole || list.entries.count != numbers.count {
            try old.report(.collection(Element.kind.name))
        }
        // From here on the old directory can't be read: its pages are removed.
        let directory = try new.resetDirectory(of: type, highestNumber: list.highestNumber)
        for number in numbers {
            guard let row = try old.backend.row(Element.kind, number, of: new.account, extent: .whole) else { continue }
            if list.isWhole, let element = try Self.element(in: row, as: type, list.entries[number], &old) {
                try collection.insert(
                    element, number: number, into: directory, mayHaveTwin: row.fingerprint == nil, in: &new)
                continue
            }
            if list.isWhole, let entry = list.entries[number],
                let parts = try Self.unreadableParts(of: row, as: type, entry, in: old)
            {
                let sealed = collection.sealer(in: new).seal(unreadable: parts, entry)
                try collection.put(sealed, isNew: true, in: &new)
                continue
            }
            let rest = try Self.rest(
                of: row, as: type, entry: list.entries[number], isDirectoryWhole: list.isWhole, in: old)
            if let entry = rest.unreadable {
                let parts = try old.sealer.openParts(row, of: Element.kind)
                let sealed = collection.sealer(in: new).seal(unreadable: parts, entry)
                try collection.put(sealed, isNew: true, in: &new)
                new.passedOver.insert(.record(kind: Element.kind.name, number: number))
                continue
            }
            if !rest.isWhole { try aside(Element.kind, row) }
            try old.backend.remove(Element.kind, number...number, of: new.account)
            guard let element = rest.element else { continue }
            try collection.insert(element, number: number, into: directory, mayHaveTwin: true, in: &new)
        }
    }

    /// The element in a row, if the row is current and opens as a whole; `nil` if it isn't, which is reported.
    ///
    /// - Parameter entry: the directory's.
    private static func element<Element: CollectionElement>(
        in row: RecordRow, as type: Element.Type, _ entry: DirectoryEntry?, _ transaction: inout RecordTransaction
    ) throws -> Element? {
        let rows = CollectionRows<Element>()
        guard let entry, KeyedHash.areEqual(entry.term, transaction.sealer.term(of: row, Element.kind)) else {
            try transaction.report(.record(kind: Element.kind.name, number: row.number))
            return nil
        }
        guard try rows.canReadHeader(of: row, in: &transaction) else { return nil }
        return try rows.element(of: row, in: &transaction)
    }

    /// The parts of an element that is current and opens as a whole, but that this program can't read; `nil` for any
    /// other.
    private static func unreadableParts<Element: CollectionElement>(
        of row: RecordRow, as type: Element.Type, _ entry: DirectoryEntry, in transaction: borrowing RecordTransaction
    ) throws -> [[UInt8]?]? {
        let kind = Element.kind
        guard transaction.unreadable.contains(.record(kind: kind.name, number: row.number)),
            KeyedHash.areEqual(entry.term, transaction.sealer.term(of: row, kind))
        else { return nil }
        return try whatOpens { try transaction.sealer.openParts(row, of: kind) }
    }

    /// What opens of an element that doesn't open as a whole, or that no directory lists.
    ///
    /// - Parameters:
    ///   - entry: the directory's, which the element's header has to match.
    ///   - isDirectoryWhole: whether the directory opens; if not, there is nothing to verify a row against.
    /// - Returns: the element; whether all of it opened; and for one that opened as a whole, but can't be read, without a
    ///   directory to verify it against, the entry to keep it with.
    private static func rest<Element: CollectionElement>(
        of row: RecordRow, as type: Element.Type, entry: DirectoryEntry?, isDirectoryWhole: Bool,
        in transaction: borrowing RecordTransaction
    ) throws -> (element: Element?, isWhole: Bool, unreadable: DirectoryEntry?) {
        let opened = try Repair.open(row, as: type, with: transaction.sealer)
        guard isDirectoryWhole else {
            guard opened.isUnreadable else { return (opened.element, opened.isWhole, nil) }
            // The entry may be of another version of the row.
            let own = entry.flatMap {
                KeyedHash.areEqual($0.term, transaction.sealer.term(of: row, Element.kind)) ? $0 : nil
            }
            return (nil, false, own ?? DirectoryEntry(type, opened.header, number: row.number, term: []))
        }
        // A row that opens as a whole is outdated, or it would have been read by the directory.
        guard let element = opened.element, let header = opened.header, !opened.isWhole, let entry,
            entry.position.key == Element.key(of: header), entry.figures == Element.figures(of: header)
        else { return (nil, false, nil) }
        return (element, false, nil)
    }
}
