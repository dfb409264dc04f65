import ProfileKit
import ProfileRendering
import Sealing
import Testing

@testable import ProfileApp

extension SecretSetupScreen {
    /// Types a recovery code, and a passcode twice.
    mutating func recover(typing passcode: String) {
        _ = update(.paste("0123-4567-89AB-CADE-FGHJ-KMNP-QRSW"), at: .zero)
        send(.enter)
        _ = enter(passcode)
        _ = enter(passcode)
    }
}

extension [Effect] {
    /// The values of a request for recovery.
    fileprivate var recovery: (code: SharedSecret, secrets: [SharedSecret])? {
        lazy.compactMap { effect in
            switch effect {
            case .request(.secrets(.verifyRecovery(_, let code, let secrets, _)), _): (code, secrets)
            case .request(.secrets(.recover(_, let code, let secrets, _, _)), _): (code, secrets)
            default: nil
            }
        }.first
    }
}

@Suite struct `The recovery screen` {
    private static let code = "0123-4567-89AB-CADE-FGHJ-KMNP-QRSW"

    private func screen(_ formats: [CodeFormat] = [.sixDigits], motion: Motion = .reduced) -> SecretSetupScreen {
        SecretSetupScreen(.recovery(GateTest.status(formats)), settings: GateTest.settings(motion))
    }

    /// A screen with a recovery code typed.
    private func atSecrets(_ formats: [CodeFormat] = [.sixDigits], motion: Motion = .reduced) -> SecretSetupScreen {
        var screen = screen(formats, motion: motion)
        _ = screen.update(.paste(Self.code), at: .zero)
        screen.send(.enter)
        return screen
    }

    private func rejected(_ format: CodeFormat, _ rule: String) -> Reply {
        .refused(
            UserMessage(
                .invalidValue, "the \(format.noun) \(rule)", hint: "", problems: [FieldProblem(format.noun, .form)]),
            nil)
    }

    private func wrong(retryAfter: Duration = .zero) -> Reply {
        .refused(
            UserMessage(.wrongPasscode, "The recovery code does not match.", hint: "", retryAfter: retryAfter), nil)
    }

    @Test func `shows only the group of the code that is typed, in any case and with any dashes`() {
        var screen = screen()
        _ = screen.enter("ab3d")
        #expect(screen.text().contains(" AB3D-"))
        _ = screen.enter(" 9k2")
        #expect(screen.text().contains(" ••••-9K2"))
        _ = screen.enter("x-")
        #expect(screen.text().contains(" ••••-9K2X-"))
        screen.send(.backspace, .backspace)
        #expect(screen.text().contains(" ••••-9K"))
        _ = screen.enter("u!é")
        _ = screen.update(.paste("12 34\u{1B}"), at: .zero)
        #expect(!screen.text().contains("9K1"))
        screen.send(.backspace, .backspace)
        #expect(screen.text().contains(" AB3D-"))
        screen.send(.control("u"))
        #expect(!screen.text().contains("AB3D"))
    }

    @Test func `names the account where there are several`() {
        let status = GateTest.status([.sixDigits], account: "bob", isOneOfSeveral: true)
        let screen = SecretSetupScreen(.recovery(status), settings: GateTest.settings())
        #expect(screen.text().contains("Recovery code · bob"))
    }

    @Test func `accepts a whole code and no more`() {
        var screen = screen()
        _ = screen.update(.paste(Self.code + "\n"), at: .zero)
        let hidden = String(repeating: "••••-", count: 6) + "QRSW"
        #expect(screen.text().contains(hidden))
        _ = screen.enter("A")
        #expect(screen.text().contains(hidden))
        #expect(screen.text().contains("( Next )"))
    }

    @Test func `detects a mistyped code before it asks for anything else`() throws {
        var screen = screen()
        var symbols = Array(Self.code.filter { $0 != "-" })
        symbols[3] = symbols[3] == "7" ? "8" : "7"
        _ = screen.update(.paste(String(symbols)), at: .zero)
        #expect(screen.send(.enter).names == ["ring"])
        #expect(screen.text().contains("The code is mistyped."))
        #expect(!screen.text().contains("New passcode"))
    }

    @Test func `is left with Escape, Back and the mouse, and wipes everything`() throws {
        var screen = screen()
        _ = screen.enter("ab3d")
        #expect(screen.send(.tab, .enter).names == ["close"])
        #expect(!screen.text().contains("AB3D"))
        _ = screen.update(.paste(Self.code), at: .zero)
        let back = try #require(screen.place(of: "( Back )"))
        #expect(screen.update(.click(CellPoint(column: 0, row: 0)), at: .zero).isEmpty)
        #expect(screen.update(.click(back), at: .zero).names == ["close"])
        #expect(screen.send(.escape).names == ["close"])
        var secrets = atSecrets()
        _ = secrets.enter("73")
        #expect(secrets.send(.escape).isEmpty)
        #expect(secrets.send(.escape).names == ["close"])
    }

