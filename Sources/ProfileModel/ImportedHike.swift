/// A hike as a source tells it, before it has a place in a store.
public struct ImportedHike: Hashable, Sendable {
    /// The id that the source gives it; `nil` when the store is to give it the next free one.
    public var sourceID: Int?
    /// The hike; its id means nothing where the source gives none.
    public var hike: Hike
    /// What the figures were worked out from, where the source is a recording. It identifies the hike then, so that a
    /// later version that works them out differently still knows it.
    public var recording: Recording?
    /// The name that the source itself says; `nil` where that is the hike's. It identifies the hike where the hike was
    /// named after its file, so that a copy of the file is the same hike.
    public var nameInSource: String?
    /// What its owner should hear of.
    public var remarks: [ImportRemark] = []

    /// Larger ids are not whole in JSON for every reader.
    public static let largestID = (1 << 53) - 1

    public init(sourceID: Int?, hike: Hike) {
        self.sourceID = sourceID
        self.hike = hike
    }
}

/// Something of a source that was passed over, or that can hardly be true.
public enum ImportRemark: Hashable, Sendable {
    /// Points that no place or no time can be read of, and those that only mark a pause.
    case pointsLeftOut(Int)
    /// Heights, heart rates and times that are no such thing; their points stay.
    case valuesLeftOut(Int)
    /// A speed, held for a minute, that nobody reaches at the hike's activity.
    case speed(kilometresPerHour: Double)
}
