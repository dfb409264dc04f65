import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The app's sign-in` {
    private let sample: AppSample
    private let twoStages: [CodeFormat] = [.password, .fourDigitsAndLetter]

    init() throws {
        sample = try AppSample.make()
    }

    private func app(_ accounts: [AccountStatus], isStoreNamed: Bool = true) -> App {
        App(Start(accounts: accounts, opening: nil), settings: AppSample.settings(isStoreNamed: isStoreNamed))
    }

    @Test
    func `asks for the workspace, ID and password and the second code, and shows the notice in the demo`() throws {
        var app = App(
            Start(accounts: [], opening: nil), settings: AppSample.settings(isStoreNamed: false, isDemo: true))
        #expect(app.begin(at: .zero).isEmpty)
        _ = app.type("team")
        #expect(app.press(.enter).requests.map(\.name) == ["find"])
        _ = app.handle(.accounts([sample.status(twoStages)]))
        _ = app.type("a password")
        #expect(app.press(.enter).requests.map(\.name) == ["open"])
        _ = app.handle(.door(sample.status(twoStages, stage: 1)))
        #expect(app.text().contains("Enter code"))
        #expect(app.type("7391K").requests.map(\.name) == ["open"])
        _ = app.handle(.opened(sample.opening(failures: 2)))
        #expect(app.text().contains("Signed in"))
        #expect(app.showsGate)
        _ = app.press(.tab, .enter)
        #expect(app.text().contains("2 attempts failed since the last unlock."))
        _ = app.press(.enter)
        #expect(app.text().contains("OK was pressed"))
        _ = app.press(.tab, .enter)
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `ends at the home in normal use, which reports failed attempts`() throws {
        var app = app([sample.status(twoStages)])
        _ = app.begin(at: .zero)
        _ = app.type("a password")
        _ = app.press(.enter)
        _ = app.handle(.door(sample.status(twoStages, stage: 1)))
        _ = app.type("7391K")
        _ = app.handle(.opened(sample.opening(failures: 2)))
        #expect(!app.showsGate)
        #expect(app.text().contains("2 attempts failed since the last unlock"))
        #expect(!app.text(at: .zero + Toast.length).contains("attempts failed"))
    }

    @Test func `opens when someone unlocks elsewhere, also on the second code's sheet, once nothing is typed`() throws {
        for stages in [[CodeFormat.sixDigits], twoStages] {
            var app = app([sample.status(stages)])
            _ = app.begin(at: .zero)
            if stages.count > 1 {
                #expect(app.handle(.sessionBegan(sample.account)).requests.map(\.name) == ["join"])
                _ = app.type("a password")
                _ = app.press(.enter)
                _ = app.handle(.door(sample.status(twoStages, stage: 1)))
            }
            #expect(app.handle(.sessionBegan(try AccountID("other"))).isEmpty)
            #expect(app.handle(.sessionBegan(sample.account)).requests.map(\.name) == ["join"])
            _ = app.type("7")
            // The rest of the code would be typed into the home.
            #expect(app.handle(.sessionBegan(sample.account)).isEmpty)
            #expect(app.press(.backspace).requests.map(\.name) == ["join"])
            _ = app.handle(.opened(sample.opening()))
            #expect(!app.showsGate)
        }
    }

    @Test func `closes a session that was opened for a screen that is covered by another`() throws {
        var app = app([sample.status()])
        _ = app.begin(at: .zero)
        let lock = try #require(app.shownID)
        let wrong = UserMessage(.wrongPasscode, "The code does not match.", hint: "")
        _ = app.type("111112")
        _ = app.handle(.refused(wrong, sample.status(failures: 1)))
        _ = app.press(.control("f"))
        let effects = app.update(.reply(.opened(sample.opening()), lock), at: .zero)
        #expect(effects.requests.map(\.name) == ["forget"])
        #expect(app.showsGate)
    }

    @Test func `does not ask for the password again after a wrong second code`() throws {
        var app = app([sample.status(twoStages)])
        _ = app.begin(at: .zero)
        _ = app.type("a password")
        _ = app.press(.enter)
        _ = app.handle(.door(sample.status(twoStages, stage: 1)))
        _ = app.type("1111A")
        let wrong = UserMessage(.wrongPasscode, "The code does not match.", hint: "")
        #expect(app.handle(.refused(wrong, sample.status(twoStages, stage: 1, failures: 1))).rings)
        #expect(app.text().contains("4 more attempts before a wait"))
        #expect(app.type("7391K").requests.map(\.name) == ["open"])
    }

    @Test func `lists the accounts when there are several, and asks for a single code on the lock screen`() throws {
        var other = sample.status(account: try AccountID("other"))
        other.isOneOfSeveral = true
        var app = app([sample.status(), other])
        #expect(app.begin(at: .zero).isEmpty)
        #expect(app.text().contains("Whose profile?"))
        _ = app.type("o")
        #expect(app.press(.enter).requests.map(\.name) == ["enter"])
        #expect(app.text().contains("Enter Passcode · other"))
    }

    @Test func `goes straight to the lock screen for a workspace with one account and one code`() throws {
        var app = app([], isStoreNamed: false)
        _ = app.begin(at: .zero)
        _ = app.type("team")
        _ = app.press(.enter)
        #expect(app.handle(.accounts([sample.status()])).requests.map(\.name) == ["enter"])
        #expect(app.text().contains("Enter Passcode"))
    }

    @Test func `asks for password and code again after a lock`() throws {
        var app = App(
            Start(accounts: [sample.status(twoStages)], opening: sample.opening(stages: twoStages)),
            settings: AppSample.settings())
        _ = app.begin(at: .zero)
        #expect(app.tell(.closed(UserMessage(StoreError(.locked)))).rings)
        #expect(app.text().contains("Sign in"))
        #expect(app.text().contains("main"))
    }

    @Test func `shows the emergency card`() throws {
        var app = app([sample.status()])
        _ = app.begin(at: .zero)
        #expect(app.press(.control("e")).requests.map(\.name) == ["emergency"])
        _ = app.handle(.emergency("Call +46 70"))
        #expect(app.text().contains("Call +46 70"))
    }

    @Test func `changes nothing after a cancelled recovery, and shows the lock screen after a completed one`() throws {
        var app = app([sample.status()])
        _ = app.begin(at: .zero)
        let wrong = UserMessage(.wrongPasscode, "The code does not match.", hint: "")
        func recover(_ app: inout App) throws {
            _ = app.type("111112")
            _ = app.handle(.refused(wrong, sample.status(failures: 1)))
            _ = app.press(.control("f"), .tab, .enter)
            _ = app.update(.input(.paste(try RecoveryCode.random().description)), at: .zero)
            _ = app.press(.enter)
            #expect(app.type("820461820461").requests.map(\.name) == ["verify recovery"])
        }
        try recover(&app)
        _ = app.handle(.verified(newCode: GateTest.zeros))
        #expect(app.text().contains(GateTest.zeros.description))
        #expect(app.press(.escape).names == ["enter"])
        #expect(app.text().contains("is void"))
        _ = app.press(.enter)
        #expect(app.text().contains("Enter Passcode"))

        try recover(&app)
        let popular = UserMessage(.invalidValue, "the passcode is too easy to guess", hint: "")
        #expect(app.handle(.refused(popular, nil)).rings)
        #expect(app.text().contains("too easy to guess"))
        #expect(app.type("640275640275").requests.map(\.name) == ["verify recovery"])
        _ = app.handle(.verified(newCode: GateTest.zeros))
        #expect(app.press(.enter).isEmpty)
        #expect(app.type("0000").requests.map(\.name) == ["recover"])
        #expect(app.handle(.recovered).requests.map(\.name) == ["enter"])
        #expect(app.text().contains("Unlock with the new passcode."))
        _ = app.press(.enter)
        #expect(app.text().contains("Enter Passcode"))
    }

    @Test func `ends the wait of the lock screen and of the sign-in after a recovery`() throws {
        for stages in [[CodeFormat.sixDigits], [.password, .sixDigits]] {
            var app = app([sample.status(stages)])
            _ = app.begin(at: .zero)
            if stages.count > 1 { _ = app.type("wrong horse") }
            _ = app.press(.enter)
            let wait = UserMessage(.throttled, "wait", hint: "", retryAfter: .seconds(300))
            _ = app.handle(.refused(wait, sample.status(stages, failures: 6)))
            #expect(app.text().contains("Try again in"))
            _ = app.press(.control("f"))
            #expect(app.text().contains("Recovery code"))
            _ = app.press(.escape)
            _ = app.handle(.door(sample.status(stages)))
            #expect(!app.text().contains("Try again in"))
            // The old password isn't left for the new one to be appended to.
            #expect(!app.text().contains("●●●") && !app.text().contains("•••"))
            if stages.count == 1 { #expect(app.type("820461").requests.map(\.name) == ["open"]) }
        }
    }

    @Test func `returns from the list of accounts to the one that was open`() throws {
        let (one, other) = (sample.status(), GateTest.status([.sixDigits], account: "other"))
        var screen = AccountsScreen([other, one], from: one.id, settings: GateTest.settings())
        guard case .show(let shown)? = screen.send(.escape).first else {
            Issue.record("the program ends")
            return
        }
        #expect((shown as? PasscodeScreen)?.account.id == one.id)
        screen = AccountsScreen([other, one], settings: GateTest.settings())
        #expect(screen.send(.escape).names == ["forget", "close"])
        #expect(screen.text().contains("Esc workspaces"))
        // Where there is nothing to go back to, it says so.
        var first = app([sample.status(), GateTest.status([.sixDigits], account: "other")])
        _ = first.begin(at: .zero)
        #expect(first.text().contains("Esc quit"))
        #expect(first.press(.escape).ending == .cancelled)
    }

    @Test func `marks the accounts that open without a secret`() throws {
        var other = GateTest.status([.sixDigits], account: "other")
        other.hasSession = true
        let screen = AccountsScreen([sample.status(), other], settings: GateTest.settings())
        #expect(screen.text().contains("passcode · open"))
        #expect(screen.text().split(separator: "\n").count { $0.contains("· open") } == 1)
    }

    @Test func `offers the other accounts when one was removed`() throws {
        var app = app([sample.status()])
        _ = app.begin(at: .zero)
        let gone = UserMessage(StoreError(.noAccount(sample.account)))
        #expect(app.handle(.refused(gone, nil)).requests.map(\.name) == ["accounts"])
        _ = app.handle(.accounts([GateTest.status([.sixDigits], account: "other")]))
        #expect(app.alertText?.contains("has no account") == true)
        _ = app.press(.enter)
        #expect(app.text().contains("Whose profile?") && app.text().contains("other"))
        // Where no store is left, what was said stays.
        var alone = self.app([sample.status()])
        _ = alone.begin(at: .zero)
        _ = alone.handle(.refused(gone, nil))
        #expect(alone.handle(.failed(UserMessage(.noStore, "gone", hint: ""))).isEmpty)
        #expect(alone.text().contains("has no account"))
    }

    @Test func `tells of every failure after that of a removed account`() throws {
        let gone = UserMessage(StoreError(.noAccount(sample.account)))
        let answers: [Reply] = [.failed(UserMessage(.noStore, "gone", hint: "")), .accounts([])]
        for answer in answers {
            var app = app([sample.status()])
            _ = app.begin(at: .zero)
            #expect(app.handle(.refused(gone, nil)).requests.map(\.name) == ["accounts"])
            _ = app.handle(answer)
            #expect(app.handle(.failed(UserMessage(.unreachable, "no answer", hint: "Wait."))).rings)
            #expect(app.text().contains("No answer."))
            // An account that is removed later leads to the others.
            #expect(app.handle(.refused(gone, nil)).requests.map(\.name) == ["accounts"])
        }
    }

    @Test(arguments: [true, false])
    func `offers the other accounts of a removed one in the place of the old list`(hasWorkspaces: Bool) throws {
        var (one, other) = (sample.status(), sample.status(account: try AccountID("other")))
        (one.isOneOfSeveral, other.isOneOfSeveral) = (true, true)
        var app = app(hasWorkspaces ? [] : [one, other], isStoreNamed: !hasWorkspaces)
        _ = app.begin(at: .zero)
        if hasWorkspaces {
            _ = app.type("team")
            _ = app.press(.enter)
            _ = app.handle(.accounts([one, other]))
        }
        _ = app.press(.enter)
        #expect(app.handle(.refused(UserMessage(StoreError(.noAccount(one.id))), nil)).requests.count == 1)
        _ = app.handle(.accounts([other]))
        _ = app.press(.enter)
        #expect(app.text().contains("other") && !app.text().contains("main"))
        #expect(app.text().contains(hasWorkspaces ? "Esc workspaces" : "Esc quit"))
        let ending = app.press(.escape).ending
        #expect(hasWorkspaces ? app.text().contains("Sign in to your workspace") : ending == .cancelled)
    }

    @Test func `offers the recovery on a machine without the device secret`() throws {
        let missing = UserMessage(.noDeviceSecret, "The device secret is missing.", hint: "profile recover")
        var app = app([sample.status()])
        _ = app.begin(at: .zero)
        _ = app.type("111112")
        _ = app.handle(.refused(missing, nil))
        #expect(app.text().contains("Use your recovery code: ^F."))
        #expect(app.text().contains("Forgot passcode?"))
    }

    @Test func `shows the emergency card at the sign-in of an account with a password`() throws {
        var app = app([sample.status([.password, .sixDigits])])
        _ = app.begin(at: .zero)
        #expect(app.text().contains("^E emergency"))
        #expect(app.press(.control("e")).requests.map(\.name) == ["emergency"])
        _ = app.handle(.emergency("Call +46 70"))
        #expect(app.text().contains("Call +46 70"))
        _ = app.press(.escape, .help)
        #expect(app.text().contains("quit at once"))
    }
}