    @Test func `asks for each new secret twice, and then recovers`() throws {
        var screen = screen([.password, .fourDigitsAndLetter])
        _ = screen.update(.paste(Self.code), at: .zero)
        let next = try #require(screen.place(of: "( Next )"))
        #expect(screen.update(.click(next), at: .zero).isEmpty)
        #expect(screen.text().contains("New password"))
        _ = screen.enter("correct horse")
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.text().contains("Repeat the new password"))
        _ = screen.enter("correct horse")
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.text().contains("New code"))
        #expect(screen.enter("7391k").isEmpty)
        #expect(screen.text().contains("Repeat the new code"))
        let effects = screen.enter("7391K")
        #expect(effects.names == ["verify recovery"])
        let (code, secrets) = try #require(effects.recovery)
        #expect(GateTest.isTyped(Self.code.filter { $0 != "-" }, in: code))
        #expect(GateTest.isTyped("correct horse", in: secrets[0]))
        #expect(GateTest.isTyped("7391K", in: secrets[1]))
        #expect(screen.text().contains("Checking…"))
        #expect(screen.enter("7").isEmpty)
        #expect(screen.send(.escape).names == ["close"])
        #expect(!screen.text().contains("0123"))
    }

    @Test func `starts over when the two entries differ`() {
        var screen = atSecrets(motion: .full)
        _ = screen.enter("739158")
        #expect(screen.enter("739159", from: .seconds(1)).names == ["ring"])
        #expect(screen.text(at: .seconds(1)).contains("New passcode"))
        #expect(screen.text(at: .seconds(1)).contains("They don't match. Try again."))
        #expect(screen.nextTick(after: .milliseconds(1500)) != nil)
        _ = screen.enter("739158")
        #expect(screen.enter("739158").names == ["verify recovery"])
    }

    @Test func `goes back to a refused secret, and keeps those before it`() {
        var screen = atSecrets([.password, .sixDigits])
        _ = screen.enter("correct horse")
        screen.send(.enter)
        _ = screen.enter("correct horse")
        screen.send(.enter)
        _ = screen.enter("820461")
        _ = screen.enter("820461")
        #expect(screen.handle(rejected(.sixDigits, "counts up or down"), at: .zero).names == ["ring"])
        #expect(screen.text().contains("passcode counts up or down"))
        #expect(screen.text().contains("New passcode"))
        _ = screen.enter("739158")
        #expect(screen.enter("739158").names == ["verify recovery"])
        _ = screen.handle(rejected(.password, "is among the most common ones"), at: .zero)
        #expect(screen.text().contains("New password"))
    }

    @Test func `refuses a popular code at once, with the reason`() {
        var screen = atSecrets()
        #expect(screen.enter("123456").names == ["ring"])
        #expect(screen.text().contains("New passcode"))
        #expect(screen.text().contains("The passcode counts up or down: choose another one."))
        #expect(screen.enter("739158").isEmpty)
        #expect(screen.text().contains("Repeat the new passcode"))
    }

    @Test func `rings the bell for a symbol that recovery codes don't have`() {
        var screen = screen()
        #expect(screen.enter("u").names == ["ring"])
        #expect(screen.update(.paste("é"), at: .zero).names == ["ring"])
        #expect(screen.enter("a").isEmpty)
    }

    @Test func `reports a passphrase that is too short`() {
        var screen = atSecrets([.passphrase])
        _ = screen.enter("short")
        #expect(screen.send(.enter).names == ["ring"])
        #expect(screen.text().contains("The passphrase must be 8 to 128 bytes of text."))
        _ = screen.enter("short but fine")
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.text().contains("Repeat the new passphrase"))
    }

    @Test func `asks for everything again when the recovery code is wrong`() {
        var screen = atSecrets()
        _ = screen.enter("739158739158")
        let effects = screen.handle(wrong(retryAfter: .seconds(60)), at: .zero)
        #expect(effects.names == ["ring"])
        #expect(!screen.text().contains(Self.code))
        #expect(screen.text(at: .seconds(1)).contains("The recovery code does not match."))
        #expect(screen.text(at: .seconds(1)).contains("Try again in 59 s"))
        #expect(screen.nextTick(after: .seconds(1)) == .seconds(2))
        _ = screen.update(.paste(Self.code), at: .seconds(1))
        #expect(screen.send(.enter, at: .seconds(1)).isEmpty)
        #expect(screen.text(at: .seconds(1)).contains("Recovery code"))
        screen.send(.enter, at: .seconds(60))
        #expect(screen.text(at: .seconds(60)).contains("New passcode"))
        #expect(screen.enter("739158739158", from: .seconds(60)).names == ["verify recovery"])
        #expect(screen.failed("the disk is full", hint: "Make room.", at: .zero).names == ["ring"])
        #expect(screen.text().contains("Make room."))
        #expect(screen.nextTick(after: .seconds(60)) == nil)
    }

    @Test func `shows the new code until the person confirms that it is written down`() throws {
        var screen = atSecrets()
        _ = screen.enter("739158739158")
        let code = "8QZK-4T1M-X7RD-609W-C5VB-3NPE-6FG7"
        _ = screen.handle(.verified(newCode: GateTest.code(code)), at: .zero)
        #expect(screen.text().contains(code))
        #expect(screen.enter("x 1").isEmpty)
        #expect(screen.update(.resized(GateTest.terminal), at: .zero).isEmpty)
        var clicked = screen
        let button = try #require(clicked.place(of: "[ I have written it down ]"))
        #expect(clicked.update(.click(button), at: .zero).isEmpty)
        #expect(!clicked.text().contains("8QZK"))
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.enter("zzzz").names == ["ring"])
        #expect(screen.text().contains("That doesn't match."))
        #expect(screen.send(.escape).isEmpty)
        #expect(screen.text().contains(code))
        #expect(screen.send(.enter).isEmpty)
        let group = try #require((1...7).first { screen.text().contains("Type group \($0) of 7.") })
        let effects = screen.enter(code.split(separator: "-")[group - 1].lowercased())
        #expect(effects.names == ["recover"])
        let typed = try #require(effects.recovery)
        #expect(GateTest.isTyped(Self.code.filter { $0 != "-" }, in: typed.code))
        #expect(GateTest.isTyped("739158", in: typed.secrets[0]))
        guard case .request(.secrets(.recover(_, _, _, let noted, _)), _)? = effects.last else { return }
        #expect(noted.description == code)
        #expect(screen.send(.escape).isEmpty)
        #expect(!screen.text().contains("8QZK"))
    }

    @Test func `asks before damaged data is set aside, and goes back unless that is agreed to`() throws {
        var screen = atSecrets()
        #expect(screen.enter("739158739158").names == ["verify recovery"])
        #expect(screen.handle(.damaged([.hike(2), .draft]), at: .zero).isEmpty)
        #expect(screen.text().contains("hike 2, the draft"))
        var left = screen
        #expect(left.send(.enter).names == ["close"])
        #expect(screen.send(.right).isEmpty)
        let agreed = screen.send(.enter)
        guard case .request(.secrets(.verifyRecovery(_, _, _, true)), _)? = agreed.first else {
            Issue.record("\(agreed.names)")
            return
        }
        #expect(!screen.text().contains("hike 2"))
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
        _ = screen.send(.enter)
        guard case .request(.secrets(.recover(_, _, _, _, true)), _)? = screen.enter("0000").last else {
            Issue.record("it was not recovered")
            return
        }
    }

    @Test func `changes nothing on Escape while it shows the new code, and can't be left after confirmation`() {
        var screen = atSecrets()
        _ = screen.enter("739158739158")
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
        var written = screen
        // A person who has written the code down must learn that it is void.
        #expect(screen.send(.escape).names == ["close", "alert"])
        #expect(written.send(.enter).isEmpty)
        #expect(written.enter("0000").names == ["recover"])
        #expect(written.send(.escape).isEmpty)
        #expect(!written.text().contains("Esc"))
        var failed = written
        #expect(failed.failed("the disk is full", hint: "The code is void.").names == ["ring", "alert"])
        #expect(failed.text().contains("Recovery code"))
        #expect(written.handle(.recovered, at: .zero).names == ["close", "alert"])
    }

    @Test func `says what a recovery code looks like, lists its keys, and forgets a message with the next symbol`() {
        var screen = screen()
        _ = screen.enter("ab3d")
        #expect(screen.send(.enter).names == ["ring"])
        #expect(screen.text().contains("7 groups of 4"))
        _ = screen.enter("9")
        #expect(!screen.text().contains("7 groups of 4"))
        screen.send(.character("?"))
        #expect(screen.text().contains("quit at once"))
        var secrets = atSecrets([.password, .sixDigits])
        #expect(!secrets.text().contains("keypad"))
        secrets.send(.character("?"))
        #expect(!secrets.text().contains("quit at once"))
        secrets.send(.help)
        #expect(secrets.text().contains("quit at once"))
    }

    @Test func `asks for a passcode when the gate has no stages`() {
        let screen = atSecrets([])
        #expect(screen.text().contains("New passcode"))
    }
}
