import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The app as a value` {
    private let sample: AppSample

    init() throws {
        sample = try AppSample.make()
    }

    private func locked(_ stages: [CodeFormat] = [.sixDigits], settings: AppSettings = AppSample.settings()) -> App {
        var app = App(Start(accounts: [sample.facts(stages)], opening: nil), settings: settings)
        if let ticket = app.begin(at: .zero).ticket { _ = app.take(.gate(.door(sample.facts(stages)), ticket)) }
        return app
    }

    private func opened() -> App {
        App(Start(accounts: [sample.facts()], opening: sample.opening), settings: AppSample.settings())
    }

    /// In the editor, with one change that the store was asked to save.
    private func editing() -> App {
        var app = opened()
        _ = app.press(.character("p"), .character("e"))
        _ = app.take(.draft(sample.draft, committed: sample.content.summary.committed))
        _ = app.type("x")
        return app
    }

    @Test func `begins at the lock screen, or at home in a live session`() {
        #expect(locked().text().contains("Enter Passcode"))
        var app = opened()
        #expect(app.begin(at: .zero).tasks.map(\.name) == ["hike"])
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `tries the code with its last symbol, and shows the home when it was right`() throws {
        var app = locked()
        #expect(app.type("73915").tasks.isEmpty)
        let effects = app.type("8")
        #expect(effects.tasks.map(\.name) == ["open"])
        #expect(app.text().contains("●  ●  ●  ●  ●  ●"))
        let loading = app.take(.gate(.opened(sample.opening), try #require(effects.ticket)))
        #expect(loading.tasks.map(\.name) == ["hike"])
        #expect(app.text().contains("12 hikes"))
    }

    @Test func `says how many tries are left, or how long to wait`() throws {
        var app = locked()
        var ticket = try #require(app.type("111112").ticket)
        let wrong = WordedError(.wrongPasscode, "The code does not match.", hint: "")
        #expect(app.take(.gate(.refused(wrong, sample.facts(failures: 3)), ticket)).rings)
        #expect(app.text().contains("2 tries left"))
        ticket = try #require(app.type("111112").ticket)
        let waiting = sample.facts(failures: 5, retryAfter: .seconds(60))
        _ = app.take(.gate(.refused(wrong, waiting), ticket))
        #expect(app.text().contains("Try again in 1 min"))
        #expect(app.type("739158").tasks.isEmpty)
        #expect(app.text(at: .seconds(59)).contains("Try again in 1 s"))
        _ = app.update(.input(.tick), at: .seconds(60))
        #expect(app.type("739158", at: .seconds(61)).tasks.map(\.name) == ["open"])
    }

    @Test func `shows a wait that began before it`() throws {
        var app = App(Start(accounts: [sample.facts()], opening: nil), settings: AppSample.settings())
        let ticket = try #require(app.begin(at: .zero).ticket)
        _ = app.take(.gate(.door(sample.facts(failures: 6, retryAfter: .seconds(300))), ticket))
        #expect(app.text().contains("Try again in 5 min"))
    }

    @Test func `lets an answer go to what was given up, and closes what it may have opened`() throws {
        var app = locked()
        let ticket = try #require(app.type("739158").ticket)
        let left = app.press(.escape)
        #expect(left.tasks.map(\.name) == ["forget"])
        #expect(left.ending == .cancelled)
        #expect(app.take(.gate(.opened(sample.opening), ticket)).isEmpty)
        #expect(app.inside == nil)
    }

    @Test func `hides everything when it is locked elsewhere, and goes on where it was`() throws {
        var app = editing()
        let closing = app.take(.locked)
        #expect(closing.tasks.map(\.name) == ["enter"])
        #expect(app.text().contains("Enter Passcode"))
        #expect(app.text().contains("The session has ended, or was locked elsewhere."))
        #expect(!app.text().contains("g_kumar"))
        let ticket = try #require(app.type("739158").ticket)
        let effects = app.take(.gate(.opened(sample.opening), ticket))
        #expect(app.text().contains("g_kumarx"))
        // The store had not confirmed the last change.
        #expect(effects.tasks.map(\.name).contains("save"))
        _ = app.take(.saved(sample.draft))
        #expect(app.inside?.unsaved.isEmpty == true)
    }

    @Test func `goes on at the home for another account`() throws {
        var app = editing()
        _ = app.take(.locked)
        let ticket = try #require(app.type("739158").ticket)
        _ = app.take(.gate(.opened(sample.opening(account: try AccountID("other"))), ticket))
        #expect(app.text().contains("12 hikes"))
        #expect(app.inside?.editor == nil)
        #expect(app.inside?.unsaved.isEmpty == true)
    }

    @Test func `locks by Ctrl-L at once, wherever it is`() {
        var app = editing()
        #expect(app.press(.control("l")).tasks.map(\.name) == ["lock", "enter"])
        #expect(app.isLocked)
        #expect(!app.text().contains("locked elsewhere"))
        #expect(app.take(.locked).isEmpty)
        #expect(!app.text().contains("locked elsewhere"))
    }

    @Test func `asks to press Done again when the lock came between`() throws {
        var app = editing()
        #expect(app.press(.control("s")).tasks.map(\.name) == ["commit"])
        _ = app.take(.locked)
        let ticket = try #require(app.type("739158").ticket)
        _ = app.take(.gate(.opened(sample.opening), ticket))
        #expect(app.text().contains("press Done again"))
    }

    @Test func `tells the session that it is used, four times a second at most`() {
        var app = opened()
        #expect(app.press(.down, at: .seconds(1)).tasks.map(\.name) == ["use"])
        #expect(app.press(.down, at: .milliseconds(1249)).tasks.isEmpty)
        #expect(app.press(.down, at: .milliseconds(1250)).tasks.map(\.name) == ["use"])
        #expect(app.update(.input(.tick), at: .seconds(9)).isEmpty)
    }

    @Test func `watches the idle limit itself where there is no session`() {
        var app = App(
            Start(accounts: [sample.facts()], opening: sample.opening(hasSession: false)),
            settings: AppSample.settings())
        _ = app.press(.down, at: .seconds(10))
        let limit = Moment.seconds(10) + AppSettings.idleLimit
        #expect(app.nextTick(after: .seconds(11)) == limit)
        #expect(app.update(.input(.tick), at: limit - .seconds(1)).isEmpty)
        #expect(app.update(.input(.tick), at: limit).tasks.map(\.name) == ["lock", "enter"])
        #expect(app.isLocked)
        #expect(app.text(at: limit).contains("Locked after 15 min without use."))
        #expect(opened().nextTick(after: .zero) == nil)
    }

    @Test func `looks once for any number of changes, and shows what is new`() {
        var app = opened()
        #expect(app.take(.changed).tasks.map(\.name) == ["look"])
        #expect(app.take(.changed).isEmpty)
        #expect(app.take(.looked).isEmpty)
        #expect(app.take(.changed).tasks.map(\.name) == ["look"])
        _ = app.take(.content(Content(summary: sample.content.summary, hikes: [], today: sample.content.today)))
        #expect(app.text().contains("No hikes yet"))
    }

    @Test func `says in a window what failed, and goes on`() {
        var app = opened()
        _ = app.take(.failed(WordedError(.damaged, "the store is damaged", hint: "Run check.")))
        #expect(app.text().contains("the store is damaged"))
        #expect(app.press(.character("q")).ending == nil)
        _ = app.press(.enter)
        #expect(app.press(.character("q")).ending == .left)
        var gate = locked()
        #expect(gate.take(.failed(WordedError(.io, "the disk is full", hint: ""))).rings)
        #expect(gate.text().contains("the disk is full"))
    }

    @Test func `takes no keys where it has no room, but for Ctrl-C`() {
        var app = locked()
        _ = app.update(.input(.resized(CellSize(columns: 39, rows: 16))), at: .zero)
        #expect(app.text().contains("40×16"))
        #expect(app.type("739158").isEmpty)
        #expect(app.press(.control("c")).ending == .cancelled)
        _ = app.update(.input(.resized(CellSize(columns: 40, rows: 16))), at: .zero)
        #expect(app.text().contains("○"))
    }

    @Test func `wipes what was typed after ten seconds where it has no room either`() throws {
        var app = locked()
        _ = app.type("739")
        _ = app.update(.input(.resized(CellSize(columns: 39, rows: 16))), at: .seconds(1))
        #expect(app.nextTick(after: .seconds(1)) == .seconds(10))
        _ = app.update(.input(.tick), at: .seconds(10))
        guard case .lock(let screen) = app.gate.step else {
            Issue.record("the lock screen is not shown")
            return
        }
        #expect(screen.challenge.panel.typedCount == 0)
        _ = app.update(.input(.resized(CellSize(columns: 80, rows: 24))), at: .seconds(11))
        #expect(app.text(at: .seconds(11)).contains("What was typed was wiped after 10 s."))
    }

    @Test func `ends each sentence with one full stop`() {
        var app = opened()
        for (message, hint) in [("it failed", "Try again."), ("It failed.", "Try again"), ("Did it fail?", "")] {
            _ = app.take(.failed(WordedError(.io, message, hint: hint)))
            #expect(!app.text().contains(".."))
            #expect(!app.text().contains("?."))
            #expect(hint.isEmpty || app.text().contains("failed. Try again."))
            _ = app.press(.enter)
        }
    }

    @Test func `publishes what is on the screen, not what was saved last`() throws {
        var app = editing()
        _ = app.take(.saveRefused(WordedError(.io, "the disk is full", hint: "")))
        #expect(app.text().contains("not saved"))
        guard case .commit(let draft, .none)? = app.press(.control("s")).tasks.last else {
            Issue.record("nothing is published")
            return
        }
        #expect(draft.username == "g_kumarx")
    }

    @Test func `says in the editor why it can't be left, and rings for what it refuses`() {
        var app = editing()
        #expect(app.press(.escape).tasks.isEmpty)
        _ = app.take(.saveRefused(WordedError(.io, "the disk is full", hint: "")))
        #expect(app.text().contains("The draft is not saved"))
        _ = app.press(.enter)
        #expect(app.update(.input(.paste("a\nb")), at: .zero).rings)
        #expect(app.inside?.editor != nil)
    }

    @Test(arguments: [nil, 0, 1, 2, 3]) func `stands any size of window, wherever it is`(place: Int?) throws {
        var apps: [App] = [
            opened(), editing(), locked(), locked([.password, .fourDigitsAndLetter]), locked([.passphrase]),
        ]
        var sheet = opened()
        _ = sheet.press(.character("p"))
        apps.append(sheet)
        var conflict = editing()
        _ = conflict.press(.control("s"))
        _ = conflict.take(.conflict(sample.conflict))
        apps.append(conflict)
        var asking = editing()
        _ = asking.press(.control("x"))
        apps.append(asking)
        // In five parts, that they may run side by side.
        let widths = [1, 2, 7, 39, 40, 41, 79, 1000]
        for (index, app) in apps.enumerated() where index % 5 == place ?? 4 {
            for columns in widths {
                for rows in [1, 2, 3, 15, 16, 17, 24, 400] {
                    var app = app
                    let size = CellSize(columns: columns, rows: rows)
                    _ = app.update(.input(.resized(size)), at: .seconds(1))
                    var canvas = Canvas(size: size)
                    app.draw(on: &canvas, at: .seconds(1))
                    _ = app.update(.input(.click(CellPoint(column: columns - 1, row: rows - 1))), at: .seconds(2))
                    _ = app.press(.tab, .down, at: .seconds(2))
                    #expect(canvas.cursor.map { size.columns > $0.column && size.rows > $0.row } ?? true)
                }
            }
        }
    }

    @Test func `opens the editor alone, and is left with it`() {
        var settings = AppSample.settings()
        settings.beginsInEditor = true
        var app = App(Start(accounts: [sample.facts()], opening: sample.opening), settings: settings)
        #expect(app.begin(at: .zero).tasks.map(\.name) == ["hike", "draft"])
        _ = app.take(.draft(sample.draft, committed: sample.content.summary.committed))
        #expect(app.press(.escape).ending == .left)
    }

    @Test func `opens the editor after all when its draft could not be read at first`() {
        var app = opened()
        #expect(app.press(.character("p"), .character("e"), .character("e")).tasks.map(\.name) == ["draft"])
        _ = app.take(.failed(WordedError(.io, "the disk is full", hint: "")))
        #expect(app.text().contains("the disk is full"))
        #expect(app.press(.enter, .character("e")).tasks.map(\.name) == ["draft"])
    }

    @Test func `passes the store's answers on to the editor`() {
        var app = editing()
        _ = app.take(.savedElsewhere)
        #expect(app.text().contains("changed elsewhere"))
        #expect(app.press(.left, .enter).tasks.map(\.name).last == "overwrite")
        _ = app.take(.saveRefused(WordedError(.io, "the disk is full", hint: "")))
        #expect(app.text().contains("the disk is full"))
        _ = app.press(.control("s"))
        _ = app.take(.conflict(sample.conflict))
        #expect(app.text().contains("Changed on both sides"))
        _ = app.type("t")
        #expect(app.press(.enter).tasks.map(\.name).last == "commit")
        _ = app.take(.committed)
        #expect(app.inside?.editor == nil)
    }
}
