/// What a camera wrote into a photo that matters here: when and where it was taken, and its orientation.
public struct PhotoMetadata: Hashable, Sendable {
    /// The date and the time on the camera's clock, as seconds since 1970 if it were in UTC.
    public var cameraTime: Int?
    /// The offset of the camera's clock, in seconds east of Greenwich.
    public var utcOffset: Int?
    /// The time that satellites gave, in seconds since 1970.
    public var satelliteTime: Double?
    /// Where the camera was.
    public var position: TrackPosition?
    /// The orientation, from 1 to 8; 1 is upright.
    public var orientation = 1

    public init() {}

    /// When the photo was taken: by the offset of the camera's clock, else by satellites, else by an offset that is
    /// assumed; `nil` if that isn't known.
    public func time(assumingOffset assumed: Int?) -> Timestamp? {
        if let cameraTime, let utcOffset {
            return Timestamp(secondsSince1970: Double(cameraTime - utcOffset), utcOffset: utcOffset)
        }
        if let satelliteTime {
            return Timestamp(secondsSince1970: satelliteTime, utcOffset: assumed)
        }
        guard let cameraTime, let assumed else { return nil }
        return Timestamp(secondsSince1970: Double(cameraTime - assumed), utcOffset: assumed)
    }
}
