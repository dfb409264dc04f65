import ProfileKit
import ProfileRendering
import Sealing
import TestSupport
import Testing

@testable import ProfileApp

/// Random events, most of which have an effect.
private struct RandomEvents {
    var source: SeededSource
    private(set) var now: Moment = .zero

    init(seed: UInt64) {
        source = SeededSource(seed: seed)
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &source) }

    mutating func next() -> Event {
        now += .milliseconds(number(0..<10) == 0 ? number(0..<30_000) : number(0..<300))
        let keys: [Key] = [
            .enter, .backspace, .delete, .tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .control("e"), .control("f"), .control("u"),
        ]
        let texts = ["739158", "7391k", "", "é\u{301}", "\u{1B}[2J\n", "ab3d-9k2x", "correct horse battery"]
        let characters = Array("0123456789akzé -") + ["\u{301}"]
        switch number(0..<20) {
        case 0..<9: return .key(.character(characters[number(0..<characters.count)]))
        case 9..<14: return .key(keys[number(0..<keys.count)])
        case 14: return .key(.escape)
        case 15: return .paste(texts[number(0..<texts.count)])
        case 16: return .resized(CellSize(columns: number(0..<100), rows: number(0..<40)))
        case 17: return .tick
        default: return .click(CellPoint(column: number(-2..<90), row: number(-2..<30)))
        }
    }
}

@Suite struct `Twenty thousand random events` {
    private static let formats: [CodeFormat] = [.sixDigits, .fourDigits, .fourDigitsAndLetter, .passphrase]

    /// Checks the invariants of a field. The first violation ends the run.
    private func checkField(_ field: any SecretField) throws {
        guard let code = field as? CodeField else { return }
        try #require(code.entry.circles.count { $0 } == code.typedCount)
        try #require(code.entry.isComplete == code.state.isHandedOver)
    }

