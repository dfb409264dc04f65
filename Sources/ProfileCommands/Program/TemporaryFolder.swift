internal import FoundationEssentials
internal import Glibc
internal import SystemKit

/// A folder with a random name that only this user can access.
struct TemporaryFolder {
    let path: String

    /// - Parameter environment: has `TMPDIR`, in which it is made.
    init(environment: [String: String]) throws {
        let root = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(root)/profile-demo-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw Complaint(.io, "no folder can be made in \(root)", hint: "Set TMPDIR to a folder of yours.")
        }
        path = unsafe String(cString: made)
    }

    func write(_ text: String, to name: String) throws {
        try PrivateFile.write(Array(text.utf8), to: "\(path)/\(name)")
    }

    /// Removes the folder with its content.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
