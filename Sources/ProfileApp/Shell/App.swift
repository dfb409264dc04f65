internal import ProfileKit
internal import ProfileRendering

/// The whole app as a value: events change it, and it says what it wants done. It has no I/O.
///
/// It has two parts, of which one is shown: the gate, and what lies behind it. When the gate closes, what lies behind
/// stays as it was left.
struct App: Sendable {
    let settings: AppSettings
    private(set) var size = CellSize(columns: 80, rows: 24)
    private(set) var gate: GateFlow
    /// What was last shown behind the gate.
    private(set) var inside: Inside?
    /// Whether the gate is shown.
    private(set) var isLocked: Bool
    /// Whether the worker has a store; the gate may still be seen then, with its padlock opening.
    private(set) var isOpen: Bool
    /// What went wrong, until it was read.
    private(set) var alert: Alert?
    private var lastUse = Moment.zero
    /// When the session was last told that it is used.
    private var lastExtension = Moment.zero
    private var watchesIdle = false
    private var isLooking = false

    /// Whoever types tells the session so no more often than this.
    private static let extensionInterval = Duration.milliseconds(250)

    init(_ start: Start, settings: AppSettings) {
        self.settings = settings
        (isLocked, isOpen) = (start.opening == nil, start.opening != nil)
        gate = GateFlow(start.accounts, settings: settings, size: size)
        inside = start.opening.map { Inside($0, settings: settings, size: size) }
        watchesIdle = start.opening.map { !$0.hasSession } ?? false
    }

    /// What is wanted when the app is shown for the first time.
    mutating func begin(at now: Moment) -> [AppEffect] {
        isLocked ? perform(gate.begin(at: now), at: now) : inside?.begin() ?? []
    }

    mutating func update(_ event: AppEvent, at now: Moment) -> [AppEffect] {
        switch event {
        case .input(let event): take(event, at: now)
        case .outcome(let outcome): take(outcome, at: now)
        }
    }

    // MARK: Input

    private mutating func take(_ event: Event, at now: Moment) -> [AppEffect] {
        if case .resized(let size) = event {
            self.size = size
            let effects = perform(gate.update(event, at: now), at: now)
            return effects + (inside?.update(event, at: now) ?? [])
        }
        if event == .key(.control("c")) { return (isLocked ? [.work(.forget)] : []) + [.leave(.cancelled)] }
        if event == .tick, idleIsOver(at: now) {
            return lock(at: now, because: "Locked after \(AppSettings.idleLimit.inWords) without use.")
        }
        // What is typed unseen counts for nothing; time goes on, and wipes what was typed before.
        guard isLargeEnough || event == .tick else { return [] }
        if event != .tick { lastUse = now }
        if var shown = alert, event != .tick {
            alert = shown.update(event, in: wholeScreen) == nil ? shown : nil
            return []
        }
        if isOpen, event == .key(.control("l")) { return lock(at: now) }
        if isLocked { return perform(gate.update(event, at: now), at: now) }
        return extending(event, at: now) + (inside?.update(event, at: now) ?? [])
    }

    /// A person at the keys uses the session.
    private mutating func extending(_ event: Event, at now: Moment) -> [AppEffect] {
        guard event != .tick, now - lastExtension >= Self.extensionInterval else { return [] }
        lastExtension = now
        return [.work(.use)]
    }

    /// Ends the session for everyone; the screen is hidden without waiting for that.
    private mutating func lock(at now: Moment, because reason: String = "") -> [AppEffect] {
        [.work(.lock)] + close(at: now, because: reason)
    }

    /// Shows the gate. What lies behind it stays as it is.
    ///
    /// - Parameter reason: says why, where that is not the work of who sits here.
    private mutating func close(at now: Moment, because reason: String) -> [AppEffect] {
        guard isOpen || !isLocked else { return [] }
        (isOpen, isLocked, alert) = (false, true, nil)
        return perform(gate.close(at: now, because: reason), at: now)
    }

    // MARK: Outcomes

    private mutating func take(_ outcome: Outcome, at now: Moment) -> [AppEffect] {
        switch outcome {
        case .gate(let outcome, let ticket): return take(outcome, ticket, at: now)
        case .locked: return close(at: now, because: "The session has ended, or was locked elsewhere.")
        case .changed:
            // One look serves all that changed until it is made.
            guard isOpen, !isLooking else { return [] }
            isLooking = true
            return [.work(.look)]
        case .looked:
            isLooking = false
            return []
        case .failed(let error):
            isLooking = false
            guard !isLocked else { return perform(gate.failed(error, at: now), at: now) }
            alert = Alert(title: "That failed", text: [error.message, error.hint].joinedSentences, buttons: ["OK"])
        default: break
        }
        return inside?.take(outcome, at: now) ?? []
    }

    private mutating func take(_ outcome: GateOutcome, _ ticket: Ticket, at now: Moment) -> [AppEffect] {
        guard gate.awaits(ticket) else { return [] }
        let effects = gate.take(outcome, ticket, at: now)
        guard case .opened(let opening) = outcome else { return perform(effects, at: now) }
        return open(opening, at: now) + perform(effects, at: now)
    }

    /// Goes on where the same account was left; begins at the home otherwise.
    private mutating func open(_ opening: Opening, at now: Moment) -> [AppEffect] {
        (isOpen, isLooking, watchesIdle) = (true, false, !opening.hasSession)
        (lastUse, lastExtension) = (now, now)
        if var kept = inside, kept.account == opening.account, kept.path == opening.path {
            let effects = kept.resume(opening)
            inside = kept
            return effects
        }
        var next = Inside(opening, settings: settings, size: size)
        let effects = next.begin()
        inside = next
        return effects
    }

    private mutating func perform(_ effects: [GateFlow.Effect], at now: Moment) -> [AppEffect] {
        var performed: [AppEffect] = []
        for effect in effects {
            switch effect {
            case .app(let effect): performed.append(effect)
            case .enter: isLocked = false
            }
        }
        return performed
    }

    // MARK: Time and picture

    private var wholeScreen: CellRectangle {
        CellRectangle(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    private var isLargeEnough: Bool {
        size.columns >= AppSettings.leastSize.columns && size.rows >= AppSettings.leastSize.rows
    }

    private func idleIsOver(at now: Moment) -> Bool {
        watchesIdle && isOpen && now - lastUse >= AppSettings.idleLimit
    }

    func nextTick(after now: Moment) -> Moment? {
        let idle = watchesIdle && isOpen ? lastUse + AppSettings.idleLimit : nil
        let shown = isLocked ? gate.nextTick(after: now) : inside?.nextTick(after: now)
        return [idle, shown].compactMap { $0 }.min()
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        guard isLargeEnough else {
            let least = AppSettings.leastSize
            canvas.write("The window is too small:", column: 0, row: 0)
            canvas.write("\(least.columns)×\(least.rows) at least.", column: 0, row: 1)
            return
        }
        if isLocked { gate.draw(on: &canvas, at: now) } else { inside?.draw(on: &canvas, at: now) }
        alert?.draw(on: &canvas, in: wholeScreen)
    }
}
