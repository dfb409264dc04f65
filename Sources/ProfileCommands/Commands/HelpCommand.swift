internal import CommandParsing
internal import ProfileKit

/// `profile help`: the same pages as `--help`, and the exit codes.
enum HelpCommand: ProfileCommand {
    static let declaration = Command(
        "help", abstract: "Show help for a command, or the exit codes.", group: "Help",
        positionals: [Positional("COMMAND", help: "A command, or exit-codes.", arity: .any)],
        examples: [
            Example("profile help hike import", "A command's own page."),
            Example("profile help exit-codes", "What each exit code means."),
        ])

    static func run(_ call: CommandCall) throws {
        let path = call.invocation.positionals
        if path == ["exit-codes"] {
            for code in ExitCode.allCases { call.context.output.write(line: line(for: code)) }
            return
        }
        _ = try ArgumentParser(root: CommandTable.root).command(at: path)
        show(path: path, in: call.context)
    }

    static func show(path: [String], in context: CommandContext) {
        let page = HelpRenderer(root: CommandTable.root).page(for: path)
        context.output.write(line: String(page.dropLast(page.last == "\n" ? 1 : 0)))
    }

    private static func line(for code: ExitCode) -> String {
        let number = String(code.rawValue)
        let name = code.name
        return String(repeating: " ", count: 3 - number.count) + number + "  " + name
            + String(repeating: " ", count: max(1, 18 - name.count)) + code.meaning
    }
}