    @Test(arguments: formats)
    func `leave the lock screen in order, and lead out of it with Escape from any state`(format: CodeFormat) throws {
        var events = RandomEvents(seed: 42)
        let random = GateTest.shuffled(1)
        func fresh() -> PasscodeScreen { PasscodeScreen(format: format, order: .shuffled(random)) }
        var screen = fresh()
        var isChecking = false
        var (checks, opened, left) = (0, 0, 0)
        for step in 0..<20_000 {
            let event = events.next()
            let before = screen.field.typedCount
            let effects = screen.update(event, at: events.now)
            try checkField(screen.field)
            if let next = screen.nextTick(after: events.now) { try #require(next >= events.now) }
            for effect in effects {
                switch effect {
                case .request(.gate(.open(let secret, _)), _):
                    // Never twice for one entry, and never by Delete.
                    try #require(!isChecking)
                    try #require(event != .key(.backspace) && event != .key(.delete) && event != .tick)
                    try #require(screen.field.typedCount >= before && secret.secret.count > 0)
                    isChecking = true
                    checks += 1
                case .request(.gate(.readEmergencyCard), _):
                    _ = screen.handle(.emergency(events.number(0..<2) == 0 ? nil : "card"), at: events.now)
                case .close, .show, .enter:
                    try #require(screen.field.typedCount == 0)
                    if case .enter = effect { opened += 1 } else { left += 1 }
                    (screen, isChecking) = (fresh(), false)
                case .replace(let anew):
                    try #require(screen.field.typedCount == 0)
                    (screen, isChecking) = (try #require(anew as? PasscodeScreen), false)
                default: break
                }
            }
            // Drawing takes most of the time.
            if step.isMultiple(of: 10) { try #require(screen.picture(at: events.now).hasCursorAboveKeys) }
            if isChecking, events.number(0..<4) == 0 {
                isChecking = false
                switch events.number(0..<5) {
                case 0: _ = try screen.accepted(at: events.now)
                case 1: _ = screen.throttled(until: events.now + .seconds(events.number(0..<9000)), at: events.now)
                case 2: _ = screen.failed("failed", at: events.now)
                default:
                    let wait = Duration.seconds(max(events.number(-60..<60), 0))
                    _ = screen.refused("wrong", attemptsLeft: 1, retryAfter: wait, at: events.now)
                }
            }
            guard events.number(0..<60) == 0 else { continue }
            // Escape leads out of every state, at most once for each open layer.
            let ways = (0..<3).flatMap { _ in screen.update(.key(.escape), at: events.now) }.names
            try #require(ways.contains("close") || ways.contains("enter"))
            (screen, isChecking) = (fresh(), false)
        }
        try #require(checks > 20 && opened > 0 && left > 20)
    }

    @Test func `leave the recovery screen in order, and lead out of it with Escape`() throws {
        var events = RandomEvents(seed: 43)
        let code = try RecoveryCode.random().description
        func fresh() -> SecretSetupScreen {
            SecretSetupScreen(.recovery(GateTest.status([.password, .fourDigits])), settings: GateTest.settings())
        }
        // Random typing alone never reaches the end, so a few steps are made on purpose now and then.
        let script: [Event] = [
            .paste(code), .key(.enter), .paste("correct horse"), .key(.enter), .paste("correct horse"), .key(.enter),
            .paste("7391"), .paste("7391"),
        ]
        var screen = fresh()
        var (recovered, written) = (0, 0)
        for step in 0..<20_000 {
            let random = events.next()
            let event = step % 50 < script.count ? script[step % 50] : random
            for effect in screen.update(event, at: events.now) {
                switch effect {
                case .close: screen = fresh()
                case .request(.secrets(.verifyRecovery(_, _, let secrets, _)), _):
                    try #require(secrets[1].secret.count == 4 && secrets[0].secret.count >= 8)
                    recovered += 1
                    if recovered.isMultiple(of: 2) {
                        _ = screen.handle(.verified(newCode: GateTest.zeros), at: events.now)
                        guard recovered.isMultiple(of: 4) else { continue }
                        screen.send(.enter, at: events.now)
                        try #require(screen.update(.paste("0000"), at: events.now).names == ["recover"])
                        written += 1
                        screen = fresh()
                    } else {
                        let rejected = UserMessage(StoreError(.invalid([FieldProblem("passcode", .form)])))
                        _ = screen.handle(.refused(rejected, nil), at: events.now)
                    }
                case .request(.secrets(.recover), _):
                    written += 1
                    screen = fresh()
                default: break
                }
            }
            if let next = screen.nextTick(after: events.now) { try #require(next >= events.now) }
            guard step % 50 == 49 else { continue }
            _ = screen.text(GateTest.smallest, at: events.now)
            var leaving = screen
            // Once to see the code again, and once to leave it.
            try #require(
                leaving.send(.escape, .escape, at: events.now).names.contains("close")
                    || leaving.text().contains("anew"))
            screen = fresh()
        }
        try #require(recovered > 100 && written > 10)
    }

    @Test func `on the sign-in`() throws {
        var events = RandomEvents(seed: 44)
        let random = GateTest.shuffled(2)
        let accounts = [
            GateTest.status([.password, .fourDigits], account: "a"), GateTest.status([.sixDigits], account: "k"),
        ]
        var second = accounts[0]
        second.stage = 1
        let settings = GateTest.settings(random: random, isStoreNamed: false)
        func fresh() -> Stack { Stack(WorkspaceScreen(settings: settings), motion: .full) }
        var flow = fresh()
        var waiting: Request?
        var reached: Set<String> = []
        for _ in 0..<20_000 {
            let event = events.next()
            for effect in flow.update(event, at: events.now) {
                reached.insert([effect].names[0])
                switch effect {
                case .request(.gate(.forget), _): waiting = nil
                case .request(let request, _):
                    try #require(waiting == nil || request.name == "emergency" || request.name == "enter")
                    if ["find", "open"].contains(request.name) { waiting = request }
                case .leave, .enter: (flow, waiting) = (fresh(), nil)
                default: break
                }
            }
            if let field = flow.top(PasscodeScreen.self)?.field { try checkField(field) }
            if let next = flow.nextTick(after: events.now) { try #require(next >= events.now) }
            if let asked = waiting, events.number(0..<3) == 0 {
                waiting = nil
                switch (asked, events.number(0..<4)) {
                case (.gate(.findAccounts), 0): _ = flow.handle(.noWorkspace, at: events.now)
                case (.gate(.findAccounts), _): _ = flow.handle(.accounts([accounts[0]]), at: events.now)
                case (_, 0): _ = flow.refused("wrong", attemptsLeft: 2, account: accounts[0], at: events.now)
                case (_, 1): _ = flow.failed("failed", at: events.now)
                case (.gate(.open(_, let status)), _) where status.hasPassword && status.stage == 0:
                    _ = flow.handle(.door(second), at: events.now)
                default: _ = try flow.accepted(at: events.now)
                }
            }
            guard events.number(0..<200) == 0 else { continue }
            _ = flow.text(GateTest.smallest, at: events.now)
            // Card or question, sheet, ID and password, workspace; the sheet takes a while to slide away.
            let ways = (0..<8).flatMap { step in
                flow.update(.key(.escape), at: events.now + .seconds(step))
            }.names
            try #require(ways.contains("leave") || ways.contains("enter"))
            (flow, waiting) = (fresh(), nil)
        }
        try #require(reached.isSuperset(of: ["find", "open", "forget", "leave", "enter"]))
    }
}
