/// A hike as its source describes it, before it is stored.
public struct ImportedHike: Hashable, Sendable {
    /// The id given by the source; `nil` when the store is to assign the next free one.
    public var sourceID: Int?
    /// The hike; its id is meaningless when the source gives none.
    public var hike: Hike
    /// The recording that the figures were computed from, when the source is one. The hike is then identified by it, so
    /// that a later version that computes the figures differently still recognizes the hike.
    public var recording: Recording?
    /// The name in the source itself; `nil` when the hike has that name. It identifies a hike that was named after its
    /// file, so that a copy of the file is recognized as the same hike.
    public var nameInSource: String?
    /// Remarks for the hike's owner.
    public var remarks: [ImportRemark] = []

    /// The largest integer that every JSON reader can represent exactly.
    public static let largestID = (1 << 53) - 1

    public init(sourceID: Int?, hike: Hike) {
        self.sourceID = sourceID
        self.hike = hike
    }
}

/// Something in a source that was skipped, or that is implausible.
public enum ImportRemark: Hashable, Sendable {
    /// Points without a readable position or time, and those that only mark a pause.
    case pointsLeftOut(Int)
    /// Impossible elevations, heart rates and times; their points are kept.
    case valuesLeftOut(Int)
    /// A speed, sustained for a minute, that is impossible for the hike's activity.
    case speed(kilometresPerHour: Double)
}
