internal import CLinux
internal import Glibc

/// What a report says of a file or folder without naming it: its file system, and who may use it.
public struct PathStatus: Hashable, Sendable {
    /// The file system's name, such as "ext4"; of an uncommon one, its number, such as "0x1021997".
    public let fileSystem: String
    public let isReadOnly: Bool
    /// The permission bits of the mode.
    public let permissions: UInt32
    /// Whether it belongs to this user.
    public let isOwn: Bool

    /// - Returns: `nil` if the path doesn't exist, or can't be examined.
    public init?(of path: String) {
        var status = stat()
        var (type, readOnly): (UInt, Int32) = (0, 0)
        guard unsafe stat(path, &status) == 0, unsafe profile_file_system(path, &type, &readOnly) != 0 else {
            return nil
        }
        fileSystem = Self.names[type] ?? "0x\(String(type, radix: 16))"
        isReadOnly = readOnly != 0
        permissions = status.st_mode & 0o7777
        isOwn = status.st_uid == geteuid()
    }

    /// The names of file systems from the kernel's `magic.h`; of those that aren't in it, from their own sources.
    private static let names: [UInt: String] = [
        0xEF53: "ext4", 0x9123_683E: "btrfs", 0x5846_5342: "xfs", 0xF2F5_2010: "f2fs", 0x2FC1_2FC1: "zfs",
        0x0102_1994: "tmpfs", 0x8584_58F6: "ramfs", 0x794C_7630: "overlayfs", 0xF15F: "ecryptfs", 0x6573_5546: "fuse",
        0x6969: "nfs", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2", 0x4D44: "vfat", 0x2011_BAB0: "exfat",
        0x0102_1997: "9p",
    ]
}

/// The system that this program runs on.
public enum RunningSystem {
    /// The kernel's version without what was appended to it: "6.1.0".
    public static var kernelVersion: String {
        String(text(\.release).prefix { $0.isNumber || $0 == "." })
    }

    /// The processor's architecture, such as "x86_64".
    public static var architecture: String { text(\.machine) }

    /// The version of the C library.
    public static var libraryVersion: String { unsafe String(cString: gnu_get_libc_version()) }

    private static func text<Characters>(_ member: KeyPath<utsname, Characters>) -> String {
        var names = utsname()
        unsafe uname(&names)
        return unsafe withUnsafeBytes(of: names[keyPath: member]) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
