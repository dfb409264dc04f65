internal import Glibc

/// An instant on the clock that starts at boot and keeps running while the machine sleeps.
///
/// This clock can't be set, which is why waits and deadlines use it. Instants of different boots can't be compared.
public struct BootInstant: Hashable, Sendable {
    /// The kernel's random id of the boot, 16 bytes.
    public let boot: [UInt8]
    public let sinceBoot: Duration
    public let certainty: Certainty

    /// How far an instant can be trusted, given that someone may gain from manipulating the clock.
    public enum Certainty: Hashable, Sendable {
        case full
        /// The time since boot is the kernel's, but the boot isn't known for certain.
        case timeOnly
        /// Not even the time since boot is certain: a time namespace may have shifted it.
        case none
    }

    public init(boot: [UInt8], sinceBoot: Duration, certainty: Certainty = .full) {
        self.boot = boot
        self.sinceBoot = sinceBoot
        self.certainty = certainty
    }

    /// The time from this instant to a later one; `nil` if they are in different boots.
    public func duration(to later: BootInstant) -> Duration? {
        boot == later.boot ? later.sinceBoot - sinceBoot : nil
    }

    public func advanced(by duration: Duration) -> BootInstant {
        BootInstant(boot: boot, sinceBoot: sinceBoot + duration, certainty: certainty)
    }
}

/// The two clocks of a machine, injected so that tests can control them.
public protocol MachineClock: Sendable {
    /// For waits and deadlines.
    var bootInstant: BootInstant { get }
    /// For display: seconds since 1970 on the wall clock, which can be set.
    var secondsSince1970: Int { get }
}
