internal import CLinux
internal import Glibc

/// An instant on the clock that starts at boot and keeps running while the machine sleeps.
///
/// This clock can't be set, which is why waits and deadlines use it. Instants of different boots can't be compared.
public struct BootInstant: Hashable, Sendable {
    /// The kernel's random id of the boot, 16 bytes.
    public let boot: [UInt8]
    /// The time since that boot.
    public let sinceBoot: Duration
    /// How far the instant can be trusted.
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

    /// The instant a duration later, in the same boot.
    public func advanced(by duration: Duration) -> BootInstant {
        BootInstant(boot: boot, sinceBoot: sinceBoot + duration, certainty: certainty)
    }
}

/// An instant on the wall clock, which people set: for display, and for rules about dates. Waits and deadlines use
/// ``BootInstant``.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Whole seconds since 1 January 1970 UTC.
    public let secondsSince1970: Int

    public init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    public static func < (one: WallTime, other: WallTime) -> Bool { one.secondsSince1970 < other.secondsSince1970 }
}

/// The two clocks of a machine, injected so that tests can control them.
public protocol MachineClock: Sendable {
    /// The moment for waits and deadlines.
    var bootInstant: BootInstant { get }
    /// The time for display, and for rules about dates.
    var wallTime: WallTime { get }
}

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

    public var wallTime: WallTime { WallTime(secondsSince1970: time(nil)) }

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

/// The time namespace of this process.
private enum TimeNamespace {
    /// How far its boot clock is ahead of the machine's; negative if it is behind.
    ///
    /// - Returns: `nil` if this can't be determined.
    /// - Throws: ``SystemError`` if /proc can't be read.
    static func offset(in proc: borrowing KernelFiles) throws(SystemError) -> Duration? {
        // Checked first, since a /proc for processes that don't include this one looks like a kernel without time
        // namespaces.
        guard try proc.exists("self") else { return nil }
        guard try proc.exists("self/ns/time") else { return .zero }
        // The offsets are those of the namespace for children. Those of any other namespace can't be read.
        guard try proc.link("self/ns/time") == proc.link("self/ns/time_for_children") else { return nil }
        return offset(of: try proc.read("self/timens_offsets"))
    }

    /// Parses the offset of `boottime` from a text such as
    ///
    ///     monotonic           0         0
    ///     boottime        86400         0
    ///
    /// - Returns: `nil` if there is none.
    static func offset(of text: [UInt8]) -> Duration? {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, words[0] == "boottime", let seconds = Int64(words[1]),
                let nanoseconds = Int64(words[2]), (0..<1_000_000_000).contains(nanoseconds)
            else { continue }
            return .seconds(seconds) + .nanoseconds(nanoseconds)
        }
        return nil
    }
}

/// The kernel's own files under /proc. Anyone with the right to mount can replace one or all of them; this is detected
/// and refused.
private struct KernelFiles: ~Copyable {
    private let folder: Descriptor

    /// - Throws: ``SystemError`` if there is no /proc, or it isn't the kernel's.
    init() throws(SystemError) {
        let folder = try Descriptor(opening: "/proc", flags: profile_path_only | O_DIRECTORY)
        guard profile_is_proc(folder.number) == 1 else { throw SystemError(.examine, "/proc", code: ENOENT) }
        self.folder = folder
    }

    /// The content of a small file.
    ///
    /// - Parameter path: relative to /proc.
    /// - Throws: ``SystemError``, with `EXDEV` if something is mounted along the path.
    func read(_ path: String) throws(SystemError) -> [UInt8] {
        try open(path, flags: O_RDONLY).read(4096, at: 0)
    }

    /// The target of a link.
    ///
    /// - Throws: the same errors as ``read(_:)``.
    func link(_ path: String) throws(SystemError) -> [UInt8] {
        let link = try open(path, flags: profile_path_only | O_NOFOLLOW)
        var target = [UInt8](repeating: 0, count: 256)
        let count = unsafe target.withUnsafeMutableBytes { buffer in
            unsafe readlinkat(link.number, "", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard count >= 0 else { throw SystemError(.read, "/proc/\(path)") }
        return Array(target[..<count])
    }

    /// - Throws: the same errors as ``read(_:)``, except that the file doesn't exist.
    func exists(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try open(path, flags: profile_path_only | O_NOFOLLOW)
            return true
        } catch {
            guard error.isMissing else { throw error }
            return false
        }
    }

    /// Reads a small file without verifying that it is the kernel's.
    static func readAnyway(_ path: String) throws(SystemError) -> [UInt8] {
        try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK).read(4096, at: 0)
    }

    private func open(_ path: String, flags: Int32) throws(SystemError) -> Descriptor {
        let number = unsafe profile_open_within_mount(folder.number, path, UInt64(flags | O_CLOEXEC))
        guard number >= 0 else { throw SystemError(.open, "/proc/\(path)") }
        return Descriptor(taking: number, path: "/proc/\(path)")
    }
}
