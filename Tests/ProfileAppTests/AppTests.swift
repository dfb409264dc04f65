import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The app as a value` {
    let sample: AppSample

    init() throws {
        sample = try AppSample.make()
    }

    func locked(_ stages: [CodeFormat] = [.sixDigits], settings: AppSettings = AppSample.settings()) -> App {
        var app = App(Start(accounts: [sample.status(stages)], opening: nil), settings: settings)
        _ = app.begin(at: .zero)
        return app
    }

    func opened(hasSession: Bool = true, settings: AppSettings = AppSample.settings()) -> App {
        var app = App(
            Start(accounts: [sample.status()], opening: sample.opening(hasSession: hasSession)), settings: settings)
        _ = app.begin(at: .zero)
        return app
    }

    private static let full = UserMessage(.io, "the disk is full", hint: "")

    /// The app in the editor, with one change that the store was asked to save.
    func editing() -> App {
        var app = opened()
        _ = app.press(.character("p"), .character("e"))
        _ = app.handle(.draft(sample.draft, committed: sample.committed))
        _ = app.type("x")
        return app
    }

    @Test func `celebrates what an import earned when it is over, and covers no progress`() {
        var app = opened(settings: AppSample.settings(motion: .full))
        _ = app.tell(.content(Sample.content([])))
        _ = app.press(.character("i"))
        _ = app.type("x.gpx")
        _ = app.press(.enter, .control("s"))
        _ = app.tell(.content(Sample.content()))
        #expect(!app.text(at: .seconds(1)).contains("You earned"))
        _ = app.handle(.imported(ImportReport()), at: .seconds(1))
        #expect(app.text(at: .seconds(2)).contains("You earned"))
    }

    @Test func `offers an undo until a key does something else than move through a list`() {
        var app = opened()
        _ = app.update(.reply(.undone(9), .app), at: .zero)
        #expect(app.press(.down, .pageDown, .character("k")).requests.isEmpty)
        #expect(app.text().contains("Published as revision 9 · u undo"))
        #expect(app.press(.character("u")).requests.count == 1)
        _ = app.update(.reply(.undone(9), .app), at: .zero)
        _ = app.press(.character("s"))
        #expect(!app.text().contains("undo"))
    }

    @Test func `starts at the lock screen, or at the home with a live session`() {
        #expect(locked().text().contains("Enter Passcode"))
        var app = App(Start(accounts: [sample.status()], opening: sample.opening()), settings: AppSample.settings())
        #expect(app.begin(at: .zero).requests.map(\.name) == ["hike"])
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `tries the code at its last symbol, and shows the home when it was right`() throws {
        var app = locked()
        #expect(app.type("73915").requests.isEmpty)
        let effects = app.type("8")
        #expect(effects.requests.map(\.name) == ["open"])
        #expect(app.text().contains("●  ●  ●  ●  ●  ●"))
        let loading = app.handle(.opened(sample.opening()))
        #expect(loading.requests.map(\.name) == ["hike"])
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `knows what becomes of a recovery code that is on the screen when it ends, also later`() {
        let store = NewStore(path: "/new.profile", account: .main, username: "ada")
        var app = App(Start(accounts: [], opening: nil, newStore: store), settings: AppSample.settings())
        _ = app.begin(at: .zero) + app.press(.enter) + app.type("739158") + app.type("739158")
        #expect(app.voidCode == nil)
        _ = app.handle(.verified(newCode: GateTest.zeros))
        #expect(app.voidCode == .first)
        _ = app.press(.enter)
        #expect(app.type("0000").requests.map(\.name) == ["create"])
        #expect(app.press(.control("c")).ending == .cancelled)
        #expect(app.voidCode == nil && app.alertText == nil)
        _ = app.handle(.refused(Self.full, nil))
        #expect(app.alertText?.contains("The disk is full.") == true)
    }

    @Test func `reports the attempts left, or how long to wait`() throws {
        var app = locked()
        _ = app.type("111112")
        let wrong = UserMessage(.wrongPasscode, "The code does not match.", hint: "")
        #expect(app.handle(.refused(wrong, sample.status(failures: 3))).rings)
        #expect(app.text().contains("2 more attempts before a wait"))
        _ = app.type("111112")
        _ = app.handle(.refused(wrong, sample.status(failures: 5, retryAfter: .seconds(60))))
        #expect(app.text().contains("Try again in 1 min"))
        #expect(app.type("739158").requests.isEmpty)
        #expect(app.text(at: .seconds(59)).contains("Try again in 1 s"))
        _ = app.update(.input(.tick), at: .seconds(60))
        #expect(app.type("739158", at: .seconds(61)).requests.map(\.name) == ["open"])
    }

    @Test func `shows a lockout that began before the app`() throws {
        var app = App(Start(accounts: [sample.status()], opening: nil), settings: AppSample.settings())
        #expect(app.begin(at: .zero).requests.map(\.name) == ["enter"])
        _ = app.handle(.door(sample.status(failures: 6, retryAfter: .seconds(300))))
        #expect(app.text().contains("Try again in 5 min"))
    }

    @Test func `closes a session that was opened for a screen that has been left`() throws {
        var app = locked()
        let screen = try #require(app.type("739158").asker)
        let left = app.press(.escape)
        #expect(left.requests.map(\.name) == ["forget", "enter"])
        // The lock screen begins anew, and a second Escape ends the app.
        #expect(app.update(.reply(.opened(sample.opening()), screen), at: .zero).requests.map(\.name) == ["forget"])
        #expect(app.showsGate)
        #expect(app.press(.escape).ending == .cancelled)
        // A session that was opened for a screen that is gone is closed.
        let late = app.update(.reply(.opened(sample.opening()), .gate(99)), at: .zero)
        #expect(late.requests.map(\.name) == ["forget"])
        #expect(screen == .gate(1))
        #expect(app.showsGate)
    }

    @Test func `closes a session that was opened for a code when the recovery has been chosen, and asks for it again`()
        throws
    {
        var app = locked()
        let screen = try #require(app.type("739158").asker)
        #expect(app.press(.control("f")).requests.map(\.name) == ["forget"])
        #expect(app.update(.reply(.opened(sample.opening()), screen), at: .zero).requests.map(\.name) == ["forget"])
        #expect(app.press(.escape).requests.map(\.name) == ["enter"])
        #expect(app.text().contains("Enter Passcode"))
        #expect(app.type("739158").requests.map(\.name) == ["open"])
    }

    @Test func `hides everything when it is locked elsewhere, and returns to the same place`() throws {
        var app = editing()
        let closing = app.tell(.closed(UserMessage(StoreError(.locked))))
        #expect(closing.rings)
        #expect(closing.requests.map(\.name) == ["enter"])
        #expect(app.text().contains("Enter Passcode"))
        #expect(app.text().contains("The session has ended, or was locked elsewhere."))
        #expect(!app.text().contains("g_kumar"))
        _ = app.type("739158")
        let effects = app.handle(.opened(sample.opening(2)))
        #expect(app.text().contains("g_kumarx"))
        // The store had not confirmed the last change.
        #expect(effects.requests.map(\.name).contains("save"))
        _ = app.handle(.saved(sample.draft))
        #expect(app.shown(EditorScreen.self)?.sync.isSaved == true)
        // News from the previous opening is ignored.
        #expect(app.tell(.closed(UserMessage(StoreError(.locked))), opening: 1).isEmpty)
        #expect(!app.showsGate)
    }

    @Test func `starts at the home for another account`() throws {
        var app = editing()
        _ = app.tell(.closed(UserMessage(StoreError(.locked))))
        _ = app.type("739158")
        _ = app.handle(.opened(sample.opening(2, account: try AccountID("other"))))
        #expect(app.text().contains("12 hikes"))
        #expect(app.shown(HomeScreen.self) != nil)
    }

    @Test func `locks at once on Ctrl-L, on every screen`() {
        var app = editing()
        #expect(app.press(.control("l")).requests.map(\.name) == ["lock", "enter"])
        #expect(app.showsGate)
        #expect(!app.text().contains("locked elsewhere"))
        #expect(app.tell(.closed(UserMessage(StoreError(.locked)))).isEmpty)
        #expect(!app.text().contains("locked elsewhere"))
    }

    @Test func `asks before it ends at the lock screen if text would be lost that was typed before the lock`() {
        for isTyped in [false, true] {
            var app = opened()
            #expect(app.press("a").isEmpty)
            _ = app.type(isTyped ? "Ridge" : "")
            _ = app.tell(.closed(UserMessage(StoreError(.locked))))
            let effects = app.press(.escape)
            #expect(effects.names.contains("leave") == !isTyped)
            guard isTyped else { continue }
            #expect(app.text().contains("What you typed in “Add a hike” isn't saved"))
            #expect(app.press(.escape).isEmpty && !app.text().contains("isn't saved"))
            #expect(app.press(.escape, .right).isEmpty)
            #expect(app.press(.enter).names.contains("leave"))
        }
    }

    @Test func `asks for Done again when a lock interrupted it`() throws {
        var app = editing()
        #expect(app.press(.control("s")).requests.map(\.name) == ["commit"])
        _ = app.tell(.closed(UserMessage(StoreError(.locked))))
        _ = app.type("739158")
        _ = app.handle(.opened(sample.opening(2)))
        #expect(app.text().contains("press Done again"))
    }

    /// After the machine has slept, a key may come before the tick that is due.
    @Test(arguments: [Event.tick, .key(.down)])
    func `enforces the idle limit itself when there is no session`(event: Event) {
        var app = opened(hasSession: false)
        _ = app.press(.down, at: .seconds(10))
        let limit = Moment.seconds(10) + AppSettings.idleLimit
        #expect(app.nextTick(after: .seconds(11)) == limit)
        #expect(app.update(.input(.tick), at: limit - .seconds(1)).isEmpty)
        #expect(app.update(.input(event), at: limit).requests.map(\.name) == ["lock", "enter"])
        #expect(app.showsGate)
        #expect(app.text(at: limit).contains("Locked after 15 min without use."))
        #expect(opened().nextTick(after: .zero) == nil)
    }

    @Test func `shows changes, whoever made them`() {
        var app = opened()
        let empty = Content(summary: sample.content.summary, index: HikeIndex([]), today: sample.content.today)
        _ = app.tell(.content(empty))
        #expect(app.text().contains("No hikes yet"))
    }

    @Test func `reads the hikes that a larger window has room for`() throws {
        var app = opened()
        _ = app.handle(.hike(Hike(header: sample.content.index.hikes[0])))
        _ = app.press(.down)
        let effects = app.update(.input(.resized(CellSize(columns: 120, rows: 40))), at: .zero)
        #expect(effects.requests.map(\.name) == ["hike"])
        #expect(effects.asker == app.shownID)
    }

    @Test func `shows newly earned badges growing and turning, until they stop or a key is pressed`() throws {
        for motion in [Motion.full, .reduced] {
            var app = App(
                Start(accounts: [sample.status()], opening: sample.opening()),
                settings: AppSample.settings(motion: motion))
            _ = app.begin(at: .zero)
            _ = app.tell(.content(Sample.content([])))
            #expect(!app.text().contains("You earned"))
            _ = app.tell(.content(Sample.content()), at: .seconds(1))
            guard motion == .full else {
                #expect(!app.text(at: .seconds(2)).contains("You earned"))
                #expect(app.nextTick(after: .seconds(1)) == nil)
                continue
            }
            #expect(app.text(at: .seconds(1)).contains(/You earned [0-9]+ badges, among them:/))
            var (now, frames) = (Moment.seconds(1), Set<String>())
            while let tick = app.nextTick(after: now) {
                try #require(tick > now && frames.count < 200)
                now = tick
                frames.insert(app.text(at: now))
                _ = app.update(.input(.tick), at: now)
            }
            #expect(frames.count > 10 && now < .seconds(7))
            #expect(!app.text(at: now).contains("You earned"))
            // The same badges again are not newly earned.
            _ = app.tell(.content(Sample.content(today: Sample.today.adding(days: 1))), at: now)
            #expect(!app.text(at: now).contains("You earned"))
            _ = app.tell(.content(Sample.content([])), at: now)
            _ = app.tell(.content(Sample.content()), at: now)
            _ = app.press(.character("b"), at: now)
            #expect(app.shown(BadgesScreen.self) != nil && !app.text(at: now).contains("You earned"))
        }
    }

    @Test(arguments: [Key.escape, .enter])
    func `closes only the box of earned badges, and nothing behind it`(key: Key) {
        var app = opened(settings: AppSample.settings(motion: .full))
        _ = app.press(.character("i"))
        _ = app.tell(.content(Sample.content([])))
        _ = app.tell(.content(Sample.content()))
        #expect(app.text().contains(/You earned [0-9]+ badges, among them:/))
        _ = app.press(key)
        #expect(!app.text().contains("You earned"))
        #expect(app.shown(ImportScreen.self) != nil)
        _ = app.press(.escape)
        #expect(app.shown(ImportScreen.self) == nil)
    }

    @Test func `reports a failure in a window, and continues`() {
        var app = opened()
        _ = app.handle(.failed(UserMessage(.damaged, "the store is damaged", hint: "Run check.")))
        #expect(app.text().contains("The store is damaged."))
        #expect(app.press(.character("q")).ending == nil)
        _ = app.press(.enter)
        #expect(app.press(.character("q")).ending == .left)
        var gate = locked()
        #expect(gate.handle(.failed(Self.full)).rings)
        #expect(gate.text().contains("The disk is full."))
    }

    @Test func `reports an unreachable server beside the content, and continues`() {
        var app = editing()
        let gone = UserMessage(.unreachable, "the server cannot be reached", hint: "")
        _ = app.update(.reply(.failed(gone), .app), at: .zero)
        #expect(app.text().contains("The server can't be reached"))
        #expect(app.type("y").requests.map(\.name).contains("save"), "the key was typed into the editor")
        #expect(!app.text().contains("The server can't be reached"))
        // On the lock screen, the message is an alert.
        var gate = locked()
        _ = gate.update(.reply(.failed(gone), .app), at: .zero)
        #expect(gate.text().contains("The server cannot be reached."))
    }

    @Test func `ends each sentence with one full stop`() {
        var app = opened()
        let texts: [(String, CommandText)] = [
            ("it failed", "Try again."), ("It failed.", "Try again"), ("Did it fail?", ""),
        ]
        for (message, hint) in texts {
            _ = app.handle(.failed(UserMessage(.io, message, hint: hint)))
            #expect(!app.text().contains(".."))
            #expect(!app.text().contains("?."))
            #expect(hint.isEmpty || app.text().contains("failed. Try again."))
            _ = app.press(.enter)
        }
        #expect("it failed".sentence == "It failed.")
        #expect("postgresql://localhost cannot be reached".sentence == "postgresql://localhost cannot be reached.")
    }

    @Test func `publishes what is on the screen, not the last save`() throws {
        var app = editing()
        _ = app.handle(.saveRefused(Self.full))
        #expect(app.text().contains("not saved"))
        guard case .draft(.commit(let draft, .none))? = app.press(.control("s")).requests.last else {
            Issue.record("nothing is published")
            return
        }
        #expect(draft.username == "g_kumarx")
    }

    @Test func `says why the editor can't be left, and rings the bell for refused keys`() {
        var app = editing()
        #expect(app.press(.escape).requests.isEmpty)
        _ = app.handle(.saveRefused(Self.full))
        #expect(app.text().contains("The draft is not saved"))
        _ = app.press(.enter)
        #expect(app.update(.input(.paste("a\u{0}b")), at: .zero).rings)
        #expect(app.shown(EditorScreen.self) != nil)
    }

    @Test func `opens only the editor, and ends with it`() {
        var settings = AppSample.settings()
        settings.startsInEditor = true
        var app = App(Start(accounts: [sample.status()], opening: sample.opening()), settings: settings)
        #expect(app.begin(at: .zero).requests.map(\.name) == ["hike", "draft"])
        _ = app.handle(.draft(sample.draft, committed: sample.committed))
        #expect(app.press(.escape).ending == .left)
    }

    @Test func `opens the editor in the end when its draft could not be read at first`() {
        var app = opened()
        #expect(app.press(.character("p"), .character("e"), .character("e")).requests.map(\.name) == ["hike", "draft"])
        _ = app.handle(.failed(Self.full))
        #expect(app.text().contains("The disk is full"))
        #expect(app.press(.enter, .character("e")).requests.map(\.name) == ["draft"])
    }

    @Test func `passes the store's answers on to the editor`() {
        var app = editing()
        _ = app.handle(.savedElsewhere(nil))
        #expect(app.text().contains("changed elsewhere"))
        #expect(app.press(.right, .right, .enter).requests.map(\.name).last == "overwrite")
        _ = app.handle(.saveRefused(Self.full))
        #expect(app.text().contains("the disk is full"))
        _ = app.press(.control("s"))
        _ = app.handle(.conflict(sample.conflict))
        #expect(app.text().contains("Changed on both sides"))
        _ = app.type("t")
        #expect(app.press(.enter).requests.map(\.name).last == "commit")
        _ = app.handle(.committed(9))
        #expect(app.shown(EditorScreen.self) == nil)
    }
}
