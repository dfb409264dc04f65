internal import ProfileKit
internal import SystemKit

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

    /// The context of this process.
    static func process() -> CommandContext {
        let environment = ProcessEnvironment.variables
        return CommandContext(
            environment: environment, output: OutputChannel(descriptor: 1), errors: OutputChannel(descriptor: 2),
            clock: SystemClock(), prompt: PersonPrompt(environment: environment))
    }

    var today: Day { Day(localTo: clock.secondsSince1970) }

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
