public import ProfileKit
public import ProfileRendering
internal import SystemKit

/// The full-screen app, as the command line starts it.
public struct AppProgram: Sendable {
    /// The store's file.
    public var path: String
    /// The chosen account; `nil` if none was named.
    public var account: AccountID?
    public var configuration: Gate.Configuration
    /// Sets the limits of new sessions as they are chosen now.
    public var setSessionLimits: @Sendable (inout Gate.Configuration) -> Void = { _ in }
    /// Returns the file of a workspace's store; `nil` if there is no such workspace.
    public var workspace: @Sendable (String) -> String? = { _ in nil }
    /// Returns the store's location for a path or URL.
    public var locate: @Sendable (String) throws -> StoreLocation = { .file($0) }
    /// Returns the names of the existing workspaces.
    public var workspaces: @Sendable () -> [String] = { [] }
    /// Whether the store was named, by an option or the environment.
    public var isStoreNamed = true
    public var units: Units
    /// The maximum colour depth to use.
    public var colors = ColorDepth.trueColor
    /// The theme chosen by the user.
    public var theme = ThemeSetting.auto
    /// Saves the theme chosen in the app.
    public var saveTheme: @Sendable (ThemeSetting) -> Void = { _ in }
    /// Called after each attempt to lock the store from within the app.
    public var didLock: @Sendable () -> Void = {}
    /// Imports hikes from files; `nil` if the app can't import.
    public var importer: HikeImporter?
    /// What the command palette can write into files.
    public var fileActions: [FileAction] = []
    /// Whether to omit animations.
    public var reducesMotion = false
    /// Whether to show only the editor.
    public var startsInEditor = false
    /// Makes the line to type of a command's words, with the options that name the store at a path and, in a store of
    /// several accounts, an account.
    public var commandCompleter = plainCommand
    static let plainCommand: @Sendable (_ command: String, _ path: String, AccountID?) -> String = { command, _, _ in
        "profile \(command)"
    }
    /// Whether this is the demo, whose sign-in shows the tutorial's notice.
    public var isDemo = false
    /// The environment, of which `TERM`, `COLORTERM` and `COLORFGBG` are read.
    public var environment: [String: String] = [:]

    public init(path: String, account: AccountID?, configuration: Gate.Configuration, units: Units) {
        (self.path, self.account, self.configuration, self.units) = (path, account, configuration, units)
        // The app must show its lock screen when another program locks the store.
        self.configuration.watchesStores = true
    }

    /// Runs the app on the process's terminal until it ends. The terminal is restored when this returns.
    ///
    /// - Throws: ``StoreError`` that says why there is nothing to open, before the terminal is changed; ``UserMessage``
    ///   if the terminal can't show full screens.
    public func run() throws -> AppOutcome {
        TerminalScreen.claimSize()
        let (mailbox, timer) = (try Mailbox(), try BootTimer())
        let worker = Worker(
            Worker.Source(
                path: path, account: account, configuration: configuration, setSessionLimits: setSessionLimits,
                locate: locate, workspace: workspace, workspaces: workspaces, makesStores: !startsInEditor,
                importer: importer, didLock: didLock)
        ) { mailbox.post($0) }
        let start = try worker.start(isStoreNamed: isStoreNamed)
        guard let signals = SignalPipe() else {
            throw UserMessage(.io, "no descriptors are left to catch signals with", hint: "Close some programs.")
        }
        let screen: TerminalScreen
        do {
            screen = try TerminalScreen(depth: colors, theme: theme, environment: environment)
        } catch {
            throw UserMessage(
                .io, "the terminal '\(error.name)' can't show full screens",
                hint: "Set TERM to your terminal's type, or use plain prompts: profile --plain")
        }
        let presentation = Presentation(
            units: units, depth: screen.palette.depth, motion: reducesMotion ? .reduced : .full)
        let settings = AppSettings(
            presentation: presentation, theme: theme, isStoreNamed: isStoreNamed, startsInEditor: startsInEditor,
            isDemo: isDemo, fileActions: fileActions, commandCompleter: commandCompleter)
        let loop = AppLoop(
            App(start, settings: settings), on: screen, signals: signals, mailbox: mailbox, worker: worker,
            timer: timer, clock: configuration.clock, saveTheme: saveTheme)
        let ending = loop.run()
        screen.restore()
        // When this returns, the draft's last save is on the disk, even after a hang-up.
        let (session, published) = worker.finish()
        signals.remove()
        let voidCode = loop.voidCode
        return AppOutcome(
            ending: ending, session: session, published: published, voidCode: voidCode, unread: loop.settle())
    }
}

/// How the app ended, and what it leaves behind.
public struct AppOutcome: Sendable {
    public let ending: AppEnding
    /// The session that continues; `nil` if the store is closed, or was open only in the app.
    public let session: RemainingSession?
    /// The revisions committed from within the app, in order.
    public let published: [Int]
    /// The recovery code that was on the screen when the app ended; `nil` if none was.
    public let voidCode: VoidRecoveryCode?
    /// The app's report when it had ended, such as a change that failed then.
    public let unread: String?
}

/// A recovery code that was shown but not confirmed, so that it is void.
public enum VoidRecoveryCode: Hashable, Sendable {
    /// The first code, of an account that was not created.
    case first
    /// One that was to replace another, which still works.
    case further
}

/// How the app ended.
public enum AppEnding: Hashable, Sendable {
    /// The user quit.
    case left
    /// *Cancel* on the lock screen, or Ctrl-C.
    case cancelled
    /// A signal, which the caller must raise again.
    case signal(Int32)
}

/// A session that continues after the app has ended.
public struct RemainingSession: Hashable, Sendable {
    /// The time until it ends.
    public let left: Duration
    /// The idle limit.
    public let idleLimit: Duration
    /// Whether it began before the app was started.
    public let isOlder: Bool
    /// The store's path, which may have been chosen in the app.
    public let path: String
    public let account: AccountID
}
