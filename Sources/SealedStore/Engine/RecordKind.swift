/// A kind of sealed record, of which an account has one, a log or a collection.
///
/// The set of kinds is open: each model has its own. The names of a kind and of its parts are in the associated data of
/// every box, so they must never change.
public struct RecordKind: Hashable, Sendable {
    /// How many records of a kind an account has, and what their numbers mean.
    public enum Form: Hashable, Sendable {
        /// At most one record, whose number identifies the change. Its head is in the manifest.
        case singleton
        /// Any number of records, numbered consecutively, each written once: a history.
        case log
        /// Any number of records, numbered by the ids of their contents. A sealed directory lists them.
        case collection
        /// The pages of a collection's directory, which are derived from its records.
        case pages
    }

    /// Lower-case letters, digits and hyphens.
    public let name: String
    public let form: Form
    /// The names of a record's boxes, in order. A list reads only the first one.
    public let parts: [String]

    /// - Parameter parts: the name of the kind by default.
    public init(_ name: String, _ form: Form, parts: [String]? = nil) {
        self.name = name
        self.form = form
        self.parts = parts ?? [name]
    }

    /// The pages of this collection's directory.
    var pages: RecordKind { RecordKind("\(name).page", .pages) }
}
