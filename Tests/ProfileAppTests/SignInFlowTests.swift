import ProfileKit
import ProfileRendering
import Sealing
import Testing

@testable import ProfileApp

extension [SignInFlow.Effect] {
    var names: [String] {
        map { effect in
            switch effect {
            case .ring: "ring"
            case .findWorkspace(let name): "find \(name)"
            case .checkPassword(let id, let password): "password \(id) \(password.count)"
            case .checkCode: "code"
            case .forgetCheck: "forget"
            case .recover(let id): "recover \(id)"
            case .leave: "leave"
            case .proceed: "proceed"
            }
        }
    }

    fileprivate var code: TypedSecret? {
        lazy.compactMap { if case .checkCode(let secret) = $0 { secret } else { nil } }.first
    }
}

@Suite struct `The sign-in` {
    private func flow(asksWorkspace: Bool = true, motion: Motion = .full) -> SignInFlow {
        SignInFlow(
            asksWorkspace: asksWorkspace, motion: motion, random: GateTest.shuffled(11), size: GateTest.terminal)
    }

    /// A flow whose sheet for the second code has come up.
    private func atSheet(motion: Motion = .reduced) -> SignInFlow {
        var flow = flow(asksWorkspace: false, motion: motion)
        _ = flow.enter("hiker")
        flow.send(.enter)
        _ = flow.enter("correct horse")
        flow.send(.enter)
        flow.passwordAccepted(next: .fourDigitsAndLetter, at: .seconds(1))
        return flow
    }

    @Test func `goes from the workspace to ID and password, to the code, to Signed in, to the summary`() throws {
        var flow = flow(motion: .reduced)
        _ = flow.enter("summit")
        #expect(flow.send(.enter).names == ["find summit"])
        flow.workspaceFound(at: .zero)
        _ = flow.enter("hiker")
        flow.send(.enter)
        _ = flow.enter("correct horse")
        #expect(flow.send(.enter).names == ["password hiker 13"])
        flow.passwordAccepted(next: .fourDigitsAndLetter, at: .zero)
        #expect(flow.credentials.passwordCount == 0)
        let effects = flow.enter("7391k")
        #expect(effects.names == ["code"])
        let secret = try #require(effects.code)
        #expect(GateTest.isTyped("7391K", in: secret))
        flow.codeAccepted(failures: 0, at: .seconds(1))
        #expect(secret.count == 0)
        #expect(flow.text(at: .seconds(1)).contains("Signed in"))
        #expect(flow.send(.enter, at: .seconds(1)).names == ["proceed"])
    }

    @Test func `begins with ID and password where the store is named`() {
        var flow = flow(asksWorkspace: false)
        #expect(flow.text().contains("Password"))
        #expect(flow.send(.escape).names == ["leave"])
    }

    @Test func `says what is wrong at the step that asked`() {
        var flow = flow(motion: .reduced)
        _ = flow.enter("nowhere")
        flow.send(.enter)
        #expect(flow.workspaceMissing("There is no such workspace.").names == ["ring"])
        #expect(flow.text().contains("There is no such workspace."))
        flow.send(.enter)
        #expect(flow.failed("the store is damaged", at: .zero).names == ["ring"])
        #expect(flow.text().contains("the store is damaged"))
        flow.send(.enter)
        flow.workspaceFound(at: .zero)
        _ = flow.enter("nobody")
        flow.send(.enter, .enter)
        #expect(flow.unknownID().names == ["ring"])
        #expect(flow.text().contains("There is no such ID."))
        #expect(flow.refused("The password does not match.", triesLeft: 4, at: .zero).names == ["ring"])
        #expect(flow.text().contains("The password does not match."))
        #expect(flow.failed("busy", hint: "Wait.", at: .zero).names == ["ring"])
        #expect(flow.text().contains("busy"))
        #expect(flow.throttled(until: .seconds(60), at: .zero).names == ["ring"])
        #expect(flow.text(at: .seconds(1)).contains("Try again in 59 s"))
        #expect(flow.nextTick(after: .seconds(1)) == .seconds(2))
    }

