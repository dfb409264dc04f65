/// A model of which a store keeps one value, with drafts, a history and field-by-field merging.
///
/// A value takes at most 4 MiB. Larger contents belong in a collection (``CollectionElement``).
public protocol DocumentModel: FieldModel {
    /// The kinds of its records.
    static var kinds: DocumentKinds { get }

    /// The first value of a new account.
    ///
    /// - Parameter now: the current time.
    static func fresh(at now: WallTime) -> Self

    /// Completes a value that is about to be committed with what only the commit tells, such as its day. The default
    /// implementation does nothing.
    ///
    /// - Parameters:
    ///   - committed: the value that it replaces.
    ///   - now: the current time.
    mutating func complete(replacing committed: Self, at now: WallTime)

    /// Runs in the transaction of each commit that changes something, whoever makes it, so that dependent records
    /// change with the document. The default implementation does nothing. If only fields that this program doesn't know
    /// are changed, ``Commit/changes`` is empty. The first value of an account is no commit.
    ///
    /// - Throws: an error that undoes the commit.
    static func didCommit(_ commit: Commit<Self>, in transaction: inout RecordTransaction) throws

    /// Reads a record of the form used before records were tagged.
    ///
    /// - Throws: ``MalformedRecord``. The default implementation always throws, for models that never had another form.
    static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Self
}

extension DocumentModel {
    public static func fresh(at now: WallTime) -> Self { Self() }

    public mutating func complete(replacing committed: Self, at now: WallTime) {}

    public static func didCommit(_ commit: Commit<Self>, in transaction: inout RecordTransaction) throws {}

    public static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Self {
        throw MalformedRecord()
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
