internal import Sealing

/// Brings back records that were set aside and open, in a repair that has dealt with all other records.
///
/// A record that opens now was outdated when it was set aside, has been mended since, or can't be read by this program.
/// What opened of a damaged one was kept at that time. No record takes the place of one that was written since.
struct AsideRepair {
    let kinds: [RecordKind]
    let collections: [any CollectionElement.Type]
    /// The singletons that are reconstructed from other records.
    let reconstructed: [RecordKind]
    let keepsRecords: Bool
    /// Returns the text to be stored beside a record, given its sealed payload.
    let readable: (RecordKind, Int, [UInt8]) throws -> ReadableText?

    /// Brings back the records that open, if they should be kept, and removes everything that was set aside.
    func run(in new: inout RecordTransaction, _ findings: inout Repair.Findings) throws {
        var logged: [RecordKind: [Int: [UInt8]]] = [:]
        try AsideRecords.takeAll(with: new.sealer, in: new.backend) { record in
            guard let (name, row, sealer) = record.original, let kind = kinds.first(where: { $0.name == name }) else {
                return findings.lose(record.part)
            }
            switch kind.form {
            case .singleton: try bringBack(row, of: kind, with: sealer, in: &new, &findings)
            case .log:
                guard let payload = try whatOpens({ try sealer.openLogged(row, of: kind) }) else {
                    return findings.lose(record.part)
                }
                logged[kind, default: [:]][row.number] = payload
            case .collection:
                for element in collections where element.kind == kind {
                    try bringBack(row, as: element, with: sealer, in: &new, &findings)
                }
            case .pages: findings.lose(record.part)
            }
        }
        for (log, records) in logged { try bringBack(records, to: log, in: &new, &findings) }
    }

    private func bringBack(
        _ row: RecordRow, of kind: RecordKind, with sealer: RecordSealer, in new: inout RecordTransaction,
        _ findings: inout Repair.Findings
    ) throws {
        let part = DamagedPart.record(kind: kind.name, number: nil)
        guard !new.has(kind), !reconstructed.contains(kind),
            let payload = try whatOpens({ try sealer.open(row, of: kind) })
        else { return findings.lose(part) }
        findings.setAside.append(part)
        guard keepsRecords else { return }
        // Never a number that a record had before.
        let number = max(row.number, new.generation + 1)
        try new.put(kind, number: number, payload, readable: try readable(kind, number, payload))
    }

    /// Brings back records of a log that are replaced by tombstones.
    private func bringBack(
        _ records: [Int: [UInt8]], to log: RecordKind, in new: inout RecordTransaction,
        _ findings: inout Repair.Findings
    ) throws {
        let present = try new.openRecords(of: log)
        let last = present.last?.number ?? 0
        var all = Dictionary(uniqueKeysWithValues: present.map { ($0.number, $0.payload) })
        for (number, payload) in records.sorted(by: { $0.key < $1.key }) {
            let part = DamagedPart.record(kind: log.name, number: number)
            guard number < last, all[number] == nil else {
                findings.lose(part)
                continue
            }
            findings.setAside.append(part)
            all[number] = payload
        }
        guard keepsRecords, all.count > present.count else { return }
        try new.removeAll(of: log)
        for (number, payload) in all.sorted(by: { $0.key < $1.key }) {
            try new.append(payload, numbered: number, to: log)
        }
    }

    private func bringBack<Element: CollectionElement>(
        _ row: RecordRow, as type: Element.Type, with sealer: RecordSealer, in new: inout RecordTransaction,
        _ findings: inout Repair.Findings
    ) throws {
        let part = DamagedPart.record(kind: Element.kind.name, number: row.number)
        let opened = try Repair.open(row, as: type, with: sealer)
        let collection = SealedCollection<Element>()
        if opened.isUnreadable {
            var isFree = try !collection.contains(row.number, in: &new)
            // What the recovery kept of it gives way to all of it, unless that was edited since.
            if !isFree, let present = try collection.element(row.number, in: &new) {
                isFree = present.parts == opened.element?.parts
            }
            if isFree {
                findings.setAside.append(part)
                guard keepsRecords else { return }
                let parts = try sealer.openParts(row, of: Element.kind)
                let entry = DirectoryEntry(type, opened.header, number: row.number, term: [])
                let sealed = collection.sealer(in: new).seal(unreadable: parts, entry)
                try collection.put(sealed, in: &new)
                new.passedOver.insert(part)
                return
            }
        }
        guard var element = opened.element else { return findings.lose(part) }
        if try collection.contains(row.number, in: &new) {
            guard let present = try collection.element(row.number, in: &new), present.isSame(as: element) else {
                return findings.lose(part)
            }
            guard opened.isWhole else {
                for lost in opened.lostParts { findings.lose(.part(lost, number: row.number)) }
                return
            }
            // The first part may have been edited since.
            let parts = present.parts.prefix(1) + element.parts.dropFirst()
            element = (try? Element(parts: Array(parts))) ?? element
            guard element.parts != present.parts else { return }
        } else {
            // It may have been added again.
            let twin = try element.contentDigest.flatMap { try collection.number(withContentDigest: $0, in: &new) }
            guard twin == nil else { return }
            for lost in opened.lostParts { findings.lose(.part(lost, number: row.number)) }
        }
        findings.setAside.append(part)
        if keepsRecords { try collection.put(element, number: row.number, in: &new) }
    }
}

extension CollectionElement {
    /// Whether another element with the same number is the same one, with other parts or edited.
    fileprivate func isSame(as other: Self) -> Bool {
        if let contentDigest { return contentDigest == other.contentDigest }
        return Self.key(of: header) == Self.key(of: other.header)
            && Self.figures(of: header) == Self.figures(of: other.header)
    }
}
