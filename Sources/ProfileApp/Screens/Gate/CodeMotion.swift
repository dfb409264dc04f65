internal import Glibc

/// The shake of a refusal: three swings to and fro in half a second.
struct Shake: Hashable, Sendable {
    private let movement: Movement
    static let length: Duration = .milliseconds(500)
    private static let swings = 3.0

    init(at now: Moment) {
        movement = Movement(start: now, length: Self.length)
    }

    /// How many cells the circles are off their place: `5·sin(2πn)` points of a phone's screen after n swings, with
    /// five points taken as two cells.
    func offset(at now: Moment) -> Int {
        let swings = Self.swings * movement.progress(at: now)
        let points = 5 * sin(2 * .pi * swings)
        return Int((points * 2 / 5).rounded())
    }

    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }
}

/// The animation of a right code: its circles turn green one after the other from the left.
struct GreenWave: Hashable, Sendable {
    private let movement: Movement

    /// It ends when the padlock begins to open.
    init(at now: Moment) {
        movement = Movement(start: now, length: Padlock.length * 3 / 10)
    }

    /// How many of the circles are green.
    func count(of circles: Int, at now: Moment) -> Int {
        Int((movement.progress(at: now) * Double(circles)).rounded(.up))
    }
}
