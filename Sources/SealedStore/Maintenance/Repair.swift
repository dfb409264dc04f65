internal import Sealing

/// Repairs the records of an account in place, with their current key.
///
/// Records that don't open are dropped. Records that open and are current are kept, even elements that this version
/// can't read. Outdated records are kept only if the caller says so. The directories and the manifest are rebuilt.
package struct Repair {
    private let kinds: [RecordKind]
    private let collections: [any CollectionElement.Type]
    private let reconstructed: [RecordKind]

    /// - Parameters:
    ///   - kinds: every kind that the account can have.
    ///   - collections: the elements of those kinds that are collections.
    ///   - reconstructed: the singletons that are reconstructed from other records if they are damaged or outdated.
    package init(
        kinds: [RecordKind], collections: [any CollectionElement.Type], reconstructed: [RecordKind]
    ) {
        (self.kinds, self.collections, self.reconstructed) = (kinds, collections, reconstructed)
    }

    /// The findings of a repair.
    package struct Findings: Hashable, Sendable {
        /// What was dropped.
        package var lost: [DamagedPart] { lostParts.inOrder }
        private var lostParts = DamagedParts()
        /// Outdated records, and records that can't be verified to be current. They are kept if the caller keeps such
        /// records.
        package var unproven: [DamagedPart] = []
        /// The parts that would identify the current records, but didn't open. Nothing can then be verified against
        /// them, and every record that opens is kept.
        package var unverifiable: [DamagedPart] = []
        /// Records that were set aside and open. They are brought back if the caller keeps unproven records.
        package var setAside: [DamagedPart] = []

        package init() {}

        package mutating func lose(_ part: DamagedPart) {
            lostParts.add(part)
        }
    }

    /// Repairs the records in the caller's transaction.
    ///
    /// - Parameters:
    ///   - old: a salvaging transaction on the records.
    ///   - lastSeen: a generation that the new one must exceed.
    ///   - keepsUnproven: whether to keep outdated records, and to bring back records that were set aside.
    ///   - readable: returns the text to be stored beside a record, given its sealed payload.
    ///   - complete: writes records that are derived or couldn't be read.
    package func run(
        on old: consuming RecordTransaction, instance: [UInt8], lastSeen: Int, keepsUnproven: Bool,
        readable: @escaping (RecordKind, Int, [UInt8]) throws -> ReadableText?,
        completing complete: (inout RecordTransaction, inout Findings) throws -> Void
    ) throws -> (commit: RecordTransaction.CommitID, findings: Findings) {
        var old = old
        var findings = Findings()
        let isUnverifiable = old.damaged.contains(.manifest)
        if isUnverifiable { findings.unverifiable.append(.manifest) }
        var new = RecordTransaction(
            creating: old.backend, sealer: old.sealer, instance: instance, after: max(old.generation, lastSeen),
            kinds: kinds)
        try new.setSchemaVersion(old.schemaVersion)
        let isComplete = try !isUnverifiable && old.countRecords(of: kinds).areSame
        for kind in kinds {
            switch kind.form {
            case .singleton: try repair(singleton: kind, from: &old, to: &new, keepsUnproven, &findings)
            case .log: try repair(log: kind, from: &old, to: &new, &findings)
            case .collection, .pages: continue
            }
        }
        for element in collections {
            guard !element.isDerived else {
                try new.dropAll(element)
                continue
            }
            try repair(element, from: &old, to: &new, isComplete: isComplete, keepsUnproven, &findings)
        }
        // They belong to no account, so nothing is lost with them. If the manifest doesn't open, they may be a later
        // program's; the copy of a file that is made before a repair has them then.
        try new.backend.removeStrays(besides: kinds.withPages, of: new.account)
        try AsideRepair(
            kinds: kinds, collections: collections, reconstructed: reconstructed, keepsRecords: keepsUnproven,
            readable: readable
        ).run(in: &new, &findings)
        try complete(&new, &findings)
        return (try new.finish(), findings)
    }

    private func repair(
        singleton kind: RecordKind, from old: inout RecordTransaction, to new: inout RecordTransaction,
        _ keepsUnproven: Bool, _ findings: inout Findings
    ) throws {
        let part = DamagedPart.record(kind: kind.name, number: nil)
        let row = old.row(of: kind)
        if let (number, payload) = try old.singleton(kind) {
            return try new.put(kind, number: number, payload, readable: row?.readable)
        }
        guard row != nil || old.has(kind) else { return }
        if let row, !reconstructed.contains(kind), let payload = try? old.sealer.open(row, of: kind) {
            findings.unproven.append(part)
            if keepsUnproven {
                // Never a number that a record had before.
                return try new.put(kind, number: max(row.number, new.generation + 1), payload, readable: row.readable)
            }
        } else {
            findings.lose(part)
        }
        try new.backend.remove(kind, .min ... .max, of: new.account)
    }

    private func repair(
        log: RecordKind, from old: inout RecordTransaction, to new: inout RecordTransaction,
        _ findings: inout Findings
    ) throws {
        let found = try old.storedNumbers(of: log)
        let records = try old.openRecords(of: log)
        let kept = Set(records.map(\.number))
        // Reading them has reported those without a row.
        var lost = Set(found + old.damaged.compactMap { $0.number(inLog: log) }).subtracting(kept)
        // The tombstones of records that an earlier repair lost aren't records.
        lost.subtract(try old.log(log).tombstones())
        for number in lost.sorted() { findings.lose(.record(kind: log.name, number: number)) }
        // Each record identifies the one before it, which a lost record can't do.
        let part = DamagedPart.record(kind: log.name, number: nil)
        if let last = lost.max(), let first = kept.min(), first < last, !findings.unverifiable.contains(.manifest) {
            findings.unverifiable.append(part)
        }
        try new.backend.remove(log, .min ... .max, of: new.account)
        for record in records { try new.append(record.payload, numbered: record.number, to: log) }
    }

    private func repair<Element: CollectionElement>(
        _ type: Element.Type, from old: inout RecordTransaction, to new: inout RecordTransaction, isComplete: Bool,
        _ keepsUnproven: Bool, _ findings: inout Findings
    ) throws {
        let kind = Element.kind
        let list = try old.list(of: type)
        // If the directory is damaged but the inventory matches, every row is current.
        let canCompare = list.isWhole || isComplete
        if !canCompare, !findings.unverifiable.contains(.manifest) {
            findings.unverifiable.append(.collection(kind.name))
        }
        var numbers: [Int] = []
        try old.backend.rows(kind, in: RecordRange(extent: .first), of: new.account) { row in
            numbers.append(row.number)
            return true
        }
        for number in list.entries.keys.sorted() where !numbers.contains(sorted: number) {
            findings.lose(.record(kind: kind.name, number: number))
        }
        let directory = try new.resetDirectory(of: type, highestNumber: list.highestNumber)
        func adopt(_ row: RecordRow, _ header: Element.Header) throws {
            let term = new.adopt(row, of: kind)
            try directory.insert(DirectoryEntry(type, header, number: row.number, term: term))
            try new.spillDirectories()
        }
        /// Notes an outdated row, and removes it unless such rows are kept.
        func keepsOutdated(_ number: Int) throws -> Bool {
            findings.unproven.append(.record(kind: kind.name, number: number))
            if !keepsUnproven { try new.backend.remove(kind, number...number, of: new.account) }
            return keepsUnproven
        }
        for number in numbers {
            let collection = SealedCollection<Element>()
            guard let row = try old.backend.row(kind, number, of: new.account, extent: .whole) else { continue }
            let opened = try Self.open(row, as: type, with: old.sealer)
            let entry = list.entries[number]
            let isTheEntrys = entry.map { KeyedHash.areEqual($0.term, old.sealer.term(of: row, kind)) } ?? false
            // What opens isn't damaged, even if this program can't decode it.
            if opened.isUnreadable {
                if canCompare, !isComplete, !isTheEntrys, try !keepsOutdated(number) { continue }
                new.passedOver.insert(.record(kind: kind.name, number: number))
                let term = new.adopt(row, of: kind)
                try directory.insert(
                    entry.flatMap { isTheEntrys ? DirectoryEntry(type, unreadable: $0, term: term) : nil }
                        ?? DirectoryEntry(type, opened.header, number: number, term: term))
                try new.spillDirectories()
                continue
            }
            guard let element = opened.element, let header = opened.header else {
                findings.lose(.record(kind: kind.name, number: number))
                try new.backend.remove(kind, number...number, of: new.account)
                continue
            }
            let isLast =
                isComplete
                || entry.map { entry in
                    // A row that has lost a part has another term. It is enough then that the directory matches its
                    // header.
                    opened.isWhole
                        ? isTheEntrys
                        : entry.position.key == Element.key(of: header)
                            && entry.figures == Element.figures(of: header)
                } ?? false
            if !isLast, canCompare, try !keepsOutdated(number) { continue }
            for part in opened.lostParts { findings.lose(.part(part, number: number)) }
            let fingerprint = element.contentDigest.map(new.sealer.fingerprint)
            guard opened.isWhole, row.fingerprint == fingerprint else {
                let other = try fingerprint.flatMap {
                    try new.backend.number(of: kind, fingerprint: $0, of: new.account)
                }
                guard other == nil || other == number else {
                    // The same content exists under another number, which has the fingerprint. It may have been added
                    // while a program that couldn't read this element kept it without one.
                    if isLast, opened.isWhole, row.fingerprint == nil {
                        try adopt(row, header)
                        continue
                    }
                    findings.lose(.record(kind: kind.name, number: number))
                    try new.backend.remove(kind, number...number, of: new.account)
                    continue
                }
                try collection.insert(element, number: number, into: directory, in: &new)
                continue
            }
            try adopt(row, element.header)
        }
    }

    /// Opens the parts of an element that can be opened. A part that the element must have is lost if it is missing.
    ///
    /// - Returns: the element; its header as stored, which may depend on parts that are lost; those parts; whether all
    ///   parts opened, so that none had to be restored; and whether they opened, but can't be read.
    static func open<Element: CollectionElement>(
        _ row: RecordRow, as type: Element.Type, with sealer: RecordSealer
    ) throws -> (
        element: Element?, header: Element.Header?, lostParts: [String], isWhole: Bool, isUnreadable: Bool
    ) {
        let kind = Element.kind
        var (parts, lost): ([[UInt8]?], [Int]) = ([], [])
        for part in kind.parts.indices {
            do {
                parts.append(try sealer.openIfThere(row, of: kind, part: part))
            } catch SealingError.outOfMemory {
                throw SealingError.outOfMemory
            } catch {
                parts.append(nil)
                lost.append(part)
            }
        }
        guard let first = parts.first ?? nil else { return (nil, nil, [], false, false) }
        guard let header = try? Element.header(ofFirstPart: first) else { return (nil, nil, [], false, lost.isEmpty) }
        lost += Element.requiredParts(with: header).filter { parts[$0] == nil && !lost.contains($0) }
        lost.sort()
        let isUnreadable = lost.isEmpty
        if lost.isEmpty {
            if let element = try? Element(parts: parts) { return (element, header, [], true, false) }
            // All parts open, but it isn't known which one is malformed.
            lost = kind.parts.indices.dropFirst().filter { parts[$0] != nil }
            parts = [first] + Array(repeating: nil, count: kind.parts.count - 1)
        }
        let restored = Element.restoredParts(from: parts)
        return (
            try? Element.salvaging(parts: parts), header,
            lost.filter { !restored.contains($0) }.map { kind.parts[$0] }, false, isUnreadable
        )
    }
}

