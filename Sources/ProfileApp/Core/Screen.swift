internal import ProfileRendering

/// A moment on the app's own clock: the time since the app was started.
typealias Moment = Duration

/// One screen of the app: a value that changes by events alone and draws itself, without any I/O.
///
/// What it wants done it returns as effects, which the app carries out; what comes of them reaches the screen through
/// methods of its own.
protocol Screen: Sendable {
    associatedtype Effect: Sendable

    /// Takes in an event.
    ///
    /// - Returns: what is to be done, in order.
    mutating func update(_ event: Event, at now: Moment) -> [Effect]

    /// Draws the screen as it stands at a moment. The canvas is empty and has the terminal's size.
    func draw(on canvas: inout Canvas, at now: Moment)

    /// When the screen wants the next ``Event/tick``: the next frame while something moves, the end of a wait;
    /// `nil` while nothing changes by itself.
    func nextTick(after now: Moment) -> Moment?
}
