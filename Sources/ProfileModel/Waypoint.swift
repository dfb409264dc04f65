/// A named position that a source gives beside a track, such as a hut or a spring.
public struct Waypoint: Hashable, Sendable {
    /// The waypoint's name; empty if it has none.
    public var name: String
    /// Where it is, with its elevation and its time where they are known.
    public var position: TrackPoint
    /// What is said of it, in one or several lines.
    public var description: String
    /// The name of the symbol with which programs draw it; empty if the source names none.
    public var symbol: String

    public init(name: String, position: TrackPoint, description: String = "", symbol: String = "") {
        (self.name, self.position, self.description, self.symbol) = (name, position, description, symbol)
    }
}
