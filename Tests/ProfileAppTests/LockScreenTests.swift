import ProfileKit
import ProfileRendering
import Sealing
import Testing

@testable import ProfileApp

@Suite struct `The lock screen` {
    private func screen(_ format: CodeFormat = .sixDigits, motion: Motion = .full) -> PasscodeScreen {
        PasscodeScreen(format: format, motion: motion, size: GateTest.terminal)
    }

    @Test func `checks with the last symbol, whose circle is filled by then`() throws {
        var screen = screen()
        #expect(screen.enter("73915").isEmpty)
        #expect(screen.text(at: .milliseconds(500)).contains("●  ●  ●  ●  ●  ○"))
        let effects = screen.enter("8", from: .milliseconds(500))
        #expect(effects.names == ["open"])
        #expect(screen.text(at: .milliseconds(500)).contains("●  ●  ●  ●  ●  ●"))
        #expect(screen.text(at: .milliseconds(500)).contains("Checking…"))
        #expect(GateTest.isTyped("739158", in: try #require(effects.checked)))
    }

    @Test func `takes no symbols past the last, and ignores Delete during the check`() throws {
        var screen = screen()
        let bottom = try #require(screen.place(of: "Cancel"))
        #expect(screen.enter("7391585500").names == ["open", "ring", "ring", "ring", "ring"])
        #expect(screen.send(.backspace, .delete).isEmpty)
        #expect(screen.update(.click(bottom), at: .zero).isEmpty)
        #expect(screen.field.typedCount == 6)
    }

    @Test func `says that the next failure means a wait, also after a wait that it didn't see`() {
        for left in [0, 1] {
            var screen = screen()
            let status = AccountStatus(
                id: .main, stages: [.sixDigits], shufflesKeypad: false,
                attempts: AccountStatus.Attempts(beforeWait: left, retryAfter: .zero))
            _ = screen.handle(.door(status), at: .zero)
            #expect(screen.text().contains("1 more attempt before a wait"))
        }
        var fresh = screen()
        _ = fresh.handle(.door(GateTest.status([.sixDigits])), at: .zero)
        #expect(!fresh.text().contains("before a wait"))
    }

    @Test(arguments: [CodeFormat.sixDigits, .passphrase])
    func `says before a code is typed that none can be tried here, and offers the recovery`(format: CodeFormat) {
        var screen = screen(format)
        var status = GateTest.status([format])
        status.problem = .noDeviceSecret(.missing)
        #expect(screen.handle(.door(status), at: .zero).names == ["ring"])
        #expect(screen.text().contains("This machine's device secret for the account is missing."))
        #expect(screen.text().contains("Use your recovery code: ^F.") && screen.text().contains("Forgot pass"))
        #expect(screen.send(.control("f")).names == ["forget", "show SecretSetupScreen"])
    }

    private func attempts(_ failures: Int, retryAfter: Duration = .zero, on account: AccountID = .main) -> Reply {
        .attempts(
            AccountStatus.Attempts(
                failures: failures, beforeWait: max(5 - failures, 0), retryAfter: retryAfter), on: account)
    }

    @Test func `shows a wait that attempts elsewhere have caused, as one of its own`() throws {
        var screen = screen()
        _ = screen.enter("73")
        _ = screen.handle(attempts(5, retryAfter: .seconds(60), on: try AccountID("other")), at: .seconds(1))
        #expect(screen.field.typedCount == 2)
        _ = screen.handle(attempts(5, retryAfter: .seconds(60)), at: .seconds(1))
        #expect(screen.field.typedCount == 0)
        #expect(screen.text(at: .seconds(2)).contains("Try again in 59 s"))
        #expect(screen.enter("739158", from: .seconds(3)).isEmpty && screen.field.typedCount == 0)
        #expect(screen.nextTick(after: .seconds(2)) == .seconds(3))
        #expect(screen.update(.tick, at: .seconds(61)).isEmpty)
        #expect(screen.text(at: .seconds(61)).contains("1 more attempt before a wait"))
        // A recovery elsewhere ends a wait.
        _ = screen.handle(attempts(6, retryAfter: .seconds(300)), at: .seconds(62))
        _ = screen.handle(attempts(0), at: .seconds(63))
        let text = screen.text(at: .seconds(63))
        #expect(!text.contains("Try again") && !text.contains("before a wait"))
        #expect(screen.enter("739158", from: .seconds(63)).names == ["open"])
    }

