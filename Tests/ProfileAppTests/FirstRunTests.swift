import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The first run` {
    private static let code = "8QZK-4T1M-X7RD-609W-C5VB-3NPE-6FG7"
    private let store = NewStore(path: "/home/ada/new.profile", account: .main, username: "ada")

    private var screen: SecretSetupScreen {
        SecretSetupScreen(.firstRun(store), settings: GateTest.settings(.reduced))
    }

    /// The group of the code that the screen asks for.
    private func group(_ screen: SecretSetupScreen) throws -> String {
        let number = try #require((1...7).first { screen.text().contains("Type group \($0) of 7.") })
        return String(Self.code.split(separator: "-")[number - 1])
    }

    @Test func `asks for a name, a passcode twice and part of the recovery code before it makes anything`() throws {
        var screen = screen
        #expect(screen.text().contains("There is no profile yet at /home/ada/new.profile."))
        #expect(screen.text().contains("ada"))
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.text().contains("New passcode"))
        #expect(screen.enter("739158").isEmpty)
        #expect(screen.text().contains("Repeat the new passcode"))
        let effects = screen.enter("739158")
        #expect(effects.names == ["prepare"])
        #expect(screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero).isEmpty)
        #expect(screen.text().contains(Self.code))
        #expect(screen.send(.enter).isEmpty)
        #expect(!screen.text().contains("8QZK"))
        let creation = screen.enter(try group(screen)).last
        guard case .request(.secrets(.create(let account, let username, let secret, let code)), _)? = creation else {
            Issue.record("nothing is made")
            return
        }
        #expect((account, username, code.description) == (.main, "ada", Self.code))
        #expect(GateTest.isTyped("739158", in: secret))
        #expect(screen.handle(.door(GateTest.status([.sixDigits])), at: .zero).isEmpty)
        #expect(try screen.accepted(at: .zero).names == ["enter"])
    }

    @Test func `has a void recovery code until that is confirmed`() throws {
        var screen = screen
        screen.send(.enter)
        _ = screen.enter("739158") + screen.enter("739158")
        #expect(screen.shownCode == nil)
        _ = screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero)
        #expect(screen.shownCode == .first)
        screen.send(.enter)
        #expect(screen.shownCode == .first)
        _ = screen.enter(try group(screen))
        #expect(screen.shownCode == nil)
    }

    @Test func `says at once what is wrong with a name or a popular passcode`() {
        var screen = screen
        screen.send(.control("u"))
        #expect(screen.send(.enter) == [.ring])
        #expect(screen.text().contains("A name must be 1 to 64 visible"))
        _ = screen.enter("Ada")
        screen.send(.enter)
        for (code, reason) in [
            ("123456", "counts up or down"), ("121212", "repeats itself"), ("159753", "is among the most common ones"),
        ] {
            #expect(screen.enter(code) == [.ring])
            #expect(screen.text().contains(reason))
            #expect(screen.text().contains("New passcode"))
        }
    }

    @Test func `says that a pasted name is too long, until one types`() {
        var screen = screen
        #expect(screen.update(.paste(String(repeating: "x", count: 200)), at: .zero) == [.ring])
        #expect(screen.text().contains("That is too long"))
        _ = screen.enter("Ada")
        #expect(!screen.text().contains("too long"))
        screen.send(.control("u"))
        screen.send(.enter)
        #expect(screen.text().contains("A name must be"))
        _ = screen.enter("A")
        #expect(!screen.text().contains("A name must be"))
    }

    @Test func `comes back to the choice of the first hikes from an import that brought none`() {
        var stack = Stack(FirstHikesScreen())
        stack.send(.enter)
        #expect(stack.top(ImportScreen.self) != nil)
        stack.send(.escape)
        #expect(stack.top(FirstHikesScreen.self) != nil)
        for report in [ImportReport(), ImportReport(imported: [1])] {
            stack.send(.enter)
            _ = stack.enter("x.gpx")
            stack.send(.enter, .control("s"))
            _ = stack.handle(.imported(report), at: .zero)
            #expect(stack.send(.escape).names == (report.imported.isEmpty ? [] : ["leave"]))
        }
    }

    @Test func `leaves out the blanks around a name`() throws {
        var screen = screen
        screen.send(.control("u"))
        _ = screen.enter("  Ada L. ")
        screen.send(.enter)
        _ = screen.enter("739158739158")
        _ = screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero)
        screen.send(.enter)
        guard case .request(.secrets(.create(_, let username, _, _)), _)? = screen.enter(try group(screen)).last else {
            Issue.record("nothing is made")
            return
        }
        #expect(username == "Ada L.")
    }

    @Test func `proposes the login name, and lets it be replaced`() {
        var screen = screen
        _ = screen.enter("Gita")
        #expect(screen.text().contains("Gita") && !screen.text().contains("adaGita"))
    }

    @Test func `makes nothing when it is cancelled, and asks for another passcode then`() throws {
        var screen = screen
        #expect(screen.send(.escape) == [.close])
        screen.send(.enter)
        _ = screen.enter("739158739158")
        _ = screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero)
        #expect(screen.send(.escape).names == ["alert"])
        #expect(screen.text().contains("New passcode"))
        #expect(screen.enter("820461820461").names == ["prepare"])
        #expect(screen.failed("the disk is full", hint: "Make room.").names == ["ring"])
        #expect(screen.text().contains("The disk is full. Make room."))
        #expect(screen.text().contains("What is your name?"))
    }

    @Test func `reports a failed creation, and that the noted code is void, where nobody overlooks it`() throws {
        var screen = screen
        screen.send(.enter)
        _ = screen.enter("739158739158")
        _ = screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero)
        screen.send(.enter)
        _ = screen.enter(try group(screen))
        #expect(screen.failed("the disk is full", hint: "The code is void.").names == ["ring", "alert"])
        #expect(screen.text().contains("What is your name?"))
    }

    @Test func `lists its keys on F1, on the keypad and beside the code also on a question mark`() {
        var screen = screen
        #expect(screen.text().contains("F1 help"))
        screen.send(.help)
        #expect(screen.text().contains("quit at once") && !screen.text().contains("lock"))
        screen.send(.escape)
        _ = screen.enter("?")
        #expect(!screen.text().contains("quit at once"))
        screen.send(.backspace)
        _ = screen.enter("ada")
        screen.send(.enter)
        #expect(screen.text().contains("? help"))
        _ = screen.enter("73?")
        #expect(screen.text().contains("quit at once"))
        // What was typed is cleared in time behind the sheet, too.
        _ = screen.update(.tick, at: .seconds(11))
        screen.send(.escape, at: .seconds(11))
        #expect(screen.text(at: .seconds(11)).contains("was cleared"))
        _ = screen.enter("739158739158", from: .seconds(12))
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .seconds(20))
        screen.send(.character("?"), at: .seconds(20))
        #expect(screen.text(at: .seconds(20)).contains("quit at once"))
    }

    @Test func `shows the lock screen of a new store that couldn't be opened`() throws {
        var screen = screen
        screen.send(.enter)
        _ = screen.enter("739158739158")
        _ = screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero)
        screen.send(.enter)
        _ = screen.enter(try group(screen))
        _ = screen.handle(.door(GateTest.status([.sixDigits])), at: .zero)
        #expect(screen.failed("out of memory").names == ["ring", "replace PasscodeScreen"])
    }

    @Test func `ends with the choice of the first hikes`() throws {
        let sample = try AppSample.shared.get()
        var app = App(Start(accounts: [], opening: nil, newStore: store), settings: AppSample.settings())
        _ = app.begin(at: .zero)
        _ = app.press(.enter)
        _ = app.type("739158739158")
        _ = app.handle(.verified(newCode: GateTest.zeros))
        _ = app.press(.enter)
        #expect(app.type("0000").requests.map(\.name) == ["create"])
        _ = app.handle(.door(sample.status()))
        var opening = sample.opening()
        opening.isNew = true
        _ = app.handle(.opened(opening))
        #expect(app.text().contains("Your profile is ready"))
        #expect(app.press(.down, .enter).requests.map(\.name).contains("samples"))
        _ = app.handle(.imported(ImportReport(imported: [1, 2])))
        #expect(app.text().contains("2 sample hikes added"))
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `can be drawn at any size, and matches its golden files`() throws {
        var screen = screen
        for columns in stride(from: 0, through: 60, by: 7) {
            for rows in 0...20 { _ = screen.text(CellSize(columns: columns, rows: rows)) }
        }
        #expect(try screen.differenceFromGolden("first-name") == nil)
        screen.send(.enter)
        #expect(try screen.differenceFromGolden("first-passcode") == nil)
        _ = screen.enter("739158739158")
        _ = screen.handle(.verified(newCode: GateTest.code(Self.code)), at: .zero)
        #expect(try screen.differenceFromGolden("first-code") == nil)
        #expect(
            try FirstHikesScreen().differenceFromGolden("first-hikes") == nil)
    }
}
