import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import Testing

/// A second file of one store, copied by other means than a restore.
@Suite(.temporaryStore) struct `An account made in a copied file` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func makeAccount(_ id: String, at path: String) throws {
        _ = try Gate.create(
            at: path, account: AccountID(id), passcode: Secret("820461"), username: "other",
            configuration: temporary.gate.configuration)
    }

    @Test func `never takes the device secret of the original's account`() throws {
        let (original, copy) = (temporary.gate.path, temporary.gate.path + ".copy")
        try FileManager.default.copyItem(atPath: original, toPath: copy)
        try makeAccount("second", at: original)
        #expect(code { try makeAccount("second", at: copy) } == .exists)
        let gate = try Gate(at: original, account: AccountID("second"), configuration: temporary.gate.configuration)
        #expect(throws: Never.self) { try gate.unlockBlocking(with: Secret("820461")) }
    }

    @Test func `can have the id of one that was removed`() throws {
        let path = temporary.gate.path
        try makeAccount("second", at: path)
        let gate = try Gate(at: path, account: AccountID("second"), configuration: temporary.gate.configuration)
        try gate.removeAccount(current: Gate.Secrets(passcode: Secret("820461")))
        #expect(throws: Never.self) { try makeAccount("second", at: path) }
    }
}
