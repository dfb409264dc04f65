internal import ProfileKit
internal import ProfileRendering

/// The whole app as a value: events change it, and it returns effects. It does no I/O.
///
/// It has two stacks of screens, of which one is shown: the gate's screens, and those behind the gate. When the gate
/// closes, the screens behind it keep their state.
struct App: Sendable {
    let settings: AppSettings
    private(set) var size = CellSize(columns: 80, rows: 24)
    private var gate: ScreenStack
    private var inside: ScreenStack
    private let start: Start
    /// The open store, or the one that was open when the gate closed.
    private var lastOpened: OpenedStore?
    /// Whether the gate's screens are shown.
    private(set) var showsGate: Bool
    /// Whether the worker has an open store. The gate may still be visible then, while its padlock opens.
    private var hasOpenStore = false
    /// The alert on display.
    private var alert: Alert?
    /// The toast on display.
    private var toast: Toast?
    /// The display of newly earned badges.
    private var celebration: BadgeCelebration?
    /// The store's content as last reported.
    private var content: Content?
    /// The number of changes of hikes that were undone. Each counts as a reading of the hikes in all later content.
    private var undoneCount = 0
    /// The badges of which the user knows.
    private var knownBadges: [BadgeStatus]?
    /// The end of the displayed day; `nil` while the gate is closed.
    private var dayEnd: Moment?
    /// The session of the open store, if known.
    private var session: SessionView?
    private var lastUse = Moment.zero
    /// When the session was last extended.
    private var lastExtension = Moment.zero

    /// The minimum time between two extensions of the session.
    private static let extensionInterval = Duration.milliseconds(250)

    init(_ start: Start, settings: AppSettings) {
        (self.settings, self.start, showsGate) = (settings, start, start.opening == nil)
        let motion = settings.presentation.motion
        gate = ScreenStack(named: ScreenID.gate, motion: motion, ending: .cancelled)
        // If only the editor is shown, closing it ends the app instead of showing the home screen.
        inside = ScreenStack(
            named: ScreenID.inside, motion: motion, floor: settings.startsInEditor ? 1 : 0, ending: .left)
    }

    /// The visible screen.
    var shown: (any Screen)? { showsGate ? gate.top : inside.top }
    /// The text of the alert on display.
    var alertText: String? { alert?.text }
    /// The recovery code on the screen, which is void if the app ends now.
    var voidCode: VoidRecoveryCode? { shown?.shownCode }
    /// The screen from which a request would come now.
    var shownID: ScreenID? { showsGate ? gate.topID : inside.topID }

    /// Returns the effects of the first screen.
    mutating func begin(at now: Moment) -> [Effect] {
        if let opening = start.opening { return open(opening, at: now) }
        if let new = start.newStore {
            return perform(gate.begin(with: SecretSetupScreen(.firstRun(new), settings: settings), at: now), at: now)
        }
        guard !start.accounts.isEmpty else {
            return perform(
                gate.begin(with: WorkspaceScreen(of: start.workspaces, settings: settings), at: now), at: now)
        }
        let first = settings.gate(to: start.accounts, isAlone: start.workspaces.isEmpty)
        return perform(gate.begin(with: aboveWorkspaces(first), at: now), at: now)
    }

    mutating func update(_ event: AppEvent, at now: Moment) -> [Effect] {
        switch event {
        case .input(let event): handle(event, at: now)
        case .reply(let reply, let id): handle(reply, for: id, at: now)
        case .news(let news, let number): hasOpenStore && lastOpened?.number == number ? handle(news, at: now) : []
        }
    }

    // MARK: Input

