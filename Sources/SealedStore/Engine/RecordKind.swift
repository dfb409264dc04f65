/// A kind of sealed record, of which an account has one, a log or a collection.
///
/// The set of kinds is open: each model has its own. The names of a kind and of its parts are in the associated data of
/// every box, so they must never change.
public struct RecordKind: Hashable, Sendable {
    /// How many records of a kind an account has, and what their numbers mean.
    public enum Form: Hashable, Sendable {
        /// A single record at most, whose number identifies the change. Its head is in the manifest.
        case singleton
        /// Any number of records, numbered consecutively, each written once: a history.
        case log
        /// Any number of records, numbered by the ids of their contents. A sealed directory lists them.
        case collection
        /// Rows that the store itself adds: the pages of a collection's directory, and records that were set aside.
        case pages
    }

    /// The kind's name: lower-case letters, digits, hyphens and dots.
    public let name: String
    /// How many records an account has of this kind, and what their numbers mean.
    public let form: Form
    /// The names of a record's boxes, in order. A list reads only the first one.
    public let parts: [String]

    /// - Parameters:
    ///   - name: lower-case letters, digits, hyphens and dots; anything else is a programming error.
    ///   - parts: the name of the kind by default. A ``StoreSchema`` takes kinds of one part or two; only those of
    ///     0.1.0, which have tables of their own, may have more.
    public init(_ name: String, _ form: Form, parts: [String]? = nil) {
        // It becomes part of statements.
        precondition(Self.isAllowed(name), "a kind's name must be of a-z, 0-9, hyphens and dots: \(name)")
        self.name = name
        self.form = form
        self.parts = parts ?? [name]
    }

    /// A kind that a manifest names; `nil` for a name that no kind can have.
    init?(named name: String, _ form: Form) {
        guard Self.isAllowed(name) else { return nil }
        self.init(name, form)
    }

    private static func isAllowed(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { isAllowed($0) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    /// The pages of this collection's directory.
    var pages: RecordKind { RecordKind("\(name).page", .pages) }

    /// Records that have been set aside, numbered consecutively. The first part identifies the original record, and the
    /// second holds the key.
    static let aside = RecordKind("aside", .pages, parts: ["aside", "aside.key"])
}

extension [RecordKind] {
    /// These kinds, and those of the rows that the package itself adds to them: directories, and records set aside.
    var withPages: [RecordKind] { self + filter { $0.form == .collection }.map(\.pages) + [.aside] }
}
