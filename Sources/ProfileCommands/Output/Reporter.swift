internal import ProfileKit
internal import ProfileRendering

/// Prints a command's output: data to stdout, notices and errors to stderr.
struct Reporter {
    let context: CommandContext
    let isJSON: Bool
    let isQuiet: Bool
    /// Completes the commands that are named in hints.
    var kept = RepeatedOptions()

    /// Prints data: the object under `--json`, else the lines.
    func answer(_ object: @autoclosure () throws -> some Encodable, text: @autoclosure () -> [String]) throws {
        if isJSON {
            context.output.write(line: try JSONAnswer.line(object()))
        } else {
            for line in text() { context.output.write(line: line) }
        }
    }

    /// Prints useful information that isn't part of the answer; omitted under `--quiet` and `--json`.
    func notice(_ text: CommandText) {
        guard !isQuiet, !isJSON else { return }
        // On a terminal, both streams must appear in the order of writing.
        context.output.settle()
        // The notice may contain a path, or other text from the user.
        for line in text.text(completing: kept.commandLine).terminalSafe.wordWrapped(to: context.errors.proseColumns) {
            context.errors.write(line: line)
        }
        context.errors.flush()
    }

    func notice(_ text: String) { notice(CommandText(text)) }

    /// Prints an error, even under `--quiet`.
    func report(_ error: UserError) {
        let hint = error.hint.text(completing: kept.commandLine)
        if isJSON, let line = try? JSONAnswer.line(ErrorAnswer(error, hint: hint)) {
            context.errors.write(line: line)
        } else {
            for message in error.messages { context.errors.write(line: "profile: \(message.terminalSafe)") }
            if !hint.isEmpty { context.errors.write(line: hint.terminalSafe) }
        }
        context.errors.flush()
    }
}
