/// One field of a model, as a value. Everything that walks a document's fields (record, JSON, options, editor,
/// difference, history, merge) walks a list of these.
public struct ModelField<Model>: Sendable {
    /// The field's name, as in JSON.
    public let name: String
    /// Identifies the field in records: it must never change, and must never be reused for another field, nor for the
    /// same one with values of another type.
    public let tag: Int
    /// The label shown with its value.
    public let label: String
    /// The control with which a person edits it.
    public let control: FieldControl
    private let getter: @Sendable (Model) -> AnyFieldValue
    private let setter: @Sendable (inout Model, AnyFieldValue) -> Void
    private let parser: @Sendable (String) throws(FieldRule) -> AnyFieldValue
    private let jsonReader: @Sendable (FieldJSON) throws(FieldRule) -> AnyFieldValue
    private let reads: @Sendable ([UInt8]) -> Bool
    private let recordReader: @Sendable (inout Model, [UInt8]) throws(MalformedRecord) -> Void

    /// Creates the descriptor of a stored property.
    ///
    /// - Parameters:
    ///   - name: the field's name, as in JSON.
    ///   - tag: a number that no other field of the model has or ever had.
    ///   - label: the label shown with its value.
    ///   - path: the property.
    public init<Value: FieldValue>(
        _ name: String, tag: Int, label: String, _ path: any WritableKeyPath<Model, Value> & Sendable
    ) {
        self.init(name, tag: tag, label: label, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// Creates a field from functions:
    ///
    ///     Field("username", tag: 1, label: "Username", get: \.username) { $0.username = $1 }
    ///
    /// These are compiled, whereas a key path that is kept is evaluated at run time: that takes a microsecond at each
    /// use, which counts in a model that is read often.
    public init<Value: FieldValue>(
        _ name: String, tag: Int, label: String, get: @escaping @Sendable (Model) -> Value,
        set: @escaping @Sendable (inout Model, Value) -> Void
    ) {
        (self.name, self.tag, self.label) = (name, tag, label)
        control = Value.control
        getter = { AnyFieldValue(get($0)) }
        setter = { model, value in
            if let value = value.value as? Value { set(&model, value) }
        }
        parser = { text throws(FieldRule) in AnyFieldValue(try Value(parsing: text)) }
        jsonReader = { json throws(FieldRule) in AnyFieldValue(try Value(json: json)) }
        reads = { bytes in (try? Value(recordForm: bytes)) != nil }
        recordReader = { model, bytes throws(MalformedRecord) in
            set(&model, try Value(recordForm: bytes))
        }
    }

    /// The field's value in a model.
    public func value(of model: Model) -> AnyFieldValue { getter(model) }

    /// Sets the field's value in a model.
    ///
    /// - Parameter value: a value of this field, such as ``parse(_:)`` returns. One of another type is ignored.
    public func set(_ value: AnyFieldValue, in model: inout Model) { setter(&model, value) }

    /// Parses a value from user input.
    ///
    /// - Throws: ``FieldProblem`` if the text doesn't have the value's form. The model's rules are checked separately.
    public func parse(_ text: String) throws(FieldProblem) -> AnyFieldValue {
        do { return try parser(text) } catch { throw FieldProblem(name, error) }
    }

    /// Reads a value from JSON.
    ///
    /// - Throws: ``FieldProblem`` if it doesn't have the value's form.
    public func read(_ json: FieldJSON) throws(FieldProblem) -> AnyFieldValue {
        do { return try jsonReader(json) } catch { throw FieldProblem(name, error) }
    }

    /// Whether a value of this field can be read from its stored form.
    func canRead(_ value: AnyFieldValue) -> Bool { reads(value.recordForm) }

    /// Sets the field to a value's record form.
    func decode(_ bytes: [UInt8], into model: inout Model) throws(MalformedRecord) { try recordReader(&model, bytes) }
}

/// The value of any field. Two values are equal if their stored forms are.
public struct AnyFieldValue: Hashable, Sendable, CustomStringConvertible {
    /// The value itself.
    public let value: any FieldValue
    let recordForm: [UInt8]

    public init(_ value: some FieldValue) {
        self.value = value
        recordForm = value.recordForm
    }

    /// The text that ``ModelField/parse(_:)`` reads back.
    public var description: String { value.text }
    /// The value in JSON.
    public var json: FieldJSON { value.json }

    public static func == (one: Self, other: Self) -> Bool { one.recordForm == other.recordForm }

    public func hash(into hasher: inout Hasher) { hasher.combine(recordForm) }
}
