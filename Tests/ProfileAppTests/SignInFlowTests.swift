import ProfileKit
import ProfileRendering
import Sealing
import Testing

@testable import ProfileApp

@Suite struct `The sign-in` {
    private static let status = GateTest.status([.password, .fourDigitsAndLetter], account: "hiker")
    private static var second: AccountStatus {
        var status = status
        status.stage = 1
        return status
    }

    private func settings(_ motion: Motion) -> AppSettings {
        GateTest.settings(motion, random: GateTest.shuffled(11), isStoreNamed: false)
    }

    /// A flow at the workspace.
    private func flow(motion: Motion = .full) -> Stack {
        Stack(WorkspaceScreen(settings: settings(motion)), motion: motion)
    }

    private func atCredentials(motion: Motion = .reduced, at now: Moment = .zero) -> Stack {
        var flow = flow(motion: motion)
        _ = flow.enter("summit")
        flow.send(.enter)
        _ = flow.handle(.accounts([Self.status]), at: now)
        return flow
    }

    /// A flow with the second code's sheet open.
    private func atSheet(motion: Motion = .reduced, at now: Moment = .seconds(1)) -> Stack {
        var flow = atCredentials(motion: motion)
        _ = flow.enter("correct horse")
        flow.send(.enter)
        _ = flow.handle(.door(Self.second), at: now)
        return flow
    }

    @Test func `goes from the workspace to ID and password, to the code and to the home`() throws {
        var flow = flow(motion: .reduced)
        _ = flow.enter("summit")
        #expect(flow.send(.enter).names == ["find"])
        _ = flow.handle(.accounts([Self.status]), at: .zero)
        _ = flow.enter("correct horse")
        #expect(flow.send(.enter).names == ["open"])
        _ = flow.handle(.door(Self.second), at: .zero)
        let effects = flow.enter("7391k")
        #expect(effects.names == ["open"])
        #expect(GateTest.isTyped("7391K", in: try #require(effects.checked)))
        #expect(try flow.accepted(at: .seconds(1)).names == ["enter"])
    }

