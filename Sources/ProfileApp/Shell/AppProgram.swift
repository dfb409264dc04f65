public import ProfileKit
public import ProfileRendering
internal import SystemKit

/// The full-screen app, as the command line starts it.
public struct AppProgram: Sendable {
    /// The store's file.
    public var path: String
    /// The account that was named; `nil` when none was.
    public var account: AccountID?
    public var configuration: Gate.Configuration
    /// The file of a workspace's store; `nil` when there is no such workspace.
    public var workspace: @Sendable (String) -> String? = { _ in nil }
    /// The place that a path names, or another text in its place.
    public var locate: @Sendable (String) throws -> StoreLocation = { .file($0) }
    /// The names of the workspaces that there are.
    public var workspaces: @Sendable () -> [String] = { [] }
    /// Whether the store was named, by an option or the environment.
    public var isStoreNamed = true
    public var units: Units
    /// The colours that may be used, if the terminal has them.
    public var colors = ColorDepth.trueColor
    /// Whether the terminal's ground is light or dark, where a person says so.
    public var theme = ThemeSetting.auto
    /// Keeps the theme that is chosen in the app for the next time.
    public var keepTheme: @Sendable (ThemeSetting) -> Void = { _ in }
    /// Reads files of hikes.
    public var importer: HikeImporter?
    /// Whether animations are turned off.
    public var reducesMotion = false
    /// Whether it begins with the editor, and ends with it.
    public var beginsInEditor = false
    /// Completes the commands that a text names, so that they reach the store at a path and, in a store of several
    /// accounts, an account.
    public var completing: @Sendable (_ text: String, _ path: String, AccountID?) -> String = { text, _, _ in text }
    /// Whether it shows the demo's store: then the sign-in has the tutorial's notice.
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

/// How the app was left, and what goes on without it.
public struct AppOutcome: Sendable {
    public let ending: AppEnding
    /// `nil` where the store is closed, or was open in the app alone.
    public let session: RemainingSession?
    /// The revisions that were published from within it, in their order.
    public let published: [Int]
}

/// A session that goes on after the app was left.
public struct RemainingSession: Hashable, Sendable {
    /// How long it goes on at most.
    public let left: Duration
    /// How long it may go unused.
    public let idleLimit: Duration
    /// Whether it was there before the app was.
    public let isOlder: Bool
    /// The store's place, which may have been chosen in the app.
    public let path: String
    public let account: AccountID
}

/// What the app's screens need to know of their surroundings.
struct AppSettings: Sendable {
    var presentation = Presentation()
    /// Which theme a person wants.
    var theme = ThemeSetting.auto
    /// Shuffles keypads.
    var random = RandomWords.system
    /// Whether the store was named, so that no workspace is asked for.
    var isStoreNamed = true
    /// Whether the editor opens after the gate, and leaving it leaves the app.
    var beginsInEditor = false
    /// Whether the way in has the tutorial's notice.
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

    /// Below this a screen has no room.
    static let leastSize = CellSize(columns: 40, rows: 16)
    /// How long the app may go unused where no session watches that.
    static let idleLimit = Session.Limits.defaultIdleLimit
}

/// How screens present what they show: what the terminal and the settings ask for.
struct Presentation: Hashable, Sendable {
    var units = Units.metric
    /// Pictures are drawn with characters where there are no colours.
    var depth = ColorDepth.trueColor
    var motion = Motion.full
}
