internal import ProfileKit
internal import SystemKit

/// What a command has of the world: where to write, what to read, which clock. Tests hand in doubles.
struct CommandContext {
    var environment: [String: String]
    var output: OutputChannel
    var errors: OutputChannel
    var clock: any MachineClock
    /// Asks on the person's terminal; `nil` when nobody may be asked.
    var prompt: (any SecretPrompt)?
    /// The names of files to import that are no UTF-8, as the system has them, by the words that stand for them.
    var importedFiles: [String: [UInt8]] = [:]

    /// This process's own.
    static func process() -> CommandContext {
        let environment = ProcessEnvironment.variables
        return CommandContext(
            environment: environment, output: OutputChannel(descriptor: 1), errors: OutputChannel(descriptor: 2),
            clock: SystemClock(), prompt: PersonPrompt(environment: environment))
    }

    var today: Day { Day(localTo: clock.secondsSince1970) }

    /// How many cells a line of stdout has: by the terminal, else by `COLUMNS`, else 80.
    var columns: Int { knownColumns ?? 80 }

    /// How many cells a line has that could go on below: no bound where neither the terminal nor `COLUMNS` says one. A
    /// script that looks for a line finds it whole.
    var proseColumns: Int { knownColumns ?? .max }

    private var knownColumns: Int? {
        let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        // Narrower there is no room for a hike's line, and nobody reads wider ones.
        return (output.terminalColumns ?? named).map { min(max($0, 40), 200) }
    }
}
