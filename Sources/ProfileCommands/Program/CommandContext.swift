internal import FoundationEssentials
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

    /// This process's own.
    static func process() -> CommandContext {
        CommandContext(
            environment: ProcessInfo.processInfo.environment, output: OutputChannel(descriptor: 1),
            errors: OutputChannel(descriptor: 2), clock: SystemClock(), prompt: TerminalPrompt())
    }

    var today: Day { Day(localTo: clock.secondsSince1970) }
}
