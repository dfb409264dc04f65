import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite struct `A gate of two stages` {
    private static let password = "correct horse"
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore(password: Self.password, format: .fourDigitsAndLetter, passcode: "7391k")
    }

    private func nextDoor() throws -> Door {
        guard case .next(let door) = try temporary.gate.enter().open(with: Secret(Self.password)) else {
            throw StoreError(.anotherDoor)
        }
        return door
    }

    @Test func `opens by the password, then the code`() throws {
        #expect(try temporary.gate.stages() == [.password, .fourDigitsAndLetter])
        let store = try nextDoor().open(with: Secret("7391k")).store()
        #expect(try store.document.place == "nowhere")
        #expect(try temporary.failures == 0)
    }

    @Test(arguments: [password, "7391k", "wrong horse"])
    func `does not open by a single secret, which isn't tried`(secret: String) async throws {
        #expect(code { _ = try temporary.gate.unlock(with: Secret(secret)) } == .locked)
        await #expect(throws: StoreError.self) { try await temporary.gate.unlock(with: Secret(secret)) }
        #expect(try temporary.failures == 0)
    }

    @Test func `opens by all secrets at once`() async throws {
        let secrets = Gate.Secrets(passcode: try Secret("7391k"), password: try Secret(Self.password))
        #expect(try await temporary.gate.unlock(withAll: secrets).document.place == "nowhere")
        #expect(try await temporary.gate.unlock(withAll: secrets).document.place == "nowhere")
        let alone = Gate.Secrets(passcode: try Secret("7391k"))
        #expect(code { _ = try temporary.gate.unlock(withAll: alone) } == .locked)
        let wrong = Gate.Secrets(passcode: try Secret("1111a"), password: try Secret(Self.password))
        #expect(code { _ = try temporary.gate.unlock(withAll: wrong) } == .wrongPasscode)
        #expect(try temporary.failures == 1)
    }

    @Test func `does not open the second door of an account that now has one stage`() throws {
        let (gate, door) = (temporary.gate, try nextDoor())
        try gate.removeAccount(
            current: Gate.Secrets(passcode: try Secret("7391k"), password: try Secret(Self.password)))
        try Gate.create(
            NewAccount(secrets: Gate.Secrets(passcode: try Secret("739158")), formats: [.sixDigits]),
            at: .file(gate.path), configuration: gate.configuration)
        #expect(code { _ = try door.open(with: Secret("7391k")) } == .locked)
    }

    @Test func `distinguishes a wrong password from a wrong code`() throws {
        let wrongPassword = #expect(throws: StoreError.self) {
            try temporary.gate.enter().open(with: Secret("wrong horse"))
        }
        #expect(wrongPassword?.reason == .wrongSecret(.password, attemptsBeforeWait: 4, wait: .zero))
        let door = try nextDoor()
        let wrongCode = #expect(throws: StoreError.self) { try door.open(with: Secret("1111a")) }
        #expect(wrongCode?.reason == .wrongSecret(.fourDigitsAndLetter, attemptsBeforeWait: 3, wait: .zero))
    }

    @Test func `asks for the code again after a wrong one, without the password`() throws {
        let door = try nextDoor()
        #expect(code { _ = try door.open(with: Secret("1111a")) } == .wrongPasscode)
        #expect(try door.open(with: Secret("7391k")).store().document.place == "nowhere")
    }

    @Test func `climbs the lockout ladder with a right password and a wrong code, repeatedly`() throws {
        for failures in 1...5 {
            let door = try nextDoor()
            #expect(code { _ = try door.open(with: Secret("1111a")) } == .wrongPasscode)
            #expect(try temporary.failures == failures)
        }
        #expect(code { _ = try nextDoor() } == .throttled)
    }

    @Test func `undoes only its own charge when the password is right`() throws {
        _ = code { _ = try temporary.gate.enter().open(with: Secret("wrong horse")) }
        _ = try nextDoor()
        #expect(try temporary.failures == 1)
    }
}
