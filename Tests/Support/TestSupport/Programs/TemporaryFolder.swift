import Glibc

/// A new, empty folder with mode 0700, which is removed with its content when the value goes out of scope.
public struct TemporaryFolder: ~Copyable, Sendable {
    /// Its absolute path: under `TMPDIR`, or `/tmp`.
    public let path: String

    public init() throws(ScenarioError) {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        var template = Array("\(parent.hasPrefix("/") ? parent : "/tmp")/scenario-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .systemCall("mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The path of an item in this folder.
    public func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Removes a file, or a folder with its content. Links are removed, not followed.
    private static func remove(_ path: String) {
        if unsafe Glibc.remove(path) == 0 { return }
        // A test may have made a folder unreadable. The mode of a link isn't changed.
        _ = unsafe fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW)
        for name in names(in: path) { remove("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
