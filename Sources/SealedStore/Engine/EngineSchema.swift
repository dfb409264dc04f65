/// What an engine needs to know of an application's stores.
package struct EngineSchema: Sendable {
    /// Every kind of record that an account can have.
    package internal(set) var kinds: [RecordKind]
    /// The application id in a file's header, 31 bits, which identifies the application.
    package var applicationID: Int
    /// The tables of a file written by 0.1.0, for kinds that had their own. Every other kind is in the table `record`.
    package var firstTables: [FirstTable] = []

    package init(_ kinds: [RecordKind], applicationID: Int) {
        (self.kinds, self.applicationID) = (kinds, applicationID)
    }

    package var singletons: [RecordKind] { kinds.filter { $0.form == .singleton } }

    var ownTables: [String: RecordTable] {
        Dictionary(uniqueKeysWithValues: firstTables.map { ($0.kind.name, $0.table) })
    }
}
