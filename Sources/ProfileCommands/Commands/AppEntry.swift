internal import FoundationEssentials
internal import Glibc
internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering

/// `profile` without a command: the full-screen app on a terminal.
enum AppEntry {
    /// Whether there is someone at a terminal to show screens to.
    static func isPossible(_ call: CommandCall) -> Bool {
        isOnTerminal(call) && !call.access.secrets.isGiven
    }

    /// Whether there is someone at a terminal who expects more than an answer.
    static func isOnTerminal(_ call: CommandCall) -> Bool {
        call.context.output.isTerminal && isatty(STDIN_FILENO) == 1 && !call.settings.noInput && !call.settings.isJSON
    }

    /// - Throws: ``SilentExit`` with `interrupted` for *Cancel* on the lock screen.
    static func run(_ call: CommandCall, editing: Bool = false) throws {
        guard !isPlain(call) else { return try PlainEntry.run(call) }
        let editing = editing ? EditorOutcome(call) : nil
        let outcome = try show(call, editing: editing != nil)
        if outcome.ending == .left { try editing?.tell(published: outcome.published) }
        // A user who edits within an existing session knows that it stays open.
        if let session = outcome.session, editing == nil || !session.isOlder { call.reporter.notice(session, of: call) }
        try finish(outcome.ending)
    }

    /// Shows the app until it is left.
    static func show(_ call: CommandCall, editing: Bool = false, isDemo: Bool = false) throws -> AppOutcome {
        let environment = call.context.environment
        var program = AppProgram(
            path: call.settings.storePath, account: call.settings.account, configuration: call.access.configuration,
            units: call.settings.units)
        program.setSessionLimits = { ConfigFile.read(environment: environment).setSessionLimits(in: &$0) }
        program.locate = Settings.location
        program.isStoreNamed = call.settings.isStoreNamed
        program.didLock = { RuntimePage.removeAny(environment: environment) }
        // terminfo knows how many colours there really are.
        program.colors = call.colorDepth == .none ? .none : .trueColor
        program.reducesMotion = call.settings.value(of: .reduceMotion).text == "on"
        program.environment = environment
        program.theme = ThemeSetting(rawValue: call.settings.value(of: .theme).text) ?? .auto
        program.saveTheme = { theme in
            // Read again, since another process may have changed other settings since the app was started.
            var config = ConfigFile.read(environment: environment)
            config.set(.theme, to: theme == .auto ? nil : theme.rawValue)
            // The theme applies even if it can't be saved.
            try? config.write()
        }
        program.importer = .ofFiles(
            home: environment["HOME"], inbox: Inbox(call.settings.config, environment: environment))
        program.fileActions = FileAction.all(home: environment["HOME"], units: call.settings.units)
        program.startsInEditor = editing
        program.workspace = { name in
            StoreOption.candidates(for: name, environment).first { FileManager.default.fileExists(atPath: $0) }
        }
        program.workspaces = { StoreOption.storeNames(environment) }
        program.isDemo = isDemo
        program.commandCompleter = {
            [kept = call.reporter.kept, path = call.settings.storePath] command, store, account in
            kept.leading(to: store == path ? nil : store, account: account?.description).commandLine(command)
        }
        WaitingNotice.remove()
        let outcome = try program.run()
        if let code = outcome.voidCode { call.reporter.notice(code) }
        if let text = outcome.unread { call.reporter.notice(text) }
        return outcome
    }

    /// Ends the process according to how the app was left.
    ///
    /// - Throws: ``SilentExit`` with `interrupted` for *Cancel* on the lock screen.
    static func finish(_ ending: AppEnding) throws {
        switch ending {
        case .left: return
        case .cancelled: throw SilentExit(code: .interrupted)
        case .signal(let number):
            // The program's own handler ends the process, now that the terminal is restored.
            raise(number)
            throw SilentExit(code: .interrupted)
        }
    }

    /// Whether to use plain prompts: on request, and on terminals that can't position the cursor.
    static func isPlain(_ call: CommandCall) -> Bool {
        call.isSet(GlobalOptions.plain) || ["dumb", nil].contains(call.context.environment["TERM"]?.nonEmpty)
    }
}

/// Reports what the app's editor published, after its screen has disappeared.
private struct EditorOutcome {
    private let call: CommandCall
    private let hadDraft: Bool

    init(_ call: CommandCall) {
        self.call = call
        let store = try? call.access.gate().resume(extending: false)
        hadDraft = (try? store?.savedDraft) != nil
    }

    /// Prints the editor's own commits, or that there are none. If the profile was locked meanwhile, prints nothing.
    func tell(published: [Int]) throws {
        guard let store = try? call.access.gate().resume(extending: false),
            let newest = try? store.committed.revision
        else { return }
        let count = newest - (published.min() ?? newest) + 1
        let commits = try store.readableHistory(limit: count).value.filter { published.contains($0.revision) }
        for commit in commits.reversed() {
            for change in commit.changes { call.context.output.write(line: change.text.terminalSafe) }
        }
        if let last = commits.first {
            call.reporter.notice("Committed as revision \(last.revision).")
        } else if (try? store.savedDraft) != nil {
            call.reporter.notice(
                "Nothing was published. The draft is kept: \(command: "commit"), or \(command: "discard")")
        } else {
            call.reporter.notice(hadDraft ? "The draft was discarded." : "Nothing changed.")
        }
    }
}
