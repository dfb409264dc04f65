public import ProfileKit

/// An error in a file of hikes, and its location.
public struct HikeFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Starting at 1; `nil` when the error concerns the whole file.
    public let line: Int?
    /// What is wrong, with the location within the file's structure if there is one. It never repeats a value.
    public let message: String
    /// The violated rule, if it is one of the profile's: the message then only names the location and the rule.
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
