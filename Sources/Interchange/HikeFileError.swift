public import ProfileKit

/// What is wrong with a file of hikes, and where.
public struct HikeFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; `nil` where the whole file is meant.
    public let line: Int?
    /// What is wrong, with the place inside the file's structure where it has one. It repeats no value.
    public let message: String
    /// The rule that a value breaks, where it is one of the profile's: the message then only names the place and the rule.
    public let problem: FieldProblem?

    public init(line: Int? = nil, _ message: String, problem: FieldProblem? = nil) {
        self.line = line
        self.message = message
        self.problem = problem
    }

    public var description: String {
        line.map { "line \($0): \(message)" } ?? message
    }
}
