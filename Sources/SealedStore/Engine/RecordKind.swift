/// A kind of sealed record: what an account has one of, a log of, or a collection of.
///
/// The list of kinds is open: each model brings its own. A kind's name and the names of its parts are in the associated
/// data of every box, so they are never changed.
public struct RecordKind: Hashable, Sendable {
    /// How many records of a kind an account has, and what their numbers mean.
    public enum Form: Hashable, Sendable {
        /// One at most, whose number tells its changes apart. Its head stands in the manifest.
        case singleton
        /// Any number, numbered one after the other, each written once: a history.
        case log
        /// Any number, by the ids of what they hold. A sealed directory says which there are.
        case collection
        /// The pages of a collection's directory, which follow from its records.
        case pages
    }

    /// Lower-case letters, digits and hyphens.
    public let name: String
    public let form: Form
    /// What a record's boxes are called, in order. A list reads the first one alone.
    public let parts: [String]

    /// - Parameter parts: the name of the kind itself unless given.
    public init(_ name: String, _ form: Form, parts: [String]? = nil) {
        self.name = name
        self.form = form
        self.parts = parts ?? [name]
    }

    /// The pages of this collection's directory.
    var pages: RecordKind { RecordKind("\(name).page", .pages) }
}
