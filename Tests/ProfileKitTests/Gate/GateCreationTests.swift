import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `Making an account` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `starts with Landmarks' defaults and today as the goal`() throws {
        let profile = try temporary.unlock().profile
        #expect(profile.prefersNotifications)
        #expect(profile.seasonalPhoto == .winter)
        #expect(profile.goalDate == Day(year: 2026, month: 11, day: 21))
    }

    @Test func `refuses an id that is taken and changes nothing`() throws {
        let refusal = code {
            _ = try Gate.create(
                at: temporary.gate.path, passcode: Secret("820461"), configuration: temporary.gate.configuration)
        }
        #expect(refusal == .exists)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `adds a further account with a gate of its own`() throws {
        let other = try AccountID("second")
        _ = try Gate.create(
            at: temporary.gate.path, account: other, passcode: Secret("820461"), username: "other",
            configuration: temporary.gate.configuration)
        let gate = try Gate(at: temporary.gate.path, account: other, configuration: temporary.gate.configuration)
        #expect(try gate.unlockBlocking(with: Secret("820461")).profile.username == "other")
        #expect(code { _ = try gate.unlockBlocking(with: Secret(TemporaryStore.passcode)) } == .wrongPasscode)
        #expect(try temporary.accounts == [.main, other])
        #expect(try temporary.failures == 0)
    }

    @Test func `refuses a passcode of the wrong shape and a username out of its rules`() throws {
        let path = "\(temporary.folder)/other.profile"
        #expect(
            code {
                _ = try Gate.create(at: path, passcode: Secret("12345"), configuration: temporary.gate.configuration)
            } == .invalidValue)
        #expect(
            code {
                _ = try Gate.create(
                    at: path, passcode: Secret("739158"), username: "\u{1B}[2J",
                    configuration: temporary.gate.configuration)
            } == .invalidValue)
        #expect(code { _ = try Gate(at: path, configuration: temporary.gate.configuration) } == .noStore)
    }

    @Test func `makes files and folders that are this user's alone`() throws {
        let folder = try temporary.stateFolder
        #expect(try mode(of: temporary.gate.path) == 0o600)
        #expect(try mode(of: folder) == 0o700)
        #expect(try mode(of: "\(folder)/device.key") == 0o600)
        #expect(try mode(of: "\(folder)/gate.state") == 0o600)
    }

    @Test(arguments: [CodeFormat.fourDigits, .fourDigitsAndLetter, .passphrase])
    func `takes codes of every format`(format: CodeFormat) throws {
        let code = [CodeFormat.fourDigits: "7391", .fourDigitsAndLetter: "7391k", .passphrase: "två gröna stövlar"]
        let store = try TemporaryStore(format: format, passcode: try #require(code[format]))
        #expect(try store.gate.stages() == [format])
        #expect(store.attempt(try #require(code[format])) == nil)
        #expect(store.attempt("zzzzzzzzzz") != nil)
    }

    @Test func `reads the letter of a code in either case`() throws {
        let store = try TemporaryStore(format: .fourDigitsAndLetter, passcode: "7391k")
        #expect(store.attempt("7391K") == nil)
        #expect(store.attempt("7391j") == .wrongPasscode)
    }

    @Test func `finds no store where there is none`() {
        #expect(code { _ = try Gate(at: "\(temporary.folder)/none/none.profile") } == .noStore)
        #expect(code { _ = try Gate(at: temporary.gate.path, account: try AccountID("nobody")) } == .noStore)
    }
}
