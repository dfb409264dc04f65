internal import ProfileRendering

/// One screen of the app: a value that only events change and that draws itself, without I/O.
///
/// Its keys are data, see ``KeyBinding``, and its window has what all screens share: size, title, key line, help and
/// questions. It returns what it wants done as ``Effect``s. To add a screen, write a type that conforms to this protocol, and
/// return `.show(MyScreen(…))` from the screen that leads to it. The top screen receives the input. A screen asks for
/// work by `.request(…)`, and the reply comes to its own ``handle(_:at:)`` only. `.close` leads back to the screen
/// beneath; a closed screen gets no more replies. For work of a new kind, add a case to ``Request``, its reply to
/// ``Reply``, and a branch to the ``Worker``.
///
/// The account's ``Content`` is passed to a screen's initializer, and to ``refresh(_:at:)`` whenever it changes, no
/// matter which program changed it.
protocol Screen: Sendable {
    /// What the stack keeps for it.
    var window: Window { get set }

    /// The screen's keys, the most important first: keys that don't fit on the key line are only in the help.
    var bindings: [KeyBinding<Self>] { get }

    /// The title of the screen and of its help.
    var title: String { get }

    /// The text at the right of the title.
    var note: String { get }

    /// Whether the first row has the title.
    var hasTitleBar: Bool { get }

    /// Whether nothing is open that could be locked.
    var isAtGate: Bool { get }

    /// The area in which a question is centred.
    var questionArea: CellRectangle { get }

    /// Called when the screen is shown for the first time. Returns its first effects.
    mutating func begin(at now: Moment) -> [Effect]

    /// Handles an event; by default as all screens do, see ``dispatch(_:at:)``.
    ///
    /// - Returns: the effects, in order.
    mutating func update(_ event: Event, at now: Moment) -> [Effect]

    /// Handles what isn't for a binding, the help or a question: keys of the screen's parts, pasted text, clicks, ticks,
    /// and another size.
    mutating func receive(_ event: Event, at now: Moment) -> [Effect]

    /// Handles the answer to a question, by the index of its button.
    mutating func answer(_ button: Int, at now: Moment) -> [Effect]

    /// Handles the reply to a request of this screen.
    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect]

    /// Handles new content of the store.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect]

    /// Resumes after a lock and an unlock. Requests that weren't answered must be made again.
    mutating func resume(at now: Moment) -> [Effect]

    /// Called when the gate closes. Work that waits for the user is given up, and typed secrets are wiped.
    mutating func conceal(at now: Moment) -> [Effect]

    /// Called when the screen above is closed, with its final state.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect]

    /// Draws the screen as it stands at a moment, with all that is around and over it. The canvas has the terminal's
    /// size, and is empty unless the screen is an overlay.
    func draw(on canvas: inout Canvas, at now: Moment)

    /// Draws the screen's own part, between the title and the key line.
    func render(on canvas: inout Canvas, at now: Moment)

    /// When the screen wants the next ``Event/tick``: the next frame while something moves, the end of a wait;
    /// `nil` while nothing changes by itself.
    func nextTick(after now: Moment) -> Moment?

    /// Whether the screen beneath is visible around this one, or while this one moves.
    var isOverlay: Bool { get }

    /// Whether the screen only moves out of sight: input is for the one beneath it.
    var isLeaving: Bool { get }

    /// Whether letters are typed into a field.
    var takesText: Bool { get }

    /// Whether the screen holds typed text that is lost if it isn't saved.
    var hasUnsavedInput: Bool { get }

    /// Whether the screen shows the progress of work, which nothing must cover.
    var isWorking: Bool { get }

    /// The new recovery code on the screen, until it is confirmed.
    var shownCode: VoidRecoveryCode? { get }

    /// Whether the screen slides in and out, pushing the one before it aside.
    var slides: Bool { get }
}

extension Screen {
    var bindings: [KeyBinding<Self>] { [] }
    var title: String { "" }
    var note: String { "" }
    var hasTitleBar: Bool { true }
    var isAtGate: Bool { false }
    var questionArea: CellRectangle { size.aboveKeyLine }
    mutating func update(_ event: Event, at now: Moment) -> [Effect] { dispatch(event, at: now) }
    mutating func receive(_ event: Event, at now: Moment) -> [Effect] { [] }
    mutating func answer(_ button: Int, at now: Moment) -> [Effect] { [] }
    func draw(on canvas: inout Canvas, at now: Moment) { drawWindow(on: &canvas, at: now) }
    func render(on canvas: inout Canvas, at now: Moment) {}
    mutating func begin(at now: Moment) -> [Effect] { [] }
    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] { alert(about: reply) }
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] { [] }
    mutating func resume(at now: Moment) -> [Effect] { [] }
    mutating func conceal(at now: Moment) -> [Effect] { [] }
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] { [] }
    func nextTick(after now: Moment) -> Moment? { nil }
    var isOverlay: Bool { false }
    var isLeaving: Bool { false }
    var takesText: Bool { false }
    var hasUnsavedInput: Bool { false }
    var isWorking: Bool { false }
    var slides: Bool { false }
    var shownCode: VoidRecoveryCode? { nil }

    /// Shows an alert about a failure that the screen has no place of its own for.
    func alert(about reply: Reply) -> [Effect] {
        guard case .failed(let error) = reply else { return [] }
        return [.alert(Alert(about: error))]
    }
}