    @Test func `slides forward and back, and keeps what was typed`() throws {
        var flow = flow()
        _ = flow.enter("summit")
        flow.send(.enter)
        flow.workspaceFound(at: .seconds(1))
        #expect(flow.text(at: .seconds(1)).contains("summit.db"))
        _ = flow.update(.key(.character("h")), at: .milliseconds(1010))
        #expect(flow.nextTick(after: .seconds(1)) == .seconds(1) + Motion.frame)
        #expect(!flow.text(at: .milliseconds(1300)).contains("summit.db"))
        #expect(flow.update(.tick, at: .milliseconds(1300)).isEmpty)
        #expect(flow.nextTick(after: .milliseconds(1300)) == nil)
        #expect(flow.credentials.id.text == "h")
        #expect(flow.update(.key(.escape), at: .seconds(2)).names == ["forget"])
        #expect(flow.text(at: .seconds(2)).contains("Password"))
        #expect(flow.text(at: .seconds(3)).contains("summit.db"))
        flow.send(.enter, at: .seconds(3))
        flow.workspaceFound(at: .seconds(3))
        #expect(flow.credentials.id.text == "h")
    }

    @Test func `slides the new screen in its final layout, from the first frame`() throws {
        var flow = flow()
        _ = flow.enter("summit")
        flow.send(.enter)
        flow.workspaceFound(at: .zero)
        let final = flow.picture(at: .seconds(1))
        var widths: Set<Int> = []
        for step in 0...10 {
            let now = Slide.length * step / 10
            let frame = flow.picture(at: now)
            let seen = Movement(start: .zero, length: Slide.length).cells(of: 80, at: now)
            widths.insert(seen)
            // What is seen of it is cell by cell what stands there in the end; half a wide character is left out.
            for row in 0..<24 {
                for column in 0..<max(seen - 1, 0) {
                    let moved = CellPoint(column: 80 - seen + column, row: row)
                    #expect(frame[moved] == final[CellPoint(column: column, row: row)])
                }
            }
        }
        #expect(widths.count == 11)
        #expect(flow.text(at: Slide.length).contains("Password"))
    }

    @Test func `neither slides nor ticks with reduced motion`() {
        var flow = flow(motion: .reduced)
        _ = flow.enter("summit")
        flow.send(.enter)
        flow.workspaceFound(at: .zero)
        #expect(flow.text(at: .zero).contains("Password"))
        #expect(flow.nextTick(after: .zero) == nil)
        _ = flow.enter("hiker")
        flow.send(.enter, .enter)
        flow.passwordAccepted(next: .fourDigits, at: .zero)
        #expect(flow.text(at: .zero).contains("○  ○  ○  ○"))
        #expect(flow.nextTick(after: .zero) == nil)
    }

    @Test func `the sheet comes up over the credentials, and goes down again`() throws {
        let flow = atSheet(motion: .full)
        #expect(!flow.text(at: .seconds(1)).contains("Enter code"))
        #expect(flow.nextTick(after: .seconds(1)) == .seconds(1) + Motion.frame)
        let middle = try #require(flow.place(of: "Enter code", at: .milliseconds(1080)))
        let end = try #require(flow.place(of: "Enter code", at: .milliseconds(1300)))
        #expect(middle.row > end.row)
        #expect(middle.column == end.column)
        var left = flow
        #expect(left.update(.tick, at: .seconds(2)).isEmpty)
        #expect(left.nextTick(after: .seconds(2)) == nil)
        #expect(left.send(.escape, at: .seconds(2)).names == ["forget"])
        #expect(left.text(at: .seconds(2)).contains("Enter code"))
        #expect(left.update(.tick, at: .milliseconds(2300)).isEmpty)
        #expect(left.sheet == nil)
        #expect(left.credentials.id.text == "hiker")
        #expect(!left.text(at: .milliseconds(2300)).contains("Enter code"))
    }

    @Test func `the sheet's keypad is shuffled anew each time, and turns to letters for the last symbol`() {
        var arrangements: Set<[Character]> = []
        var flow = atSheet()
        for _ in 0..<12 {
            guard case .code(let panel)? = flow.sheet?.challenge.panel else { break }
            arrangements.insert(panel.keypad.arrangement)
            #expect(panel.keypad.symbols == .digits)
            flow.send(.escape, at: .seconds(1))
            flow.passwordAccepted(next: .fourDigitsAndLetter, at: .seconds(1))
        }
        #expect(arrangements.count > 10)
        _ = flow.enter("7391", from: .seconds(1))
        guard case .code(let panel)? = flow.sheet?.challenge.panel else { return }
        #expect(panel.keypad.symbols == .letters)
        #expect(panel.keypad.arrangement != panel.keypad.arrangement.sorted())
    }

