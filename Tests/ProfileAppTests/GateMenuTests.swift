import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The gate's menu` {
    private static let status = GateTest.status([.password, .sixDigits])

    private func menu() -> GateMenuScreen {
        GateMenuScreen(Self.status, settings: GateTest.settings(.reduced))
    }

    @Test func `counts the session's time down, and lists its actions`() {
        var menu = menu()
        #expect(menu.begin(at: .zero).names == ["session", "accounts"])
        _ = menu.handle(.session(SessionStatus(left: .seconds(7200), idleLimit: .seconds(900))), at: .zero)
        #expect(menu.text().contains("Open for 2 h more, or 15 min without use."))
        for text in ["Emergency card", "Change the passcode", "Change the password", "New recovery code"] {
            #expect(menu.text().contains(text))
        }
        #expect(!menu.text().contains("Switch account"))
        _ = menu.handle(.session(nil), at: .zero)
        #expect(menu.text().contains("Open in this window only"))
    }

    @Test func `counts the time without use down, and shows none that is over`() {
        var menu = menu()
        let status = SessionStatus(left: .seconds(7190), idleLimit: .seconds(900), idleLeft: .seconds(880))
        _ = menu.handle(.session(status), at: .zero)
        #expect(menu.text().contains("or 15 min without use."))
        #expect(menu.nextTick(after: .zero) == .seconds(40))
        #expect(menu.text(at: .seconds(40)).contains("or 14 min without use."))
        #expect(menu.nextTick(after: .seconds(821)) == .seconds(822))
        #expect(menu.text(at: .seconds(822)).contains("or 58 s without use."))
        // A key moves its end only if that gains a tenth of the limit.
        #expect(menu.send(.down, at: .seconds(60)).isEmpty)
        #expect(menu.send(.down, at: .seconds(71)).names == ["session"])
        _ = menu.handle(.session(SessionStatus(left: .seconds(7129), idleLimit: .seconds(900))), at: .seconds(71))
        #expect(menu.text(at: .seconds(72)).contains("or 15 min without use."))
        // It may have been prolonged elsewhere.
        #expect(!menu.text(at: .seconds(971)).contains("without use"))
        #expect(menu.nextTick(after: .seconds(970)) == .seconds(971) && menu.nextTick(after: .seconds(971)) == nil)
        #expect(menu.update(.tick, at: .seconds(971)).names == ["session"])
        _ = menu.handle(.session(SessionStatus(left: .seconds(300), idleLimit: .seconds(900))), at: .seconds(971))
        #expect(menu.text(at: .seconds(971)).contains("Open for 5 min more."))
        #expect(menu.text(at: .seconds(972)).contains("Open for 4 min 59 s more."))
    }

    @Test func `says how long the session lasts on one line of the smallest window`() {
        var menu = menu()
        _ = menu.update(.resized(GateTest.smallest), at: .zero)
        _ = menu.handle(.session(SessionStatus(left: .seconds(7140), idleLimit: .seconds(900))), at: .zero)
        #expect(menu.text(GateTest.smallest).contains("Open 1 h 59 min, or 15 min unused."))
    }

    @Test func `opens each action's screen`() {
        var menu = menu()
        #expect(menu.send(.enter).names == ["lock"])
        #expect(menu.send(.down, .enter).names == ["show EmergencyForm"])
        for _ in 0..<3 { #expect(menu.send(.down, .enter).names == ["show SecretSetupScreen"]) }
        let other = GateTest.status([.sixDigits], account: "other")
        _ = menu.handle(.accounts([Self.status, other]), at: .zero)
        #expect(menu.send(.end, .enter).names == ["switch"])
        #expect(menu.send(.character("?")).isEmpty)
        #expect(menu.text().contains("quit at once"))
        #expect(menu.send(.escape, .escape).names == ["close"])
    }
}

@Suite struct `A change of secrets` {
    private func screen(
        _ stage: Gate.StageName? = .code, _ stages: [CodeFormat] = [.sixDigits]
    ) -> SecretSetupScreen {
        let status = GateTest.status(stages)
        return SecretSetupScreen(
            stage.map { .secret($0, status) } ?? .recoveryCode(status), settings: GateTest.settings(.reduced))
    }