    private mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event {
            (self.size, celebration) = (size, nil)
            return perform(gate.resize(to: size, at: now) + inside.resize(to: size, at: now), at: now)
        }
        if event == .key(.control("c")) {
            return (showsGate ? [.request(.gate(.forget), for: .app)] : []) + [.leave(.cancelled)]
        }
        // Also at a key: after the machine has slept, one may come before the tick that is due.
        if let idleEnd, now >= idleEnd {
            return lock(at: now, because: "Locked after \(AppSettings.idleLimit.inWords) without use.")
        }
        if event == .tick, let warning = session?.warning, now >= warning {
            session?.warning = nil
            return [.request(.session(.read), for: .app)]
        }
        if event == .tick, let end = dayEnd, now >= end {
            dayEnd = nil
            return [.request(.session(.readDay), for: .app)]
        }
        // Input that can't be seen is ignored. Ticks still arrive, which wipe typed secrets in time.
        guard isLargeEnough || event == .tick else { return [] }
        if event != .tick { lastUse = now }
        if celebration?.isOver(at: now) == true { celebration = nil }
        if celebration != nil, event != .tick {
            celebration = nil
            // These two dismiss the box; any other key also has its usual effect.
            if [.key(.escape), .key(.enter)].contains(event) { return [] }
        }
        if var shown = alert, event != .tick {
            alert = shown.update(event, in: size) == nil ? shown : nil
            return []
        }
        if let effects = handleToast(event, at: now) { return effects }
        if hasOpenStore, event == .key(.control("l")) { return lock(at: now) }
        if showsGate { return perform(askingBeforeLoss(at: now) { $0.update(event, at: now) }, at: now) }
        return extending(event, at: now) + perform(inside.update(event, at: now), at: now)
    }

    /// The toast disappears with the next key, unless that only moves through a list. It may be the one that the toast
    /// offers, unless that is typed into a field. Without a toast, `u` shows one: there is nothing to undo.
    ///
    /// - Returns: the effects of a toast's action; `nil` if the event is for others too.
    private mutating func handleToast(_ event: Event, at now: Moment) -> [Effect]? {
        guard let shown = toast else {
            if event == .key(.character("u")), !showsGate, !takesText {
                toast = Toast("There is nothing to undo", mark: "›", at: now)
            }
            return nil
        }
        if event == .tick {
            if shown.isOver(at: now) { toast = nil }
            return nil
        }
        if case .key(let key) = event, !takesText, ListStep(key, page: 1) != nil { return nil }
        toast = nil
        guard !takesText, case .key(let key) = event, key == shown.action?.key, let request = shown.request else {
            return nil
        }
        return [.request(request, for: .app)]
    }

    private var takesText: Bool { shown?.takesText ?? false }

    /// Lets the gate handle an event that may end the app. If text would be lost that was typed before the gate closed, it
    /// asks first.
    private mutating func askingBeforeLoss(at now: Moment, _ body: (inout ScreenStack) -> [Effect]) -> [Effect] {
        let wasAsked = gate.top?.window.question != nil
        let effects = body(&gate)
        guard !wasAsked, let title = inside.unsavedTitle, effects.contains(where: \.isLeaving) else { return effects }
        gate.ask(.leaving(unsaved: title), confirmed: effects)
        return []
    }

    /// Input extends the session.
    private mutating func extending(_ event: Event, at now: Moment) -> [Effect] {
        guard event != .tick, now - lastExtension >= Self.extensionInterval else { return [] }
        lastExtension = now
        return [.request(.session(.extend), for: .app)]
    }

    // MARK: Replies and news

    private mutating func handle(_ reply: Reply, for id: ScreenID, at now: Moment) -> [Effect] {
        switch id {
        case .app:
            if case .failed(let error) = reply { return report(error, at: now) }
            if case .session(let status) = reply { return warn(of: status, at: now) }
            if case .day(let day, let left) = reply { return begin(day, lasting: left, at: now) }
            if let said = Toast(of: reply, at: now) { toast = said }
            // A removal that was undone may leave the hikes as they were, of which there is then no news.
            switch reply {
            case .hikesChanged, .takenBack: break
            default: return []
            }
            guard var content else { return [] }
            undoneCount += 1
            content.hikeReadings += 1
            self.content = content
            return perform(inside.refresh(content, at: now), at: now)
        case .gate:
            guard case .opened(let opening) = reply else {
                return perform(gate.handle(reply, for: id, at: now), at: now)
            }
            // The screen that asked is gone, or another one covers it.
            guard gate.topID == id else { return [.request(.gate(.forget), for: .app)] }
            let effects = gate.handle(reply, for: id, at: now)
            return open(opening, at: now) + perform(effects, at: now)
        case .inside:
            var opened: [Effect] = []
            if case .secretsChanged(let opening?) = reply {
                // It was locked meanwhile, and stays so.
                opened = hasOpenStore ? open(opening, at: now) : [.request(.session(.lock), for: .app)]
            }
            let effects = perform(inside.handle(reply, for: id, at: now), at: now)
            // What an import earned is told once, when it is over.
            if case .imported = reply { celebrate(at: now) }
            return opened + effects
        }
    }

    /// Announces the session's end, unless it was prolonged elsewhere.
    private mutating func warn(of status: SessionStatus?, at now: Moment) -> [Effect] {
        guard hasOpenStore, let status else { return [] }
        let found = SessionView(status, at: now)
        session = found
        guard found.warning == nil else { return [] }
        toast = Toast("The session ends in \(status.left.inWords)", mark: "⚠", at: now)
        return []
    }

    /// Reports a failure of the app's own requests.
    private mutating func report(_ error: UserMessage, at now: Moment) -> [Effect] {
        // A toast's action comes too late if others have restored or purged the hike.
        if error.code == .notFound, !showsGate {
            toast = Toast("There is nothing to undo: it was changed elsewhere", mark: "›", at: now)
            return []
        }
        // An unreachable server may be back at the next key, so a toast reports it, which doesn't interrupt the typing.
        guard error.code == .unreachable, !showsGate else { return perform([.alert(Alert(about: error))], at: now) }
        toast = Toast("The server can't be reached: nothing is saved until it is back", mark: "⚠", at: now)
        return []
    }

    private mutating func handle(_ news: StoreNews, at now: Moment) -> [Effect] {
        switch news {
        case .content(var content):
            content.hikeReadings += undoneCount
            self.content = content
            celebrate(at: now)
            return perform(inside.refresh(content, at: now), at: now)
        case .closed(let error):
            let isOver = error.code == .locked
            let reason = isOver ? SessionView.reason(of: session, lastUse: lastUse, at: now) : error.message
            return [.ring] + showGate(at: now, because: reason)
        }
    }

    /// Celebrates the badges earned since the last time, unless the visible screen mustn't be covered now.
    private mutating func celebrate(at now: Moment) {
        guard let badges = content?.summary.hikes?.badges, shown?.isWorking != true else { return }
        defer { knownBadges = badges }
        guard !showsGate, let knownBadges else { return }
        let earned = BadgeCelebration(from: knownBadges, to: badges, in: size, settings.presentation, at: now)
        if let earned { celebration = earned }
    }

    /// Resumes the screens of the same account; for another one, starts at the home screen.
    private mutating func open(_ opening: OpenedStore, at now: Moment) -> [Effect] {
        let last = lastOpened
        var opening = opening
        opening.content.hikeReadings += undoneCount
        let failures = opening.failuresBefore
        if failures > 0, !settings.isDemo {
            toast = Toast("\(failures.counted("attempt")) failed since the last unlock", mark: "⚠", at: now)
        }
        (lastOpened, hasOpenStore, lastUse, lastExtension) = (opening, true, now, now)
        (content, dayEnd) = (opening.content, opening.dayLeft.map { now + $0 })
        session = opening.session.map { SessionView($0, at: now) }
        knownBadges = opening.content.summary.hikes?.badges
        if last?.account.id == opening.account.id, last?.path == opening.path {
            return perform(inside.refresh(opening.content, at: now) + inside.resume(at: now), at: now)
        }
        let home = HomeScreen(
            opening.content, of: opening.account, isNew: opening.isNew, settings: settings.inside(opening))
        return perform(inside.begin(with: home, at: now), at: now)
    }

    /// Shows a new day after midnight, or after the clock was set.
    private mutating func begin(_ day: Day, lasting left: Duration, at now: Moment) -> [Effect] {
        guard hasOpenStore, var content else { return [] }
        dayEnd = now + left
        guard content.today != day else { return [] }
        content.today = day
        self.content = content
        return perform(inside.refresh(content, at: now), at: now)
    }

    /// Ends the session in all programs, and hides the screen without waiting for that.
    private mutating func lock(at now: Moment, because reason: String = "") -> [Effect] {
        [.request(.session(.lock), for: .app)] + showGate(at: now, because: reason)
    }

    /// Shows the gate. The screens behind it keep their state.
    ///
    /// - Parameter reason: why the gate closes; empty if the user locked it.
    private mutating func showGate(at now: Moment, because reason: String) -> [Effect] {
        guard let lastOpened, hasOpenStore else { return [] }
        let screen = settings.gate(to: lastOpened.account, because: reason)
        return showGate(screen, at: now)
    }

    private mutating func showGate(_ screen: any Screen, at now: Moment) -> [Effect] {
        (hasOpenStore, showsGate, alert, toast, celebration, dayEnd, session) = (false, true, nil, nil, nil, nil, nil)
        let concealed = inside.conceal(at: now)
        return perform(concealed, at: now) + perform(gate.begin(with: aboveWorkspaces(screen), at: now), at: now)
    }

    /// A screen of the gate, above the choice of a workspace if there are several.
    private func aboveWorkspaces(_ screen: any Screen) -> [any Screen] {
        guard !start.workspaces.isEmpty else { return [screen] }
        let name = lastOpened?.account.workspace ?? start.workspace ?? ""
        return [WorkspaceScreen(of: start.workspaces, name: name, settings: settings), screen]
    }

    /// Performs the app's own effects, and returns the others.
    private mutating func perform(_ effects: [Effect], at now: Moment) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            switch effect {
            // Only an open store is shown, whatever a screen of the gate asks for.
            case .enter: showsGate = !hasOpenStore
            case .alert(let alert):
                let completed = lastOpened.map { settings.inside($0).commandLine }
                self.alert = completed.map { alert.completed(by: $0) } ?? alert
            case .say(let toast): self.toast = toast
            case .lock(let reason): return lock(at: now, because: reason)
            case .switchAccount(let accounts):
                guard hasOpenStore else { return [] }
                let screen = AccountsScreen(
                    accounts, from: lastOpened?.account.id, settings: settings)
                return [.request(.session(.release), for: .app)] + showGate(screen, at: now)
            case .chooseAccount(let accounts): return chooseAccount(among: accounts, at: now)
            default: return [effect]
            }
            return []
        }
    }

    /// Shows the accounts of the gate's store, above the choice of a workspace if the gate began with it.
    private mutating func chooseAccount(among accounts: [AccountStatus], at now: Moment) -> [Effect] {
        let workspaces = gate.bottom as? WorkspaceScreen
        let screen = AccountsScreen(accounts, isAlone: workspaces == nil, settings: settings)
        let screens: [any Screen] = workspaces.map { [$0, screen] } ?? [screen]
        return perform(gate.begin(with: screens, at: now), at: now)
    }

    // MARK: Time and picture

    private var isLargeEnough: Bool {
        size.columns >= AppSettings.minimumSize.columns && size.rows >= AppSettings.minimumSize.rows
    }

    /// When the app locks by itself; `nil` if a session enforces the idle limit.
    private var idleEnd: Moment? {
        hasOpenStore && lastOpened?.hasSession == false ? lastUse + AppSettings.idleLimit : nil
    }

    func nextTick(after now: Moment) -> Moment? {
        let moving = showsGate ? gate.nextTick(after: now) : inside.nextTick(after: now)
        return [idleEnd, session?.warning, dayEnd, toast?.nextTick, celebration?.nextTick(after: now), moving]
            .compactMap(\.self).min()
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        guard isLargeEnough else {
            let least = AppSettings.minimumSize
            let text = "Enlarge the window to at least \(least.columns) × \(least.rows)."
            for (row, line) in text.wordWrapped(to: max(size.columns, 1)).enumerated() {
                canvas.write(line, column: 0, row: row)
            }
            canvas.cursor = CellPoint(column: 0, row: 0)
            return
        }
        if showsGate { gate.draw(on: &canvas, at: now) } else { inside.draw(on: &canvas, at: now) }
        if !showsGate, let toast, !toast.isOver(at: now) { toast.draw(on: &canvas, offersAction: !takesText) }
        if let celebration, !celebration.isOver(at: now) { celebration.draw(on: &canvas, at: now) }
        alert?.draw(on: &canvas, in: size.aboveKeyLine)
    }
}

extension Effect {
    fileprivate var isLeaving: Bool { if case .leave = self { true } else { false } }
}

extension Alert {
    /// Asks whether to end the app, although a screen behind the gate holds typed text.
    fileprivate static func leaving(unsaved title: String) -> Alert {
        Alert(
            title: "Leave?", text: "What you typed in “\(title)” isn't saved, and is lost. Unlock to go back to it.",
            buttons: ["Stay", "Leave"], focused: 0, appearsUnprompted: true)
    }

    /// Describes a failure.
    init(about error: UserMessage) {
        self.init(title: "That didn't work", text: error.advice, buttons: ["OK"])
    }
}
