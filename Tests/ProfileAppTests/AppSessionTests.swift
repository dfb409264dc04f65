import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

/// What the app says about the end of the session, and about undoing what others have changed.
@Suite struct `The app beside other programs` {
    private let sample: AppSample

    init() throws { sample = try AppSample.shared.get() }

    private func opened(for length: Duration = .seconds(7200), idle: Duration = .seconds(900)) -> App {
        var opening = sample.opening()
        opening.session = SessionStatus(left: length, idleLimit: idle)
        var app = App(Start(accounts: [sample.status()], opening: opening), settings: AppSample.settings())
        _ = app.begin(at: .zero)
        return app
    }

    @Test func `reports use of the session at most four times a second`() {
        var app = opened()
        #expect(app.press(.down, at: .seconds(1)).requests.map(\.name) == ["use"])
        #expect(app.press(.down, at: .milliseconds(1249)).requests.isEmpty)
        #expect(app.press(.down, at: .milliseconds(1250)).requests.map(\.name) == ["use"])
        #expect(app.update(.input(.tick), at: .seconds(9)).isEmpty)
    }

    /// An app whose user has typed a new passcode twice.
    private func changingPasscode() throws -> App {
        var app = opened()
        _ = app.press(.character("c"), .down, .down, .enter)
        _ = app.type("739158")
        _ = app.handle(.verified(newCode: GateTest.zeros))
        try #require(app.type("820461820461").requests.map(\.name).last == "change")
        return app
    }

    @Test func `stays open after a change of its secrets, as the store that was opened anew`() throws {
        var app = try changingPasscode()
        _ = app.handle(.secretsChanged(sample.opening(2)))
        #expect(!app.showsGate)
        #expect(app.text().contains("The passcode was changed") && app.text().contains("Emergency card"))
        // The old store is closed, which is no news.
        _ = app.tell(.closed(UserMessage(StoreError(.locked))), opening: 1)
        #expect(!app.showsGate)
        _ = app.tell(.closed(UserMessage(StoreError(.locked))), opening: 2)
        #expect(app.showsGate)
    }

    @Test func `stays locked after a change of its secrets if it was locked meanwhile`() throws {
        var app = try changingPasscode()
        let asker = try #require(app.shownID)
        _ = app.tell(.closed(UserMessage(StoreError(.locked))))
        #expect(app.showsGate)
        let effects = app.update(.reply(.secretsChanged(sample.opening(2)), asker), at: .zero)
        #expect(effects.requests.first?.name == "lock")
        #expect(app.showsGate)
    }

    @Test(arguments: [
        (Moment.seconds(5), "The session was ended elsewhere."),
        (.seconds(900), "The session ended after 15 min without use, or was locked elsewhere."),
        (.seconds(7200), "The session's time is over, or it was locked elsewhere."),
    ])
    func `says why the session is over, as far as its limits tell`(end: Moment, reason: String) {
        var app = opened()
        _ = app.tell(.closed(UserMessage(StoreError(.locked))), at: end)
        #expect(app.text(at: end).contains(reason))
    }

    @Test func `counts a session's idle time from the last key`() {
        var app = opened()
        _ = app.press(.down, at: .seconds(890))
        _ = app.tell(.closed(UserMessage(StoreError(.locked))), at: .seconds(901))
        #expect(app.text(at: .seconds(901)).contains("The session was ended elsewhere."))
        // A key moves the end only if that gains a tenth of the limit.
        app = opened()
        _ = app.press(.down, at: .seconds(60))
        _ = app.tell(.closed(UserMessage(StoreError(.locked))), at: .seconds(900))
        #expect(app.text(at: .seconds(900)).contains("without use, or was locked elsewhere."))
    }

    @Test func `announces a session's end a minute before, once, unless it was prolonged`() {
        var app = opened()
        let warning = Moment.seconds(7140)
        #expect(app.nextTick(after: .zero) == warning)
        #expect(app.update(.input(.tick), at: warning).requests.map(\.name) == ["session"])
        let prolonged = SessionStatus(left: .seconds(3600), idleLimit: .seconds(900))
        _ = app.update(.reply(.session(prolonged), .app), at: warning)
        #expect(!app.text(at: warning).contains("The session ends"))
        let next = warning + .seconds(3540)
        #expect(app.nextTick(after: warning) == next)
        #expect(app.update(.input(.tick), at: next).requests.map(\.name) == ["session"])
        let last = SessionStatus(left: .seconds(60), idleLimit: .seconds(900))
        _ = app.update(.reply(.session(last), .app), at: next)
        #expect(app.text(at: next).contains("The session ends in 1 min"))
        #expect(app.update(.input(.tick), at: next + .seconds(30)).requests.isEmpty)
    }

    @Test func `shows a hike again whose removal is undone before anything is read anew`() {
        var app = opened()
        let change = sample.change
        _ = app.press(.character("x"), .right, .enter)
        _ = app.handle(.hikesChanged(change))
        #expect(app.shown(HomeScreen.self)?.list.count == sample.content.index.hikes.count - 1)
        _ = app.update(.reply(.hikesChanged(change), .app), at: .zero)
        #expect(app.shown(HomeScreen.self)?.list.count == sample.content.index.hikes.count)
    }

    private func removeHike(in app: inout App) {
        _ = app.press(.character("x"), .right, .enter)
        _ = app.handle(.hikesChanged(sample.change))
    }

    @Test func `leaves a removed hike out while content arrives that was read before`() throws {
        var app = opened()
        let count = sample.content.index.hikes.count
        func shown() -> Int? { app.shown(HomeScreen.self)?.list.count }
        removeHike(in: &app)
        #expect(shown() == count - 1)
        // A draft that was saved elsewhere, and the new day.
        _ = app.tell(.content(sample.content))
        #expect(shown() == count - 1)
        let tomorrow = sample.content.today.adding(days: 1)
        _ = app.update(.reply(.day(tomorrow, left: .seconds(86_400)), .app), at: .zero)
        #expect(shown() == count - 1)
        // It was restored elsewhere before anybody read the list without it.
        var again = sample.content
        again.hikeReadings += 1
        _ = app.tell(.content(again))
        #expect(shown() == count)
    }

    @Test func `tells a reading of the hikes from a removal that was undone`() throws {
        var app = opened()
        let count = sample.content.index.hikes.count
        func shown() -> Int? { app.shown(HomeScreen.self)?.list.count }
        removeHike(in: &app)
        _ = app.update(.reply(.hikesChanged(sample.change), .app), at: .zero)
        #expect(shown() == count)
        removeHike(in: &app)
        // Read before the removal.
        _ = app.tell(.content(sample.content))
        #expect(shown() == count - 1)
        // Read after the hike was restored elsewhere.
        var again = sample.content
        again.hikeReadings += 1
        _ = app.tell(.content(again))
        #expect(shown() == count)
    }

    @Test func `says that there is nothing to undo, unless a text is typed`() {
        var app = opened()
        _ = app.press(.character("u"))
        #expect(app.text().contains("There is nothing to undo"))
        app = opened()
        _ = app.press(.character("/"), .character("u"))
        #expect(!app.text().contains("There is nothing to undo"))
    }

    @Test func `says of an undo that comes too late that there is nothing to undo, without a shell's command`() {
        var app = opened()
        let late = UserMessage(StoreError(.noRecord(kind: "removed hike", number: 1)))
        _ = app.update(.reply(.failed(late), .app), at: .zero)
        #expect(app.text().contains("There is nothing to undo: it was changed elsewhere"))
        #expect(app.alertText == nil && !app.text().contains("profile hike"))
    }
}
