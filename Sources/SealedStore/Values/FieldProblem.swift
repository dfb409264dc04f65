/// A value that breaks a rule: names the field and the rule, and never contains the value.
public struct FieldProblem: Error, Hashable, Sendable {
    /// The field's name, as in JSON.
    public let field: String
    /// The rule that the value breaks.
    public let rule: FieldRule
    /// The record that contains the value, if there are many.
    public let record: Record?

    /// One record of many, identified by its kind, and by its number if it already has one.
    public struct Record: Hashable, Sendable {
        /// The name of its kind.
        public let kind: String
        /// The record's number; `nil` if it has none yet.
        public let number: Int?

        public init(_ kind: String, _ number: Int?) {
            (self.kind, self.number) = (kind, number)
        }
    }

    public init(_ field: String, _ rule: FieldRule, of record: Record? = nil) {
        self.field = field
        self.rule = rule
        self.record = record
    }
}

/// A rule for values, identified by name. The set is open: each model has its own.
public struct FieldRule: Error, Hashable, Sendable {
    /// Identifies the rule.
    public let name: String
    /// The rule's parameters, such as the minimum and maximum value, as text.
    public let bounds: [String]

    public init(_ name: String, _ bounds: String...) { self.init(name, bounds) }

    public init(_ name: String, _ bounds: [String]) {
        self.name = name
        self.bounds = bounds
    }

    /// 1 to 63 characters from `a-z`, `0-9` and `-`.
    public static let name = FieldRule("name")
    /// The text must have the value's form.
    public static let form = FieldRule("form")
    /// The value must be one of the given choices.
    public static func choice(_ choices: [String]) -> FieldRule { FieldRule("choice", choices) }
    /// The value must be in a range, including both ends.
    public static func range(_ least: some CustomStringConvertible, _ most: some CustomStringConvertible) -> FieldRule {
        FieldRule("range", least.description, most.description)
    }
    /// The text's length in characters must be in a range, including both ends.
    public static func length(_ lengths: ClosedRange<Int>) -> FieldRule {
        FieldRule("length", "\(lengths.lowerBound)", "\(lengths.upperBound)")
    }
}
