import ProfileKit
import ProfileRendering
import Sealing
import Testing

@testable import ProfileApp

@Suite struct `The workspace field` {
    private let screen = WorkspaceScreen(settings: GateTest.settings())

    @Test func `accepts a to z, digits and dashes, and insertions as a whole or not at all`() {
        var screen = screen
        _ = screen.enter("Summit_Club-9")
        #expect(screen.field.text == "summitclub-9")
        for refused in ["summit club", "x\n", "é"] {
            #expect(screen.update(.paste(refused), at: .zero) == [.ring])
            #expect(screen.field.text == "summitclub-9")
        }
        screen.send(.backspace, .backspace)
        _ = screen.update(.paste("-42"), at: .zero)
        #expect(screen.field.text == "summitclub-42")
    }

    @Test func `makes small letters of capitals`() {
        var screen = screen
        _ = screen.enter("Work")
        #expect(screen.field.text == "work")
        _ = screen.update(.paste("-ALPS"), at: .zero)
        #expect(screen.field.text == "work-alps")
    }

    @Test func `shows its suffix after the text, and a placeholder while empty`() {
        var screen = screen
        #expect(screen.text().contains("your-workspace.db"))
        _ = screen.enter("summit")
        #expect(screen.text().contains("summit.db"))
        #expect(!screen.text().contains("your-workspace"))
        _ = screen.enter("s")
        #expect(screen.text().contains("summits.db"))
    }

    @Test func `has the focus from the first frame, without motion`() throws {
        let cursor = try #require(screen.place(of: "your-workspace"))
        #expect(screen.picture().cursor == cursor)
        #expect(screen.nextTick(after: .zero) == nil)
    }

    @Test func `enables Next once it has text, and Enter stands for Next`() throws {
        var screen = screen
        #expect(screen.send(.enter).isEmpty)
        #expect(!screen.text().contains("( Next )"))
        screen.send(.tab, .enter)
        _ = screen.enter("s")
        #expect(screen.text().contains("( Next )"))
        screen.send(.tab)
        #expect(screen.text().contains("[ Next ]"))
        _ = screen.enter("t")
        #expect(screen.field.text == "st")
        #expect(screen.send(.enter) == [.request(.gate(.findAccounts(workspace: "st")))])
    }

    @Test func `sends one request, and keeps the name meanwhile`() {
        var screen = screen
        _ = screen.enter("s")
        #expect(screen.send(.enter, .enter) == [.request(.gate(.findAccounts(workspace: "s")))])
        _ = screen.enter("x")
        #expect(screen.field.text == "s")
        #expect(screen.handle(.noWorkspace, at: .zero) == [.ring])
        #expect(screen.text().contains("There is no such workspace."))
        #expect(screen.send(.enter) == [.request(.gate(.findAccounts(workspace: "s")))])
        #expect(!screen.text().contains("There is no such workspace."))
        #expect(screen.handle(.accounts([GateTest.status([.sixDigits])]), at: .zero).names == ["show PasscodeScreen"])
        #expect(screen.send(.enter, .escape, .enter).names == ["find", "forget", "close", "find"])
    }

    @Test func `says that a paste is too long, and forgets an old error when the name is changed`() {
        for event in [Event.key("x"), .key(.control("u")), .key(.down)] {
            var screen = WorkspaceScreen(of: ["alps"], settings: GateTest.settings())
            _ = screen.enter("sea")
            screen.send(.enter)
            _ = screen.handle(.noWorkspace, at: .zero)
            #expect(screen.text().contains("There is no such workspace."))
            #expect(screen.update(event, at: .zero).isEmpty)
            #expect(!screen.text().contains("There is no such workspace."), "\(event)")
        }
        var screen = screen
        #expect(screen.update(.paste(String(repeating: "x", count: 64)), at: .zero) == [.ring])
        #expect(screen.text().contains(TextInput.tooLong))
        _ = screen.enter("x")
        #expect(!screen.text().contains(TextInput.tooLong))
    }

    @Test func `lists the existing workspaces, for selection with arrow keys and the mouse`() throws {
        var screen = WorkspaceScreen(of: ["alps", "summit", "sun"], settings: GateTest.settings())
        #expect(screen.text().contains("your-workspace.db"))
        screen.send(.down)
        #expect(screen.field.text == "alps")
        screen.send(.down, .down, .down)
        #expect(screen.field.text == "alps")
        screen.send(.up)
        #expect(screen.field.text == "sun")
        let other = try #require(screen.place(of: "summit"))
        _ = screen.update(.click(other), at: .zero)
        #expect(screen.send(.enter) == [.request(.gate(.findAccounts(workspace: "summit")))])
        var typed = WorkspaceScreen(of: ["alps", "summit", "sun"], settings: GateTest.settings())
        _ = typed.enter("su")
        #expect(!typed.text().contains("alps"))
        typed.send(.down)
        #expect(typed.field.text == "summit")
    }

