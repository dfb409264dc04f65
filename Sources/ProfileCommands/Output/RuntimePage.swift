internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// The page that a browser shows, as a file in the user's runtime folder: in memory, for this user alone, and gone after
/// the last logout.
struct RuntimePage {
    let path: String

    private static let name = "profile-page.html"

    private init(folder: String) {
        path = "\(folder)/\(Self.name)"
    }

    /// - Throws: ``UserError`` with `io` if there is no such folder.
    init(environment: [String: String]) throws {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            PrivateFolder.isClosedToOthers(folder), PrivateFolder.isInMemory(folder)
        else {
            throw UserError(
                .io, "there is no XDG_RUNTIME_DIR in memory that is yours alone, and a disk would keep the page",
                hint: "Set it to one, or name a file: \(command: "page -o FILE")")
        }
        self.init(folder: folder)
    }

    /// Removes the page of an earlier call, if there is one.
    static func removeAny(environment: [String: String]) {
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { RuntimePage(folder: folder).remove() }
    }

    func remove() { try? PrivateFile.remove(path) }

    /// Opens the page in the browser that the desktop prefers.
    ///
    /// - Throws: ``UserError`` with `failure` if there is no program for it, or it fails.
    func open(environment: [String: String]) throws {
        let quiet = unsafe Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(quiet) }
        let status = try Subprogram(["xdg-open", path], environment: environment, output: quiet).wait()
        guard status == 0 else {
            throw UserError(
                .failure, "xdg-open failed (exit code \(status))", hint: "Open it yourself: \(path)")
        }
    }
}
