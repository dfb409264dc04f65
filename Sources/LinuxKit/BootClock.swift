internal import Glibc

/// A moment on the clock that starts at boot and goes on while the machine sleeps.
///
/// Nobody can set this clock, which is why waits and deadlines run on it. Moments of two boots can't be compared.
public struct BootInstant: Hashable, Sendable {
    /// The kernel's random name of the boot, 16 bytes.
    public let boot: [UInt8]
    public let sinceBoot: Duration

    public init(boot: [UInt8], sinceBoot: Duration) {
        self.boot = boot
        self.sinceBoot = sinceBoot
    }

    /// The time from this moment to a later one; `nil` when they lie in different boots.
    public func duration(to later: BootInstant) -> Duration? {
        boot == later.boot ? later.sinceBoot - sinceBoot : nil
    }

    public func advanced(by duration: Duration) -> BootInstant {
        BootInstant(boot: boot, sinceBoot: sinceBoot + duration)
    }
}

/// The two clocks of a machine, handed in from outside so that tests can turn them.
public protocol MachineClock: Sendable {
    /// For waits and deadlines.
    var bootInstant: BootInstant { get }
    /// For what people read: seconds since 1970 on the wall clock, which anyone may set.
    var secondsSince1970: Int { get }
}

/// The clocks of this machine.
public struct SystemClock: MachineClock {
    public init() {}

    public var bootInstant: BootInstant {
        var now = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &now)
        return BootInstant(
            boot: Self.bootID, sinceBoot: .seconds(Int64(now.tv_sec)) + .nanoseconds(Int64(now.tv_nsec)))
    }

    public var secondsSince1970: Int {
        time(nil)
    }

    /// Read once: it lasts as long as any process does. Without /proc, all boots look alike, and a wait that began
    /// before a boot then runs from the boot's own clock, which is never shorter.
    private static let bootID: [UInt8] = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let file = try? Descriptor(opening: path, flags: O_RDONLY), let text = try? file.read(64, at: 0) else {
            return [UInt8](repeating: 0, count: 16)
        }
        let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }.prefix(32)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
    }()
}
