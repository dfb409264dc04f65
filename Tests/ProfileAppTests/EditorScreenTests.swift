import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `The editor` {
    /// The save of the profile with one change, as expected from the editor.
    private func saved(_ change: (inout Profile) -> Void) -> Effect {
        var profile = Sample.profile
        change(&profile)
        return .request(.draft(.save(Sample.edited(profile))))
    }

    @Test func `has a form of all fields, with the focus on the first`() {
        let editor = Sample.editor()
        for field in Profile.fields { #expect(editor.shows(field.label), "\(field.name)") }
        for text in [
            "g_kumar", "[On]", "[☃️ winter]", "‹ 1  ›", "‹ May       ›", "‹ 2027 ›",
            "from 21 November 2025 to 1 May 2028",
            "Done", "Discard",
        ] {
            #expect(editor.shows(text), "\(text)")
        }
        #expect(editor.focus == .field("username"))
        #expect(editor.nextTick(after: .zero) == nil)
    }

    @Test func `saves after every key that changes the username`() {
        var editor = Sample.editor()
        #expect(editor.type("_2") == [saved { $0.username = "g_kumar_" }, saved { $0.username = "g_kumar_2" }])
        #expect(editor.press(.backspace) == [saved { $0.username = "g_kumar_" }])
        #expect(editor.update(.paste("山"), at: .zero) == [saved { $0.username = "g_kumar_山" }])
        // Keys that change nothing save nothing.
        #expect(editor.press(.left, .home, .end, .delete) == [])
        #expect(editor.update(.paste("line\u{0}end"), at: .zero) == [.ring])
        #expect(editor.update(.paste(String(repeating: "x", count: 200)), at: .zero) == [.ring])
        #expect(editor.message == "That is too long: nothing was inserted.")
        #expect(editor.update(.tick, at: .zero) == [])
    }

    @Test func `switches notifications with Space, Enter, arrow keys and the mouse`() {
        var editor = Sample.editor()
        _ = editor.press(.tab)
        let (off, on) = (
            saved { $0.prefersNotifications = false }, Effect.request(.draft(.save(Sample.edited(Sample.profile))))
        )
        #expect(editor.press(.character(" "), .enter) == [off, on])
        #expect(editor.press(.right) == [])
        #expect(editor.press(.left, .left, .right) == [off, on])
        #expect(editor.click("Off") == [off])
        #expect(editor.update(.paste("on"), at: .zero) == [])
    }

    @Test func `selects the season's segment with arrow keys and the mouse`() {
        var editor = Sample.editor()
        _ = editor.press(.down, .down)
        #expect(editor.press(.right) == [])
        #expect(editor.press(.left) == [saved { $0.seasonalPhoto = .autumn }])
        #expect(editor.shows("[🍂 autumn]"))
        #expect(editor.click("🌷 spring") == [saved { $0.seasonalPhoto = .spring }])
        #expect(editor.press(.left) == [])
        #expect(editor.press(.character("x"), .pageDown) == [])
    }

    @Test func `sets the goal date with keys and the mouse, up to a year before or after`() {
        var editor = Sample.editor()
        let range = Profile.goalDates(committed: Sample.profile.goalDate, today: Sample.today)
        _ = editor.press(.backTab, .backTab, .backTab)
        #expect(editor.focus == .field("goalDate"))
        #expect(editor.press(.character("-")) == [saved { $0.goalDate = Day(year: 2027, month: 4, day: 30) }])
        #expect(editor.shows("Friday, 160 days left"))
        #expect(editor.press(.end) == [saved { $0.goalDate = range.upperBound }])
        #expect(editor.press(.right, .pageDown, .character("+")) == [])
        #expect(editor.press(.home) == [saved { $0.goalDate = range.lowerBound }])
        #expect(editor.press(.character("-"), .character("x")) == [])
        var other = Sample.editor()
        #expect(other.click("‹ May") == [saved { $0.goalDate = Day(year: 2027, month: 4, day: 1) }])
        #expect(other.click("› ‹ 2027") == [saved { _ in }])
        #expect(other.focus == .field("goalDate"))
    }

    @Test func `accepts the goal date as digits, and shows which part has the focus`() {
        var editor = Sample.editor()
        _ = editor.press(.backTab, .backTab, .backTab)
        func focused() -> String {
            var canvas = Canvas(size: Sample.terminal)
            editor.draw(on: &canvas, at: .zero)
            return String(canvas.cells.filter { $0.style == .focused }.compactMap(\.character)).trimmed
        }
        #expect(focused() == "1")
        _ = editor.type("24")
        #expect(focused() == "May")
        _ = editor.type("12")
        #expect(focused() == "2027")
        _ = editor.type("20")
        #expect(focused() == "20__")
        let effects = editor.type("26")
        #expect(effects == [saved { $0.goalDate = Day(year: 2026, month: 12, day: 24) }])
        // A day out of the range is reported, and not replaced by another.
        _ = editor.type("2019")
        #expect(editor.shows("Goal Date must be from"))
        #expect(editor.press(.control("s")) == [])
    }

    @Test func `moves through its fields with Tab, arrow keys, Enter and the mouse`() {
        var editor = Sample.editor()
        let order: [EditorScreen.Focus] = [
            .field("prefersNotifications"), .field("seasonalPhoto"), .field("goal"), .field("goalDate"), .done,
            .discard,
            .field("username"),
        ]
        for focus in order {
            _ = editor.press(.tab)
            #expect(editor.focus == focus)
        }
        _ = editor.press(.enter)
        #expect(editor.focus == .field("prefersNotifications"))
        _ = editor.press(.down, .enter, .enter, .enter)
        #expect(editor.focus == .done)
        _ = editor.press(.right)
        #expect(editor.focus == .discard)
        _ = editor.press(.left, .left, .up)
        #expect(editor.focus == .field("goalDate"))
        #expect(editor.click("Seasonal Photos") == [])
        #expect(editor.focus == .field("seasonalPhoto"))
        #expect(editor.click("g_kumar") == [])
        #expect(editor.focus == .field("username"))
        #expect(editor.type("x") == [saved { $0.username = "xg_kumar" }])
        #expect(editor.update(.click(CellPoint(column: 79, row: 22)), at: .zero) == [])
    }

    @Test func `saves a name without the blanks around it, which stay while it is typed`() {
        var editor = Sample.editor()
        _ = editor.press(.control("u"))
        #expect(editor.type(" Anna").last == saved { $0.username = "Anna" })
        #expect(editor.type(" ") == [])
        _ = editor.refresh(Sample.content(), at: .zero)
        #expect(editor.type("B").last == saved { $0.username = "Anna B" })
    }

    @Test(arguments: [Sample.terminal, Sample.smallest])
    func `keeps its buttons in their place while the date changes`(size: CellSize) throws {
        var editor = Sample.editor(size: size)
        _ = editor.press(.backTab, .backTab, .backTab)
        let row = try #require(editor.place(of: "Done", size)?.row)
        for key in [Key.character("-"), .end, .character("+"), .home, .right, .pageDown] {
            _ = editor.press(key)
            #expect(editor.place(of: "Done", size)?.row == row, "\(key)")
        }
    }

    @Test func `marks changed fields`() {
        var editor = Sample.editor()
        #expect(!editor.lines().joined().contains("•"))
        _ = editor.press(.down, .down, .left)
        #expect(editor.shows("Seasonal Photos •"))
        #expect(editor.lines().filter { $0.contains("•") }.count == 1)
        _ = editor.press(.right)
        #expect(!editor.lines().joined().contains("•"))
    }

    @Test func `shows a broken rule under its field, and moves there on Done instead of committing`() {
        var editor = Sample.editor()
        _ = editor.press(.control("u"), .tab, .tab, .tab, .tab, .tab)
        #expect(editor.draft.username == "")
        let lines = editor.lines()
        let field = lines.firstIndex { $0.contains("Username") } ?? 0
        #expect(lines[field + 1].contains("Username must be 1 to 64 visible characters"))
        #expect(editor.press(.enter) == [])
        #expect(editor.focus == .field("username"))
        #expect(editor.phase == .editing)
        _ = editor.type("hiker")
        #expect(!editor.shows("visible characters"))
        #expect(editor.press(.control("s")) == [.request(.draft(.commit(editor.draft, .none)))])
    }

    @Test func `shows an old draft's goal date that is out of its range by now`() {
        var editor = Sample.editor(Sample.draft { $0.goalDate = Day(year: 2031, month: 1, day: 1) })
        #expect(editor.shows("Goal Date must be from 21 November 2025 to 1 May 2028"))
        #expect(editor.press(.control("s")) == [])
        #expect(editor.focus == .field("goalDate"))
        _ = editor.press(.character("-"))
        #expect(editor.draft.goalDate == Day(year: 2028, month: 5, day: 1))
        #expect(editor.press(.control("s")) == [.request(.draft(.commit(editor.draft, .none)))])
    }

    @Test func `commits on Done, by key, Enter and mouse`() {
        for press: (inout EditorScreen) -> [Effect] in [
            { $0.press(.control("s")) }, { $0.click("( Done") }, { $0.click("^S done") },
            { $0.press(.up, .up, .enter) }, { $0.press(.up, .up, .character(" ")) },
        ] {
            var editor = Sample.editor()
            let draft = editor.draft
            #expect(press(&editor) == [.request(.draft(.commit(draft, .none)))])
            #expect(editor.phase == .committing)
            #expect(editor.shows("publishing…"))
            // Nothing is typed into a draft that is being published.
            #expect(editor.type("abc") == [])
            #expect(editor.press(.control("s"), .control("x"), .enter) == [])
            #expect(editor.committed(as: 4, at: .zero).first == .close)
        }
    }

    @Test func `asks before it discards, by key, Enter and mouse`() {
        for press: (inout EditorScreen) -> [Effect] in [
            { $0.press(.control("x")) }, { $0.click("( Discard") }, { $0.click("^X discard") },
            { $0.press(.up, .enter) }, { $0.press(.up, .character(" ")) },
        ] {
            var fresh = Sample.editor()
            #expect(press(&fresh) == [.close])
            var edited = Sample.editor()
            _ = edited.type("x")
            #expect(press(&edited) == [])
            #expect(edited.shows("Discard the draft?"))
            #expect(edited.shows("Username g_kumar → g_kumarx"))
            // A hasty Enter discards nothing, and neither does Esc.
            #expect(edited.press(.enter) == [])
            #expect(edited.phase == .editing)
            _ = edited.click("Username")
            #expect(press(&edited) + edited.press(.escape) == [])
            _ = edited.click("Username")
            #expect(press(&edited) + edited.press(.right, .enter) == [.request(.draft(.discard))])
            #expect(edited.shows("discarding…"))
            #expect(edited.type("abc") == [])
            #expect(edited.discarded() == [.close])
            var waiting = Sample.editor(Sample.draft { $0.seasonalPhoto = .spring })
            #expect(press(&waiting) + waiting.press(.right, .enter) == [.request(.draft(.discard))])
            waiting.refused("the disk is full")
            #expect(waiting.phase == .editing)
            #expect(waiting.shows("the disk is full"))
        }
    }

    @Test func `keeps the draft on Esc, and closes once it is saved`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        #expect(editor.shows("saving…") && !editor.shows("not saved"))
        #expect(editor.press(.escape) == [])
        #expect(editor.type("y") == [])
        #expect(editor.saved() == [.close])
        #expect(editor.shows("draft kept"))
        var kept = Sample.editor()
        _ = kept.type("xy")
        #expect(kept.saved() + kept.saved() == [])
        #expect(kept.press(.escape) == [.close])
    }

    @Test func `stays open during the commit`() {
        var editor = Sample.editor()
        #expect(editor.press(.control("s"), .escape) == [.request(.draft(.commit(Sample.draft(), .none)))])
        #expect(editor.committed(as: 4, at: .zero).first == .close)
    }

    @Test func `says when nothing is saved until a save succeeds, and asks before it loses a change`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        #expect(editor.saveRefused("the disk is full") == [])
        #expect(editor.shows("not saved") && !editor.shows("draft kept"))
        #expect(editor.shows("the disk is full"))
        // The shown draft is saved again before the editor closes.
        let draft = editor.draft
        #expect(editor.press(.escape) == [.request(.draft(.save(draft)))])
        #expect(editor.saveRefused("the disk is full.") == [])
        #expect(editor.shows("The draft is not saved"))
        #expect(editor.lines().contains { $0.contains("The disk is full. If you leave now") })
        #expect(editor.press(.enter) == [])
        #expect(editor.phase == .editing && editor.shows("not saved"))
        #expect(editor.press(.escape) == [.request(.draft(.save(draft)))])
        _ = editor.saveRefused("the disk is full")
        #expect(editor.press(.right, .enter) == [.close])

        var mended = Sample.editor()
        _ = mended.type("x")
        _ = mended.saveRefused("the disk is full")
        _ = mended.type("y")
        #expect(mended.shows("not saved"))
        #expect(mended.saved() == [])
        #expect(mended.shows("draft kept") && !mended.shows("the disk is full"))
    }

    @Test func `publishes what is shown, whether saved or not`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        _ = editor.saveRefused("the disk is full")
        var shown = Sample.profile
        shown.username = "g_kumarx"
        #expect(editor.press(.control("s")) == [.request(.draft(.commit(Sample.edited(shown), .none)))])
    }

    @Test func `opens with the saved draft`() {
        let editor = Sample.editor(Sample.draft { ($0.username, $0.seasonalPhoto) = ("hiker", .summer) })
        #expect(editor.shows("hiker"))
        #expect(editor.shows("[🌞 summer]"))
        #expect(editor.lines().filter { $0.contains("•") }.count == 2)
    }

    @Test func `scrolls to the focused field in a small terminal`() {
        let size = CellSize(columns: 40, rows: 7)
        var editor = Sample.editor(size: size)
        #expect(editor.shows("g_kumar", size))
        for label in ["Notifications", "Seasonal Photos", "Goal", "Goal Date", "Done", "Discard", "g_kumar"] {
            _ = editor.press(.tab)
            #expect(editor.shows(label, size), "\(label)")
        }
        _ = editor.press(.up)
        #expect(editor.update(.resized(CellSize(columns: 80, rows: 6)), at: .zero) == [])
        #expect(editor.shows("[ Discard ]", CellSize(columns: 80, rows: 6)))
    }

    @Test func `fits the smallest terminal without scrolling`() {
        let editor = Sample.editor(size: Sample.smallest)
        for text in ["g_kumar", "[On]", "☃️winter", "2027", "Done", "Discard", "^S done"] {
            #expect(editor.shows(text, Sample.smallest), "\(text)")
        }
    }

    @Test func `shows hostile and wide names harmlessly`() {
        let name = "山\u{1B}[2J\u{202E}"
        let editor = Sample.editor(Sample.draft { $0.username = name })
        #expect(!editor.lines().joined().unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
        #expect(editor.shows("Username must be 1 to 64 visible characters"))
        let wide = Sample.editor(Sample.draft { $0.username = String(repeating: "山", count: 64) })
        #expect(wide.lines(Sample.smallest).allSatisfy { $0.cells <= 40 })
    }
}
