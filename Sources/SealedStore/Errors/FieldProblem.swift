/// A value that breaks a rule: which field, and which rule. It never holds the value.
public struct FieldProblem: Error, Hashable, Sendable {
    /// The field's name, as in JSON.
    public let field: String
    public let rule: FieldRule
    /// The record that the value is of, where there are many.
    public let record: Record?

    /// One record of many, by its kind, and by its number where it has one already.
    public struct Record: Hashable, Sendable {
        public let kind: String
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

/// A rule of values, by its name. The list is open: each model has its own.
public struct FieldRule: Error, Hashable, Sendable {
    public let name: String
    /// What the rule is about, such as the least and the greatest value, as text.
    public let bounds: [String]

    public init(_ name: String, _ bounds: String...) { self.init(name, bounds) }

    public init(_ name: String, _ bounds: [String]) {
        self.name = name
        self.bounds = bounds
    }

    /// 1 to 63 of `a-z`, `0-9` and `-`.
    public static let name = FieldRule("name")
    /// The text isn't of the value's form.
    public static let form = FieldRule("form")
    /// The value is one of a list, which is given.
    public static func choice(_ choices: [String]) -> FieldRule { FieldRule("choice", choices) }
    /// The value is from one to another, both included.
    public static func range(_ least: some CustomStringConvertible, _ most: some CustomStringConvertible) -> FieldRule {
        FieldRule("range", least.description, most.description)
    }
    /// The text has a length between two numbers of characters, both included.
    public static func length(_ lengths: ClosedRange<Int>) -> FieldRule {
        FieldRule("length", "\(lengths.lowerBound)", "\(lengths.upperBound)")
    }
}
