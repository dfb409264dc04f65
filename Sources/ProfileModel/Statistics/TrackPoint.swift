/// One point of a recording: a position, and what was measured there.
public struct TrackPoint: Hashable, Sendable {
    /// Degrees north, WGS 84.
    public let latitude: Double
    /// Degrees east, WGS 84.
    public let longitude: Double
    /// Metres; `nil`, not 0, where not measured.
    public let elevation: Double?
    /// Beats per minute.
    public let heartRate: Double?
    public let time: Timestamp?

    /// Plausible elevations, in metres; others count as not measured.
    public static let elevations = -1_000.0...10_000.0
    /// Plausible heart rates; 0 is what recorders write when the strap has slipped.
    public static let heartRates = 1.0...300.0
    /// The first second of GPS time. A clock that shows an earlier time was never set.
    public static let firstTime = 315_964_800.0

    /// Creates a point with the plausible values only: those that a recorder can't have measured become `nil`.
    ///
    /// Fails when the latitude or longitude is out of range.
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
