internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// A secret that is asked for until it fits: a panel, what came of the last attempt, the wait after too many, and the
/// question *Forgot passcode?*. The lock screen and the sheet of the second code are made of it.
struct SecretChallenge: Sendable {
    enum Outcome: Sendable {
        case nothing
        /// To be checked. The secret is to be copied at once (``TypedSecret/secret()``): it is wiped with the verdict.
        case check(TypedSecret)
        case cancelled
        case emergency
        /// The recovery code is to be asked for.
        case recover
    }

    private let format: CodeFormat
    private(set) var panel: SecretPanel
    private(set) var alert: Alert?
    /// Until when nothing can be tried.
    private(set) var waitEnd: Moment?
    private var message = ""
    private var detail = ""

    init(format: CodeFormat, panel: SecretPanel) {
        (self.format, self.panel) = (format, panel)
    }

    /// Whether a secret is being checked.
    var isChecking: Bool { panel.isHandedOver }

    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> Outcome {
        passTime(at: now)
        guard event != .tick else { return .nothing }
        if var question = alert {
            guard !isTyping(event) else {
                alert = nil
                return passOn(event, at: now, in: part)
            }
            let choice = question.update(event, in: alertPart(in: part))
            alert = choice == nil ? question : nil
            return choice == 1 ? recover() : .nothing
        }
        return passOn(event, at: now, in: part)
    }

    /// Does what time alone does: ends a wait that is over, wipes what was typed long ago.
    mutating func passTime(at now: Moment) {
        if let end = waitEnd, now >= end {
            waitEnd = nil
            message = ""
            panel.accept(true)
        }
        let before = panel.typedCount
        _ = panel.update(.tick, at: now, in: CellRectangle(column: 0, row: 0, columns: 0, rows: 0))
        if before > 0, panel.typedCount == 0 {
            say("What was typed was wiped after \(CodePanel.idleLimit.inWords).")
        }
    }

    /// Says something that came of no attempt.
    mutating func say(_ message: String) {
        (self.message, detail) = (message, "")
    }

    /// The secret was wrong: everything typed is wiped, and the circles shake.
    ///
    /// - Parameters:
    ///   - message: says so, such as "The code does not match."
    ///   - triesLeft: how many more can be made before a wait; `nil` where that isn't known.
    ///   - retryAfter: how long the next has to wait.
    mutating func refused(_ message: String, triesLeft: Int?, retryAfter: Duration, at now: Moment) {
        panel.refuse(at: now)
        self.message = message
        detail = PanelHeader.detail(triesLeft: triesLeft)
        panel.offersRecovery = true
        if format == .fourDigits { alert = Self.question }
        if retryAfter > .zero { wait(until: now + retryAfter) }
    }

    /// Nothing was tried, since an earlier failure's wait isn't over.
    mutating func throttled(until end: Moment, at now: Moment) {
        panel.wipe()
        (message, detail) = ("", "")
        panel.offersRecovery = true
        if end > now { wait(until: end) }
    }

    /// It could not be tried for another reason.
    mutating func failed(_ message: String, hint: String = "") {
        panel.wipe()
        (self.message, detail) = (message, hint)
    }

    mutating func wipe() {
        panel.wipe()
    }

    func nextTick(after now: Moment) -> Moment? {
        [panel.nextTick(after: now), waitEnd.map { Countdown(end: $0).nextTick(after: now) }].compactMap(\.self).min()
    }

    func draw(icon: String, title: String, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        var header = PanelHeader(icon: icon, title: title, message: message, detail: detail)
        if isChecking { (header.message, header.detail, header.style) = ("Checking…", "", .faint) }
        if let waitEnd, waitEnd > now {
            header.show(Countdown(end: waitEnd), at: now)
        }
        panel.draw(header, on: &canvas, in: part, at: now)
        alert?.draw(on: &canvas, in: alertPart(in: part))
    }

    private static let question = Alert(
        title: "Caution", text: "Forgot passcode?", buttons: ["Back", "Recovery code"], focused: 0)

    private mutating func wait(until end: Moment) {
        waitEnd = end
        detail = ""
        panel.accept(false)
    }

    /// Digits typed close the alert; so does all text where text is typed.
    private func isTyping(_ event: Event) -> Bool {
        guard case .key(.character(let character)) = event else { return false }
        return format.symbolCount == nil || PasscodeEntry.Symbols.digits.contains(character)
    }

    private mutating func passOn(_ event: Event, at now: Moment, in part: CellRectangle) -> Outcome {
        switch panel.update(event, at: now, in: part) {
        case .nothing: return .nothing
        case .completed(let secret): return .check(secret)
        case .emergency: return .emergency
        case .forgot:
            alert = Self.question
            return .nothing
        case .cancelled: return .cancelled
        }
    }

    private mutating func recover() -> Outcome {
        panel.wipe()
        return .recover
    }

    /// Over the keypad, so that circles and messages stay in sight.
    private func alertPart(in part: CellRectangle) -> CellRectangle {
        let top = PanelLayout(in: part).keypad.row
        return CellRectangle(
            column: part.origin.column, row: top, columns: part.size.columns,
            rows: part.origin.row + part.size.rows - top)
    }
}
