extension StoreSchema {
    /// Writes the first records of a new account.
    func begin(
        at now: WallTime, in records: inout RecordTransaction,
        _ firstRecords: ((inout RecordTransaction, WallTime) throws -> Void)?
    ) throws {
        records.begin(at: now)
        try records.setSchemaVersion(version)
        try firstRecords?(&records, now)
        for document in documents where !records.has(document.kinds.document) {
            try document.begin(at: now, in: &records)
        }
        try derived?.refresh(&records)
    }

    /// The documents that an account has never had, since they were added to the schema after it was created.
    func documentsToBegin(in records: borrowing RecordTransaction) -> [any DocumentModel.Type] {
        documents.filter { !records.has($0.kinds.document) && records.numbers(of: $0.kinds.history) == nil }
    }

    /// The documents to begin in records that may be damaged. Without their manifest, a document of which there is
    /// nothing is taken for one that the account never had, unless there is nothing of any.
    func documentsNotBegun(in records: borrowing RecordTransaction) throws -> [any DocumentModel.Type] {
        records.isUnverified
            ? try documentsWithoutRows(of: records.account, in: records.backend) : documentsToBegin(in: records)
    }

    /// The documents of which an account has no records, unless it has none of any.
    func documentsWithoutRows(
        of account: AccountID, in backend: any RecordBackend
    ) throws -> [any DocumentModel.Type] {
        let missing = try documents.filter { document in
            try document.kinds.all.allSatisfy { try backend.count($0, of: account) == 0 }
        }
        return missing.count == documents.count ? [] : missing
    }
}

extension DocumentModel {
    static func begin(at now: WallTime, in records: inout RecordTransaction) throws {
        try DocumentRecords<Self>().create(fresh(at: now), at: now, in: &records)
    }
}
