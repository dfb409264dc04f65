/// A value with a list of fields, of which a store keeps one (``DocumentModel``) or many (``ElementModel``).
public protocol FieldModel: Hashable, Sendable {
    /// The model's fields, in the order in which they are presented, no two of one name or tag. Properties that aren't
    /// listed here aren't stored, and an edit of nothing else is refused.
    static var fields: [ModelField<Self>] { get }

    /// Creates a value with each field's default, which is used for fields that a record lacks.
    init()

    /// Everything that prevents this value from being committed, in the order of the fields; empty if it is valid.
    ///
    /// - Parameters:
    ///   - committed: the value that it would replace.
    ///   - now: the current time.
    func problems(replacing committed: Self, at now: WallTime) -> [FieldProblem]
}

extension FieldModel {
    /// The type of its fields, by which a model lists them: `Field("number", tag: 1, \.number)`.
    public typealias Field = ModelField<Self>

    public func problems(replacing committed: Self, at now: WallTime) -> [FieldProblem] { [] }

    /// The name or tag that two fields share; `nil` if there is none. A record would hold one of the two values, and
    /// nothing could name the other.
    static var sharedFieldID: String? {
        var (names, tags): (Set<String>, Set<Int>) = ([], [])
        for field in fields {
            guard names.insert(field.name).inserted else { return "name \(field.name)" }
            for tag in [field.tag, field.former?.tag].compactMap(\.self) {
                guard tags.insert(tag).inserted else { return "tag \(tag)" }
            }
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

    /// Refuses values that couldn't be read back, after which the record could never be opened again.
    ///
    /// - Parameter names: the fields to look at; all of them by default.
    func requireReadable(_ names: [String]? = nil) throws(StoreError) {
        let problems = Self.fields.filter { names?.contains($0.name) ?? true && !$0.canRead($0.value(of: self)) }
        guard problems.isEmpty else { throw StoreError(.invalid(problems.map { FieldProblem($0.name, .form) })) }
    }

    /// Refuses a change of properties that aren't stored, where nothing else was changed.
    ///
    /// - Parameter kind: the name of the record's kind.
    func requireListed(after previous: Self, kind: String) throws(StoreError) {
        // A value that doesn't equal itself can't be compared.
        guard self != previous, self == self else { return }
        var stored = previous
        for field in Self.fields { field.set(field.value(of: self), in: &stored) }
        guard stored == self else { throw StoreError(.unlistedProperty(kind: kind)) }
    }
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
