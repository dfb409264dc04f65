internal import Interchange
public import ProfileKit
internal import StoreMessages

/// An error as people read it: one line that says what is wrong, and one that says what to do. Neither contains a secret or a
/// value of the profile.
///
/// Commands and the app share it, so that the program uses the same terms everywhere.
public struct UserMessage: Error, Sendable, CustomStringConvertible {
    public let code: StoreError.Code
    public let message: String
    public let hint: CommandText
    /// The time to wait before the next attempt; zero unless the code is `throttled`.
    public let retryAfter: Duration
    /// The rules that values break; empty unless the code is `invalidValue`.
    public let problems: [FieldProblem]

    public init(
        _ code: StoreError.Code, _ message: String, hint: CommandText, retryAfter: Duration = .zero,
        problems: [FieldProblem] = []
    ) {
        (self.code, self.message, self.hint) = (code, message, hint)
        (self.retryAfter, self.problems) = (retryAfter, problems)
    }

    /// Creates the message of an error of the library.
    public init(_ error: StoreError) {
        self.init(
            error.code, error.profileMessage, hint: error.hint, retryAfter: error.retryAfter, problems: error.problems)
    }

    /// Creates the message of any error.
    public init(_ error: any Error) {
        switch error {
        case let error as UserMessage: self = error
        case let error as StoreError: self.init(error)
        case SealingError.outOfMemory: self = .outOfMemory
        case let error as SystemError: self.init(StoreError(.system(error)))
        case let problem as FieldProblem: self.init(StoreError(.invalid([problem])))
        case let error as HikeFileError:
            let line = error.position.line.map { "line \($0): " } ?? ""
            self.init(.invalidValue, line + error.message, hint: "Correct the file and try again.")
        default: self.init(.failure, "\(error)", hint: "If this happens again, please report it.")
        }
    }

    /// The error for memory that the system refused, which implies nothing about the store or a secret.
    public static var outOfMemory: UserMessage { UserMessage(StoreError(.outOfMemory(checking: nil))) }

    public var description: String { message }

    /// How a hint begins if nothing was changed.
    public static let unchanged = "Nothing was changed."
}
