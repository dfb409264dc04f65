/// A check of some of an account's sealed records: each opens, is current, and is consistent with the others.
package struct RecordCheck: Sendable {
    package let name: String
    /// Which damage this check reports.
    package let covers: @Sendable (DamagedPart) -> Bool
    /// Reads the records, which record their damage. Any other problem is thrown as a ``CheckFinding``.
    package let run: @Sendable (inout RecordTransaction) throws -> Void
    let checksManifest: Bool

    /// - Parameter kinds: the kinds whose records this check covers.
    package init(
        _ name: String, of kinds: [RecordKind],
        _ run: @escaping @Sendable (inout RecordTransaction) throws -> Void
    ) {
        (self.name, self.run, checksManifest) = (name, run, false)
        covers = { $0 != .manifest && $0.concerns(kinds) }
    }

    private init(manifest kinds: [RecordKind]) {
        (name, checksManifest) = ("manifest", true)
        covers = { part in
            switch part {
            case .manifest, .record: true
            case .part, .collection: false
            }
        }
        run = { records in
            guard records.damaged.isEmpty else { return }
            for kind in kinds where kind.form == .singleton { _ = try records.singleton(kind) }
            guard records.damaged.isEmpty else { return }
            try records.compareWithManifest(kinds)
        }
    }

    /// Checks the list of all records.
    package static func manifest(_ kinds: [RecordKind]) -> RecordCheck { RecordCheck(manifest: kinds) }

    /// Checks the committed value, the history and the draft of a document.
    package static func all<Document: DocumentModel>(_ type: Document.Type) -> [RecordCheck] {
        [committed(type), history(type), draft(type)]
    }

    package static func committed<Document: DocumentModel>(_ type: Document.Type) -> RecordCheck {
        RecordCheck(Document.kinds.document.name, of: [Document.kinds.document]) { records in
            _ = try DocumentRecords<Document>().committed(in: &records)
        }
    }

    package static func draft<Document: DocumentModel>(_ type: Document.Type) -> RecordCheck {
        RecordCheck(Document.kinds.draft.name, of: [Document.kinds.draft]) { records in
            _ = try DocumentRecords<Document>().savedDraft(in: &records)
        }
    }

    /// Checks that every revision since the beginning of the history is there, and that the last one is the committed
    /// value.
    package static func history<Document: DocumentModel>(_ type: Document.Type) -> RecordCheck {
        RecordCheck(Document.kinds.history.name, of: [Document.kinds.history]) { records in
            let documents = DocumentRecords<Document>()
            var newest: HistoryEntry<Document>?
            try documents.forEachCommit(in: &records) { entry in
                if newest == nil { newest = entry }
                return true
            }
            guard records.damaged.isEmpty else { return }
            guard let newest else { throw CheckFinding.noRevisions }
            guard let committed = try documents.committed(in: &records), records.damaged.isEmpty else { return }
            guard committed.revision == newest.revision, committed.model == newest.model else {
                throw CheckFinding.lastRevisionDiffers
            }
        }
    }

    /// Checks all elements of some collections.
    package static func elements(
        of collections: [any CollectionElement.Type], named name: String? = nil
    ) -> RecordCheck {
        RecordCheck(name ?? collections.first?.kind.name ?? "", of: collections.map { $0.kind }) { records in
            for element in collections { try element.readAll(in: &records) }
        }
    }

    /// Checks the log of changes to elements.
    package static var changes: RecordCheck {
        RecordCheck(RecordKind.changes.name, of: [.changes]) { records in
            try records.forEachChange { _ in true }
        }
    }

    /// Checks that the readable text beside a record matches the sealed one.
    package static func readableText(beside kind: RecordKind) -> RecordCheck {
        RecordCheck(kind.name, of: [kind]) { records in
            guard let (_, payload) = try records.singleton(kind) else { return }
            // Compares bytes: Swift considers different encodings of an é equal.
            guard let text = records.readableText(beside: kind)?.text, Array(text.utf8) == payload else {
                throw CheckFinding.readableTextDiffers
            }
        }
    }
}

extension CollectionElement {
    fileprivate static func readAll(in records: inout RecordTransaction) throws {
        try SealedCollection<Self>().check(in: &records)
    }
}

extension RecordTransaction {
    /// Compares the records of the given kinds with the inventory, to find out whether any was changed, removed or
    /// added.
    ///
    /// - Parameter kinds: every kind that the account can have.
    /// - Returns: how many records were written, how many were found, and whether they are the same.
    /// - Throws: ``EngineError`` if the records can't be read.
    public func countRecords(of kinds: [RecordKind]) throws -> (written: Int, found: Int, areSame: Bool) {
        var found = Inventory()
        for kind in kinds where kind.form != .pages {
            if kind.form == .singleton {
                if let row = row(of: kind) { found.add(sealer.term(of: row, kind)) }
                continue
            }
            try backend.rows(kind, in: RecordRange(extent: .first), of: account) { [sealer] row in
                found.add(sealer.term(of: row, kind))
                return true
            }
        }
        return (inventory.count, found.count, found == inventory)
    }
}

extension DamagedPart {
    /// Whether it is, or may be, about records of these kinds. Damage to the list of all records may be.
    func concerns(_ kinds: [RecordKind]) -> Bool {
        switch self {
        case .manifest: true
        case .record(let kind, _), .collection(let kind): kinds.contains { $0.name == kind }
        case .part(let part, _): kinds.contains { $0.parts.contains(part) }
        }
    }
}
