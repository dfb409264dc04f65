internal import ProfileRendering

/// An input event for a screen.
enum Event: Hashable, Sendable {
    case key(Key)
    /// Pasted text.
    case paste(String)
    /// The first mouse button was pressed on a cell.
    case click(CellPoint)
    /// The terminal's size changed.
    case resized(CellSize)
    /// The moment requested by ``Screen/nextTick(after:)`` has come.
    case tick
}

extension Event {
    /// Whether this inserts text into a field.
    var isInsertion: Bool {
        switch self {
        case .key(.character): true
        case .paste(let text): !text.isEmpty
        default: false
        }
    }

    /// The event with small letters for capitals that it inserts.
    var lowercased: Event {
        switch self {
        case .key(.character(let character)): character.lowercased().first.map { .key(.character($0)) } ?? self
        case .paste(let text): .paste(text.lowercased())
        default: self
        }
    }

    /// Whether this is user input, which skips a running animation.
    var isSkipping: Bool {
        switch self {
        case .key, .click, .paste: true
        case .tick, .resized: false
        }
    }
}

/// A moment on the app's clock.
struct Moment: Hashable, Comparable, Sendable {
    let sinceStart: Duration

    /// The app's start.
    static let zero = Moment(sinceStart: .zero)

    static func < (first: Moment, second: Moment) -> Bool { first.sinceStart < second.sinceStart }

    static func + (moment: Moment, length: Duration) -> Moment {
        Moment(sinceStart: moment.sinceStart + length)
    }

    static func += (moment: inout Moment, length: Duration) { moment = moment + length }

    static func - (moment: Moment, length: Duration) -> Moment {
        Moment(sinceStart: moment.sinceStart - length)
    }

    /// The time between two moments.
    static func - (later: Moment, earlier: Moment) -> Duration { later.sinceStart - earlier.sinceStart }
}