    @Test func `counts attempts elsewhere, and says of its own what it said before`() {
        var screen = screen()
        _ = screen.handle(attempts(1), at: .zero)
        #expect(!screen.text().contains("before a wait"))
        _ = screen.enter("739158")
        // While its own is made, only its result counts.
        _ = screen.handle(attempts(5, retryAfter: .seconds(60)), at: .seconds(1))
        #expect(screen.text(at: .seconds(1)).contains("Checking…"))
        _ = screen.refused("The code does not match.", attemptsLeft: 3, at: .seconds(1))
        _ = screen.handle(attempts(2), at: .seconds(1))
        #expect(screen.text(at: .seconds(2)).contains("The code does not match."))
        #expect(screen.text(at: .seconds(2)).contains("3 more attempts before a wait"))
        _ = screen.handle(attempts(3), at: .seconds(3))
        #expect(screen.text(at: .seconds(3)).contains("2 more attempts before a wait"))
        _ = screen.handle(attempts(4), at: .seconds(3))
        _ = screen.enter("739158", from: .seconds(4))
        _ = screen.refused("The code does not match.", attemptsLeft: 0, retryAfter: .seconds(60), at: .seconds(5))
        _ = screen.handle(attempts(5, retryAfter: .seconds(60)), at: .seconds(5))
        #expect(screen.text(at: .seconds(6)).contains("The code does not match."))
        #expect(screen.text(at: .seconds(6)).contains("Try again in 59 s"))
    }

    @Test func `never checks on Delete`() {
        var screen = screen()
        _ = screen.enter("73915")
        for _ in 0..<8 { #expect(screen.send(.backspace).isEmpty) }
        #expect(screen.field.typedCount == 0)
        #expect(screen.enter("739158").names == ["open"])
    }

    @Test func `has a key at the bottom that cancels when nothing is typed and deletes one symbol otherwise`() throws {
        var screen = screen()
        let bottom = try #require(screen.place(of: "Cancel"))
        _ = screen.enter("73")
        #expect(screen.text().contains("Delete"))
        #expect(screen.update(.click(bottom), at: .zero).isEmpty)
        #expect(screen.field.typedCount == 1)
        #expect(screen.update(.click(bottom), at: .zero).isEmpty)
        #expect(screen.update(.click(bottom), at: .zero).names == ["forget", "close"])
    }

    @Test(arguments: [CodeFormat.sixDigits, .passphrase])
    func `clears what is typed on Escape, and closes only when nothing is`(format: CodeFormat) throws {
        var typing = screen(format)
        _ = typing.enter("739")
        #expect(typing.text().contains("Esc clear"))
        #expect(typing.send(.escape).isEmpty)
        #expect(typing.field.typedCount == 0)
        #expect(typing.text().contains("Esc cancel"))
        #expect(typing.send(.escape).names == ["forget", "close"])

        // A check is given up, and what is typed next is another attempt.
        var checking = screen(format)
        _ = checking.enter("739158")
        checking.send(.enter)
        #expect(checking.text().contains("Checking…"))
        #expect(checking.send(.escape).names == ["forget", "replace PasscodeScreen"])
        #expect(checking.field.typedCount == 0)
    }

    @Test func `closes on Escape during a lockout`() {
        var waiting = screen()
        _ = waiting.throttled(until: .seconds(60), at: .zero)
        #expect(waiting.send(.escape).names == ["forget", "close"])
    }

    @Test func `rings for each symbol that is typed while a code is checked, and takes none of them`() {
        for format in [CodeFormat.sixDigits, .passphrase] {
            var screen = screen(format)
            _ = screen.update(.paste(format == .sixDigits ? "739158" : "correct horse"), at: .zero)
            screen.send(.enter)
            #expect(screen.text().contains("Checking…"))
            #expect(screen.enter("86").names == ["ring", "ring"])
            _ = screen.refused("It does not match.", attemptsLeft: 3, at: .seconds(1))
            #expect(screen.field.typedCount == 0)
        }
    }

    @Test(arguments: GateTest.sizes) func `shows a reason that is too long for its rows in a box`(size: CellSize) {
        var screen = PasscodeScreen(format: .sixDigits, size: size)
        let hint: CommandText =
            "Put the newer one back, or accept this one with: \(command: "restore --accept-older")"
        let long = "/home/ada/.local/share/profile/profile.db is older than the last store seen here: an old copy"
        #expect(screen.failed(long, hint: hint).names == ["ring", "alert"])
        #expect(screen.failed("the disk is full", hint: "Free some space.").names == ["ring"])
    }

    @Test func `accepts digits from the mouse, and from arrow keys with Enter`() throws {
        var screen = screen()
        let seven = try #require(screen.place(of: "7   "))
        _ = screen.update(.click(seven), at: .zero)
        #expect(screen.field.typedCount == 1)
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.field.typedCount == 1)
        screen.send(.right, .up, .right, .enter)
        #expect(screen.field.typedCount == 2)
        let effects = screen.enter("9158")
        #expect(GateTest.isTyped("739158", in: try #require(effects.checked)))
    }

