internal import FoundationEssentials
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

extension HikeFileError {
    /// Creates the error for what Foundation's decoder rejected in a part of a text, with its line.
    init(_ error: DecodingError, in part: JSONSplitter.Part) {
        func at(_ path: [any CodingKey], _ message: String) -> HikeFileError {
            let steps: [JSONLocator.Step] = path.map { key in
                key.intValue.map { .element($0) } ?? .member(key.stringValue)
            }
            return HikeFileError(at: steps, in: part, message)
        }
        switch error {
        case .keyNotFound(let key, let context):
            self = at(context.codingPath, "has no '\(key.stringValue)'")
        case .typeMismatch(let type, let context):
            self = at(context.codingPath, "is not \(Self.noun(for: type))")
        case .valueNotFound(let type, let context):
            self = at(context.codingPath, "is null instead of \(Self.noun(for: type))")
        case .dataCorrupted(let context):
            if let mistake = JSONLocator.mistake(in: part.bytes) {
                self.init(line: part.line + mistake.line - 1, "the text is not JSON: \(mistake.message)")
            } else {
                self = at(context.codingPath, "contains something that cannot be read")
            }
        @unknown default:
            self.init("the file is not a list of hikes")
        }
    }

    /// Creates the error for a value in a part of a text.
    ///
    /// - Parameter path: from the part to the value.
    init(at path: [JSONLocator.Step], in part: JSONSplitter.Part, _ message: String) {
        let line = part.line + JSONLocator.line(of: path, in: part.bytes) - 1
        self.init(line: line, "\((part.path + path).inWords) \(message)")
    }

    private static func noun(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is Bool.Type: "true or false"
        case is [String: Any].Type: "an object"
        default: "a list"
        }
    }
}
