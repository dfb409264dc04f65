import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The app's way in` {
    private let sample: AppSample
    private let twoStages: [CodeFormat] = [.password, .fourDigitsAndLetter]

    init() throws {
        sample = try AppSample.make()
    }

    private func app(_ accounts: [AccountFacts], isStoreNamed: Bool = true) -> App {
        App(Start(accounts: accounts, opening: nil), settings: AppSample.settings(isStoreNamed: isStoreNamed))
    }

    @Test func `is the workspace, ID and password, the second code and Signed in, where nothing is named`() throws {
        var app = app([], isStoreNamed: false)
        #expect(app.begin(at: .zero).isEmpty)
        _ = app.type("team")
        let finding = app.press(.enter)
        #expect(finding.tasks.map(\.name) == ["find"])
        _ = app.take(.gate(.found([sample.facts(twoStages)]), try #require(finding.ticket)))
        _ = app.type("main")
        _ = app.press(.enter)
        _ = app.type("a password")
        let entering = app.press(.enter)
        #expect(entering.tasks.map(\.name) == ["enter"])
        let opening = app.take(.gate(.door(sample.facts(twoStages)), try #require(entering.ticket)))
        #expect(opening.tasks.map(\.name) == ["open"])
        _ = app.take(.gate(.door(sample.facts(twoStages, stage: 1)), try #require(opening.ticket)))
        #expect(app.text().contains("Enter code"))
        let last = app.type("7391K")
        #expect(last.tasks.map(\.name) == ["open"])
        _ = app.take(.gate(.opened(sample.opening), try #require(last.ticket)))
        #expect(app.text().contains("Signed in"))
        #expect(app.isLocked)
        _ = app.press(.tab, .enter)
        #expect(app.text().contains("2 tries failed since the last unlock."))
        _ = app.press(.enter)
        #expect(app.text().contains("OK was pressed"))
        _ = app.press(.tab, .enter)
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `tells an unknown workspace, an unknown ID and a wrong password apart`() throws {
        var app = app([], isStoreNamed: false)
        _ = app.type("team")
        var ticket = try #require(app.press(.enter).ticket)
        #expect(app.take(.gate(.noWorkspace, ticket)).rings)
        #expect(app.text().contains("There is no such workspace."))
        ticket = try #require(app.press(.enter).ticket)
        _ = app.take(.gate(.found([sample.facts(twoStages)]), ticket))
        _ = app.type("nobody")
        _ = app.press(.enter)
        _ = app.type("a password")
        ticket = try #require(app.press(.enter).ticket)
        #expect(app.take(.gate(.noAccount, ticket)).rings)
        #expect(app.text().contains("There is no such ID."))
        _ = app.press(.enter)
        ticket = try #require(app.press(.enter).ticket)
        ticket = try #require(app.take(.gate(.door(sample.facts(twoStages)), ticket)).ticket)
        let wrong = WordedError(.wrongPasscode, "The password does not match.", hint: "")
        #expect(app.take(.gate(.refused(wrong, sample.facts(twoStages, failures: 1)), ticket)).rings)
        #expect(app.text().contains("The password does not match."))
    }

    @Test func `does not ask for the password again after a wrong second code`() throws {
        var app = app([sample.facts(twoStages)])
        _ = app.type("a password")
        var ticket = try #require(app.press(.enter).ticket)
        ticket = try #require(app.take(.gate(.door(sample.facts(twoStages)), ticket)).ticket)
        _ = app.take(.gate(.door(sample.facts(twoStages, stage: 1)), ticket))
        ticket = try #require(app.type("1111A").ticket)
        let wrong = WordedError(.wrongPasscode, "The code does not match.", hint: "")
        #expect(app.take(.gate(.refused(wrong, sample.facts(twoStages, stage: 1, failures: 1)), ticket)).rings)
        #expect(app.text().contains("4 tries left"))
        #expect(app.type("7391K").tasks.map(\.name) == ["open"])
    }

    @Test func `asks for the ID where there are several accounts, and then for a lone code on the lock screen`() throws
    {
        let other = try AccountID("other")
        var app = app([sample.facts(), sample.facts(account: other)])
        #expect(app.begin(at: .zero).isEmpty)
        _ = app.type("other")
        _ = app.press(.enter)
        let ticket = try #require(app.press(.enter).ticket)
        _ = app.take(.gate(.door(sample.facts(account: other)), ticket))
        #expect(app.text().contains("Enter Passcode · other"))
    }

    @Test func `skips to the lock screen for a workspace of one account with a code alone`() throws {
        var app = app([], isStoreNamed: false)
        _ = app.type("team")
        let ticket = try #require(app.press(.enter).ticket)
        #expect(app.take(.gate(.found([sample.facts()]), ticket)).tasks.map(\.name) == ["enter"])
        #expect(app.text().contains("Enter Passcode"))
    }

    @Test func `asks for a password and code anew after a lock`() throws {
        var app = App(
            Start(accounts: [sample.facts(twoStages)], opening: sample.opening), settings: AppSample.settings())
        _ = app.take(.locked)
        #expect(app.text().contains("Sign in"))
        #expect(app.text().contains("main"))
    }

    @Test func `shows the emergency card`() throws {
        var app = app([sample.facts()])
        _ = app.begin(at: .zero)
        let asked = app.press(.control("e"))
        #expect(asked.tasks.map(\.name) == ["emergency"])
        _ = app.take(.gate(.emergency("Call +46 70"), try #require(asked.ticket)))
        #expect(app.text().contains("Call +46 70"))
    }

    @Test func `changes nothing by a recovery that is given up, and shows the lock screen after one that isn't`() throws
    {
        var app = app([sample.facts()])
        _ = app.begin(at: .zero)
        let wrong = WordedError(.wrongPasscode, "The code does not match.", hint: "")
        var ticket = try #require(app.type("111112").ticket)
        _ = app.take(.gate(.refused(wrong, sample.facts(failures: 1)), ticket))
        func recover(_ app: inout App) throws -> Ticket {
            _ = app.press(.control("f"), .tab, .enter)
            _ = app.update(.input(.paste(try RecoveryCode.random().description)), at: .zero)
            _ = app.press(.enter)
            let effects = app.type("820461820461")
            #expect(effects.tasks.map(\.name) == ["recover"])
            return try #require(effects.ticket)
        }
        ticket = try recover(&app)
        _ = app.take(.gate(.revealing("AAAA-BBBB"), ticket))
        #expect(app.text().contains("AAAA-BBBB"))
        #expect(app.press(.escape).settled == [false])
        #expect(app.text().contains("Enter Passcode"))

        _ = app.take(.gate(.refused(wrong, sample.facts(failures: 1)), try #require(app.type("111112").ticket)))
        ticket = try recover(&app)
        let popular = WordedError(StoreError(.invalid([FieldProblem("passcode", .unpopular(.listed))])))
        #expect(app.take(.gate(.refused(popular, nil), ticket)).rings)
        #expect(app.text().contains("too easy to guess"))
        ticket = try #require(app.type("640275640275").ticket)
        _ = app.take(.gate(.revealing("CCCC-DDDD"), ticket))
        #expect(app.press(.enter).settled == [true])
        _ = app.take(.gate(.recovered, ticket))
        #expect(app.text().contains("Enter Passcode"))
    }
}

extension [AppEffect] {
    fileprivate var settled: [Bool] {
        compactMap { if case .settleRecovery(_, let goesOn) = $0 { goesOn } else { nil } }
    }
}
