import FoundationEssentials
import ProfileKit
import ProfileKitTesting

/// A copy of the store that version 0.1.0 made, with its state folder.
final class FirstVersionStore {
    let folder: String
    let path: String
    let configuration: Gate.Configuration

    init() throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/version-1").path
        folder = FileManager.default.temporaryDirectory.path + "/profile-fixture-\(UUID().uuidString)"
        try copy(fixture, to: folder)
        path = "\(folder)/test.profile"
        var configuration = TemporaryStore.configuration(folder: folder, clock: ManualClock())
        configuration.stateFolder = "\(folder)/state"
        self.configuration = configuration
    }

    deinit { try? remove(folder) }

    /// Opens the file, which brings it up to date.
    var gate: Gate { get throws { try gate(at: path) } }

    func gate(at path: String) throws -> Gate { try Gate(at: path, configuration: configuration) }

    func unlock(_ passcode: String = TemporaryStore.passcode) throws -> ProfileStore {
        try gate.unlockBlocking(with: Secret(passcode))
    }
}