    @Test func `a wrong code rings, shakes and asks again, without the password`() throws {
        var flow = atSheet(motion: .full)
        let secret = try #require(flow.enter("7391k", from: .seconds(2)).code)
        #expect(flow.refused("The code does not match.", triesLeft: 2, at: .seconds(3)).names == ["ring"])
        #expect(secret.count == 0)
        #expect(flow.text(at: .seconds(4)).contains("The code does not match."))
        #expect(flow.nextTick(after: .seconds(3)) == .seconds(3) + Motion.frame)
        #expect(flow.send(.control("f"), .right, .enter, at: .seconds(4)).names == ["recover hiker"])
        #expect(flow.enter("7391k", from: .seconds(5)).names == ["code"])
        #expect(flow.failed("busy", hint: "Wait.", at: .seconds(6)).names == ["ring"])
        #expect(flow.text(at: .seconds(6)).contains("busy"))
        #expect(flow.throttled(until: .seconds(66), at: .seconds(6)).names == ["ring"])
        #expect(flow.text(at: .seconds(7)).contains("Try again in 59 s"))
        #expect(flow.enter("7391k", from: .seconds(8)).isEmpty)
    }

    @Test func `the right code lets the sheet leave, and Signed in is under it`() {
        var flow = atSheet(motion: .full)
        _ = flow.enter("7391k", from: .seconds(2))
        flow.codeAccepted(failures: 2, at: .seconds(3))
        #expect(flow.text(at: .milliseconds(3150)).contains("Enter code"))
        #expect(flow.send(.enter, at: .milliseconds(3150)).isEmpty)
        #expect(flow.nextTick(after: .seconds(3)) == .seconds(3) + Motion.frame)
        #expect(flow.send(.tab, .enter, at: .milliseconds(3300)).isEmpty)
        #expect(flow.text(at: .milliseconds(3300)).contains("2 tries failed since the last unlock."))
    }

    @Test func `a passphrase as second stage has its field on the sheet`() {
        var flow = flow(asksWorkspace: false, motion: .reduced)
        _ = flow.enter("hiker")
        flow.send(.enter, .enter)
        flow.passwordAccepted(next: .passphrase, at: .zero)
        _ = flow.enter("correct horse")
        #expect(flow.text().contains("Enter passphrase"))
        #expect(flow.send(.enter).names == ["code"])
    }

    @Test func `answers that come too late change nothing`() {
        var flow = flow(motion: .reduced)
        flow.passwordAccepted(next: .sixDigits, at: .zero)
        flow.codeAccepted(failures: 0, at: .zero)
        #expect(flow.text().contains("Workspace"))
        flow.workspaceFound(at: .zero)
        flow.workspaceFound(at: .zero)
        #expect(flow.text().contains("Password"))
    }

    @Test func `every step is right after a resize`() throws {
        var flow = flow(motion: .reduced)
        #expect(flow.update(.resized(GateTest.smallest), at: .zero).isEmpty)
        _ = flow.enter("summit")
        let next = try #require(flow.place(of: "( Next )", GateTest.smallest))
        #expect(flow.update(.click(next), at: .zero).names == ["find summit"])
        flow.workspaceFound(at: .zero)
        _ = flow.enter("hiker")
        let other = try #require(flow.place(of: "( Next )", GateTest.smallest))
        #expect(flow.update(.click(other), at: .zero).names == ["password hiker 0"])
        flow.passwordAccepted(next: .fourDigits, at: .zero)
        let cancel = try #require(flow.place(of: "Cancel", GateTest.smallest))
        #expect(flow.update(.click(cancel), at: .zero).names == ["forget"])
        for columns in 0...45 {
            for rows in 0...20 { _ = flow.text(CellSize(columns: columns, rows: rows)) }
        }
    }
}
