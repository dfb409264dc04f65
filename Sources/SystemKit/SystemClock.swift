internal import Glibc

/// The clocks of this machine.
///
/// The kernel lets an unprivileged user run a program in a time namespace, whose clocks are shifted by an offset. The
/// offset is subtracted again. If the offset or the boot id isn't known, the instants' ``BootInstant/certainty`` says
/// so.
public struct SystemClock: MachineClock {
    public init() {}

    public var bootInstant: BootInstant {
        var now = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &now)
        let shown = Duration.seconds(Int64(now.tv_sec)) + .nanoseconds(Int64(now.tv_nsec))
        let facts = Self.facts
        guard let offset = facts.offset else {
            return BootInstant(boot: facts.boot, sinceBoot: shown, certainty: .none)
        }
        return BootInstant(
            boot: facts.boot, sinceBoot: max(shown - offset, .zero), certainty: facts.isBootCertain ? .full : .timeOnly)
    }

    public var secondsSince1970: Int {
        time(nil)
    }

    /// The facts about the clock from /proc.
    private struct Facts {
        /// 16 bytes; all zero if the kernel's boot id can't be read.
        let boot: [UInt8]
        let isBootCertain: Bool
        /// How far the namespace's boot clock is ahead of the machine's; `nil` if it isn't known.
        let offset: Duration?
    }

    /// Read once: a process can't change its own time namespace, and doesn't outlive its boot.
    private static let facts: Facts = {
        var (certain, offset): ([UInt8]?, Duration?)
        if let proc = try? KernelFiles() {
            certain = (try? proc.read("sys/kernel/random/boot_id")).flatMap(Self.bootID)
            offset = (try? TimeNamespace.offset(in: proc)) ?? nil
        }
        // Even an id from a file that isn't certainly the kernel's distinguishes the sessions of different boots.
        let boot = certain ?? (try? KernelFiles.readAnyway("/proc/sys/kernel/random/boot_id")).flatMap(Self.bootID)
        return Facts(
            boot: boot ?? [UInt8](repeating: 0, count: 16), isBootCertain: certain != nil,
            offset: offset)
    }()

    /// - Returns: `nil` for bytes that aren't a UUID.
    private static func bootID(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 32 else { return nil }
        return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