    @Test func `shows that there are more workspaces than fit, and lets them be reached`() throws {
        let names = (1...11).map { "w\($0 + 100)" }
        var screen = WorkspaceScreen(of: names, settings: GateTest.settings())
        let left = try #require(screen.place(of: "Workspace")).column
        #expect(screen.place(of: "w101")?.column == left)
        #expect(screen.text().contains("▐") && !screen.text().contains("w111"))
        screen.send(.up)
        screen.send(.up)
        #expect(screen.text().contains("w110"))
        var few = WorkspaceScreen(of: ["alps", "sea"], settings: GateTest.settings())
        #expect(!few.text().contains("▐"))
        few.send(.down)
        #expect(few.place(of: "sea")?.column == left)
    }

    @Test func `can be clicked`() throws {
        var screen = screen
        _ = screen.enter("smit")
        let field = try #require(screen.place(of: "smit"))
        _ = screen.update(.click(CellPoint(column: field.column + 1, row: field.row)), at: .zero)
        _ = screen.enter("um")
        #expect(screen.field.text == "summit")
        #expect(screen.update(.click(CellPoint(column: 0, row: 0)), at: .zero).isEmpty)
        let next = try #require(screen.place(of: "( Next )"))
        #expect(screen.update(.click(next), at: .zero) == [.request(.gate(.findAccounts(workspace: "summit")))])
        #expect(screen.update(.click(CellPoint(column: 1, row: 23)), at: .zero).names == ["forget", "close"])
    }
}

@Suite struct `ID and password` {
    private static let hiker = GateTest.status([.password, .fourDigitsAndLetter], account: "hiker")
    private static let lone = GateTest.status([.sixDigits], account: "lone")

    private func screen(_ accounts: [AccountStatus] = [hiker, lone], isStoreNamed: Bool = false) -> CredentialsScreen {
        CredentialsScreen(accounts, settings: GateTest.settings(isStoreNamed: isStoreNamed))
    }

    private func filled() -> CredentialsScreen {
        var screen = screen()
        _ = screen.enter("hiker")
        screen.send(.enter)
        _ = screen.enter("correct horse")
        return screen
    }

    @Test func `are typed one after the other, and Enter continues`() throws {
        var screen = screen()
        #expect(screen.send(.enter).isEmpty)
        _ = screen.enter("Hhik er")
        #expect(screen.id.text == "hiker")
        #expect(screen.send(.enter).isEmpty)
        _ = screen.enter("correct horse")
        #expect(screen.passwordCount == 13)
        let effects = screen.send(.enter)
        #expect(effects.names == ["open"])
        #expect(GateTest.isTyped("correct horse", in: try #require(effects.checked)))
    }

    @Test(arguments: GateTest.sizes) func `say in full why a password was not tried`(size: CellSize) {
        var screen = CredentialsScreen([Self.hiker], settings: GateTest.settings()).sized(size)
        func shown() -> String { screen.text(size).split { $0 == " " || $0.isNewline }.joined(separator: " ") }
        _ = screen.enter("short")
        #expect(screen.send(.enter).names == ["open"])
        let reason = UserMessage(
            .invalidValue, "the password must be 8 to 128 bytes of text", hint: "It was not tried and does not count.")
        #expect(screen.handle(.refused(reason, nil), at: .zero) == [.ring])
        #expect(shown().contains("The password must be 8 to 128 bytes of text. It was not tried and does not count."))
        // What is longer still is shown in a box.
        _ = screen.send(.enter)
        let long = UserMessage(.io, String(repeating: "something went wrong ", count: 14), hint: "Try again.")
        #expect(screen.handle(.refused(long, nil), at: .zero).names == ["ring", "alert"])
    }

