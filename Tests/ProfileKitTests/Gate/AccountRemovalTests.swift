import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `Removing an account` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func addSecond() throws -> Gate {
        try Gate.create(
            at: temporary.gate.path, account: try AccountID("second"), passcode: Secret("820461"),
            configuration: temporary.gate.configuration
        ).gate
    }

    @Test func `takes its data, its session and its device secret, and leaves the others`() throws {
        let second = try addSecond()
        try second.unlockBlocking(with: Secret("820461")).beginSession()
        try second.removeAccount(current: Gate.Secrets(passcode: Secret("820461")))
        #expect(try temporary.accounts == [.main])
        #expect(code { _ = try second.resume() } == .noStore)
        #expect(try !contents(of: "\(try temporary.stateFolder)/..").contains("second"))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `asks for its secrets, under the ladder`() throws {
        let second = try addSecond()
        #expect(
            code { try second.removeAccount(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode))) }
                == .wrongPasscode)
        #expect(try second.status.failures == 1)
        #expect(try temporary.accounts.count == 2)
    }

    @Test func `lets the id be used again, with nothing of the old data`() throws {
        let gate = temporary.gate
        try temporary.unlock().edit { $0.username = "old" }
        try gate.removeAccount(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(try temporary.accounts.isEmpty)
        _ = try Gate.create(
            at: gate.path, passcode: Secret("820461"), username: "new", configuration: gate.configuration)
        #expect(try gate.unlockBlocking(with: Secret("820461")).profile.username == "new")
    }
}
