internal import FoundationEssentials
internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// A folder for this user alone whose files are in memory, never on a disk.
///
/// It is locked while it is in use, by which the next start of the program knows one whose process was killed.
struct MemoryFolder: ~Copyable {
    let path: String
    private let lock: Descriptor

    private static let beginning = "profile-edit-"

    /// Creates a folder in the runtime folder, or else in `/dev/shm`.
    ///
    /// - Throws: ``UserError`` with `io` if neither is in memory.
    init(environment: [String: String]) throws {
        try self.init(among: Self.candidates(environment))
    }

    private static func candidates(_ environment: [String: String]) -> [String] {
        [environment["XDG_RUNTIME_DIR"]?.nonEmpty, "/dev/shm"].compactMap(\.self).filter { $0.hasPrefix("/") }
    }

    init(among folders: [String]) throws {
        self = try Self.make(among: folders)
    }

    private init(path: String, lock: consuming Descriptor) {
        self.path = path
        self.lock = lock
    }

    private static func make(among folders: [String]) throws -> MemoryFolder {
        for folder in folders where PrivateFolder.isInMemory(folder) {
            // Before it is locked, another process may take it for an abandoned one.
            while let path = TemporaryFolder.make("\(folder)/\(Self.beginning)") {
                if let lock = Self.lock(path) { return MemoryFolder(path: path, lock: lock) }
            }
        }
        throw UserError(
            .io, "there is no folder in memory to edit in, and a disk would keep what is written on it",
            hint: "Set XDG_RUNTIME_DIR to one, or give the values as options.")
    }

    /// - Returns: `nil` if another process has locked the folder, or it is not there any more or not this user's.
    private static func lock(_ path: String) -> Descriptor? {
        guard let folder = try? PrivateFolder.open(path), (try? folder.tryToLockExclusively()) == true,
            (try? folder.identity) == PrivateFile.identity(of: path)
        else { return nil }
        return folder
    }

    /// Wipes the folders of processes that were killed before they could.
    static func wipeAbandoned(environment: [String: String]) {
        for folder in candidates(environment) { wipeAbandoned(in: folder) }
    }

    static func wipeAbandoned(in folder: String) {
        for name in PrivateFolder.names(in: folder, beginning: beginning) {
            let path = "\(folder)/\(name)"
            guard let lock = lock(path) else { continue }
            withExtendedLifetime(lock) { wipe(path) }
        }
    }

    /// Overwrites every file in the folder, including what an editor left there, and removes the folder.
    func wipe() { Self.wipe(path) }

    private static func wipe(_ path: String) {
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
            let file = unsafe open("\(path)/\(name)", O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            var status = stat()
            if unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                let zeros = [UInt8](repeating: 0, count: min(Int(status.st_size), 1 << 20))
                var written = 0
                while written < Int(status.st_size) {
                    let count = unsafe pwrite(file, zeros, min(zeros.count, Int(status.st_size) - written), written)
                    guard count > 0 else { break }
                    written += count
                }
            }
            close(file)
        }
        try? FileManager.default.removeItem(atPath: path)
    }
}