    @Test func `name the workspace that was chosen`() {
        var (status, lone) = (Self.hiker, GateTest.status([.sixDigits], isOneOfSeveral: true))
        (status.workspace, lone.workspace) = ("sea", "sea")
        let sign = CredentialsScreen([status], settings: GateTest.settings())
        #expect(sign.text().contains("Sign in to sea"))
        let lock = PasscodeScreen(lone, settings: GateTest.settings())
        #expect(lock.text().contains("Enter Passcode · sea · main"))
        lone.isOneOfSeveral = false
        let alone = PasscodeScreen(lone, settings: GateTest.settings())
        #expect(alone.text().contains("Enter Passcode · sea") && !alone.text().contains("main"))
    }

    @Test func `have the focus on the empty password when the ID is known`() throws {
        var screen = CredentialsScreen([Self.hiker], because: "The session has ended.", settings: GateTest.settings())
        #expect(screen.text().contains("The session has ended."))
        _ = screen.enter("correct horse")
        #expect(screen.id.text == "hiker")
        #expect(screen.passwordCount == 13)
        #expect(!screen.text().contains("correct"))
        #expect(screen.picture().cursor?.row == screen.place(of: "••")?.row)
        #expect(screen.send(.enter).names == ["open"])
    }

    @Test func `send one request, and stay unchanged meanwhile`() {
        var screen = filled()
        #expect(screen.send(.enter, .enter).names == ["open"])
        #expect(screen.text().contains("Checking…"))
        _ = screen.enter("x")
        #expect(screen.passwordCount == 13)
        // Escape gives the check up, and leaves only when no password is typed.
        #expect(screen.send(.escape).names == ["forget", "await"])
        #expect(screen.passwordCount == 0)
        #expect(screen.handle(.door(GateTest.status([.password, .sixDigits])), at: .zero).isEmpty)
        _ = screen.enter("correct")
        #expect(screen.text().contains("Esc clear"))
        #expect(screen.send(.escape).isEmpty)
        #expect(screen.send(.escape).names == ["forget", "close"])
    }

