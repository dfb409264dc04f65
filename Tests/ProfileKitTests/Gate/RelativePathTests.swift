import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import Testing

/// The folder that a process is in is one for all of its threads, so this runs as a process of its own.
@Suite struct `A gate at a relative path` {
    @Test func `goes on when the process changes its folder`() async {
        await #expect(processExitsWith: .success) {
            let manager = FileManager.default
            let folder = manager.temporaryDirectory.path + "/profile-test-\(UUID().uuidString)"
            try makeFolder(folder)
            defer { try? manager.removeItem(atPath: folder) }
            #expect(manager.changeCurrentDirectoryPath(folder))
            var configuration = TemporaryStore.configuration(folder: folder, clock: ManualClock())
            configuration.stateFolder = "state"
            configuration.runtimeFolder = "."
            configuration.watchesStores = true
            let (gate, _) = try Gate.create(
                at: "test.profile", passcode: Secret(TemporaryStore.passcode), configuration: configuration)
            let store = try gate.unlockBlocking(with: Secret(TemporaryStore.passcode))
            #expect(manager.changeCurrentDirectoryPath("/"))
            try store.edit { $0.username = "elsewhere" }
            try store.beginSession()
            #expect(try gate.resume()?.profile.username == "elsewhere")
            #expect(try gate.lock())
            #expect(try gate.unlockBlocking(with: Secret(TemporaryStore.passcode)).profile.username == "elsewhere")
        }
    }
}
