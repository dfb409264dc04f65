internal import CommandParsing
internal import Glibc
internal import Interchange
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// An error as the program reports it: one line that says what is wrong, one that says what to do, and an exit code.
struct UserError: Error {
    let exit: ExitCode
    /// The beginning of each message, such as the name of a file; empty if they have no common subject.
    private(set) var subject = ""
    /// The messages without their subject.
    private(set) var statements: [String]
    var hint: CommandText
    var retryAfter: Duration?
    /// The fields in conflict, with all three values.
    var conflicts: [FieldConflict] = []

    /// Usually one line; one per value when several break their rules.
    var messages: [String] {
        get { subject.isEmpty ? statements : statements.map { "\(subject) \($0)" } }
        set { (subject, statements) = ("", newValue) }
    }

    init(_ exit: ExitCode, _ message: String, hint: CommandText) {
        self.init(exit, [message], hint: hint)
    }

    /// - Parameter subject: what the message is about, with which the line begins.
    init(_ exit: ExitCode, about subject: String, _ statement: String, hint: CommandText) {
        self.init(exit, [statement], hint: hint)
        self.subject = subject
    }

    init(_ exit: ExitCode, _ messages: [String], hint: CommandText) {
        self.exit = exit
        statements = messages
        self.hint = hint
    }

    /// Creates the report of any error.
    init(_ error: any Error) {
        switch error {
        case let error as UserError: self = error
        case let error as any RefusedAddress: self.init(.usage, error.message, hint: CommandText(error.hint))
        case let error as UsageError: self.init(.usage, error.message, hint: CommandText(error.hint))
        case is StoreError, is UserMessage, is FieldProblem, is HikeFileError, is SystemError,
            SealingError.outOfMemory:
            let error = UserMessage(error)
            let messages = error.problems.isEmpty ? [error.message] : error.problems.map(\.statement)
            self.init(ExitCode(error.code), messages, hint: error.hint)
            if error.retryAfter > .zero { retryAfter = error.retryAfter }
        case let error as DraftConflict:
            self.init(
                .conflict,
                "the draft and revision \(error.revision) both changed: "
                    + error.fields.map(\.text).joined(separator: "; "),
                hint:
                    "Nothing was written. See both sides with: \(command: "diff"). Decide with: \(command: "commit --take mine|theirs"), or --take FIELD=mine|theirs"
            )
            conflicts = error.fields
        case let error as InvalidValue:
            self.init(.invalidValue, error.description, hint: "Correct the value and try again.")
        default:
            self.init(.failure, "\(error)", hint: "If this happens again, please report it.")
        }
    }
}

/// A value on the command line or in the environment that breaks its rules. It names the option and the rule, and of
/// the value at most the one character that is not allowed.
struct InvalidValue: Error, Hashable, CustomStringConvertible {
    /// The name as typed.
    let name: String
    let rule: String

    init(_ name: String, _ rule: String) {
        self.name = name
        self.rule = rule
    }

    var description: String { "\(name) \(rule)" }

    /// Refuses an empty file name, for which the system would give an error that names nothing.
    static let emptyFileName = InvalidValue("FILE", "must be the name of a file, not empty")
}

extension CommandCall {
    /// Ends a reading command after its answer with the exit code for damage, if a part that it reads doesn't open.
    ///
    /// - Throws: ``UserError``, naming each damaged part.
    func requireWhole(
        _ readable: Salvaged<some Sendable>, hint: CommandText = "The readable parts are shown. Nothing was changed."
    ) throws {
        guard !readable.damaged.isEmpty else { return }
        let names = readable.damaged.names
        let named = names.prefix(10)
        let more = names.count - named.count
        let parts = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        throw UserError(
            .damaged, "\(settings.storeName) is damaged: cannot open \(parts)",
            hint: "\(hint) See all of it with: \(command: "check"). Repair it with: \(command: "repair")")
    }
}

/// The system's own words for an error number, such as "Permission denied".
func systemReason(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
