import FoundationEssentials
import Glibc
import Testing

@testable import ProfileCommands

@Suite struct `Settings that are linked to a device`: ~Copyable {
    /// The numbers of `/dev/null`, 1 and 3.
    private static let device: dev_t = 1 << 8 | 3
    private let folder: String
    private let file: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/settings-\(UUID().uuidString)"
        file = "\(folder)/null"
        try FileManager.default.createDirectory(atPath: "\(folder)/profile", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/profile/config", withDestinationPath: file)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func `are none, and the device is never replaced`() throws {
        // Only root can make a device, and only root could replace one.
        guard mknod(file, S_IFCHR | 0o600, Self.device) == 0 else { return }
        var settings = ConfigFile.read(environment: ["XDG_CONFIG_HOME": folder])
        #expect(settings.values.isEmpty && settings.problems.isEmpty)
        settings.set(.theme, to: "dark")
        let refused = #expect(throws: UserError.self) { try settings.write() }
        #expect(refused?.exit == .io)
        var status = stat()
        #expect(lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }
}
