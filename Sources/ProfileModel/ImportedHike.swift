/// A hike as a source tells it, before it has a place in a store.
public struct ImportedHike: Hashable, Sendable {
    /// The id that the source gives it; `nil` when the store is to give it the next free one.
    public var sourceID: Int?
    /// The hike; its id means nothing where the source gives none.
    public var hike: Hike
    /// What the figures were worked out from, where the source is a recording. It identifies the hike then, so that a
    /// later version that works them out differently still knows it.
    public var recording: Recording?

    /// Larger ids are not whole in JSON for every reader.
    public static let largestID = (1 << 53) - 1

    public init(sourceID: Int?, hike: Hike) {
        self.sourceID = sourceID
        self.hike = hike
    }
}
