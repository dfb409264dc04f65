internal import Glibc

/// The shake of a refusal: three swings to and fro in half a second.
struct Shake: Hashable, Sendable {
    private let movement: Movement
    static let length: Duration = .milliseconds(500)
    private static let swings = 3.0

    init(at now: Moment) {
        movement = Movement(start: now, length: Self.length)
    }

    /// How many cells the circles stand from their place: `5·sin(2πn)`, n being the swings so far, with five points
    /// of a phone's screen taken as two cells.
    func offset(at now: Moment) -> Int {
        let swings = Self.swings * movement.progress(at: now)
        let points = 5 * sin(2 * .pi * swings)
        return Int((points * 2 / 5).rounded())
    }

    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }
}