    @Test func `reports an error at the step that asked`() {
        var flow = flow(motion: .reduced)
        _ = flow.enter("nowhere")
        flow.send(.enter)
        #expect(flow.handle(.noWorkspace, at: .zero).names == ["ring"])
        #expect(flow.text().contains("There is no such workspace."))
        flow.send(.enter)
        #expect(
            flow.handle(.failed(UserMessage(.damaged, "the store is damaged", hint: "")), at: .zero).names == ["ring"])
        #expect(flow.text().contains("The store is damaged."))
        flow = atSheet()
        _ = flow.enter("7391k", from: .seconds(1))
        #expect(flow.failed("busy", hint: "Wait.").names == ["ring"])
        #expect(flow.text(at: .seconds(2)).contains("Busy."))
    }

    @Test func `slides forward and back, and keeps what was typed`() throws {
        var flow = atCredentials(motion: .full, at: .seconds(1))
        #expect(flow.text(at: .seconds(1)).contains("summit.db"))
        _ = flow.update(.key(.character("h")), at: .milliseconds(1010))
        #expect(flow.nextTick(after: .seconds(1)) == Moment.seconds(1) + Motion.frame)
        #expect(!flow.text(at: .milliseconds(1300)).contains("summit.db"))
        #expect(flow.update(.tick, at: .milliseconds(1300)).isEmpty)
        #expect(flow.nextTick(after: .milliseconds(1300)) == nil)
        #expect(flow.top(CredentialsScreen.self)?.passwordCount == 1)
        flow.send(.escape, at: .seconds(2))
        #expect(flow.top(CredentialsScreen.self)?.passwordCount == 0)
        #expect(flow.send(.escape, at: .seconds(2)).names == ["forget"])
        #expect(flow.text(at: .seconds(2)).contains("Password"))
        #expect(flow.text(at: .seconds(3)).contains("summit.db"))
        #expect(flow.send(.escape, at: .seconds(3)).names == ["forget", "leave"])
    }

    @Test func `slides the new screen in its final layout, from the first frame`() throws {
        let flow = atCredentials(motion: .full)
        let final = flow.picture(at: .seconds(1))
        var widths: Set<Int> = []
        for step in 0...10 {
            let now = Moment.zero + Slide.length * step / 10
            let frame = flow.picture(at: now)
            let seen = Movement(start: .zero, length: Slide.length).cells(of: 80, at: now)
            widths.insert(seen)
            // The visible cells equal those of the final layout; half a wide character is left out.
            for row in 0..<24 {
                for column in 0..<max(seen - 1, 0) {
                    let moved = CellPoint(column: 80 - seen + column, row: row)
                    #expect(frame[moved] == final[CellPoint(column: column, row: row)])
                }
            }
        }
        #expect(widths.count == 11)
        #expect(flow.text(at: .zero + Slide.length).contains("Password"))
    }

    @Test func `has no slides and no ticks with reduced motion`() {
        var flow = atCredentials()
        #expect(flow.text().contains("Password"))
        #expect(flow.nextTick(after: .zero) == nil)
        flow = atSheet(at: .zero)
        #expect(flow.text().contains("○  ○  ○  ○"))
        #expect(flow.nextTick(after: .zero) == nil)
    }

    @Test func `slides the sheet up over the credentials, and down again`() throws {
        let flow = atSheet(motion: .full)
        #expect(!flow.text(at: .seconds(1)).contains("Enter code"))
        #expect(flow.nextTick(after: .seconds(1)) == Moment.seconds(1) + Motion.frame)
        let middle = try #require(flow.place(of: "Enter code", at: .milliseconds(1080)))
        let end = try #require(flow.place(of: "Enter code", at: .milliseconds(1300)))
        #expect(middle.row > end.row)
        #expect(middle.column == end.column)
        var left = flow
        #expect(left.update(.tick, at: .seconds(2)).isEmpty)
        #expect(left.nextTick(after: .seconds(2)) == nil)
        #expect(left.send(.escape, at: .seconds(2)).names == ["forget"])
        #expect(left.text(at: .seconds(2)).contains("Enter code"))
        // An answer that is too late opens nothing.
        #expect(try left.accepted(at: .milliseconds(2100)).isEmpty)
        #expect(left.update(.tick, at: .milliseconds(2300)).names == ["enter"])
        #expect(left.top(CredentialsScreen.self)?.id.text == "hiker")
        #expect(!left.text(at: .milliseconds(2300)).contains("Enter code"))
    }

    @Test func `shuffles the sheet's keypad each time, and shows letters for the last symbol`() {
        func keypad(_ flow: Stack) -> Keypad? { (flow.top(PasscodeScreen.self)?.field as? CodeField)?.keypad }
        var arrangements: Set<[Character]> = []
        var flow = atSheet()
        for _ in 0..<12 {
            guard let keypad = keypad(flow) else { break }
            arrangements.insert(keypad.arrangement)
            #expect(keypad.symbols == .digits)
            flow.send(.escape, at: .seconds(1))
            _ = flow.update(.paste("correct horse"), at: .seconds(1))
            flow.send(.enter, at: .seconds(1))
            _ = flow.handle(.door(Self.second), at: .seconds(1))
        }
        #expect(arrangements.count > 10)
        _ = flow.enter("7391", from: .seconds(1))
        #expect(keypad(flow)?.symbols == .letters)
        #expect(keypad(flow)?.arrangement != keypad(flow)?.arrangement.sorted())
    }

    @Test func `rings, shakes and asks only for the code again when it was wrong`() throws {
        var flow = atSheet(motion: .full)
        _ = flow.enter("7391k", from: .seconds(2))
        let refusal = flow.refused("The code does not match.", attemptsLeft: 2, account: Self.second, at: .seconds(3))
        #expect(refusal.names == ["ring"])
        #expect(flow.top(PasscodeScreen.self)?.field.typedCount == 0)
        #expect(flow.text(at: .seconds(4)).contains("The code does not match."))
        #expect(flow.nextTick(after: .seconds(3)) == Moment.seconds(3) + Motion.frame)
        #expect(flow.enter("7391k", from: .seconds(5)).names == ["open"])
        #expect(flow.throttled(until: .seconds(66), at: .seconds(6)).names == ["ring"])
        #expect(flow.text(at: .seconds(7)).contains("Try again in 59 s"))
        #expect(flow.enter("7391k", from: .seconds(8)).isEmpty)
        #expect(flow.send(.control("f"), at: .seconds(9)).names == ["forget"])
        #expect(flow.text(at: .seconds(9)).contains("Recovery code"))
        // The door behind the password is closed by then.
        #expect(flow.send(.escape, at: .seconds(10)).names == ["forget"])
        _ = flow.update(.tick, at: .seconds(11))
        #expect(flow.top(CredentialsScreen.self) != nil)
    }

    @Test(arguments: [CodeFormat.fourDigitsAndLetter, .passphrase])
    func `leads from the second code's sheet to the recovery by ^F, before a wrong try as well`(format: CodeFormat) {
        var flow = atCredentials()
        _ = flow.enter("correct horse")
        flow.send(.enter)
        var second = GateTest.status([.password, format])
        second.stage = 1
        _ = flow.handle(.door(second), at: .zero)
        flow.send(.help)
        #expect(flow.text().contains("^F  forgot"))
        flow.send(.escape)
        #expect(flow.send(.control("f")).names == ["forget"])
        #expect(flow.text().contains("Recovery code"))
    }

    @Test func `gives up the check of a password when the recovery is chosen, and stays in the recovery`() throws {
        var flow = atCredentials()
        _ = flow.enter("correct horse")
        flow.send(.enter)
        let asker = try #require(flow.screens.topID)
        #expect(flow.send(.control("f")).names == ["forget"])
        _ = flow.handle(.door(Self.second), for: asker)
        #expect(flow.text().contains("Recovery code"))
    }

    @Test func `presses no keys of the question by clicks on the sheet's border`() throws {
        var flow = atCredentials()
        _ = flow.enter("correct horse")
        flow.send(.enter)
        var second = GateTest.status([.password, .fourDigits])
        second.stage = 1
        _ = flow.handle(.door(second), at: .zero)
        _ = flow.enter("7391", from: .seconds(2))
        _ = flow.refused("The code does not match.", attemptsLeft: 2, account: second, at: .seconds(3))
        let keys = try #require(flow.place(of: "Enter choose", at: .seconds(4)))
        #expect(flow.text(at: .seconds(4)).contains("Forgot"))
        for row in 0..<GateTest.terminal.rows - 1 where row > keys.row - 3 {
            #expect(flow.update(.click(CellPoint(column: keys.column, row: row)), at: .seconds(4)).isEmpty)
        }
        #expect(flow.text(at: .seconds(4)).contains("Caution"))
        _ = flow.update(.click(keys), at: .seconds(4))
        #expect(!flow.text(at: .seconds(4)).contains("Caution"))
    }

    @Test func `has a field on the sheet for a passphrase as second stage`() {
        var flow = atCredentials()
        _ = flow.enter("correct horse")
        flow.send(.enter)
        var status = GateTest.status([.password, .passphrase])
        status.stage = 1
        _ = flow.handle(.door(status), at: .zero)
        _ = flow.enter("correct horse")
        #expect(flow.text().contains("Enter passphrase"))
        #expect(flow.send(.enter).names == ["open"])
    }

    @Test func `draws every step correctly after a resize`() throws {
        var flow = flow(motion: .reduced)
        #expect(flow.update(.resized(GateTest.smallest), at: .zero).isEmpty)
        _ = flow.enter("summit")
        let next = try #require(flow.place(of: "( Next )", GateTest.smallest))
        #expect(flow.update(.click(next), at: .zero).names == ["find"])
        flow = atCredentials()
        #expect(flow.update(.resized(GateTest.smallest), at: .zero).isEmpty)
        _ = flow.enter("correct horse")
        let other = try #require(flow.place(of: "( Next )", GateTest.smallest))
        #expect(flow.update(.click(other), at: .zero).names == ["open"])
        flow = atSheet()
        #expect(flow.update(.resized(GateTest.smallest), at: .zero).isEmpty)
        let cancel = try #require(flow.place(of: "Cancel", GateTest.smallest))
        #expect(flow.update(.click(cancel), at: .zero).names == ["forget", "enter"])
        for columns in 0...45 {
            for rows in 0...20 { _ = flow.text(CellSize(columns: columns, rows: rows)) }
        }
    }
}
