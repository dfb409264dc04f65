/// A step that brings the values of an account up to date with the program's rules, run once in each account of a
/// store.
///
///     StoreSchema(domain: "travel", documents: [Passport.self], migrations: [
///         SchemaMigration(to: 1) { transaction in … }
///     ])
///
/// New fields, fields of another type (``ModelField/replacing(tag:convert:)``) and other orders of a collection need
/// none.
public struct SchemaMigration: Sendable {
    /// The version of the values after this step. New accounts have that of the last one.
    public let version: Int
    let run: @Sendable (inout RecordTransaction) throws -> Void

    /// - Parameters:
    ///   - version: higher than that of every earlier step; at least 1.
    ///   - run: changes the values. It runs when a store is unlocked or resumed, in one transaction with all other
    ///     steps that the account lacks: either all or none take effect. If it throws a ``StoreError`` that is about the
    ///     store, such as `damaged` or `busy`, the store is opened without it, and the next opening tries again; any
    ///     other error, as for an invalid value, is thrown by the opening.
    public init(to version: Int, _ run: @escaping @Sendable (inout RecordTransaction) throws -> Void) {
        (self.version, self.run) = (version, run)
    }
}

extension StoreSchema {
    /// The version of new accounts.
    var version: Int { migrations.last?.version ?? 0 }

    /// Runs the steps that an account lacks.
    func migrate(_ records: inout RecordTransaction) throws {
        for step in migrations where step.version > records.schemaVersion { try step.run(&records) }
        try records.setSchemaVersion(version)
    }
}
