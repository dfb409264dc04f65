/// A model of which a store keeps one value, with drafts, a history and field-by-field merging.
///
/// A value takes at most 4 MiB. Larger contents belong in a collection (``CollectionElement``).
public protocol DocumentModel: Hashable, Sendable {
    /// The kinds of its records.
    static var kinds: DocumentKinds { get }
    /// Its fields, in the order in which they are presented, no two of one name or tag. Properties that aren't listed
    /// here aren't stored, and an edit of nothing else is refused.
    static var fields: [ModelField<Self>] { get }

    /// Creates a value with each field's default, which is used for fields that a record lacks.
    init()

    /// The first value of a new account.
    ///
    /// - Parameter now: the current time.
    static func fresh(at now: WallTime) -> Self

    /// Everything that prevents this value from being committed, in the order of the fields; empty if it is valid.
    ///
    /// - Parameters:
    ///   - committed: the value that it would replace.
    ///   - now: the current time.
    func problems(replacing committed: Self, at now: WallTime) -> [FieldProblem]

    /// Runs in the transaction of each commit that changes something, whoever makes it, so that dependent records change
    /// with the document. The default implementation does nothing. If only fields that this program doesn't know are
    /// changed, ``Commit/changes`` is empty. The first value of an account is no commit.
    static func didCommit(_ commit: Commit<Self>, in transaction: inout RecordTransaction) throws

    /// Reads a record of the form used before records were tagged.
    ///
    /// - Throws: ``MalformedRecord``. The default implementation always throws, for models that never had another form.
    static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Self
}

extension DocumentModel {
    public func problems(replacing committed: Self, at now: WallTime) -> [FieldProblem] { [] }

    public static func fresh(at now: WallTime) -> Self { Self() }

    public static func didCommit(_ commit: Commit<Self>, in transaction: inout RecordTransaction) throws {}

    public static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Self {
        throw MalformedRecord()
    }

    /// The name or tag that two fields share; `nil` if there is none. A record would hold one of the two values, and
    /// nothing could name the other.
    static var sharedFieldID: String? {
        var (names, tags): (Set<String>, Set<Int>) = ([], [])
        for field in fields {
            guard names.insert(field.name).inserted else { return "name \(field.name)" }
            guard tags.insert(field.tag).inserted else { return "tag \(field.tag)" }
        }
        return nil
    }

    /// The field with the given name; `nil` if there is none.
    public static func field(named name: String) -> ModelField<Self>? { fields.first { $0.name == name } }

    /// The fields that differ from an earlier value, in order.
    public func changes(since earlier: Self) -> [FieldChange] {
        Self.fields.compactMap { field in
            let (from, to) = (field.value(of: earlier), field.value(of: self))
            return from == to ? nil : FieldChange(field: field.name, from: from, to: to)
        }
    }

    /// The fields of some changes.
    func fields(in changes: [FieldChange]) -> [ModelField<Self>] {
        Self.fields.filter { field in changes.contains { $0.field == field.name } }
    }
}

/// The kinds of a document's records: its committed value, its draft and its history.
public struct DocumentKinds: Hashable, Sendable {
    /// The kind of the committed value.
    public let document: RecordKind
    /// The kind of the saved draft.
    public let draft: RecordKind
    /// The kind of the commits.
    public let history: RecordKind

    /// The names are those of ``RecordKind``: lower-case letters, digits, hyphens and dots. No other kind of the schema
    /// may have one of them.
    ///
    /// - Parameters:
    ///   - document: the name of the committed value's kind.
    ///   - draft: the name of the draft's kind; `document.draft` by default.
    ///   - history: the name of the history's kind; `document.history` by default.
    public init(_ document: String, draft: String? = nil, history: String? = nil) {
        self.document = RecordKind(document, .singleton)
        self.draft = RecordKind(draft ?? "\(document).draft", .singleton)
        self.history = RecordKind(history ?? "\(document).history", .log)
    }

    /// All three kinds.
    public var all: [RecordKind] { [document, draft, history] }
}

/// A field that differs between two values of a model.
public struct FieldChange: Hashable, Sendable {
    /// The field's name.
    public let field: String
    public let from: AnyFieldValue
    public let to: AnyFieldValue

    public init(field: String, from: AnyFieldValue, to: AnyFieldValue) {
        (self.field, self.from, self.to) = (field, from, to)
    }
}
