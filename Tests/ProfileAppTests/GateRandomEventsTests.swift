import ProfileKit
import ProfileRendering
import Sealing
import SeededRandom
import Testing

@testable import ProfileApp

/// Random events, mostly such that something happens.
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

    /// What must hold of a panel at any time. The first thing that doesn't ends the run.
    private func checkPanel(_ panel: SecretPanel) throws {
        if case .code(let panel) = panel {
            try #require(panel.entry.circles.count { $0 } == panel.typedCount)
            try #require(panel.entry.isComplete == panel.isHandedOver)
        }
    }

    @Test(arguments: formats) func `on the lock screen`(format: CodeFormat) throws {
        var events = RandomEvents(seed: 42)
        let random = GateTest.shuffled(1)
        func fresh() -> LockScreen { LockScreen(format: format, order: .shuffled(random), size: GateTest.terminal) }
        var screen = fresh()
        var isChecking = false
        var (checks, opened, left) = (0, 0, 0)
        for _ in 0..<20_000 {
            let event = events.next()
            let before = screen.challenge.panel.typedCount
            let effects = screen.update(event, at: events.now)
            try checkPanel(screen.challenge.panel)
            if let next = screen.nextTick(after: events.now) { try #require(next >= events.now) }
            for effect in effects {
                switch effect {
                case .check(let secret):
                    // Never twice for one entry, and never by Delete.
                    try #require(!isChecking)
                    try #require(event != .key(.backspace) && event != .key(.delete) && event != .tick)
                    try #require(secret.count == screen.challenge.panel.typedCount && secret.count >= before)
                    isChecking = true
                    checks += 1
                case .showEmergencyCard: screen.emergencyCard(events.number(0..<2) == 0 ? nil : "card")
                case .leave, .recover, .opened:
                    try #require(screen.challenge.panel.typedCount == 0)
                    if case .opened = effect { opened += 1 } else { left += 1 }
                    (screen, isChecking) = (fresh(), false)
                case .ring: break
                }
            }
            if isChecking, events.number(0..<4) == 0 {
                isChecking = false
                switch events.number(0..<5) {
                case 0: _ = screen.accepted(at: events.now)
                case 1: _ = screen.throttled(until: events.now + .seconds(events.number(0..<9000)), at: events.now)
                case 2: _ = screen.failed("failed", at: events.now)
                default:
                    let wait = Duration.seconds(max(events.number(-60..<60), 0))
                    _ = screen.refused("wrong", triesLeft: 1, retryAfter: wait, at: events.now)
                }
            }
            guard events.number(0..<60) == 0 else { continue }
            // There is a way out from everywhere: Escape, at most once for each thing that is open.
            let ways = (0..<3).flatMap { _ in screen.update(.key(.escape), at: events.now) }.names
            try #require(ways.contains("leave") || ways.contains("opened"))
            (screen, isChecking) = (fresh(), false)
        }
        try #require(checks > 20 && opened > 0 && left > 20)
    }

    @Test func `on the way back with the recovery code`() throws {
        var events = RandomEvents(seed: 43)
        let code = try RecoveryCode.random().description
        func fresh() -> RecoverScreen {
            RecoverScreen(formats: [.password, .fourDigits], size: GateTest.terminal)
        }
        // Random typing alone never gets to the end, so now and then a few steps lead on.
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
                case .leave: screen = fresh()
                case .ring: break
                case .recover(_, let secrets):
                    try #require(secrets.map(\.count)[1] == 4 && secrets[0].byteCount >= 8)
                    recovered += 1
                    if recovered.isMultiple(of: 2) {
                        screen.reveal("8QZK-4T1M")
                    } else {
                        _ = screen.rejected(stage: 1, because: "no", at: events.now)
                    }
                case .written:
                    written += 1
                    screen = fresh()
                }
            }
            if let next = screen.nextTick(after: events.now) { try #require(next >= events.now) }
            guard step % 50 == 49 else { continue }
            _ = screen.text(GateTest.smallest, at: events.now)
            var leaving = screen
            try #require(leaving.send(.escape, at: events.now).names == ["leave"] || leaving.text().contains("anew"))
            screen = fresh()
        }
        try #require(recovered > 100 && written > 10)
    }

    @Test func `on the sign-in`() throws {
        var events = RandomEvents(seed: 44)
        let random = GateTest.shuffled(2)
        func fresh() -> SignInFlow {
            SignInFlow(asksWorkspace: true, random: random, size: GateTest.terminal)
        }
        var flow = fresh()
        var waiting: String?
        var reached: Set<String> = []
        for _ in 0..<20_000 {
            let event = events.next()
            for effect in flow.update(event, at: events.now) {
                let name = [effect].names[0].split(separator: " ")[0]
                reached.insert(String(name))
                switch effect {
                case .findWorkspace, .checkPassword, .checkCode:
                    try #require(waiting == nil)
                    waiting = String(name)
                case .forgetCheck: waiting = nil
                case .leave, .proceed, .recover: (flow, waiting) = (fresh(), nil)
                case .ring: break
                }
            }
            if let sheet = flow.sheet { try checkPanel(sheet.challenge.panel) }
            if let next = flow.nextTick(after: events.now) { try #require(next >= events.now) }
            if let asked = waiting, events.number(0..<3) == 0 {
                waiting = nil
                switch (asked, events.number(0..<4)) {
                case ("find", 0): _ = flow.workspaceMissing("none")
                case ("find", _): flow.workspaceFound(at: events.now)
                case (_, 0): _ = flow.refused("wrong", triesLeft: 2, at: events.now)
                case (_, 1): _ = flow.failed("failed", at: events.now)
                case ("password", _): flow.passwordAccepted(next: .fourDigits, at: events.now)
                default: flow.codeAccepted(failures: 1, at: events.now)
                }
            }
            guard events.number(0..<200) == 0 else { continue }
            _ = flow.text(GateTest.smallest, at: events.now)
            // Alert, sheet, ID and password, workspace: four steps back at most; the sheet takes its time to leave.
            let ways = (0..<6).flatMap { step in
                flow.update(.key(.escape), at: events.now + .seconds(step))
            }.names
            try #require(ways.contains("leave") || ways.contains("proceed"))
            (flow, waiting) = (fresh(), nil)
        }
        try #require(reached.isSuperset(of: ["find", "password", "code", "forget", "leave", "proceed"]))
    }
}
