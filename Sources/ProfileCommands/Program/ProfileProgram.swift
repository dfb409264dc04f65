internal import CommandParsing
internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// The program `profile`.
public enum ProfileProgram {
    /// Runs the process's command line, and returns its exit code.
    public static func main() -> Int32 {
        ProcessHardening.apply()
        Interruption.install()
        StoreProcess.disableSQLiteMemoryStatistics()
        let line = CommandLineBytes.process()
        var context = CommandContext.process()
        do {
            context.importedFiles = try line.importedFiles()
            if line.words.first != CompletionScript.request {
                try CommandLineBytes.check(undecodableVariables: ProcessEnvironment.undecodableNames)
            }
        } catch {
            return report(error, line.words, in: context).rawValue
        }
        MemoryFolder.wipeAbandoned(environment: context.environment)
        let code = run(line.words, in: context)
        Interruption.restore()
        Interruption.endIfPending()
        return code
    }

    /// Runs one command line.
    static func run(_ arguments: [String], in context: CommandContext) -> Int32 {
        var exit = ExitCode.ok
        do {
            try dispatch(arguments, in: context)
        } catch let silent as SilentExit {
            exit = silent.code
        } catch {
            exit = report(error, arguments, in: context)
        }
        do {
            try context.output.finish()
        } catch {
            exit = report(error, arguments, in: context)
        }
        context.errors.flush()
        return exit.rawValue
    }

    private static func dispatch(_ arguments: [String], in context: CommandContext) throws {
        if try Requests.answer(arguments, in: context) { return }
        let invocation = try CommandTable.parse(arguments)
        if invocation.isSet(GlobalOptions.help) {
            return try HelpCommand.show(path: invocation.path, for: invocation, in: context)
        }
        if invocation.isSet(GlobalOptions.version) {
            return try HelpCommand.showVersion(for: invocation, in: context)
        }
        let command = CommandTable.command(at: invocation.path)
        let call = try CommandCall(invocation, context: context, silencing: command?.silencing)
        if !call.settings.isQuiet, !call.settings.isJSON { WaitingNotice.install(isOnServer: call.settings.isOnServer) }
        defer {
            for folder in call.access.exposedFolders { call.reporter.notice(exposed: folder) }
            for change in TightenedPermissions.takeAll() { call.reporter.notice(change) }
            for notice in call.access.notices.takeAll() { call.reporter.notice(notice) }
        }
        guard let command else {
            if invocation.path.isEmpty, AppEntry.isPossible(call) { return try AppEntry.run(call) }
            if !call.settings.isJSON { try HelpCommand.show(path: [], for: invocation, in: context) }
            let isNew = unsafe !call.settings.isOnServer && access(call.settings.storePath, F_OK) != 0
            throw UserError(
                .usage, "no command was given",
                hint: isNew
                    ? "Start with: \(command: "init"), or: profile demo"
                    : "Name one, such as: \(command: "show"). On a terminal, profile alone is the app.")
        }
        try command.run(call)
    }

    private static func report(_ error: any Error, _ arguments: [String], in context: CommandContext) -> ExitCode {
        let userError = UserError(error)
        // The command line may be invalid, so this checks its words directly.
        let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
        context.output.settle()
        let kept = (try? CommandTable.parse(arguments)).map { RepeatedOptions($0) }
        Reporter(context: context, isJSON: isJSON, isQuiet: false, kept: kept ?? RepeatedOptions()).report(userError)
        return userError.exit
    }
}
