import FoundationEssentials
import Glibc
import Testing

/// Searches for bytes in files and in the command lines of processes.
enum ByteSearch {
    static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = needle.first else { return false }
        return bytes.withUnsafeBytes { bytes in
            var start = 0
            while bytes.count - start >= needle.count,
                let found = memchr(bytes.baseAddress! + start, Int32(first), bytes.count - start - needle.count + 1)
            {
                if memcmp(found, needle, needle.count) == 0 { return true }
                start = found - UnsafeMutableRawPointer(mutating: bytes.baseAddress!) + 1
            }
            return false
        }
    }

    /// The files below a folder that hold the bytes, as paths in the folder.
    static func files(in folder: String, holding needle: [UInt8]) throws -> [String] {
        try contents(of: folder).filter { contains(needle, in: $0.value) }.keys.sorted()
    }

    /// The bytes of each file below a folder, by its path in the folder.
    static func contents(of folder: String) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var status = stat()
            // A file that disappears meanwhile, such as SQLite's log, is skipped.
            guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            contents[name] = FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
        }
        return contents
    }

    /// The command lines of all processes on this machine.
    static func commandLines() throws -> [UInt8] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.flatMap { process in
            bytes(of: "/proc/\(process)/cmdline")
        }
    }

    /// The content of a file in /proc, which reports no length. It is empty for a process that has ended.
    private static func bytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
