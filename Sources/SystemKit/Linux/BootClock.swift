internal import Glibc

/// A moment on the clock that starts at boot and goes on while the machine sleeps.
///
/// Nobody can set this clock, which is why waits and deadlines run on it. Moments of two boots can't be compared.
public struct BootInstant: Hashable, Sendable {
    /// The kernel's random name of the boot, 16 bytes.
    public let boot: [UInt8]
    public let sinceBoot: Duration
    public let certainty: Certainty

    /// How far a moment can be relied on where someone would gain by turning the clock.
    public enum Certainty: Hashable, Sendable {
        case full
        /// The time since boot is the kernel's, but which boot it was isn't known for sure.
        case timeOnly
        /// Not even the time since boot: a time namespace may have moved it.
        case none
    }

    public init(boot: [UInt8], sinceBoot: Duration, certainty: Certainty = .full) {
        self.boot = boot
        self.sinceBoot = sinceBoot
        self.certainty = certainty
    }

    /// The time from this moment to a later one; `nil` when they lie in different boots.
    public func duration(to later: BootInstant) -> Duration? {
        boot == later.boot ? later.sinceBoot - sinceBoot : nil
    }

    public func advanced(by duration: Duration) -> BootInstant {
        BootInstant(boot: boot, sinceBoot: sinceBoot + duration, certainty: certainty)
    }
}

/// The two clocks of a machine, handed in from outside so that tests can turn them.
public protocol MachineClock: Sendable {
    /// For waits and deadlines.
    var bootInstant: BootInstant { get }
    /// For what people read: seconds since 1970 on the wall clock, which anyone may set.
    var secondsSince1970: Int { get }
}
