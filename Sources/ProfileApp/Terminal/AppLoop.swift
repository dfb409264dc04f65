internal import Glibc
internal import ProfileRendering
internal import Synchronization
internal import SystemKit

/// The app's main loop: waits for input, signals and replies, passes them to the app as events, and draws the result.
///
/// It runs on one thread, the only one that uses the terminal. While no timer is set, it sleeps in `poll` without a
/// timeout.
final class AppLoop {
    private let screen: TerminalScreen
    private let signals: SignalPipe
    private let mailbox: Mailbox
    private let worker: Worker
    private let clock: any MachineClock
    private let keepTheme: @Sendable (ThemeSetting) -> Void
    private let start: BootInstant
    private var app: App
    private var ending: AppEnding?

    init(
        _ app: App, on screen: TerminalScreen, signals: SignalPipe, mailbox: Mailbox, worker: Worker,
        clock: any MachineClock, keepTheme: @escaping @Sendable (ThemeSetting) -> Void
    ) {
        self.keepTheme = keepTheme
        (self.app, self.screen, self.signals, self.mailbox) = (app, screen, signals, mailbox)
        (self.worker, self.clock) = (worker, clock)
        start = clock.bootInstant
    }

    /// Runs until the app ends.
    func run() -> AppEnding {
        take([.input(.resized(screen.size))])
        perform(app.begin(at: now))
        while true {
            if let ending { return ending }
            draw()
            wait()
        }
    }

    private var now: Moment { start.duration(to: clock.bootInstant) ?? .zero }

    private func draw() {
        var canvas = Canvas(size: screen.size)
        app.draw(on: &canvas, at: now)
        screen.show(canvas)
    }

    private func wait() {
        let tick = app.nextTick(after: now)
        let next = [tick, screen.inputDeadline].compactMap(\.self).min()
        let timeout = next.map { max($0 - now, .zero) }
        let states = Readiness.wait(
            for: [screen.descriptor, signals.descriptor, mailbox.descriptor], timeout: timeout)
        // Signals are read even if `poll` reported none: one may have arrived since, and a resize must be handled
        // before the keys that are typed after it.
        for number in signals.received() { take(number) }
        if states[2] == .readable { take(mailbox.collect()) }
        switch states[0] {
        case .readable: take(screen.events(at: now).map { .input($0) })
        // The terminal was closed. There is no other sign of it if SIGHUP is ignored.
        case .closed: ending = ending ?? .signal(SIGHUP)
        case .quiet: take(screen.expiredEvents(at: now).map { .input($0) })
        }
        if let tick, now >= tick { take([.input(.tick)]) }
    }

    private func take(_ events: [AppEvent]) {
        for event in events where ending == nil {
            if case .input(.key(.control("z"))) = event {
                suspend()
                continue
            }
            let effects = app.update(event, at: now)
            // Drawn first, so that the last circle of a passcode is filled while the passcode is checked.
            if !effects.isEmpty { draw() }
            perform(effects)
        }
    }

    private func take(_ signal: Int32) {
        switch signal {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        case SIGCONT:
            screen.resume()
            resize()
        default: ending = .signal(signal)
        }
    }

    private func resize() {
        screen.adoptSize()
        take([.input(.resized(screen.size))])
    }

    private func suspend() {
        screen.restore()
        signals.stop()
        screen.resume()
        resize()
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .ring: screen.ring()
            case .use(let theme):
                screen.use(theme)
                keepTheme(theme)
            case .leave(let how): ending = ending ?? how
            case .request(let request, let screen): worker.carryOut(request, for: screen)
            // Performed by the app itself.
            case .show, .replace, .close, .alert, .say, .enter, .lock, .switchAccount: break
            }
        }
    }
}

/// How the app ended.
public enum AppEnding: Hashable, Sendable {
    /// The user quit.
    case left
    /// *Cancel* on the lock screen, or Ctrl-C.
    case cancelled
    /// A signal, which the caller must raise again.
    case signal(Int32)
}

/// A queue of events from other threads for the loop. Posting an event wakes the loop.
final class Mailbox: Sendable {
    private let waiting = Mutex<[AppEvent]>([])
    private let wakeUp: WakeUp

    init() throws(SystemError) {
        wakeUp = try WakeUp()
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
