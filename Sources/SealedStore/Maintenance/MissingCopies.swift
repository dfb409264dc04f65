extension GatedStore {
    /// The copies of the store on this machine whose files aren't where they were last used.
    ///
    /// - Throws: ``StoreError`` with `io`.
    public func missingCopies() throws -> [MissingCopy] {
        try opened.core.translating { try opened.memory.folder.missingCopies }
    }

    /// Removes what this machine remembers of copies whose files are still missing, with their device secrets: a copy
    /// that appears again after all has to be recovered with its recovery code. The failed attempts that were counted
    /// there stay counted.
    ///
    /// - Throws: ``StoreError`` with `io`, `busy`.
    public func forget(_ copies: [MissingCopy]) throws {
        try opened.core.translating { try opened.memory.folder.forget(copies, at: opened.core.now) }
    }
}
