internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// An error as the program reports it: one line that says what is wrong, one that says what to do, and an exit code.
struct Complaint: Error {
    let exit: ExitCode
    /// Usually one line; one per value when several break their rules.
    var messages: [String]
    var hint: String
    var retryAfter: Duration?
    /// The fields in conflict, with all three values.
    var conflicts: [FieldConflict] = []

    init(_ exit: ExitCode, _ message: String, hint: String) {
        self.init(exit, [message], hint: hint)
    }

    init(_ exit: ExitCode, _ messages: [String], hint: String) {
        self.exit = exit
        self.messages = messages
        self.hint = hint
    }

    /// Creates the report of any error.
    init(_ error: any Error) {
        switch error {
        case let complaint as Complaint: self = complaint
        case let error as any RefusedAddress: self.init(.usage, error.message, hint: error.hint)
        case let error as UsageError: self.init(.usage, error.message, hint: error.hint)
        case is StoreError, is WordedError, is FieldProblem, SealingError.outOfMemory:
            let error = WordedError(error)
            let messages = error.problems.isEmpty ? [error.message] : error.problems.map(\.words)
            self.init(ExitCode(error.code), messages, hint: error.hint)
            if error.code == .throttled { retryAfter = error.retryAfter }
        case let error as DraftConflict:
            self.init(
                .conflict,
                "the draft and revision \(error.revision) both changed: "
                    + error.fields.map { Profile.option(of: $0.field) }.joined(separator: ", "),
                hint:
                    "Nothing was written. See both sides with: profile diff. Decide with: profile commit --take mine|theirs, or --take FIELD=mine|theirs"
            )
            conflicts = error.fields
        case let error as InvalidValue:
            self.init(.invalidValue, error.description, hint: "Correct the value and try again.")
        default:
            self.init(.failure, "\(error)", hint: "If this happens again, please report it.")
        }
    }
}
