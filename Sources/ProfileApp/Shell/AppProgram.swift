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
    /// The file of a workspace's store; `nil` when there is no such workspace.
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
    public var keepTheme: @Sendable (ThemeSetting) -> Void = { _ in }
    /// Reads files of hikes.
    public var importer: HikeImporter?
    /// Whether to omit animations.
    public var reducesMotion = false
    /// Whether to show only the editor.
    public var beginsInEditor = false
    /// Completes the commands that a text names, so that they reach the store at a path and, in a store of several
    /// accounts, an account.
    public var completing: @Sendable (_ text: String, _ path: String, AccountID?) -> String = { text, _, _ in text }
    /// Whether this is the demo, whose sign-in shows the tutorial's notice.
    public var isDemo = false
    /// For `TERM` and `COLORTERM`.
    public var environment: [String: String] = [:]

    public init(path: String, account: AccountID?, configuration: Gate.Configuration, units: Units) {
        (self.path, self.account, self.configuration, self.units) = (path, account, configuration, units)
        // An open store notices a lock by others, and the app shows its lock screen.
        self.configuration.watchesStores = true
    }

    /// Runs the app on the process's terminal until it is left. The terminal is as before when this returns.
    ///
    /// - Throws: ``StoreError`` that says why there is nothing to open, before the terminal is touched; ``WordedError``
    ///   when the terminal can't show screens.
    public func run() throws -> AppOutcome {
        let mailbox = try Mailbox()
        let worker = Worker(
            Worker.Place(
                path: path, account: account, configuration: configuration, locate: locate,
                workspace: workspace, workspaces: workspaces, makesStores: !beginsInEditor, importer: importer)
        ) { mailbox.post($0) }
        let start = try worker.start(isStoreNamed: isStoreNamed)
        guard let signals = SignalPipe() else {
            throw WordedError(.io, "no descriptors are left to catch signals with", hint: "Close some programs.")
        }
        let screen: TerminalScreen
        do {
            screen = try TerminalScreen(depth: colors, theme: theme, environment: environment)
        } catch {
            throw WordedError(
                .io, "the terminal '\(error.name)' can't show full screens",
                hint: "Set TERM to your terminal's type, or use plain prompts: profile --plain")
        }
        let presentation = Presentation(
            units: units, depth: screen.palette.depth, motion: reducesMotion ? .reduced : .full)
        let settings = AppSettings(
            presentation: presentation, theme: theme, isStoreNamed: isStoreNamed, beginsInEditor: beginsInEditor,
            isDemo: isDemo, completing: completing)
        let loop = AppLoop(
            App(start, settings: settings), on: screen, signals: signals, mailbox: mailbox, worker: worker,
            clock: configuration.clock, keepTheme: keepTheme)
        let ending = loop.run()
        screen.restore()
        // What was typed into the draft is on the disk when this returns, also after a hang-up.
        let (session, published) = worker.finish()
        signals.remove()
        return AppOutcome(ending: ending, session: session, published: published)
    }
}

/// How the app ended, and what remains of it.
public struct AppOutcome: Sendable {
    public let ending: AppEnding
    /// `nil` where the store is closed, or was open in the app alone.
    public let session: RemainingSession?
    /// The revisions committed from within the app, in order.
    public let published: [Int]
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

/// Settings that the app's screens need.
struct AppSettings: Sendable {
    var presentation = Presentation()
    /// The chosen theme.
    var theme = ThemeSetting.auto
    /// Shuffles keypads.
    var random = RandomWords.system
    /// Whether the store was named, so that the app doesn't ask for a workspace.
    var isStoreNamed = true
    /// Whether only the editor is shown; closing it ends the app.
    var beginsInEditor = false
    /// Whether the sign-in shows the tutorial's notice.
    var isDemo = false
    /// As ``AppProgram/completing``.
    var completing: @Sendable (_ text: String, _ path: String, AccountID?) -> String = { text, _, _ in text }
    /// Completes the commands that a text names, so that they reach the open store and account.
    private(set) var completed: @Sendable (String) -> String = { $0 }

    /// The settings for the screens of an open store.
    func inside(_ opening: Opening) -> AppSettings {
        let account = opening.facts.isOneOfSeveral ? opening.facts.account : nil
        var settings = self
        settings.completed = { [completing, path = opening.path] in completing($0, path, account) }
        return settings
    }

    /// The smallest window in which screens are drawn.
    static let leastSize = CellSize(columns: 40, rows: 16)
    /// The idle limit where no session enforces one.
    static let idleLimit = Session.Limits.defaultIdleLimit
}

/// How screens present what they show: what the terminal and the settings ask for.
struct Presentation: Hashable, Sendable {
    var units = Units.metric
    /// Pictures are drawn with characters where there are no colours.
    var depth = ColorDepth.trueColor
    var motion = Motion.full
}
