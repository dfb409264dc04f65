internal import Sealing

/// Brings an account's records of format 1 under a manifest of the current format. This requires the keys; the tables
/// were migrated earlier, without them.
///
/// The records are checked once more against the old manifest. Those that don't match stay damaged, and are noticed
/// when they are read.
package struct FirstFormat: Sendable {
    /// The singletons, in the order in which the old manifest lists them.
    let singletons: [RecordKind]
    let logs: [RecordKind]
    let collections: [any CollectionElement.Type]

    package init(
        singletons: [RecordKind], logs: [RecordKind], collections: [any CollectionElement.Type]
    ) {
        (self.singletons, self.logs, self.collections) = (singletons, logs, collections)
    }

    /// The version of the old manifest's payload.
    private static let manifestSchema: UInt8 = 1

    /// Whether an account's records are still of format 1.
    package static func isOld(_ manifest: SealedManifest, sealer: RecordSealer) -> Bool {
        let payload = try? sealer.open(manifest.box, at: Manifest.binding(generation: manifest.generation))
        return payload?.first == manifestSchema
    }

    /// Writes the new manifest and the collections' directories.
    ///
    /// - Parameter version: the version of the schema's values: no migration concerns what format 1 stored.
    package func upgrade(
        _ account: AccountID, in backend: any RecordBackend, sealer: RecordSealer, instance: [UInt8],
        to version: Int
    ) throws {
        guard let heads = try backend.heads(of: account, kinds: singletons), let sealed = heads.manifest,
            Self.isOld(sealed, sealer: sealer)
        else { return }
        var reader = try RecordReader(
            try sealer.open(sealed.box, at: Manifest.binding(generation: sealed.generation)),
            schema: Self.manifestSchema)
        var terms: [[UInt8]] = []
        for _ in singletons { terms.append(try reader.blob()) }
        let written = try Inventory(count: try reader.integer(), sum: try reader.blob())
        var transaction = RecordTransaction(
            adopting: heads, in: backend, sealer: sealer, instance: instance, generation: sealed.generation)
        var found = Inventory()
        for (kind, term) in zip(singletons, terms) {
            let row = heads.singletons[kind.name]
            if let row { found.add(sealer.firstFormatTerm(of: row, kind)) }
            let isWritten = (row.map { sealer.firstFormatTerm(of: $0, kind) } ?? []) == term
            transaction.adopt(row, of: kind, isWritten: isWritten)
        }
        for log in logs { try transaction.adopt(log, counting: &found) }
        for element in collections { try adopt(element, in: &transaction, counting: &found) }
        // An extra or missing record can no longer be identified, but the mismatch must not be lost.
        if found != written { transaction.spoilInventory() }
        try transaction.setSchemaVersion(version)
        _ = try transaction.finish()
    }

    private func adopt<Element: CollectionElement>(
        _ type: Element.Type, in transaction: inout RecordTransaction, counting found: inout Inventory
    ) throws {
        let directory = transaction.directory(of: type)
        var number: Int? = .min
        while let first = number {
            number = nil
            var rows: [RecordRow] = []
            try transaction.backend.rows(
                Element.kind, in: RecordRange(first ... .max, limit: 256), of: transaction.account
            ) { row in
                rows.append(row)
                return true
            }
            for row in rows {
                found.add(transaction.sealer.firstFormatTerm(of: row, Element.kind))
                let header = try? Element.header(ofFirstPart: transaction.sealer.open(row, of: Element.kind))
                try directory.insert(
                    DirectoryEntry(
                        type, header, number: row.number, term: transaction.adopt(row, of: Element.kind)))
            }
            try transaction.spillDirectories()
            if let last = rows.last, last.number < .max { number = last.number + 1 }
        }
    }
}

extension RecordSealer {
    /// A row's term in the inventory of format 1: over all of its boxes, and without its revision.
    fileprivate func firstFormatTerm(of row: RecordRow, _ kind: RecordKind) -> [UInt8] {
        let blobs = [row.fingerprint].compactMap(\.self) + row.boxes.filter { !$0.isEmpty }
        return firstFormatTerm(blobs, number: row.number, table: kind.name)
    }
}

extension RecordTransaction {
    /// Adopts the existing row of a singleton.
    ///
    /// - Parameter isWritten: whether it matches the old manifest; if not, it counts as damaged from now on.
    fileprivate mutating func adopt(_ row: RecordRow?, of kind: RecordKind, isWritten: Bool) {
        guard row != nil || !isWritten else { return }
        let term = row.map { sealer.term(of: $0, kind) } ?? RandomBytes.make(Inventory.length)
        setHead(of: kind, number: row?.number ?? 0, term: isWritten ? term : RandomBytes.make(Inventory.length))
    }

    /// Adopts the existing rows of a log, linking each to the one before it.
    fileprivate mutating func adopt(_ log: RecordKind, counting found: inout Inventory) throws {
        var rows: [RecordRow] = []
        try backend.rows(log, in: RecordRange(), of: account) { row in
            rows.append(row)
            return true
        }
        for row in rows {
            found.add(sealer.firstFormatTerm(of: row, log))
            let payload = try? sealer.open(row, of: log)
            // A row that doesn't open may have any number. It belongs to the log only if its number is the next one.
            guard payload != nil || row.number == numbers(of: log).map({ $0.upperBound + 1 }) ?? 1 else { continue }
            try adopt(row, ofLog: log, payload: payload)
        }
    }
}
