internal import Sealing

// What a migration, a restoration, a recovery or a repair does with rows that exist.
extension RecordTransaction {
    /// Makes the records belong to another copy of the store.
    package mutating func move(to instance: [UInt8]) throws {
        try willChange()
        manifest.instance = instance
    }

    /// The version of the schema's values: see ``SchemaMigration``.
    package var schemaVersion: Int { manifest.schemaVersion }

    mutating func setSchemaVersion(_ version: Int) throws {
        try willChange()
        manifest.schemaVersion = version
    }

    /// Counts an existing row.
    ///
    /// - Returns: its term.
    mutating func adopt(_ row: RecordRow, of kind: RecordKind) -> [UInt8] {
        let term = sealer.term(of: row, kind)
        manifest.inventory.add(term)
        return term
    }

    /// Sets the head of a singleton whose row exists.
    mutating func setHead(of kind: RecordKind, number: Int, term: [UInt8]) {
        manifest.singletons[kind.name] = Manifest.Head(number: number, term: term)
        manifest.inventory.add(term)
    }

    /// Makes the inventory match no set of records, so that a check reports that records are missing or were added.
    mutating func spoilInventory() {
        for _ in 0..<2 { manifest.inventory.add(RandomBytes.make(Inventory.length)) }
    }
}
