internal import FoundationEssentials
internal import Glibc
internal import SystemKit

/// A folder for this user alone whose files are in memory, never on a disk.
struct MemoryFolder {
    let path: String

    /// Creates a folder in the runtime folder, or else in `/dev/shm`.
    ///
    /// - Throws: ``Complaint`` with `io` if neither is in memory.
    init(environment: [String: String]) throws {
        try self.init(among: [environment["XDG_RUNTIME_DIR"]?.nonEmpty, "/dev/shm"].compactMap(\.self))
    }

    init(among folders: [String]) throws {
        for folder in folders where folder.hasPrefix("/") && PrivateFolder.isInMemory(folder) {
            var template = Array("\(folder)/profile-edit-XXXXXX".utf8CString)
            // mkdtemp creates the folder with access for this user only.
            guard let made = unsafe mkdtemp(&template) else { continue }
            path = unsafe String(cString: made)
            return
        }
        throw Complaint(
            .io, "there is no folder in memory to edit in, and a disk would keep what is written on it",
            hint: "Set XDG_RUNTIME_DIR to one, or name the values, as in: profile edit --season spring")
    }

    /// Overwrites every file in the folder, including what an editor left there, and removes the folder.
    func wipe() {
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