    @Test func `asks for every current secret, then twice for the new one, and stays open`() throws {
        var screen = screen(.code, [.password, .sixDigits])
        #expect(screen.text().contains("Current password"))
        _ = screen.enter("correct horse")
        screen.send(.enter)
        #expect(screen.text().contains("Current passcode"))
        #expect(screen.enter("739158").names == ["verify"])
        #expect(screen.text().contains("Checking…"))
        #expect(screen.handle(.verified(newCode: GateTest.zeros), at: .zero).isEmpty)
        #expect(screen.text().contains("New passcode"))
        #expect(screen.enter("820461").isEmpty)
        guard case .request(.secrets(.change(let stage, let new, let current)), _)? = screen.enter("820461").last else {
            Issue.record("nothing is changed")
            return
        }
        #expect(stage == .code)
        #expect(GateTest.isTyped("820461", in: new))
        #expect(GateTest.isTyped("correct horse", in: current[0]))
        #expect(GateTest.isTyped("739158", in: current[1]))
        var other = screen
        let opening = try AppSample.shared.get().opening(2)
        #expect(
            other.handle(.secretsChanged(opening), at: .zero).names
                == ["close", "say The passcode was changed · all other sessions ended"])
        // Where it can't be opened again, its lock screen says what became of the change.
        let effects = screen.handle(.secretsChanged(nil), at: .zero)
        #expect(effects.names == ["close", "lock"])
        guard case .lock("The passcode was changed.")? = effects.last else {
            Issue.record("it isn't said")
            return
        }
    }

    @Test func `asks for wrong current secrets again, and waits during a lockout`() {
        var screen = screen()
        // Before anything else is asked for.
        #expect(screen.enter("111112").names == ["verify"])
        #expect(screen.refused("The passcode does not match.", attemptsLeft: 3, at: .zero).names == ["ring"])
        #expect(screen.text().contains("Current passcode"))
        #expect(screen.text().contains("The passcode does not match."))
        _ = screen.enter("111112")
        #expect(screen.throttled(until: .seconds(60), at: .zero).names == ["ring"])
        #expect(screen.text(at: .seconds(1)).contains("Try again in 59 s"))
        #expect(screen.enter("7", from: .seconds(1)).isEmpty)
        #expect(screen.send(.escape, at: .seconds(1)).names == ["close"])
    }

    @Test func `refuses a new secret that equals the current one, and keeps the current one typed`() {
        var screen = screen()
        _ = screen.enter("739158")
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
        // Before it is typed a second time.
        #expect(screen.enter("739158").names == ["ring"])
        #expect(screen.text().contains("is already the current one"))
        #expect(screen.enter("820461820461").names == ["change"])
    }

    @Test func `asks only for the new secret again after a full disk`() {
        var screen = screen()
        _ = screen.enter("739158")
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
        #expect(screen.enter("820461820461").names == ["change"])
        #expect(screen.failed("the disk is full").names == ["ring", "alert"])
        #expect(screen.text().contains("New passcode"))
        #expect(screen.enter("739158").names == ["ring"])
        #expect(screen.enter("820461820461").names == ["change"])
    }

    @Test func `keeps no secret if it fails behind a closed gate`() {
        let failures = [
            UserMessage(.io, "the disk is full", hint: ""), UserMessage(.invalidValue, "it is too popular", hint: ""),
        ]
        for failure in failures {
            var screen = screen()
            _ = screen.enter("739158")
            _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
            #expect(screen.enter("820461820461").names == ["change"])
            #expect(screen.conceal(at: .zero).isEmpty)
            _ = screen.handle(.refused(failure, nil), at: .zero)
            // After the next opening, all secrets are asked for again.
            #expect(screen.resume(at: .zero).isEmpty)
            #expect(screen.text().contains("Current passcode"))
            #expect(screen.enter("820461820461").names == ["verify"])
        }
    }

    @Test func `shows a new recovery code, and drops it when the gate closes meanwhile`() {
        var screen = screen(nil)
        #expect(screen.enter("739158").names == ["verify"])
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
        #expect(screen.text().contains(GateTest.zeros.description))
        var concealed = screen
        #expect(concealed.conceal(at: .zero).names == ["close", "alert"])
        screen.send(.enter)
        guard case .request(.secrets(.renewRecoveryCode(let current, let code, _)), _)? = screen.enter("0000").last
        else {
            Issue.record("nothing is changed")
            return
        }
        #expect(GateTest.isTyped("739158", in: current[0]))
        #expect(code.description == GateTest.zeros.description)
        // A change that is under way goes on behind a closed gate.
        concealed = screen
        #expect(concealed.conceal(at: .zero).isEmpty)
        #expect(concealed.handle(.secretsChanged(nil), at: .zero).names == ["close"])
        #expect(screen.handle(.secretsChanged(nil), at: .zero).names == ["close", "lock"])
    }

    @Test func `reports a failed change, and that the noted code is void, where nobody overlooks it`() {
        var screen = screen(nil)
        _ = screen.enter("739158")
        _ = screen.handle(.verified(newCode: GateTest.zeros), at: .zero)
        screen.send(.enter)
        _ = screen.enter("0000")
        #expect(screen.failed("the disk is full", hint: "The code is void.").names == ["ring", "alert"])
        #expect(screen.text().contains("Current passcode"))
    }

    @Test func `lists its keys on a question mark, or on F1 where a text is typed`() {
        var screen = screen(.code, [.password, .sixDigits])
        #expect(screen.text().contains("F1 help") && !screen.text().contains("keypad"))
        screen.send(.character("?"))
        #expect(!screen.text().contains("quit at once"))
        screen.send(.help)
        #expect(screen.text().contains("quit at once") && screen.text().contains("lock"))
        screen.send(.escape, .control("u"))
        _ = screen.enter("correct horse")
        screen.send(.enter, .character("?"))
        #expect(screen.text().contains("quit at once"))
    }
}

