internal import ProfileKit
internal import ProfileRendering

/// Settings that the app's screens need.
struct AppSettings: Sendable {
    var presentation = Presentation()
    /// The chosen theme.
    var theme = ThemeSetting.auto
    /// The random numbers that shuffle keypads and choose which group of a recovery code is asked for.
    var random = RandomWords.system
    /// Whether the store was named, so that the app doesn't ask for a workspace.
    var isStoreNamed = true
    /// Whether only the editor is shown; closing it ends the app.
    var startsInEditor = false
    /// Whether the sign-in shows the tutorial's notice.
    var isDemo = false
    /// See ``AppProgram/fileActions``.
    var fileActions: [FileAction] = []
    /// See ``AppProgram/commandCompleter``.
    var commandCompleter = AppProgram.plainCommand
    /// The line to type for a command's words, with the options that name the open store and account.
    private(set) var commandLine: @Sendable (String) -> String = { "profile \($0)" }

    /// The settings for the screens of an open store.
    func inside(_ opening: OpenedStore) -> AppSettings {
        let account = opening.account.isOneOfSeveral ? opening.account.id : nil
        var settings = self
        settings.commandLine = { [commandCompleter, path = opening.path] in commandCompleter($0, path, account) }
        return settings
    }

    /// The smallest window in which screens are drawn.
    static let minimumSize = CellSize(columns: 40, rows: 16)
    /// The idle limit if no session enforces one.
    static let idleLimit = SessionLimits.defaultIdleLimit
}

/// How screens present values and pictures, according to the terminal and the settings.
struct Presentation: Hashable, Sendable {
    var units = Units.metric
    /// The number of colours. If there are none, pictures are drawn as characters.
    var depth = ColorDepth.trueColor
    var motion = Motion.full
}
