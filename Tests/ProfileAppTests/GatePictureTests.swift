import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The gate's screens as pictures` {
    private static let size = GateTest.terminal

    @Test func `a locked profile`() throws {
        let screen = PasscodeScreen(format: .sixDigits, size: Self.size)
        #expect(try screen.differenceFromGolden("lock") == nil)
    }

    @Test func `three of six symbols typed, and the focus on a key`() throws {
        var screen = PasscodeScreen(format: .sixDigits, motion: .reduced, size: Self.size)
        _ = screen.enter("739")
        screen.send(.down)
        #expect(try screen.differenceFromGolden("lock-typed") == nil)
    }

    @Test func `a lockout after too many attempts`() throws {
        var screen = PasscodeScreen(format: .sixDigits, account: "hiker", motion: .reduced, size: Self.size)
        _ = screen.enter("739158")
        _ = screen.refused("The code does not match.", attemptsLeft: 0, retryAfter: .seconds(59), at: .zero)
        #expect(try screen.differenceFromGolden("lock-wait") == nil)
    }

    @Test func `four wrong digits`() throws {
        var screen = PasscodeScreen(format: .fourDigits, motion: .reduced, size: Self.size)
        _ = screen.enter("7391")
        _ = screen.refused("The code does not match.", attemptsLeft: 3, at: .zero)
        #expect(try screen.differenceFromGolden("lock-caution") == nil)
    }

    @Test func `a passphrase`() throws {
        var screen = PasscodeScreen(format: .passphrase, motion: .reduced, size: Self.size)
        _ = screen.enter("correct horse")
        _ = screen.send(.enter)
        _ = screen.refused("The passphrase does not match.", attemptsLeft: 3, at: .zero)
        _ = screen.enter("correct")
        #expect(try screen.differenceFromGolden("lock-passphrase") == nil)
    }

    @Test func `the letters of a code that ends with a letter`() throws {
        var screen = PasscodeScreen(
            format: .fourDigitsAndLetter, order: .shuffled(GateTest.shuffled(3)), motion: .reduced, size: Self.size)
        _ = screen.enter("7391")
        screen.send(.tab)
        #expect(try screen.differenceFromGolden("lock-letters") == nil)
    }

    @Test func `match the golden file of the emergency card`() throws {
        var screen = PasscodeScreen(format: .sixDigits, size: Self.size)
        let text = "Gita Kumar, blood group 0 negative.\nAllergic to penicillin.\nCall Ravi: +44 20 7946 0000"
        _ = screen.handle(.emergency(text), at: .zero)
        #expect(try screen.differenceFromGolden("emergency") == nil)
    }

    @Test func `the padlock as it opens`() throws {
        var screen = PasscodeScreen(format: .sixDigits, size: Self.size)
        _ = screen.enter("739158")
        _ = try screen.accepted(at: .seconds(1))
        #expect(try screen.differenceFromGolden("unlocked", at: .milliseconds(1600)) == nil)
    }

    @Test func `a workspace`() throws {
        var screen = WorkspaceScreen(settings: GateTest.settings()).sized(Self.size)
        #expect(try screen.differenceFromGolden("workspace-empty") == nil)
        _ = screen.enter("summit-club")
        _ = screen.send(.enter)
        _ = screen.handle(.noWorkspace, at: .zero)
        #expect(try screen.differenceFromGolden("workspace") == nil)
    }

    @Test func `credentials and the sheet of the second code`() throws {
        let status = GateTest.status([.password, .fourDigitsAndLetter], account: "hiker")
        let settings = GateTest.settings(.reduced, random: GateTest.shuffled(5))
        var screen = CredentialsScreen([status], settings: settings).sized(Self.size)
        _ = screen.enter("correct horse")
        screen.send(.enter)
        _ = screen.refused("The password does not match.", attemptsLeft: 3, account: status, at: .zero)
        _ = screen.enter("correct")
        #expect(try screen.differenceFromGolden("credentials") == nil)
        var second = status
        second.stage = 1
        var stack = Stack(screen)
        stack.send(.enter)
        _ = stack.handle(.door(second), at: .zero)
        _ = stack.enter("73")
        #expect(try stack.differenceFromGolden("code-sheet") == nil)
        _ = stack.enter("91")
        #expect(try stack.differenceFromGolden("code-sheet-letters") == nil)
    }

    @Test func `signed in, and the notice`() throws {
        var screen = SignedInScreen(failures: 2).sized(Self.size)
        #expect(try screen.differenceFromGolden("signed-in") == nil)
        screen.send(.tab, .enter)
        #expect(try screen.differenceFromGolden("notice") == nil)
    }

    @Test func `the recovery`() throws {
        var screen = SecretSetupScreen(.recovery(GateTest.status([.sixDigits])), settings: GateTest.settings(.reduced))
            .sized(Self.size)
        _ = screen.enter("ab3d9k2")
        #expect(try screen.differenceFromGolden("recover") == nil)
        screen.send(.control("u"))
        screen.recover(typing: "739158")
        _ = screen.handle(.verified(newCode: GateTest.code("8QZK-4T1M-X7RD-609W-C5VB-3NPE-6FG7")), at: .zero)
        #expect(try screen.differenceFromGolden("recover-reveal") == nil)
    }

    @Test func `the menu of an open gate`() throws {
        let status = GateTest.status([.password, .sixDigits], account: "hiker")
        let settings = GateTest.settings(.reduced)
        var menu = GateMenuScreen(status, settings: settings).sized(Self.size)
        _ = menu.handle(.session(SessionStatus(left: .seconds(6543), idleLimit: .seconds(900))), at: .zero)
        _ = menu.handle(.accounts([status, status]), at: .zero)
        #expect(try menu.differenceFromGolden("gate-menu") == nil)
        var form = EmergencyForm().sized(Self.size)
        _ = form.handle(.emergency("Gita Kumar, blood group 0 negative.\nAllergic to penicillin."), at: .zero)
        #expect(try form.differenceFromGolden("card-form") == nil)
        var change = SecretSetupScreen(.secret(.code, status), settings: settings).sized(Self.size)
        _ = change.enter("correct horse")
        change.send(.enter)
        _ = change.enter("73915")
        #expect(try change.differenceFromGolden("change-passcode") == nil)
        let others = ["gita", "hiker", "ravi"].map { GateTest.status([.sixDigits], account: $0) }
        #expect(
            try AccountsScreen([status] + others, settings: settings).sized(Self.size).differenceFromGolden("accounts")
                == nil)
    }

    @Test func `newly earned badges`() throws {
        for size in Picture.sizes {
            let badges = Sample.content().summary.hikes?.badges ?? []
            let earned = try #require(
                BadgeCelebration(from: [], to: badges, in: size, Presentation(depth: .trueColor), at: .zero))
            let still = Still { earned.draw(on: &$0, at: .seconds(2)) }
            try Picture.check(still, "earned", size)
        }
    }

    @Test func `a new passcode`() throws {
        var screen = SecretSetupScreen(.recovery(GateTest.status([.sixDigits])), settings: GateTest.settings(.reduced))
            .sized(Self.size)
        screen.recover(typing: "739158")
        let popular = "The passcode counts up or down: choose another one."
        _ = screen.handle(.refused(UserMessage(.invalidValue, popular, hint: ""), nil), at: .zero)
        #expect(try screen.differenceFromGolden("recover-passcode") == nil)
    }
}
