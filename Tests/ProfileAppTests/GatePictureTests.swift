import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The gate's screens as pictures` {
    private static let size = GateTest.terminal

    @Test func `a locked profile`() throws {
        let screen = LockScreen(format: .sixDigits, size: Self.size)
        #expect(try screen.differenceFromGolden("lock") == nil)
    }

    @Test func `three of six symbols typed, and the focus on a key`() throws {
        var screen = LockScreen(format: .sixDigits, motion: .reduced, size: Self.size)
        _ = screen.enter("739")
        screen.send(.down)
        #expect(try screen.differenceFromGolden("lock-typed") == nil)
    }

    @Test func `a wait after too many tries`() throws {
        var screen = LockScreen(format: .sixDigits, account: "hiker", motion: .reduced, size: Self.size)
        _ = screen.enter("739158")
        _ = screen.refused("The code does not match.", triesLeft: 0, retryAfter: .seconds(59), at: .zero)
        #expect(try screen.differenceFromGolden("lock-wait") == nil)
    }

    @Test func `four digits that were wrong`() throws {
        var screen = LockScreen(format: .fourDigits, motion: .reduced, size: Self.size)
        _ = screen.enter("7391")
        _ = screen.refused("The code does not match.", triesLeft: 3, at: .zero)
        #expect(try screen.differenceFromGolden("lock-caution") == nil)
    }

    @Test func `a passphrase`() throws {
        var screen = LockScreen(format: .passphrase, motion: .reduced, size: Self.size)
        _ = screen.enter("correct horse")
        _ = screen.send(.enter)
        _ = screen.refused("The passphrase does not match.", triesLeft: 3, at: .zero)
        _ = screen.enter("correct")
        #expect(try screen.differenceFromGolden("lock-passphrase") == nil)
    }

    @Test func `the letters of a code that ends with one`() throws {
        var screen = LockScreen(
            format: .fourDigitsAndLetter, order: .shuffled(GateTest.shuffled(3)), motion: .reduced, size: Self.size)
        _ = screen.enter("7391")
        screen.send(.tab)
        #expect(try screen.differenceFromGolden("lock-letters") == nil)
    }

    @Test func `the emergency card`() throws {
        var screen = LockScreen(format: .sixDigits, size: Self.size)
        screen.emergencyCard(
            "Gita Kumar, blood group 0 negative.\nAllergic to penicillin.\nCall Ravi: +44 20 7946 0000")
        #expect(try screen.differenceFromGolden("emergency") == nil)
    }

    @Test func `the padlock opens`() throws {
        var screen = LockScreen(format: .sixDigits, size: Self.size)
        _ = screen.enter("739158")
        _ = screen.accepted(at: .seconds(1))
        #expect(try screen.differenceFromGolden("unlocked", at: .milliseconds(1600)) == nil)
    }

    @Test func `a workspace`() throws {
        var screen = WorkspaceScreen(size: Self.size)
        #expect(try screen.differenceFromGolden("workspace-empty") == nil)
        _ = screen.enter("summit-club")
        _ = screen.send(.enter)
        _ = screen.missing("There is no such workspace.")
        #expect(try screen.differenceFromGolden("workspace") == nil)
    }

    @Test func `credentials and the sheet of the second code`() throws {
        var flow = SignInFlow(
            asksWorkspace: false, motion: .reduced, random: GateTest.shuffled(5), size: Self.size)
        _ = flow.enter("hiker")
        flow.send(.tab)
        _ = flow.enter("correct horse")
        flow.send(.enter)
        _ = flow.refused("The password does not match.", triesLeft: 3, at: .zero)
        _ = flow.enter("correct")
        #expect(try flow.differenceFromGolden("credentials") == nil)
        flow.send(.enter)
        flow.passwordAccepted(next: .fourDigitsAndLetter, at: .zero)
        _ = flow.enter("73")
        #expect(try flow.differenceFromGolden("code-sheet") == nil)
        _ = flow.enter("91")
        #expect(try flow.differenceFromGolden("code-sheet-letters") == nil)
        _ = flow.enter("k")
        flow.codeAccepted(failures: 2, at: .zero)
        #expect(try flow.differenceFromGolden("signed-in") == nil)
        flow.send(.tab, .enter)
        #expect(try flow.differenceFromGolden("notice") == nil)
    }

    @Test func `the way back`() throws {
        var screen = RecoverScreen(formats: [.sixDigits], motion: .reduced, size: Self.size)
        _ = screen.enter("ab3d9k2")
        #expect(try screen.differenceFromGolden("recover") == nil)
        screen.reveal("8QZK-4T1M-X7RD-2H9W-C5VB-3NPE-6FGA")
        #expect(try screen.differenceFromGolden("recover-reveal") == nil)
    }

    @Test func `a new passcode`() throws {
        var screen = RecoverScreen(formats: [.sixDigits], motion: .reduced, size: Self.size)
        _ = screen.rejected(stage: 0, because: "The passcode counts up or down: choose another one.", at: .zero)
        #expect(try screen.differenceFromGolden("recover-passcode") == nil)
    }
}
