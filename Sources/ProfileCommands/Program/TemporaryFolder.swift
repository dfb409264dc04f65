internal import FoundationEssentials
internal import Glibc
internal import ProfileRendering
internal import SystemKit

/// A folder with a random name that only this user can access.
struct TemporaryFolder {
    let path: String

    /// - Parameter environment: has `TMPDIR`, in which it is made.
    init(environment: [String: String]) throws {
        let root = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        guard let made = Self.make("\(root)/profile-demo-") else {
            throw UserError(.io, "no folder can be created in \(root)", hint: "Set TMPDIR to a folder of yours.")
        }
        path = made
    }

    /// Creates a folder with access for this user only.
    ///
    /// - Parameter beginning: its path, which six random characters complete.
    /// - Returns: its path; `nil` if it can't be created.
    static func make(_ beginning: String) -> String? {
        // The characters that mkdtemp replaces.
        var template = Array((beginning + String(repeating: "X", count: 6)).utf8CString)
        return unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    }

    func write(_ text: String, to name: String) throws {
        try PrivateFile.write(Array(text.utf8), to: "\(path)/\(name)")
    }

    /// Removes the folder with its content.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