@Suite struct `The emergency card's form` {
    private func form(_ text: String?) -> EmergencyForm {
        var form = EmergencyForm()
        _ = form.handle(.emergency(text), at: .zero)
        return form
    }

    @Test func `accepts lines, splits and joins them, and saves them as shown`() {
        var form = form(nil)
        _ = form.enter("Call Ravi")
        form.send(.enter)
        _ = form.enter("Allergic to penicillin")
        form.send(.up, .home, .enter, .up)
        _ = form.enter("Gita")
        form.send(.down, .home, .backspace)
        #expect(form.text == "GitaCall Ravi\nAllergic to penicillin")
        guard
            case .request(.session(.setCard("GitaCall Ravi\nAllergic to penicillin", replacing: nil)), _)? = form.send(
                .control("s")
            ).last
        else {
            Issue.record("it isn't saved")
            return
        }
        #expect(form.handle(.cardSet, at: .zero).names == ["close", "say The card was saved"])
    }

    @Test func `shows its sentences whole in the smallest window`() {
        var form = form(nil)
        _ = form.update(.resized(GateTest.smallest), at: .zero)
        func words() -> String {
            form.text(GateTest.smallest).split { $0 == " " || $0.isNewline }.joined(separator: " ")
        }
        #expect(words().contains("read it without a passcode. Empty means none."))
        for _ in 0..<11 {
            _ = form.update(.paste(String(repeating: "x", count: 47)), at: .zero)
            form.send(.enter)
        }
        #expect(form.send(.control("s")) == [.ring])
        #expect(words().contains("on at most 20 lines."))
    }

    @Test func `keeps what is typed before the card has been read`() {
        var form = EmergencyForm()
        _ = form.enter("Gita or ")
        #expect(form.send(.control("s")).isEmpty)
        let effects = form.handle(.emergency("Ravi"), at: .zero)
        #expect(form.text == "RaviGita or ")
        guard case .request(.session(.setCard("RaviGita or ", replacing: "Ravi")), _)? = effects.last else {
            Issue.record("it isn't saved")
            return
        }
        var left = EmergencyForm()
        #expect(left.send(.escape).names == ["close"])
    }

