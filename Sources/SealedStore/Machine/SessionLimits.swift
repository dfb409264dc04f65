/// The limits of a new session.
public enum SessionLimits {
    /// How long a session may go unused: 15 minutes.
    public static let defaultIdleLimit = Duration.seconds(15 * 60)
    /// How long a session lasts: 2 hours.
    public static let defaultDuration = Duration.seconds(2 * 3600)
    /// How long a session may last at most: 24 hours.
    public static let maximumDuration = Duration.seconds(24 * 3600)
}
