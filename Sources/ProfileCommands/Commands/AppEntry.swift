internal import FoundationEssentials
internal import Glibc
internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering

/// `profile` without a command: the full-screen app on a terminal.
enum AppEntry {
    /// Whether there is someone at a terminal to show screens to.
    static func isPossible(_ call: CommandCall) -> Bool {
        call.context.output.isTerminal && isatty(STDIN_FILENO) == 1 && !call.settings.noInput && !call.settings.isJSON
            && !call.access.secrets.isGiven
    }

    /// - Throws: ``SilentExit`` with `interrupted` for *Cancel* on the lock screen.
    static func run(_ call: CommandCall, editing: Bool = false) throws {
        guard !isPlain(call) else { return try ShowCommand.run(call) }
        let environment = call.context.environment
        var program = AppProgram(
            path: call.settings.storePath, account: call.settings.account, configuration: call.access.configuration,
            units: call.settings.units)
        program.isStoreNamed = call.settings.isStoreNamed
        program.colors = colors(call)
        program.reducesMotion = environment["PROFILE_REDUCE_MOTION"]?.nonEmpty != nil
        program.environment = environment
        program.beginsInEditor = editing
        program.workspace = { name in
            guard let path = try? StoreLocation.workspace(name, environment) else { return nil }
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        program.hasWorkspaces = {
            let folder = StoreLocation.workspaces(environment)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.contains { $0.hasSuffix(".db") }
        }
        switch try program.run() {
        case .left: return
        case .cancelled: throw SilentExit(code: .interrupted)
        case .signal(let number):
            // The program's own handler ends the process now that the terminal is restored.
            raise(number)
            throw SilentExit(code: .interrupted)
        }
    }

    /// Whether plain prompts are wanted: screens need a terminal that moves its cursor.
    static func isPlain(_ call: CommandCall) -> Bool {
        call.isSet(GlobalOptions.plain) || ["dumb", nil].contains(call.context.environment["TERM"]?.nonEmpty)
    }

    /// The colours that may be used: all, unless none are wanted.
    private static func colors(_ call: CommandCall) -> ColorDepth {
        switch call.value(of: GlobalOptions.color) {
        case "always": .trueColor
        case "never": .none
        default: call.context.environment["NO_COLOR"]?.nonEmpty == nil ? .trueColor : .none
        }
    }
}