    @Test func `accepts a paste that is a code, in place of what is typed, and nothing of any other`() throws {
        var screen = screen()
        for other in ["739158 and more", "73915", "7391582", "letters", "12-34-56", "0123-4567-89AB-CADE"] {
            #expect(screen.update(.paste(other), at: .zero).names == ["ring"], "\(other)")
            #expect(screen.field.typedCount == 0)
        }
        _ = screen.enter("11")
        let effects = screen.update(.paste(" 739158\n"), at: .zero)
        #expect(effects.names == ["open"])
        #expect(GateTest.isTyped("739158", in: try #require(effects.checked)))
    }

    @Test func `rings the bell, clears the code and reports the attempts left when the code was wrong`() throws {
        var screen = screen()
        _ = screen.enter("739158")
        #expect(screen.refused("The code does not match.", attemptsLeft: 3, at: .seconds(1)).names == ["ring"])
        #expect(screen.field.typedCount == 0)
        let text = screen.text(at: .seconds(2))
        #expect(text.contains("○  ○  ○  ○  ○  ○"))
        #expect(text.contains("The code does not match."))
        #expect(text.contains("3 more attempts before a wait"))
        _ = screen.enter("739158")
        _ = screen.refused("The code does not match.", attemptsLeft: 1, at: .seconds(1))
        #expect(screen.text(at: .seconds(2)).contains("1 more attempt before a wait"))
    }

    @Test(arguments: [CodeFormat.sixDigits, .passphrase])
    func `says only how many attempts are left once another code is typed`(format: CodeFormat) {
        var screen = screen(format, motion: .reduced)
        _ = screen.enter("739158")
        screen.send(.enter)
        _ = screen.refused("It does not match.", attemptsLeft: 3, at: .zero)
        #expect(screen.text().contains("It does not match."))
        _ = screen.enter("7")
        #expect(!screen.text().contains("It does not match."))
        #expect(screen.text().contains("3 more attempts before a wait"))
    }

    @Test func `counts a lockout down, takes no symbols meanwhile, and continues when it ends`() {
        var screen = screen(motion: .reduced)
        _ = screen.enter("739158")
        _ = screen.refused("The code does not match.", attemptsLeft: 0, retryAfter: .seconds(60), at: .seconds(1))
        #expect(screen.text(at: .seconds(1)).contains("Try again in 1 min"))
        #expect(screen.text(at: .seconds(2)).contains("Try again in 59 s"))
        #expect(screen.nextTick(after: .seconds(1)) == .seconds(2))
        #expect(screen.nextTick(after: .milliseconds(2500)) == .seconds(3))
        #expect(screen.enter("739158", from: .seconds(5)).isEmpty)
        #expect(screen.field.typedCount == 0)
        #expect(screen.send(.control("e"), at: .seconds(5)).names == ["emergency"])
        #expect(screen.text(at: .milliseconds(60_500)).contains("Try again in 1 s"))
        #expect(screen.nextTick(after: .milliseconds(60_500)) == .seconds(61))
        #expect(screen.update(.tick, at: .seconds(61)).isEmpty)
        #expect(!screen.text(at: .seconds(61)).contains("Try again"))
        #expect(screen.nextTick(after: .seconds(61)) == nil)
        #expect(screen.enter("739158", from: .seconds(61)).names == ["open"])
    }

    @Test func `starts with the rest of a lockout`() {
        var screen = screen()
        _ = screen.throttled(until: .seconds(3 * 3600), at: .zero)
        #expect(screen.text(at: .seconds(30)).contains("Try again in 2 h 59 min"))
        #expect(screen.nextTick(after: .seconds(30)) == .seconds(61))
        #expect(screen.nextTick(after: .seconds(61)) == .seconds(121))
        #expect(screen.nextTick(after: .seconds(2 * 3600)) == .seconds(2 * 3600 + 1))
        var over = self.screen()
        _ = over.throttled(until: .zero, at: .zero)
        #expect(over.enter("739158").names == ["open"])
    }

