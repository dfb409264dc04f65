internal import ProfileKit
internal import ProfileRendering

/// An effect that a screen asks for: work outside the app's values, or a change of what is shown.
enum Effect: Sendable {
    /// Rings the terminal's bell.
    case ring
    /// Work off the input loop. The reply goes to a screen if it still exists: to the screen that returned this effect,
    /// if none is named.
    case request(Request, for: ScreenID? = nil)
    /// Shows another screen above this one.
    case show(any Screen)
    /// Replaces this screen, and those above it.
    case replace(any Screen)
    /// Returns to the screen beneath; closing the last screen ends the app.
    case close
    /// Shows the commands of this screen and those beneath, to run one of them.
    case showCommands
    /// Closes this screen and those above the command's, and runs it.
    case run(Command)
    /// Shows an alert over the screen until it is dismissed.
    case alert(Alert)
    /// Shows a line above the key line for some seconds.
    case say(Toast)
    /// Switches to another theme, and saves the choice.
    case use(ThemeSetting)
    /// Shows the screens behind the gate, which is open.
    case enter
    /// Ends the session in all programs, and shows the lock screen with the reason.
    case lock(because: String = "")
    /// Shows the gate with the store's accounts to choose from. The session of this account continues.
    case switchAccount([AccountStatus])
    /// Shows the gate with the store's accounts to choose from, since the named account was removed.
    case chooseAccount([AccountStatus])
    /// Ends the app.
    case leave(AppEnding)
}

extension Effect {
    /// Whether it begins a check of a secret, which takes the processor for a while.
    var checksSecret: Bool {
        switch self {
        case .request(.gate(.open), _), .request(.secrets, _): true
        default: false
        }
    }
}

/// The screen that a reply is for. Its number is unique within its stack.
enum ScreenID: Hashable, Sendable {
    /// None: the app itself.
    case app
    case gate(Int)
    case inside(Int)
}

/// An event for the app: input, a reply to a request, or news of the open store.
enum AppEvent: Sendable {
    case input(Event)
    case reply(Reply, ScreenID)
    /// News of the store that was opened under this number. News of an earlier one is ignored.
    case news(StoreNews, opening: Int)
}

/// A change to the open store, by this process or another.
enum StoreNews: Sendable {
    /// The store's content after a change.
    case content(Content)
    /// The store was locked, its session has ended, or it can no longer be read.
    case closed(UserMessage)
}