    @Test func `removes an empty card, and asks before it drops changes`() {
        var form = form("Call Ravi")
        #expect(form.send(.escape).names == ["close"])
        _ = form.enter("x")
        #expect(form.send(.escape).isEmpty)
        #expect(form.text().contains("Discard the changes?"))
        #expect(form.send(.right, .enter).names == ["close"])
        form = self.form("a")
        form.send(.backspace)
        guard case .request(.session(.setCard(nil, replacing: "a")), _)? = form.send(.control("s")).last else {
            Issue.record("it stays")
            return
        }
        #expect(
            form.handle(.failed(UserMessage(.io, "the disk is full", hint: "Make room.")), at: .zero).names == ["ring"])
        #expect(form.text().contains("Make room."))
    }

    @Test func `asks whose card to keep when another one was set meanwhile`() {
        func asked() -> EmergencyForm {
            var form = self.form("Call Ravi")
            _ = form.enter("!")
            form.send(.control("s"))
            #expect(form.handle(.cardChanged("Call Gita"), at: .zero).isEmpty)
            #expect(form.text().contains("changed elsewhere") && form.text().contains("Call Gita"))
            return form
        }
        // A hasty Enter overwrites nothing.
        var form = asked()
        #expect(form.send(.enter).isEmpty && form.text == "Call Ravi!")
        form = asked()
        #expect(form.send(.right, .enter).isEmpty && form.text == "Call Gita")
        #expect(form.send(.escape).names == ["close"])
        form = asked()
        guard
            case .request(.session(.setCard("Call Ravi!", replacing: "Call Gita")), _)? = form.send(
                .right, .right, .enter
            ).last
        else {
            Issue.record("it isn't saved")
            return
        }
    }

    @Test func `refuses more than a card holds, pastes included`() {
        var form = form(nil)
        #expect(form.update(.paste(String(repeating: "line\n", count: 30)), at: .zero) == [.ring])
        #expect(form.text.isEmpty)
        #expect(form.update(.paste(String(repeating: "x", count: 501)), at: .zero) == [.ring])
        #expect(form.text.isEmpty && form.text().contains(TextInput.tooLong))
        _ = form.update(.paste("one\ntwo"), at: .zero)
        #expect(form.text == "one\ntwo" && !form.text().contains(TextInput.tooLong))
        _ = form.update(.paste(String(repeating: "x", count: 490)), at: .zero)
        _ = form.enter("more than it is")
        #expect(form.send(.control("s")) == [.ring])
        #expect(form.text().contains("500 visible characters"))
        form.send(.help)
        #expect(form.text().contains("new line"))
        for columns in stride(from: 0, through: 60, by: 7) {
            for rows in 0...20 { _ = form.text(CellSize(columns: columns, rows: rows)) }
        }
    }
}

@Suite struct `The displayed day` {
    @Test func `changes at the end of the day, without any other event`() throws {
        let sample = try AppSample.shared.get()
        var opening = sample.opening()
        opening.dayLeft = .seconds(60)
        var app = App(Start(accounts: [opening.account], opening: opening), settings: AppSample.settings())
        _ = app.begin(at: .zero)
        #expect(app.nextTick(after: .zero) == .seconds(60))
        #expect(app.update(.input(.tick), at: .seconds(59)).isEmpty)
        let effects = app.update(.input(.tick), at: .seconds(60))
        #expect(effects.requests.map(\.name) == ["day"])
        let asker = try #require(effects.asker)
        let tomorrow = sample.content.today.adding(days: 1)
        _ = app.update(.reply(.day(tomorrow, left: .seconds(86_400)), asker), at: .seconds(60))
        #expect(app.shown(HomeScreen.self)?.today == tomorrow)
        #expect(app.nextTick(after: .seconds(60)) == .seconds(60 + 86_400))
    }

    @Test func `ends at local midnight, also when the clocks change`() {
        let noon = 1_795_262_400
        let left = Day.left(at: WallTime(secondsSince1970: noon)).components.seconds
        #expect(Day(localTo: noon + Int(left) - 1) == Day(localTo: noon))
        #expect(Day(localTo: noon + Int(left)) == Day(localTo: noon).adding(days: 1))
    }
}
