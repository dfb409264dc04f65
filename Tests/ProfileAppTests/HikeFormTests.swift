import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `A hike's form` {
    private let old = HikeHeader(id: 4, name: "Ridge", distance: 7, difficulty: 3)

    @Test func `shows what someone else changed, and stores only what is typed here once more`() {
        var form = HikeForm(old, units: .metric, today: Sample.today)
        _ = form.type("!")
        _ = form.press(.control("s"))
        var theirs = old
        (theirs.name, theirs.difficulty, theirs.activity) = ("Crest", nil, .running)
        #expect(form.handle(.hikeChangedElsewhere(theirs), at: .zero) == [.ring])
        #expect(form.shows("Changed elsewhere. Save again to keep what you typed. Name Ridge → Crest,"))
        #expect(form.shows("Difficulty 3 → none, Activity hiking → running"))
        #expect(form.shows("Ridge!") && form.shows("0 to 10, or empty"))
        var mine = theirs
        mine.name = "Ridge!"
        #expect(form.press(.control("s")) == [.request(.hikes(.edit(HikeEdit(from: theirs, to: mine))))])
    }

    @Test func `accepts the new day after midnight`() throws {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        _ = form.type("Night walk")
        _ = form.press(.tab)
        _ = form.type("4")
        _ = form.press(.tab, .control("u"))
        let tomorrow = Sample.today.adding(days: 1)
        _ = form.type(tomorrow.description)
        #expect(form.press(.control("s")) == [.ring])
        var content = try AppSample.shared.get().content
        content.today = tomorrow
        _ = form.refresh(content, at: .zero)
        #expect(form.press(.control("s")) != [.ring])
    }

    @Test func `waits with what is typed until the notes are read, and never types over them`() {
        var stored = old
        stored.notes = "First line\nSecond line"
        func form(after keys: [Key]) -> (form: HikeForm, effects: [Effect]) {
            var form = HikeForm(old, units: .metric, today: Sample.today)
            #expect(form.begin(at: .zero) == [.request(.hikes(.load(4)))])
            for key in keys { #expect(form.press(key) == []) }
            let effects = form.handle(.hike(Hike(header: stored)), at: .zero)
            return (form, effects)
        }
        let keys: [Key] = [.backTab, .backTab, .backTab, "!", .control("s")]
        var edited = stored
        edited.notes += "!"
        #expect(form(after: keys).effects == [.request(.hikes(.edit(HikeEdit(from: stored, to: edited))))])
        #expect(form(after: []).form.shows("Second line"))
        #expect(form(after: ["!", .escape]).form.shows("Discard the changes?"))
        var unread = HikeForm(old, units: .metric, today: Sample.today)
        _ = unread.begin(at: .zero)
        #expect(unread.press(.escape) == [.close], "nothing was typed")
        _ = unread.press("!")
        #expect(unread.resume(at: .zero) == [.request(.hikes(.load(4)))], "the store was locked meanwhile")
        #expect(unread.handle(.noHike(4, UserMessage(StoreError(.noRecord(kind: "hike", number: 4)))), at: .zero) == [])
        #expect(unread.shows("This hike was removed elsewhere."))
        _ = unread.press("?")
        #expect(unread.shows("Ridge?"))
    }

    @Test func `reads numbers and dates with blanks around them`() {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        #expect(form.type("Loop").isEmpty)
        for text in [" 4.5 ", " 2026-04-30 ", " 3 "] {
            _ = form.press(.tab, .control("e"), .control("u"))
            #expect(form.type(text).isEmpty, "no bell")
        }
        let hike = HikeHeader(id: 0, name: "Loop", distance: 4.5, difficulty: 3, date: Day("2026-04-30"))
        #expect(form.press(.control("s")) == [.request(.hikes(.add(hike)))])
    }

    @Test func `saves a new hike once all its values are valid`() {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        #expect(form.press(.control("s")) == [.ring])
        _ = form.type("Elk Loop")
        _ = form.press(.tab)
        _ = form.type("4.5")
        _ = form.press(.tab, .control("u"))
        _ = form.type("2026-04-31")
        #expect(form.shows("must be a date such as"))
        #expect(form.press(.control("s")) == [.ring])
        _ = form.press(.backspace)
        _ = form.type("0")
        _ = form.press(.tab)
        _ = form.type("3")
        _ = form.press(.tab, .right)
        let hike = HikeHeader(
            id: 0, name: "Elk Loop", distance: 4.5, difficulty: 3, date: Day("2026-04-30"), activity: .walking)
        #expect(form.press(.control("s")) == [.request(.hikes(.add(hike)))])
        // A second key press meanwhile stores no second hike.
        #expect(form.press(.control("s")) == [])
        form.refused("the disk is full")
        #expect(form.shows("the disk is full"))
        #expect(form.press(.control("s")) == [.request(.hikes(.add(hike)))])
    }

    @Test func `stores a name without the blanks around it, and leaves one alone that has them`() {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        _ = form.type("  Elk Loop ")
        _ = form.press(.tab)
        _ = form.type("4.5")
        let hike = HikeHeader(id: 0, name: "Elk Loop", distance: 4.5, date: Sample.today)
        #expect(form.press(.control("s")) == [.request(.hikes(.add(hike)))])
        let old = HikeHeader(id: 1, name: "Elk Loop ", distance: 4.5)
        var edit = HikeForm(old, units: .metric, today: Sample.today)
        #expect(edit.press(.escape) == [.close])
    }

    @Test(arguments: ["-3", "1e3", "4.5x", "3 km", "1.2.3", "inf"])
    func `keeps an unreadable number as it was typed, with the rule and the bell`(typed: String) {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        _ = form.type("Loop")
        _ = form.press(.tab)
        #expect(form.type(typed).allSatisfy { $0 == .ring })
        #expect(form.shows(typed) && form.shows("must be a number above 0"))
        #expect(form.press(.control("s")) == [.ring])
        #expect(form.type("x") == [.ring])
    }

    @Test func `says in one place that a distance is too long, and focuses it`() {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        _ = form.type("Loop")
        _ = form.press(.tab)
        _ = form.type("99999999")
        #expect(form.shows("must be no more than 50,000"))
        _ = form.press(.tab, .tab)
        #expect(form.press(.control("s")) == [.ring])
        #expect(form.shows("› Distance"))
        var miles = HikeForm(nil, units: .imperial, today: Sample.today)
        _ = miles.press(.tab)
        _ = miles.type("40000")
        #expect(miles.shows("must be no more than 31,069"))
    }

    @Test func `keeps a name that is longer than names are typed`() {
        let old = HikeHeader(id: 4, name: String(repeating: "N", count: 1024), distance: 7)
        var form = HikeForm(old, units: .metric, today: Sample.today)
        #expect(form.shows("…NNN"))
        _ = form.press(.tab, .control("u"))
        _ = form.type("8")
        var edited = old
        edited.distance = 8
        #expect(form.press(.control("s")) == [.request(.hikes(.edit(HikeEdit(from: old, to: edited))))])
    }

    @Test(arguments: [("0", "must be a number above 0"), ("0.0004", "must be at least 1 m"), ("50001", "50,000")])
    func `refuses the distances that the store refuses`(typed: String, words: String) {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        _ = form.type("Loop")
        _ = form.press(.tab)
        _ = form.type(typed)
        #expect(form.shows(words))
        #expect(form.press(.control("s")) == [.ring])
    }

    @Test func `keeps a recording's distance of 0, and a difficulty of 0.1.0, when something else is edited`() {
        let old = HikeHeader(id: 4, name: "Ridge", distance: 0, difficulty: 12)
        var form = HikeForm(old, units: .metric, today: Sample.today)
        _ = form.type("!")
        var renamed = old
        renamed.name = "Ridge!"
        #expect(form.press(.control("s")) == [.request(.hikes(.edit(HikeEdit(from: old, to: renamed))))])
    }

    @Test(arguments: ["-3", "11", "2.5", "x"]) func `accepts a whole number as a difficulty`(typed: String) {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        _ = form.press(.tab, .tab, .tab)
        _ = form.type(typed)
        #expect(form.shows(typed) && form.shows("must be a whole number from 0 to 10"))
    }

    @Test func `keeps an edited hike's other values to the millimetre, and asks before it drops changes`() {
        let old = HikeHeader(id: 4, name: "Ridge", distance: 7.123456789, ascent: 300, heartRate: nil)
        var form = HikeForm(old, units: .imperial, today: Sample.today)
        #expect(form.press(.control("s")) == [.close])
        _ = form.type("!")
        #expect(form.press(.escape) == [])
        #expect(form.press(.escape) == [])
        var renamed = old
        renamed.name = "Ridge!"
        #expect(form.press(.control("s")) == [.request(.hikes(.edit(HikeEdit(from: old, to: renamed))))])
        let change = HikeChange(ids: [4], badgesEarned: [], badgesLost: [])
        let edit = HikeEdit(from: old, to: renamed)
        guard case .say(let toast)? = form.handle(.hikesEdited([edit], change, takeBack: 7), at: .zero).last,
            case .hikes(.takeBack(7))? = toast.request
        else {
            Issue.record("no undo is offered")
            return
        }
    }

    @Test func `says that a hike was removed elsewhere, and how to get it back`() {
        let gone = UserMessage(StoreError(.noRecord(kind: "hike", number: 4)))
        var form = HikeForm(HikeHeader(id: 4, name: "Ridge", distance: 7), units: .metric, today: Sample.today)
        _ = form.type("!")
        _ = form.press(.control("s"))
        #expect(form.handle(.failed(gone), at: .zero) == [])
        #expect(form.shows("This hike was removed elsewhere. To restore it, press r in the list of"))
        #expect(form.shows("Ridge!"))
        var screen = HikeScreen(4, settings: `A hike's page`.settings, today: Sample.today)
        _ = screen.begin(at: .zero) + screen.handle(.hike(Sample.hike(4)), at: .zero)
        #expect(screen.handle(.noHike(4, gone), at: .zero) == [])
        #expect(screen.shows("This hike was removed elsewhere."))
        for key in ["e edit", "x remove", "Enter figures"] { #expect(!screen.shows(key)) }
        #expect(screen.press(.character("e"), .character("x"), .enter) == [])
    }

    @Test func `says that a pasted name is too long, and forgets an old error when anything is changed`() {
        var form = HikeForm(nil, units: .metric, today: Sample.today)
        #expect(form.update(.paste(String(repeating: "x", count: 2_000)), at: .zero) == [.ring])
        #expect(form.shows("That is too long"))
        _ = form.type("Ridge")
        #expect(!form.shows("That is too long"))
        form.refused("The disk is full.")
        #expect(form.shows("The disk is full."))
        _ = form.press(.tab, .tab, .tab, .tab, .right)
        #expect(!form.shows("The disk is full."))
    }

    @Test func `accepts miles when units are imperial`() {
        var form = HikeForm(nil, units: .imperial, today: Sample.today)
        _ = form.type("Loop")
        _ = form.press(.tab)
        _ = form.type("10")
        guard case .request(.hikes(.add(let hike)), _)? = form.press(.control("s")).first else {
            return #expect(Bool(false))
        }
        #expect(abs(hike.distance - 16.09344) < 1e-9)
    }
}
