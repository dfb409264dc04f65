/// One point of a recording: where, and what was measured there.
public struct TrackPoint: Hashable, Sendable {
    /// Degrees north, WGS 84.
    public let latitude: Double
    /// Degrees east, WGS 84.
    public let longitude: Double
    /// Metres; `nil` where it was not measured, which is not 0.
    public let elevation: Double?
    /// Beats a minute.
    public let heartRate: Double?
    public let time: Timestamp?

    /// Elevations that a hike can have; anything else was not measured.
    public static let elevations = -1_000.0...10_000.0
    /// Heart rates that a living heart can have; 0 is what recorders write when the strap has slipped.
    public static let heartRates = 1.0...300.0
    /// The first second of GPS time. An earlier clock was never set.
    public static let firstTime = 315_964_800.0

    /// A point of the earth, with those of its values that can be true: what no recorder can have measured is left out.
    ///
    /// `nil` when there is no such latitude or longitude.
    public init?(
        latitude: Double, longitude: Double, elevation: Double? = nil, heartRate: Double? = nil,
        time: Timestamp? = nil
    ) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
        self.elevation = elevation.flatMap { Self.elevations.contains($0) ? $0 : nil }
        self.heartRate = heartRate.flatMap { Self.heartRates.contains($0) ? $0 : nil }
        self.time = time.flatMap { $0.secondsSince1970 >= Self.firstTime ? $0 : nil }
    }
}