    @Test func `wipes what was typed after ten seconds without a key`() {
        var screen = screen(motion: .reduced)
        _ = screen.enter("739")
        #expect(screen.nextTick(after: .seconds(1)) == .milliseconds(10_200))
        _ = screen.update(.tick, at: .milliseconds(10_199))
        #expect(screen.field.typedCount == 3)
        _ = screen.update(.tick, at: .milliseconds(10_200))
        #expect(screen.field.typedCount == 0)
        #expect(screen.nextTick(after: .milliseconds(10_200)) == nil)
        // Even if the tick is late, an old partial code is never completed.
        _ = screen.enter("739", from: .seconds(20))
        #expect(screen.enter("158", from: .seconds(40)).isEmpty)
        #expect(screen.field.typedCount == 3)
    }

    @Test func `wipes nothing during the check`() throws {
        var screen = screen()
        _ = screen.enter("739158")
        _ = screen.update(.tick, at: .seconds(60))
        #expect(screen.field.typedCount == 6)
        #expect(screen.nextTick(after: .seconds(60)) == nil)
    }

    @Test func `reports an error without counting an attempt`() {
        var screen = screen()
        _ = screen.enter("739158")
        #expect(screen.failed("the disk is full", hint: "Make room.", at: .seconds(1)).names == ["ring"])
        #expect(screen.text(at: .seconds(1)).contains("The disk is full."))
        #expect(screen.text(at: .seconds(1)).contains("Make room."))
        #expect(!screen.text(at: .seconds(1)).contains("Forgot passcode?"))
        #expect(screen.enter("739158", from: .seconds(2)).names == ["open"])
    }

    @Test func `shows the emergency card, or that there is none`() throws {
        var screen = screen()
        _ = screen.enter("73")
        #expect(screen.update(.click(try #require(screen.place(of: "Emergency"))), at: .zero).names == ["emergency"])
        _ = screen.handle(.emergency("Call Ravi: 7946 0000"), at: .zero)
        #expect(screen.text().contains("Call Ravi: 7946 0000"))
        #expect(screen.enter("9").isEmpty)
        #expect(screen.send(.escape).isEmpty)
        #expect(screen.text().contains("Enter Passcode"))
        #expect(screen.field.typedCount == 2)
        _ = screen.handle(.emergency(nil), at: .zero)
        #expect(screen.text().contains("There is no emergency card."))
    }

    @Test func `says why the emergency card can't be shown, and doesn't call it readable then`() {
        var screen = screen()
        _ = screen.handle(.emergency("Call Ravi: 7946 0000"), at: .zero)
        #expect(screen.text().contains("Readable without a passcode."))
        let gone = UserMessage(.noStore, "the store was moved", hint: "Put its file back.")
        _ = screen.handle(.unreadableCard(gone), at: .zero)
        #expect(screen.text().contains("The emergency card can't be shown."))
        #expect(screen.text().contains("The store was moved. Put its file back."))
        #expect(!screen.text().contains("Readable") && !screen.text().contains("no emergency card"))
    }

    @Test func `scrolls a long card, and wipes the code that was typed behind it`() {
        var screen = screen()
        _ = screen.enter("73")
        _ = screen.handle(.emergency((1...60).map { "line \($0)" }.joined(separator: "\n")), at: .zero)
        #expect(screen.text().contains("line 1 ") && !screen.text().contains("line 60"))
        screen.send(.end)
        #expect(screen.text().contains("line 60"))
        screen.send(.pageUp, .up, .pageDown, .down, .down)
        #expect(screen.text().contains("line 60"))
        screen.send(.home, .down)
        #expect(!screen.text().contains("line 1 ") && screen.text().contains("line 2 "))
        _ = screen.update(.tick, at: .seconds(20))
        #expect(screen.field.typedCount == 0)
        #expect(screen.update(.click(CellPoint(column: 10, row: 10)), at: .zero).isEmpty)
        #expect(screen.text().contains("line 2 "))
        #expect(screen.update(.click(CellPoint(column: 0, row: 0)), at: .zero).isEmpty)
        #expect(screen.text().contains("Enter Passcode"))
    }

    @Test func `draws at any size`() {
        var screen = screen(.fourDigitsAndLetter)
        _ = screen.enter("7391")
        _ = screen.refused("no", attemptsLeft: 2, at: .zero)
        for columns in 0...50 {
            for rows in 0...30 {
                let lines = screen.text(CellSize(columns: columns, rows: rows)).split(
                    separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count <= max(rows, 1) && lines.allSatisfy { String($0).cells <= columns })
            }
        }
    }

    @Test func `maps clicks to keys after a resize`() throws {
        var screen = screen()
        #expect(screen.update(.resized(GateTest.smallest), at: .zero).isEmpty)
        let cancel = try #require(screen.place(of: "Cancel", GateTest.smallest))
        #expect(screen.update(.click(cancel), at: .zero).names == ["forget", "close"])
    }
}
