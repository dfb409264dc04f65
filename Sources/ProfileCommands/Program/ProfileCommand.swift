internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// A command: its declaration, and its implementation.
protocol ProfileCommand {
    static var declaration: Command { get }
    /// The option with which it makes no remarks; `nil` if there is none.
    static var silencing: Option? { get }

    static func run(_ call: CommandCall) throws
}

extension ProfileCommand {
    static var silencing: Option? { nil }
}

/// One invocation of a command, with everything it works with.
struct CommandCall {
    let invocation: Invocation
    let settings: Settings
    let context: CommandContext
    let access: CommandSession
    let reporter: Reporter

    /// - Parameter silencing: the option with which the command makes no remarks.
    init(_ invocation: Invocation, context: CommandContext, silencing: Option? = nil) throws {
        self.invocation = invocation
        self.context = context
        settings = try Settings(invocation, environment: context.environment)
        access = CommandSession(settings: settings, context: context)
        let isSilent = silencing.map(invocation.isSet) ?? false
        reporter = Reporter(
            context: context, isJSON: settings.isJSON, isQuiet: settings.isQuiet || isSilent,
            kept: RepeatedOptions(invocation))
        for problem in settings.config.problems { reporter.notice(problem) }
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

    /// Uses a store after the user has typed something, which mustn't be lost because the store was locked meanwhile: it
    /// is opened again if the user can be asked.
    func reopening<Result>(_ store: inout ProfileStore, _ body: (ProfileStore) throws -> Result) throws -> Result {
        do {
            return try body(store)
        } catch let error as StoreError where error.code == .locked && person != nil {
            reporter.notice("The profile was locked meanwhile.")
            while true {
                do {
                    store = try access.store()
                    break
                } catch let error as StoreError where [.wrongPasscode, .invalidValue].contains(error.code) {
                    // A wrong code, or no code at all. After a few, there is a wait, and the error another one.
                    person?.tell(UserMessage(error).message.terminalSafe)
                }
            }
            return try body(store)
        }
    }

    /// Reads what a change has made, to show it. The change stands, so a failure is only told.
    func readingBack<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            reporter.notice("The change took effect, but can't be shown: \(UserMessage(error).message)")
            return nil
        }
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

    /// Parses the value of an option that limits a list.
    func count(of option: Option) throws -> Int? {
        try value(of: option, "must be a number from 1 up") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// The hikes named on the command line, each once.
    func hikeIDs() throws -> [Int] {
        var ids: [Int] = []
        for word in invocation.positionals {
            guard let id = Int(word) else { throw InvalidValue("ID", "must be a hike's number") }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}

/// A command's connection to the outside: output, input, clock. Tests pass in doubles.
struct CommandContext {
    var environment: [String: String]
    var output: OutputChannel
    var errors: OutputChannel
    var clock: any MachineClock
    /// Asks on the user's terminal; `nil` when asking isn't allowed.
    var prompt: (any SecretPrompt)?
    /// The names of files to import that aren't UTF-8: their bytes, by the words that replace them.
    var importedFiles: [String: [UInt8]] = [:]

    static func process() -> CommandContext {
        let environment = ProcessEnvironment.variables
        return CommandContext(
            environment: environment, output: OutputChannel(descriptor: 1), errors: OutputChannel(descriptor: 2),
            clock: SystemClock(), prompt: PersonPrompt(environment: environment))
    }

    var today: Day { Day(localTo: clock.wallTime) }

    /// The width of stdout in cells: that of the terminal, else `COLUMNS`, else 80.
    var columns: Int { knownColumns ?? 80 }

    /// The width for lines that may be wrapped: unlimited if neither the terminal nor `COLUMNS` gives one, so that a
    /// script that searches for a line finds it whole.
    var proseColumns: Int { knownColumns ?? .max }

    private var knownColumns: Int? {
        let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        // Narrower lines have no room for a hike, and wider ones are hard to read.
        return (output.terminalColumns ?? named).map { min(max($0, 40), 200) }
    }
}
