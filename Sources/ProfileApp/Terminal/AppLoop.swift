internal import Glibc
internal import ProfileRendering
internal import Synchronization
internal import SystemKit

/// The app's main loop: waits for input, signals and replies, passes them to the app as events, and draws the result.
///
/// It runs on one thread, the only one that uses the terminal, and sleeps in `poll` until there is something to do.
final class AppLoop {
    private let screen: TerminalScreen
    private let signals: SignalPipe
    private let mailbox: Mailbox
    private let worker: Worker
    private let clock: any MachineClock
    private let saveTheme: @Sendable (ThemeSetting) -> Void
    private let start: BootInstant
    /// Goes off at the next tick, and when the machine wakes if that was missed.
    private let timer: BootTimer
    private var app: App
    /// Whether nothing is drawn until it is known whether the store was locked while this process was stopped.
    private var isCovered = false
    /// What was typed meanwhile. The screen gets it once it is drawn again, and the lock screen doesn't.
    private var earlyInput: [AppEvent] = []
    private var ending: AppEnding?

    init(
        _ app: App, on screen: TerminalScreen, signals: SignalPipe, mailbox: Mailbox, worker: Worker,
        timer: BootTimer, clock: any MachineClock, saveTheme: @escaping @Sendable (ThemeSetting) -> Void
    ) {
        self.saveTheme = saveTheme
        (self.app, self.screen, self.signals, self.mailbox) = (app, screen, signals, mailbox)
        (self.worker, self.timer, self.clock) = (worker, timer, clock)
        start = clock.bootInstant
    }

    /// Runs until the app ends.
    func run() -> AppEnding {
        handle([.input(.resized(screen.size))])
        perform(app.begin(at: now))
        while true {
            if let ending { return ending }
            draw()
            wait()
        }
    }

    /// Handles the replies that arrived after the end.
    ///
    /// - Returns: what an alert would have said about them.
    func settle() -> String? {
        let before = app.alertText
        for event in mailbox.collect() { _ = app.update(event, at: now) }
        return app.alertText == before ? nil : app.alertText
    }

    /// The recovery code on the screen.
    var voidCode: VoidRecoveryCode? { app.voidCode }

    private var now: Moment { Moment(sinceStart: start.duration(to: clock.bootInstant) ?? .zero) }

    private func draw() {
        var canvas = Canvas(size: screen.size)
        if !isCovered { app.draw(on: &canvas, at: now) }
        screen.show(canvas)
    }

    private func wait() {
        let tick = app.nextTick(after: now)
        let next = [tick, screen.inputDeadline].compactMap(\.self).min()
        timer.set(to: next.map { $0 - now })
        let states = Readiness.wait(
            for: [screen.descriptor, signals.descriptor, mailbox.descriptor, timer.descriptor], timeout: nil)
        // Signals are read even if `poll` reported none: one may have arrived since, and a resize must be handled
        // before the keys that are typed after it.
        for number in signals.received() where ending == nil { handle(number) }
        // After one that ends the app, the terminal may be the shell's, and reading from it would stop the process.
        guard ending == nil else { return }
        if states[2] == .readable { handle(mailbox.collect()) }
        switch states[0] {
        case .readable: handle(screen.events(at: now).map { .input($0) })
        // The terminal was closed. There is no other sign of it if SIGHUP is ignored.
        case .closed: ending = ending ?? .signal(SIGHUP)
        case .quiet: handle(screen.expiredEvents(at: now).map { .input($0) })
        }
        if let tick, now >= tick { handle([.input(.tick)]) }
    }

    private func handle(_ events: [AppEvent]) {
        for event in events where ending == nil {
            switch event {
            case .input(.key(.control("z"))):
                suspend()
                continue
            case .input(let input) where isCovered && input.isSkipping && input != .key(.control("c")):
                earlyInput.append(event)
                continue
            case .reply(.session, .app), .reply(.failed, .app): isCovered = false
            case .news(.closed, _): (isCovered, earlyInput) = (false, [])
            default: break
            }
            let effects = app.update(event, at: now)
            // Drawn first, so that the last circle of a passcode is filled while the passcode is checked.
            if effects.contains(where: \.checksSecret) { draw() }
            perform(effects)
        }
        guard !isCovered, !earlyInput.isEmpty else { return }
        let typed = earlyInput
        earlyInput = []
        handle(typed)
    }

    private func handle(_ signal: Int32) {
        switch signal {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        // After a stop that can't be caught, the picture has been there all along.
        case SIGCONT: resume()
        default: ending = .signal(signal)
        }
    }

    private func resize() {
        screen.adoptSize()
        handle([.input(.resized(screen.size))])
    }

    private func suspend() {
        screen.restore()
        var received: [Int32]
        repeat {
            signals.stop()
            // `kill` also continues the process, but leaves the terminal to the shell: taking it over would stop the
            // process again. Of the other signals nothing remains to be done.
            received = signals.received()
            ending = received.first(where: SignalPipe.ending.contains).map { .signal($0) }
            // `bg` continues it without the terminal. Where nothing stopped it, it must not try forever.
        } while ending == nil && received.contains(SIGCONT) && !screen.isInForeground
        guard ending == nil else { return }
        isCovered = !app.showsGate
        resume()
        if isCovered { worker.carryOut(.session(.read), for: .app) }
    }

    private func resume() {
        screen.resume()
        resize()
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .ring: screen.ring()
            case .use(let theme):
                screen.use(theme)
                saveTheme(theme)
            case .leave(let how): ending = ending ?? how
            case .request(let request, let screen): worker.carryOut(request, for: screen ?? .app)
            // Performed by the app itself.
            case .show, .replace, .close, .showCommands, .run, .alert, .say, .enter, .lock, .switchAccount,
                .chooseAccount:
                break
            }
        }
    }
}

/// A queue of events from other threads for the loop. Posting an event wakes the loop.
final class Mailbox: Sendable {
    private let waiting = Mutex<[AppEvent]>([])
    private let wakeUp: EventCounter

    init() throws(SystemError) {
        wakeUp = try EventCounter()
    }

    /// Readable while events are waiting.
    var descriptor: Int32 { wakeUp.descriptor }

    /// May be called from any thread.
    func post(_ event: AppEvent) {
        waiting.withLock { $0.append(event) }
        wakeUp.send()
    }

    /// Removes the waiting events.
    ///
    /// - Returns: the events, in the order in which they were posted.
    func collect() -> [AppEvent] {
        wakeUp.clear()
        return waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