extension RecordTransaction {
    /// Removes the rows of a collection, intact or not, and begins its directory anew.
    mutating func dropAll<Element: CollectionElement>(_ type: Element.Type) throws {
        try backend.remove(Element.kind, .min ... .max, of: account)
        _ = try resetDirectory(of: type, highestNumber: 0)
    }

    /// The directory's entries for a collection's rows, from the pages that decrypt.
    mutating func list<Element: CollectionElement>(
        of type: Element.Type
    ) throws -> (entries: [Int: DirectoryEntry], isWhole: Bool, highestNumber: Int) {
        guard !damaged.contains(.manifest) else { return ([:], false, 0) }
        let directory = directory(of: type)
        var entries: [Int: DirectoryEntry] = [:]
        do {
            try directory.visit { entry in
                entries[entry.position.number] = entry
                return true
            }
            return (entries, true, directory.root.highestNumber)
        } catch let error as StoreError where error.code == .damaged {
            return (entries, false, directory.root.highestNumber)
        }
    }
}

extension DamagedPart {
    /// The record's number, if this is a record of the log.
    fileprivate func number(inLog log: RecordKind) -> Int? {
        if case .record(log.name, let number) = self { number } else { nil }
    }
}

extension [Int] {
    /// Whether this sorted array contains a number.
    fileprivate func contains(sorted number: Int) -> Bool {
        let index = indices.partitioningIndex { self[$0] >= number }
        return index < count && self[index] == number
    }
}
