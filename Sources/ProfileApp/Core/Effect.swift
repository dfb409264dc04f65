internal import ProfileKit
internal import ProfileRendering

/// What a screen wants done: the only kind of effect in the app.
enum Effect: Sendable {
    /// The terminal's bell.
    case ring
    /// Something off the input loop. What comes of it goes to the screen that asked, as long as it is there.
    case request(Request, ScreenID = .whoeverAsks)
    /// A person's word on what a request of the screen's waits for with.
    case settle(Consent, goesOn: Bool)
    /// Another screen above this one.
    case show(any Screen)
    /// Another screen in the place of this one, and of those above it.
    case replace(any Screen)
    /// Back to the screen beneath; the app is left with its last screen.
    case close
    /// Says something in a window over the screen, until it was read.
    case alert(Alert)
    /// Says in a line above the keys what was done.
    case say(Toast)
    /// Another theme is to be shown, and kept.
    case use(ThemeSetting)
    /// The way in is open: what lies behind the gate is shown.
    case enter
    /// The store is locked, for everyone, and the lock screen says why.
    case lock(because: String = "")
    /// Another account is to be opened: the gate is shown with those that there are. The session of this one goes on.
    case switchAccount([AccountFacts])
    /// The app is left.
    case leave(AppEnding)
}

/// Which screen a reply goes to.
struct ScreenID: Hashable, Sendable {
    enum Place: Hashable, Sendable { case app, gate, inside }

    let place: Place
    /// Never used twice in one place.
    let number: Int

    /// The screen that returns the effect.
    static let whoeverAsks = ScreenID(place: .app, number: 0)
    /// The app itself, which is always there.
    static let app = ScreenID(place: .app, number: 1)
}

/// What the app takes in: what a person does, what came of what was asked for, and what happened elsewhere.
enum AppEvent: Sendable {
    case input(Event)
    case reply(Reply, ScreenID)
    /// Of the store that was opened as the one of this number. News of an earlier one are let go.
    case news(News, opening: Int)
}

/// What happened to the open store, by whomever.
enum News: Sendable {
    /// What is stored now.
    case content(Content)
    /// It was locked, its session has ended, or it can't be read any more.
    case closed(WordedError)
}
