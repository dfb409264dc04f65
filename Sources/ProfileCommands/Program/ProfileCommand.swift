internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// One command: how it is called, and what it does.
protocol ProfileCommand {
    static var declaration: Command { get }

    static func run(_ call: CommandCall) throws
}

/// One call of a command: its words, and everything that it works with.
struct CommandCall {
    let invocation: Invocation
    let settings: Settings
    let context: CommandContext
    let access: StoreAccess
    let reporter: Reporter

    init(_ invocation: Invocation, context: CommandContext) throws {
        self.invocation = invocation
        self.context = context
        settings = try Settings(invocation, environment: context.environment)
        access = StoreAccess(settings: settings, context: context)
        reporter = Reporter(
            context: context, isJSON: settings.isJSON, isQuiet: settings.isQuiet, kept: KeptOptions(invocation))
        for problem in settings.config.problems { reporter.remark(problem) }
    }

    /// How many colours stdout gets.
    var colorDepth: ColorDepth {
        settings.color.depth(isTerminal: context.output.isTerminal, environment: context.environment)
    }

    /// Who may be asked something besides secrets; `nil` where nobody can be.
    var person: (any SecretPrompt)? {
        guard !settings.noInput, let prompt = context.prompt, prompt.converses else { return nil }
        return prompt
    }

    /// How many cells a line of stdout has.
    var columns: Int { context.columns }

    /// How many cells a line has that could go on below.
    var proseColumns: Int { context.proseColumns }

    /// Lets a long answer be read with a pager.
    func page() {
        context.page(for: invocation)
    }

    func value(of option: Option) -> String? { invocation.value(of: option) }

    func isSet(_ option: Option) -> Bool { invocation.isSet(option) }

    /// Reads an option's value.
    ///
    /// - Throws: ``InvalidValue`` when `read` returns `nil`.
    func value<Value>(of option: Option, _ rule: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = value(of: option) else { return nil }
        guard let value = read(text) else { throw InvalidValue("--\(option.name)", rule) }
        return value
    }
}
