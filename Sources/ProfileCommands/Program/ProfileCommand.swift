internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// A command: its declaration, and its implementation.
protocol ProfileCommand {
    static var declaration: Command { get }

    static func run(_ call: CommandCall) throws
}

/// One invocation of a command, with everything it works with.
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

    /// The number of colours for stdout.
    var colorDepth: ColorDepth {
        settings.color.depth(isTerminal: context.output.isTerminal, environment: context.environment)
    }

    /// Asks the user other questions than secrets; `nil` when that isn't possible.
    var person: (any SecretPrompt)? {
        guard !settings.noInput, let prompt = context.prompt, prompt.converses else { return nil }
        return prompt
    }

    /// The width of stdout in cells.
    var columns: Int { context.columns }

    /// The width for lines that may be wrapped.
    var proseColumns: Int { context.proseColumns }

    /// Shows a long answer in a pager.
    func page() {
        context.page(for: invocation)
    }

    func value(of option: Option) -> String? { invocation.value(of: option) }

    func isSet(_ option: Option) -> Bool { invocation.isSet(option) }

    /// Parses an option's value.
    ///
    /// - Throws: ``InvalidValue`` when `read` returns `nil`.
    func value<Value>(of option: Option, _ rule: String, _ read: (String) -> Value?) throws -> Value? {
        guard let text = value(of: option) else { return nil }
        guard let value = read(text) else { throw InvalidValue("--\(option.name)", rule) }
        return value
    }
}
