internal import ProfileKit
internal import ProfileRendering

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

    /// Below this a screen has no room.
    static let leastSize = CellSize(columns: 40, rows: 16)
    /// How long the app may go unused where no session watches that.
    static let idleLimit = Session.Limits.standardIdle
}
