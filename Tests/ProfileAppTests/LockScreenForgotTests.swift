import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `Forgot passcode?` {
    private func refused(_ format: CodeFormat, _ code: String) -> PasscodeScreen {
        var screen = PasscodeScreen(format: format, motion: .reduced, size: GateTest.terminal)
        _ = screen.enter(code)
        if format.symbolCount == nil { screen.send(.enter) }
        _ = screen.refused("It does not match.", attemptsLeft: 4, at: .zero)
        return screen
    }

    @Test func `appears as a key after a wrong code, and typing continues`() {
        var screen = PasscodeScreen(format: .sixDigits, size: GateTest.terminal)
        #expect(!screen.text().contains("Forgot passcode?"))
        // Whoever knows that the passcode is forgotten needs no wrong try first.
        screen.send(.character("?"))
        #expect(screen.text().contains("^F  forgot"))
        #expect(screen.send(.escape, .control("f")).names == ["forget", "show SecretSetupScreen"])
        screen = refused(.sixDigits, "739158")
        #expect(screen.text().contains("Forgot passcode?"))
        #expect(!screen.text().contains("Caution"))
        #expect(screen.enter("739158").names == ["open"])
    }

    @Test(arguments: [CodeFormat.sixDigits, .passphrase])
    func `leads to the recovery at once, by ^F and as a key`(format: CodeFormat) throws {
        var screen = refused(format, "739158")
        let key = try #require(screen.place(of: "Forgot pass"))
        #expect(screen.update(.click(key), at: .zero).names == ["forget", "show SecretSetupScreen"])
        #expect(screen.send(.control("f")).names == ["forget", "show SecretSetupScreen"])
    }

    @Test func `offers Back and the recovery code after four wrong digits`() throws {
        let asking = refused(.fourDigits, "7391")
        #expect(asking.text().contains("[ Back ]  ( Recovery code )"))
        var screen = asking
        #expect(screen.send(.enter).isEmpty)
        #expect(!screen.text().contains("Recovery code"))
        let button = try #require(asking.place(of: "( Recovery code )"))
        for event in [Event.click(button), .key(.control("f"))] {
            screen = asking
            #expect(screen.update(event, at: .zero).names == ["forget", "show SecretSetupScreen"])
        }
        screen = asking
        #expect(screen.send(.right, .enter).names == ["forget", "show SecretSetupScreen"])
        screen = asking
        #expect(screen.send(.escape).isEmpty)
        #expect(!screen.text().contains("Caution"))
    }

    @Test(arguments: [CodeFormat.sixDigits, .fourDigits, .fourDigitsAndLetter, .passphrase])
    func `is answered by a pasted recovery code, which is no attempt`(format: CodeFormat) throws {
        for text in [GateTest.zeros.description, "0000 0000 0000 0000\n0000 0000 0000\n"] {
            for screen in [PasscodeScreen(format: format), refused(format, "7391k8")] {
                var screen = screen
                let effects = screen.update(.paste(text), at: .zero)
                #expect(effects.names == ["forget", "show SecretSetupScreen"])
                guard case .show(let shown)? = effects.last, var recovery = shown as? SecretSetupScreen else {
                    continue
                }
                #expect(recovery.text().contains("••••-••••-••••-••••-••••-••••-0000"))
                recovery.send(.enter)
                #expect(recovery.text().contains("New "))
            }
        }
        // A passphrase may look like one whose check symbols are wrong.
        var screen = PasscodeScreen(format: format)
        let effects = screen.update(.paste("0000-0000-0000-0000-0000-0000-0001"), at: .zero)
        #expect(effects.names == (format == .passphrase ? [] : ["forget", "show SecretSetupScreen"]))
    }

    @Test func `opens after four wrong digits, and closes when digits are typed`() {
        var screen = refused(.fourDigits, "7391")
        for text in ["Caution", "Forgot passcode?", "[ Back ]"] { #expect(screen.text().contains(text)) }
        #expect(screen.enter("a").isEmpty)
        #expect(screen.text().contains("Caution"))
        #expect(screen.enter("73").isEmpty)
        #expect(!screen.text().contains("Caution"))
        #expect(screen.text().contains("●  ●  ○  ○"))
        #expect(screen.enter("91").names == ["open"])
    }

    @Test func `is asked about a passphrase too`() {
        var screen = refused(.passphrase, "correct horse")
        #expect(screen.text().contains("( Forgot passphrase? )"))
        #expect(screen.send(.control("f")).names == ["forget", "show SecretSetupScreen"])
    }
}

@Suite struct `A lock screen with a passphrase` {
    private let screen = PasscodeScreen(format: .passphrase, motion: .reduced, size: GateTest.terminal)

    @Test func `shows a bullet per character and no circles, and is checked on Enter`() throws {
        var screen = screen
        #expect(screen.send(.enter).isEmpty)
        _ = screen.enter("corréct 🐎")
        #expect(screen.text().contains("•••••••••"))
        #expect(!screen.text().contains("○"))
        let effects = screen.send(.enter)
        #expect(effects.names == ["open"])
        #expect(GateTest.isTyped("corréct 🐎", in: try #require(effects.checked)))
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.enter("x").names == ["ring"])
        #expect(screen.field.typedCount == 9)
    }

    @Test func `has buttons for its keys, reached with Tab, arrow keys and the mouse`() throws {
        var screen = PasscodeScreen(format: .passphrase, motion: .full, size: GateTest.terminal)
        #expect(screen.send(.tab, .enter).names == ["forget", "close"])
        _ = screen.enter("correct horse")
        #expect(screen.send(.tab, .right, .left, .right, .enter).names == ["open"])
        _ = screen.refused("The passphrase does not match.", attemptsLeft: 3, at: .zero)
        #expect(screen.nextTick(after: .zero) == Moment.zero + Motion.frame)
        #expect(screen.send(.control("e")).names == ["emergency"])
        #expect(screen.send(.down, .down, .enter).names == ["emergency"])
        #expect(screen.send(.tab, .enter).names == ["forget", "show SecretSetupScreen"])
        let cancel = try #require(screen.place(of: "( Cancel )"))
        #expect(screen.update(.click(cancel), at: .zero).names == ["forget", "close"])
        let layout = PanelLayout(in: GateTest.terminal.aboveKeyLine, hasPadlock: true)
        let field = CellPoint(column: 30, row: layout.fieldRow)
        #expect(screen.update(.click(field), at: .zero).isEmpty)
    }

    @Test func `wipes the passphrase after ten seconds and on a refusal`() {
        var screen = screen
        _ = screen.update(.paste("correct horse"), at: .zero)
        #expect(screen.nextTick(after: .zero) == .seconds(10))
        _ = screen.update(.tick, at: .seconds(10))
        #expect(screen.field.typedCount == 0)
        _ = screen.update(.paste("correct horse"), at: .seconds(11))
        #expect(screen.send(.enter, at: .seconds(11)).names == ["open"])
        _ = screen.refused("no", attemptsLeft: nil, at: .seconds(12))
        #expect(screen.field.typedCount == 0)
        #expect(screen.nextTick(after: .seconds(12)) == nil)
    }

    @Test func `takes no input during a lockout`() {
        var screen = screen
        _ = screen.throttled(until: .seconds(60), at: .zero)
        _ = screen.enter("correct horse")
        #expect(screen.field.typedCount == 0)
        #expect(screen.send(.enter).isEmpty)
    }
}
