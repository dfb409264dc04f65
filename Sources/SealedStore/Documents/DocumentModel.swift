/// A model that a store keeps one value of, with drafts, a history and a merge field by field.
public protocol DocumentModel: Hashable, Sendable {
    /// Which records it is kept in.
    static var kinds: DocumentKinds { get }
    /// Its fields, in the order in which people meet them.
    static var fields: [Field<Self>] { get }

    /// A value with each field's default, which stands where a record lacks a field.
    init()

    /// The value that a new account begins with.
    ///
    /// - Parameter now: in seconds since 1970.
    static func fresh(at now: Int) -> Self

    /// What keeps this value from being committed, in the order of the fields; empty when all is well.
    ///
    /// - Parameters:
    ///   - committed: the value that it is to replace.
    ///   - now: in seconds since 1970.
    func problems(replacing committed: Self, at now: Int) -> [FieldProblem]

    /// Reads a record of the form before records were tagged.
    ///
    /// - Throws: ``MalformedRecord``, which a model that never had another form does by default.
    static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Self
}

extension DocumentModel {
    public func problems(replacing committed: Self, at now: Int) -> [FieldProblem] { [] }

    public static func fresh(at now: Int) -> Self { Self() }

    public static func decodeUntagged(_ reader: inout RecordReader) throws(MalformedRecord) -> Self {
        throw MalformedRecord()
    }

    /// The field of a name; `nil` when there is none.
    public static func field(named name: String) -> Field<Self>? { fields.first { $0.name == name } }

    /// The fields that differ from an earlier value, in their order.
    public func changes(since earlier: Self) -> [FieldChange] {
        Self.fields.compactMap { field in
            let (from, to) = (field.value(of: earlier), field.value(of: self))
            return from == to ? nil : FieldChange(field: field.name, from: from, to: to)
        }
    }
}

/// The records of a document: its committed value, its draft and its history.
public struct DocumentKinds: Hashable, Sendable {
    public let document: RecordKind
    public let draft: RecordKind
    public let history: RecordKind

    /// - Parameters:
    ///   - document: the name of the committed value's kind.
    ///   - draft: that of the draft's; `document.draft` unless given.
    ///   - history: that of the history's; `document.history` unless given.
    public init(_ document: String, draft: String? = nil, history: String? = nil) {
        self.document = RecordKind(document, .singleton)
        self.draft = RecordKind(draft ?? "\(document).draft", .singleton)
        self.history = RecordKind(history ?? "\(document).history", .log)
    }

    public var all: [RecordKind] { [document, draft, history] }
}

/// One field that differs between two values of a model.
public struct FieldChange: Hashable, Sendable {
    public let field: String
    public let from: AnyFieldValue
    public let to: AnyFieldValue

    public init(field: String, from: AnyFieldValue, to: AnyFieldValue) {
        (self.field, self.from, self.to) = (field, from, to)
    }
}
