internal import FoundationEssentials
package import SealedStore

/// A folder that only this user can access, which is deleted with the last reference.
package final class StoreFolder: Sendable {
    package let path: String

    package init(_ prefix: String) throws {
        let manager = FileManager.default
        path = manager.temporaryDirectory.path + "/\(prefix)-\(UUID().uuidString)"
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The configuration of a store in the folder. Its gate and whatever that opens keep the folder.
    package func configuration(clock: any MachineClock) -> GateConfiguration {
        var configuration = GateConfiguration.forTests(folder: path, clock: clock)
        configuration.owned = self
        return configuration
    }
}
