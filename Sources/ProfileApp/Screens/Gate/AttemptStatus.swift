internal import ProfileKit
internal import ProfileRendering

/// What a screen says about attempts with a secret: the outcome of the last one, the wait before the next, and whether
/// there is a way to the recovery code.
struct AttemptStatus: Hashable, Sendable {
    private(set) var message: String
    private var hint = ""
    /// The number of attempts before a wait that is said; `nil` if none is.
    private var attemptsLeft: Int?
    /// The time until the next attempt.
    private var wait: Countdown?
    /// Whether the way to the recovery code is shown: from the first failure on.
    private(set) var offersRecovery = false

    init(_ message: String = "") { self.message = message }

    var isWaiting: Bool { wait != nil }
    /// The text below the message.
    var detail: String { attemptsLeft.map { Self.text(attemptsBeforeWait: $0) } ?? hint }
    /// The outcome in one text.
    var text: String { [message, detail].joinedSentences }

    mutating func say(_ message: String, _ hint: String = "") {
        (self.message, self.hint, attemptsLeft) = (message, hint, nil)
    }

    /// The next attempt is being typed: what was said of the last one is over, except how many are left.
    mutating func beginNext(_ message: String = "") {
        guard !isWaiting else { return }
        (self.message, hint) = (message, "")
    }

    /// Forgets the last attempt, and no longer offers the recovery. A wait continues.
    mutating func forgetAttempt() {
        say("")
        offersRecovery = false
    }

    /// An attempt was refused, or could not be made.
    ///
    /// - Parameters:
    ///   - account: the account's status afterwards, if it is known.
    ///   - canRecover: whether the screen leads to the recovery code.
    mutating func refuse(_ error: UserMessage, _ account: AccountStatus? = nil, canRecover: Bool = true, at now: Moment)
    {
        switch error.code {
        case .wrongPasscode:
            say(error.message.sentence)
            (attemptsLeft, offersRecovery) = (account?.attempts.beforeWait, true)
            let length = max(error.retryAfter, account?.attempts.retryAfter ?? .zero)
            if length > .zero { wait = Countdown(end: now + length) }
        case .throttled:
            throttle(for: error.retryAfter, at: now)
        case .noDeviceSecret where canRecover:
            // On another machine, the recovery code is the only way in.
            say(error.message.sentence, "Use your recovery code: ^F.")
            offersRecovery = true
        default: say(error.message.sentence, error.hint.text)
        }
    }

    /// The gate is at a door, where there may be a wait. If there is none, a recovery or an unlock elsewhere has ended
    /// the one before.
    mutating func enter(_ account: AccountStatus, at now: Moment) {
        if account.attempts.retryAfter > .zero {
            throttle(for: account.attempts.retryAfter, at: now)
        } else {
            if isWaiting { endWait() }
            // The wait before may have ended elsewhere, or before the app began.
            if let left = account.attempts.beforeWait, left <= 1 { attemptsLeft = 1 }
        }
    }

    /// Another process made attempts. Our own are reported by ``refuse(_:_:canRecover:at:)``.
    mutating func follow(_ attempts: AccountStatus.Attempts, at now: Moment) {
        if attempts.retryAfter > .zero {
            let end = now + attempts.retryAfter
            let isKnown = wait.map { max($0.end, end) - min($0.end, end) < .seconds(2) } ?? false
            if !isKnown { throttle(for: attempts.retryAfter, at: now) }
            return
        }
        if isWaiting { endWait() }
        if let left = attempts.beforeWait, left <= 1 {
            attemptsLeft = 1
        } else if attemptsLeft != nil {
            attemptsLeft = attempts.failures == 0 ? nil : attempts.beforeWait
        }
    }

    private mutating func throttle(for length: Duration, at now: Moment) {
        say("")
        (wait, offersRecovery) = (Countdown(end: now + length), true)
    }

    /// Ends a wait that is over. After a wait, each failure means another.
    mutating func passTime(at now: Moment) {
        guard let wait, now >= wait.end else { return }
        endWait()
        attemptsLeft = 1
    }

    private mutating func endWait() {
        wait = nil
        say("")
    }

    private static func text(attemptsBeforeWait count: Int) -> String {
        count > 0 ? "\(count.counted("more attempt")) before a wait" : ""
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? { wait?.nextTick(after: now) }

    /// The time left to wait; `nil` if an attempt may be made.
    func waitText(at now: Moment) -> String? {
        wait.flatMap { $0.end > now ? "Try again in \($0.text(at: now))" : nil }
    }

    /// A panel's header with this status.
    ///
    /// - Parameter isChecking: whether an attempt is being made.
    func header(icon: String = "", title: String = "", isChecking: Bool = false, at now: Moment) -> PanelHeader {
        var header = PanelHeader(icon: icon, title: title, message: message, detail: detail)
        if isChecking { (header.message, header.detail, header.style) = ("Checking…", "", .faint) }
        if let text = waitText(at: now) { (header.detail, header.style) = (text, .danger) }
        return header
    }
}

/// The remaining time of a wait: shown in seconds within the last hour, in minutes before.
struct Countdown: Hashable, Sendable {
    let end: Moment
    /// Whether seconds are shown only within the last minute; before, minutes are rounded up.
    var isRough = false

    func isOver(at now: Moment) -> Bool { now >= end }

    func text(at now: Moment) -> String {
        let left = max(end - now, .zero)
        let seconds = left.wholeSecondsUp
        return isRough && (61..<3600).contains(seconds)
            ? Duration.seconds((seconds + 59) / 60 * 60).inWords : left.inWords
    }

    /// When the text changes next, or the wait ends.
    func nextTick(after now: Moment) -> Moment {
        let seconds = max(end - now, .zero).wholeSecondsUp
        guard seconds > 0 else { return end }
        // From an hour on, ``Duration/inWords`` shows no seconds.
        let step =
            switch seconds {
            case 3601...: seconds % 60 + 1
            case 61... where isRough: (seconds - 1) % 60 + 1
            default: 1
            }
        return end - .seconds(seconds - step)
    }
}
