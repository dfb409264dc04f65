internal import FoundationEssentials
internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// Runs the user's own text editor on a form.
enum TextEditor {
    /// Lets the user edit a form until it is valid and replaces nothing unseen, or they give up.
    ///
    /// The form is kept in memory, in a folder for this user alone. It is wiped and removed in any case, also if a
    /// signal comes.
    ///
    /// - Parameter stored: reads the model as others may have changed it while the form was open.
    /// - Returns: the fields that were changed, and the model that the user has compared them with.
    /// - Throws: ``UserError`` with `invalidValue` or `conflict` for a form that isn't edited again, `failure` when the
    ///   editor fails, `io` when there is no folder in memory.
    static func changes<Model: FieldModel>(
        of form: FieldForm<Model>, _ call: CommandCall, stored: () throws -> Model,
        rules: (Model) throws -> [FieldProblem]
    ) throws -> (values: [FieldSetting<Model>], base: Model) {
        try Interruption.stopping {
            let changes = try edited(form, call, stored: stored, rules: rules)
            try Interruption.throwIfInterrupted()
            return changes
        }
    }

    private static func edited<Model: FieldModel>(
        _ form: FieldForm<Model>, _ call: CommandCall, stored: () throws -> Model,
        rules: (Model) throws -> [FieldProblem]
    ) throws -> (values: [FieldSetting<Model>], base: Model) {
        var form = form
        let folder = try MemoryFolder(environment: call.context.environment)
        defer { folder.wipe() }
        let path = "\(folder.path)/profile.txt"
        try PrivateFile.write(Array(form.text.utf8), to: path)
        while true {
            try run(on: path, call)
            do {
                let values = try form.changes(in: try read(path, limit: FieldForm<Model>.longest), rules: rules) ?? []
                let now = values.isEmpty ? form.model : try stored()
                let conflicts = values.conflicts(with: now, since: form.model)
                guard !conflicts.isEmpty, call.person != nil else { return (values, form.model) }
                let messages = form.follow(now, in: conflicts)
                try goOn(after: messages, call, orThrow: .changedElsewhere(conflicts.map(\.name)))
            } catch let problems as FormProblems {
                let messages = problems.all.map(\.description)
                try goOn(after: messages, call, orThrow: refused(messages))
            }
        }
    }

    /// Asks whether to edit the form again; without anybody to ask, it isn't.
    private static func goOn(after messages: [String], _ call: CommandCall, orThrow refusal: UserError) throws {
        guard let person = call.person else { throw refusal }
        for message in messages { person.tell(message.terminalSafe) }
        guard try person.agrees(to: "Go on editing? (yes, or no to give up) [yes] ", byDefault: true) else {
            throw refusal
        }
    }

    /// Runs the editor on the terminal, wherever stdin and stdout lead: stdout is for the answer alone. Without a
    /// terminal, an editor that was named runs with no input, since it may be a script.
    ///
    /// - Throws: ``UserError`` with `interrupted` if a signal came before or meanwhile.
    private static func run(on path: String, _ call: CommandCall) throws {
        let environment = call.context.environment
        let named = environment["VISUAL"]?.nonEmpty ?? environment["EDITOR"]?.nonEmpty
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        let isOnTerminal = terminal >= 0
        guard isOnTerminal || named != nil else {
            throw UserError(
                .usage, "there is no terminal for an editor",
                hint: "Set EDITOR to a program that needs none, or give the values as options.")
        }
        let input = isOnTerminal ? terminal : unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let editor = named ?? "vi"
        call.context.output.flush()
        let (status, signal) = try Subprogram.havingTerminal {
            try Subprogram.holdingSignals {
                // From here on, a signal is for the editor.
                try Interruption.throwIfInterrupted()
                let program = try Subprogram(
                    shell: editor, [path], environment: environment, input: input,
                    output: isOnTerminal ? terminal : STDERR_FILENO)
                return program.wait()
            }
        }
        if let signal { raise(signal) }
        // Or Ctrl-C in the editor, or in the shell that runs it.
        guard signal == nil, status != 128 + SIGINT else {
            throw UserError(.interrupted, "interrupted", hint: "Nothing was changed.")
        }
        guard status != 127 else {
            throw UserError(
                .failure, "there is no editor '\(editor)'",
                hint: "Nothing was changed. Set VISUAL or EDITOR to one that is installed.")
        }
        guard status == 0 else {
            throw UserError(
                .failure, "the editor '\(editor)' failed (exit code \(status))",
                hint: "Nothing was changed. Set VISUAL or EDITOR to another one.")
        }
    }

    private static func read(_ path: String, limit: Int) throws -> String {
        let content: [UInt8]
        do {
            content = try PrivateFile.read(path, limit: limit)
        } catch {
            throw UserError(.io, "the form cannot be read: \(UserMessage(error).message)", hint: "Nothing was changed.")
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw UserError(.invalidValue, "the form is not UTF-8", hint: "Nothing was changed.")
        }
        return text
    }

    private static func refused(_ messages: [String]) -> UserError {
        UserError(.invalidValue, messages, hint: "Nothing was changed.")
    }
}