    @Test func `lead to the recovery with a pasted code, which neither field takes`() throws {
        for keys in [[], [Key.tab]] as [[Key]] {
            var screen = screen()
            _ = screen.enter("hiker")
            for key in keys { screen.send(key) }
            #expect(
                screen.update(.paste("0000-0000-0000-0000-0000-0000-0000"), at: .zero).names == [
                    "show SecretSetupScreen"
                ])
        }
        var unknown = screen()
        #expect(unknown.update(.paste("0000-0000-0000-0000-0000-0000-0000"), at: .zero).isEmpty)
        #expect(unknown.id.isEmpty)
    }

    @Test func `show an unknown ID between fields and buttons, and keep the password`() throws {
        var screen = screen()
        _ = screen.enter("hike")
        screen.send(.enter)
        _ = screen.enter("correct horse")
        #expect(screen.send(.enter).names == ["ring"])
        let message = try #require(screen.place(of: "There is no such ID."))
        let password = try #require(screen.place(of: "Password"))
        let next = try #require(screen.place(of: "( Next )"))
        #expect(password.row < message.row && message.row < next.row)
        #expect(screen.passwordCount == 13)
        _ = screen.enter("2")
        #expect(screen.id.text == "hike2")
    }

    @Test func `ring the bell for a paste that a password can't have`() {
        var screen = filled()
        #expect(screen.update(.paste(String(repeating: "x", count: 200)), at: .zero).names == ["ring"])
        #expect(screen.update(.paste("a\u{7}"), at: .zero).names == ["ring"])
        #expect(screen.passwordCount == 13)
    }

    @Test func `report a wrong password in the same place, and wipe it`() {
        var screen = filled()
        screen.send(.enter)
        #expect(wrong(&screen, attemptsLeft: 3).names == ["ring"])
        #expect(screen.text().contains("The password does not match."))
        #expect(screen.text().contains("3 more attempts before a wait"))
        #expect(screen.passwordCount == 0)
        _ = screen.enter("again, or not")
        #expect(screen.passwordCount == 13)
        screen.send(.enter)
        _ = wrong(&screen, attemptsLeft: 1)
        #expect(screen.text().contains("1 more attempt before a wait"))
    }

    @Test func `forget an old error when one of them is changed, but not how many attempts are left`() {
        var screen = screen()
        _ = screen.enter("hike")
        screen.send(.enter, .enter)
        #expect(screen.text().contains("There is no such ID."))
        _ = screen.enter("r")
        #expect(!screen.text().contains("There is no such ID."))
        screen.send(.enter)
        _ = screen.enter("correct horse")
        screen.send(.enter)
        _ = wrong(&screen, attemptsLeft: 3)
        _ = screen.enter("c")
        #expect(!screen.text().contains("The password does not match."))
        #expect(screen.text().contains("3 more attempts before a wait"))
        screen.send(.backTab)
        #expect(screen.update(.paste(String(repeating: "x", count: 64)), at: .zero) == [.ring])
        #expect(screen.text().contains(TextInput.tooLong))
        #expect(screen.text().contains("3 more attempts before a wait"))
    }

    private func wrong(
        _ screen: inout CredentialsScreen, attemptsLeft: Int?, retryAfter: Duration = .zero
    ) -> [Effect] {
        screen.refused(
            "The password does not match.", attemptsLeft: attemptsLeft, retryAfter: retryAfter, account: Self.hiker,
            at: .zero)
    }

    @Test func `count a lockout down, and disable Next meanwhile`() {
        var screen = filled()
        screen.send(.enter)
        _ = wrong(&screen, attemptsLeft: 0, retryAfter: .seconds(60))
        _ = screen.enter("correct horse")
        #expect(screen.text(at: .seconds(1)).contains("Try again in 59 s"))
        #expect(screen.nextTick(after: .seconds(1)) == .seconds(2))
        #expect(screen.send(.enter, at: .seconds(1)).isEmpty)
        #expect(screen.send(.enter, at: .seconds(60)).names == ["open"])
        #expect(screen.throttled(until: .seconds(90), at: .seconds(61)).names == ["ring"])
        #expect(screen.text(at: .seconds(61)).contains("Try again in 29 s"))
    }

    @Test func `show a wait that attempts elsewhere have caused`() {
        var screen = screen([Self.hiker])
        let attempts = AccountStatus.Attempts(failures: 5, beforeWait: 0, retryAfter: .seconds(60))
        _ = screen.enter("correct horse")
        _ = screen.handle(.attempts(attempts, on: Self.hiker.id), at: .zero)
        #expect(screen.text(at: .seconds(1)).contains("Try again in 59 s"))
        #expect(screen.send(.enter, at: .seconds(1)).isEmpty)
        #expect(screen.send(.enter, at: .seconds(60)).names == ["open"])
    }

    @Test func `lead to the sheet of the second code, with the password wiped`() throws {
        var screen = filled()
        screen.send(.enter)
        #expect(screen.failed("busy", hint: "Wait.").names == ["ring"])
        #expect(screen.text().contains("Busy."))
        screen.send(.enter)
        var second = Self.hiker
        second.stage = 1
        #expect(screen.handle(.door(second), at: .zero).names == ["show PasscodeScreen"])
        #expect(screen.passwordCount == 0)
        // A screen that was left shows no result.
        #expect(screen.handle(.door(second), at: .zero).isEmpty)
    }

    @Test func `offer the recovery code after a wrong password`() throws {
        var screen = filled()
        #expect(!screen.text().contains("Forgot?"))
        screen.send(.enter)
        _ = wrong(&screen, attemptsLeft: 4)
        #expect(screen.send(.control("f")).names == ["show SecretSetupScreen"])
        let button = try #require(screen.place(of: "( Forgot? )"))
        #expect(screen.update(.click(button), at: .zero).names == ["show SecretSetupScreen"])
        screen.send(.backTab)
        for _ in 0..<5 { screen.send(.backspace) }
        #expect(screen.id.isEmpty)
        #expect(screen.send(.control("f")).isEmpty)
        #expect(screen.send(.tab, .enter).isEmpty)
    }

    @Test func `can all be reached with Tab, arrow keys and the mouse`() throws {
        var screen = filled()
        screen.send(.tab)
        #expect(screen.text().contains("[ Back ]"))
        _ = screen.enter("x")
        #expect(screen.passwordCount == 13)
        screen.send(.right)
        #expect(screen.text().contains("[ Next ]"))
        #expect(screen.send(.left, .enter).names == ["forget", "close"])
        screen = filled()
        let id = try #require(screen.place(of: "hiker"))
        _ = screen.update(.click(id), at: .zero)
        _ = screen.enter("a")
        #expect(screen.id.text == "ahiker")
        screen.send(.backspace)
        let password = try #require(screen.place(of: "••"))
        _ = screen.update(.click(password), at: .zero)
        _ = screen.enter("!")
        #expect(screen.passwordCount == 14)
        #expect(screen.update(.click(CellPoint(column: 0, row: 0)), at: .zero).isEmpty)
        let next = try #require(screen.place(of: "( Next )"))
        #expect(screen.update(.click(next), at: .zero).names == ["open"])
    }
}
