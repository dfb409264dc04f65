/// One field of a model, as a value. Everything that walks a model's fields (record, JSON, options, editor, difference,
/// history, merge) walks a list of these.
public struct ModelField<Model>: Sendable {
    /// The field's name, as in JSON. It isn't stored, so it may change.
    public var name: String { access.name }
    /// Identifies the field in records: it must never change, and must never be reused for another field, nor for the
    /// same one with values of another type.
    public let tag: Int
    /// The label shown with its value; the name of a field that is only stored.
    public var label: String { access.label }
    /// Whether it is stored apart from an element's header, so that lists don't read it.
    private(set) var isInBody = false
    /// What the field was stored as before its type changed; `nil` if that never did.
    private(set) var former: Former?
    private let access: FieldAccess<Model>

    final class Former: Sendable {
        let tag: Int
        /// Sets the field to what a former value is converted to.
        let read: @Sendable (inout Model, [UInt8]) throws(MalformedRecord) -> Void

        init(tag: Int, read: @escaping @Sendable (inout Model, [UInt8]) throws(MalformedRecord) -> Void) {
            (self.tag, self.read) = (tag, read)
        }
    }

    /// Creates the descriptor of a stored property that programs show.
    ///
    /// - Parameters:
    ///   - name: the field's name, as in JSON.
    ///   - tag: a number that no other field of the model has or ever had.
    ///   - label: the label shown with its value.
    ///   - path: the property.
    // Inlinable, like all generic initializers here, so that what reads and writes a field is specialized for its type.
    @inlinable public init<Value: EditableValue>(
        _ name: String, tag: Int, label: String, _ path: any WritableKeyPath<Model, Value> & Sendable
    ) {
        self.init(name, tag: tag, label: label, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// Creates the descriptor of a stored property.
    @inlinable public init<Value: FieldValue>(
        _ name: String, tag: Int, _ path: any WritableKeyPath<Model, Value> & Sendable
    ) {
        self.init(name, tag: tag, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// Creates a field that programs show from functions:
    ///
    ///     ModelField("username", tag: 1, label: "Username", get: \.username) { $0.username = $1 }
    ///
    /// These are compiled, whereas a key path that is kept is evaluated at run time: that takes a microsecond at each
    /// use, which counts in a model that is read often.
    @inlinable public init<Value: EditableValue>(
        _ name: String, tag: Int, label: String, get: @escaping @Sendable (Model) -> Value,
        set: @escaping @Sendable (inout Model, Value) -> Void
    ) {
        self.init(
            tag: tag,
            FieldAccess(
                name, label: label, { Value.control }, get, set,
                { text throws(FieldRule) in AnyFieldValue(try Value(parsing: text)) },
                { json throws(FieldRule) in AnyFieldValue(try Value(json: json)) }))
    }

    /// Creates a field from functions.
    @inlinable public init<Value: FieldValue>(
        _ name: String, tag: Int, get: @escaping @Sendable (Model) -> Value,
        set: @escaping @Sendable (inout Model, Value) -> Void
    ) {
        self.init(
            tag: tag,
            FieldAccess(
                name, label: name, nil, get, set, { _ throws(FieldRule) in throw .form },
                { _ throws(FieldRule) in throw .form }))
    }

    @usableFromInline init(tag: Int, _ access: FieldAccess<Model>) { (self.tag, self.access) = (tag, access) }

    /// Keeps the field apart from the header of an element, so that lists don't read it. There it has its default.
    public func inBody() -> ModelField {
        var field = self
        field.isInBody = true
        return field
    }

    /// Reads the field from another tag, under which it was stored with another type, in records that don't have it:
    ///
    ///     ModelField("days", tag: 4, label: "Days", \.days).replacing(tag: 3) { (weeks: Int) in Double(weeks) * 7 }
    ///
    /// - Parameter convert: returns the value for a former one.
    /// - Precondition: It returns a value of this field's type. Where a literal could be of several, name the type:
    ///   `{ (season: Season) -> Set<Season> in [season] }`.
    public func replacing<Old: FieldValue, Value: FieldValue>(
        tag: Int, convert: @escaping @Sendable (Old) -> Value
    ) -> ModelField {
        // The value would be ignored, and the field's default stored in place of what was kept.
        precondition(access.valueType == Value.self, "the field \(name) has another type than \(Value.self)")
        var field = self
        field.former = Former(tag: tag) { [access] model, bytes throws(MalformedRecord) in
            access.set(&model, AnyFieldValue(convert(try Old(recordForm: bytes))))
        }
        return field
    }

    /// The control with which a person edits it.
    public var control: FieldControl { access.control?() ?? .text }

    /// Whether it has texts and JSON: whether its values are ``EditableValue``s.
    public var isEditable: Bool { access.control != nil }

    /// The field's value in a model.
    public func value(of model: Model) -> AnyFieldValue { access.get(model) }

    /// Sets the field's value in a model.
    ///
    /// - Parameter value: a value of this field, such as ``parse(_:)`` returns. One of another type is ignored.
    public func set(_ value: AnyFieldValue, in model: inout Model) { access.set(&model, value) }

    /// Parses a value from user input.
    ///
    /// - Throws: ``FieldProblem`` if the text doesn't have the value's form. The model's rules are checked separately.
    public func parse(_ text: String) throws(FieldProblem) -> AnyFieldValue {
        do { return try access.parse(text) } catch { throw FieldProblem(name, error) }
    }

    /// Reads a value from JSON.
    ///
    /// - Throws: ``FieldProblem`` if it doesn't have the value's form.
    public func read(_ json: FieldJSON) throws(FieldProblem) -> AnyFieldValue {
        do { return try access.readJSON(json) } catch { throw FieldProblem(name, error) }
    }

    /// Whether a value of this field can be read from its stored form.
    func canRead(_ value: AnyFieldValue) -> Bool { access.valueType.canRead(value.recordForm) }

    /// Sets the field to the value that a reader of its record form reads.
    func decode(_ reader: inout RecordReader, into model: inout Model) throws(MalformedRecord) {
        try access.decode(&model, &reader)
    }

    /// The value of two that both sides changed; `nil` if they are in conflict.
    func merged(base: AnyFieldValue, mine: AnyFieldValue, theirs: AnyFieldValue) -> AnyFieldValue? {
        (access.valueType as? any MergingValue.Type)?.merged(base: base, mine: mine, theirs: theirs)
    }
}

/// What a field does with a model. It is shared by a field's copies, which would take longer to make with all of these.
@usableFromInline
final class FieldAccess<Model>: Sendable {
    @usableFromInline let name: String
    @usableFromInline let label: String
    @usableFromInline let valueType: any FieldValue.Type
    /// Makes the control, with all choices; few programs ask for it. `nil` for a field that is only stored.
    @usableFromInline let control: (@Sendable () -> FieldControl)?
    @usableFromInline let get: @Sendable (Model) -> AnyFieldValue
    @usableFromInline let set: @Sendable (inout Model, AnyFieldValue) -> Void
    @usableFromInline let parse: @Sendable (String) throws(FieldRule) -> AnyFieldValue
    @usableFromInline let readJSON: @Sendable (FieldJSON) throws(FieldRule) -> AnyFieldValue
    @usableFromInline let decode: @Sendable (inout Model, inout RecordReader) throws(MalformedRecord) -> Void

    @inlinable
    init<Value: FieldValue>(
        _ name: String, label: String, _ control: (@Sendable () -> FieldControl)?,
        _ get: @escaping @Sendable (Model) -> Value, _ set: @escaping @Sendable (inout Model, Value) -> Void,
        _ parse: @escaping @Sendable (String) throws(FieldRule) -> AnyFieldValue,
        _ readJSON: @escaping @Sendable (FieldJSON) throws(FieldRule) -> AnyFieldValue
    ) {
        (self.name, self.label, self.control, self.parse, self.readJSON) = (name, label, control, parse, readJSON)
        valueType = Value.self
        self.get = { AnyFieldValue(get($0)) }
        self.set = { model, value in
            if let value = value.value as? Value { set(&model, value) }
        }
        decode = { model, reader throws(MalformedRecord) in
            let value = try Value(from: &reader)
            try reader.finish()
            set(&model, value)
        }
    }
}

extension FieldValue {
    fileprivate static func canRead(_ form: [UInt8]) -> Bool { (try? Self(recordForm: form)) != nil }
}

extension MergingValue {
    fileprivate static func merged(base: AnyFieldValue, mine: AnyFieldValue, theirs: AnyFieldValue) -> AnyFieldValue? {
        guard let base = base.value as? Self, let mine = mine.value as? Self, let theirs = theirs.value as? Self else {
            return nil
        }
        return AnyFieldValue(merged(base: base, mine: mine, theirs: theirs))
    }
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

    /// The text that ``ModelField/parse(_:)`` reads back; empty for a value that is only stored.
    public var description: String { (value as? any EditableValue)?.text ?? "" }
    /// The value in JSON; `null` for a value that is only stored.
    public var json: FieldJSON { (value as? any EditableValue)?.json ?? .null }

    public static func == (one: Self, other: Self) -> Bool { one.recordForm == other.recordForm }

    public func hash(into hasher: inout Hasher) { hasher.combine(recordForm) }
}
