/// The pauses between attempts at something that fails: each is about twice as long as the one before, up to 15 seconds,
/// and random, so that many processes don't try at the same moment.
public struct Backoff: Hashable, Sendable {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(15)
    private var upcoming = Backoff.first

    public init() {}

    /// Returns the next pause.
    public mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming * Double.random(in: 0.5...1)
    }

    /// Begins again, after an attempt that succeeded.
    public mutating func reset() { upcoming = Self.first }
}
