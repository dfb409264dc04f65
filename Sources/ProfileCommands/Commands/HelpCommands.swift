internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile help`: the same pages as `--help`, and the exit codes.
enum HelpCommand: ProfileCommand {
    static let declaration = Command(
        "help", abstract: "Show help for a command, or the exit codes.", group: "Help",
        positionals: [
            Positional(
                "COMMAND", help: "A command, or exit-codes.", arity: .any, completion: .program(CompletionKind.commands)
            )
        ],
        examples: [
            Example("profile help hike import", "A command's own page."),
            Example("profile help exit-codes", "What each exit code means."),
        ])

    static func run(_ call: CommandCall) throws {
        let path = call.invocation.positionals
        if path == ["exit-codes"] {
            call.page()
            return try call.reporter.answer(
                ExitCodesAnswer(), text: ExitCode.allCases.flatMap { lines(for: $0, width: call.proseColumns) })
        }
        _ = try ArgumentParser(root: CommandTable.root).command(at: path)
        try show(path: path, for: call.invocation, in: call.context)
    }

    /// Shows the page of a command.
    static func show(path: [String], for invocation: Invocation, in context: CommandContext) throws {
        let isJSON = invocation.isSet(GlobalOptions.json)
        let renderer = HelpRenderer(root: CommandTable.root, width: isJSON ? 80 : context.columns)
        let page = renderer.page(for: path)
        context.page(for: invocation)
        try Reporter(context: context, isJSON: isJSON, isQuiet: false)
            .answer(HelpAnswer(help: page), text: [String(page.dropLast(page.last == "\n" ? 1 : 0))])
    }

    static func showVersion(for invocation: Invocation, in context: CommandContext) throws {
        try Reporter(context: context, isJSON: invocation.isSet(GlobalOptions.json), isQuiet: false)
            .answer(VersionAnswer(version: ProfileProgram.version), text: ["profile \(ProfileProgram.version)"])
    }

    private static func lines(for code: ExitCode, width: Int) -> [String] {
        let (number, name) = (String(code.rawValue), code.name)
        let head =
            String(repeating: " ", count: 3 - number.count) + number + "  " + name
            + String(repeating: " ", count: max(1, 18 - name.count))
        return (head + code.meaning).wordWrapped(to: width, indent: head.count)
    }
}

private struct VersionAnswer: Encodable {
    var schema = JSONAnswer.schema
    let version: String
}

private struct HelpAnswer: Encodable {
    var schema = JSONAnswer.schema
    let help: String
}

private struct ExitCodesAnswer: Encodable {
    var schema = JSONAnswer.schema
    let help = ExitCode.allCases.map { Entry(code: $0.rawValue, name: $0.name, when: $0.meaning) }

    struct Entry: Encodable {
        let code: Int32
        let name: String
        let when: String
    }
}
