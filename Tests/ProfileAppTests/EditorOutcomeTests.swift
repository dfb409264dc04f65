import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel

@Suite struct `What comes of the editor's effects` {
    private static let conflict = DraftConflict(
        fields: [
            FieldConflict(
                base: .seasonalPhoto(.winter), mine: .seasonalPhoto(.spring), theirs: .seasonalPhoto(.summer))
        ], revision: 4)

    /// An editor whose draft was changed and is being committed.
    private func committing() -> EditorScreen {
        var editor = Sample.editor(Sample.draft { $0.seasonalPhoto = .spring })
        _ = editor.press(.control("s"))
        return editor
    }

    @Test func `a conflict on Done shows base, mine and theirs, and asks`() {
        var editor = committing()
        editor.conflict(Self.conflict)
        for text in ["Seasonal Photos", "base", "mine", "theirs", "winter", "spring", "summer", "[ Back ]"] {
            #expect(editor.shows(text), "\(text)")
        }
        #expect(editor.press(.character("m")) == [.commit(taking: .mine)])
        #expect(editor.phase == .committing)
        editor.conflict(Self.conflict)
        #expect(editor.press(.character("t")) == [.commit(taking: .theirs)])
        editor.conflict(Self.conflict)
        #expect(editor.update(.resized(Sample.smallest), at: .zero) == [])
        #expect(editor.press(.escape) == [])
        #expect(editor.phase == .editing)
        #expect(editor.draft.seasonalPhoto == .spring)
        #expect(editor.size == Sample.smallest)
    }

    @Test func `a refusal is shown, and the draft goes on`() {
        var editor = committing()
        editor.refused("the disk is full")
        #expect(editor.shows("the disk is full"))
        #expect(editor.phase == .editing)
        #expect(editor.draft.seasonalPhoto == .spring)
        // The next change is another try.
        _ = editor.type("x")
        #expect(!editor.shows("the disk is full"))
        editor.refused("the goal is too far", problems: [InvalidValue("goal-date", "is nearer")])
        #expect(editor.focus == .goalDate)
        editor.refused("the name is too long", problems: [InvalidValue("username", "is shorter")])
        #expect(editor.focus == .username)
        editor.refused("something else", problems: [InvalidValue("season", "is warmer")])
        #expect(editor.focus == .username)
    }

    @Test func `a save brings what the draft began from, and not what was typed meanwhile`() {
        var editor = Sample.editor()
        _ = editor.type("12")
        var base = Sample.profile
        base.seasonalPhoto = .summer
        var saved = Sample.draft(base) { $0.username = "g_kumar1" }
        saved.savedAt = 1_700_000_000
        editor.saved(saved)
        #expect(editor.draft.username == "g_kumar12")
        #expect(editor.draft.base == base)
        #expect(editor.hasSavedDraft)
    }

    @Test func `a draft that was saved elsewhere asks whose stands, and saves nothing before the answer`() {
        func asked() -> EditorScreen {
            var editor = Sample.editor()
            _ = editor.type("x")
            editor.savedElsewhere()
            return editor
        }
        var editor = asked()
        for text in ["The draft was changed elsewhere", "Leave", "Theirs", "Mine"] {
            #expect(editor.shows(text), "\(text)")
        }
        #expect(editor.type("abc") == [])
        editor.savedElsewhere()
        var mine = Sample.profile
        mine.username = "g_kumarx"
        #expect(editor.press(.enter) == [.overwrite(mine)])
        #expect(editor.phase == .editing)
        editor = asked()
        #expect(editor.press(.left, .enter) == [.reload])
        #expect(editor.phase == .editing)
        editor = asked()
        #expect(editor.press(.escape) == [.leave])
        editor = asked()
        #expect(editor.click("( Theirs") == [.reload])
    }

    @Test func `their draft takes the place of the edited one`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        _ = editor.press(.tab)
        let theirs = Sample.draft { $0.username = "theirs" }
        editor.replace(draft: theirs, committed: CommittedProfile(revision: 3, profile: Sample.profile))
        #expect(editor.draft == theirs)
        #expect(editor.shows("theirs"))
        #expect(editor.focus == .notifications)
    }

    @Test func `what others commit meanwhile is a remark, and never put over the draft`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        let before = editor.draft
        var theirs = Sample.profile
        (theirs.seasonalPhoto, theirs.goalDate) = (.summer, Day(year: 2028, month: 1, day: 1))
        editor.committedElsewhere(CommittedProfile(revision: 4, profile: theirs), today: Sample.today)
        #expect(editor.draft == before)
        #expect(editor.shows("[☃️ winter]"))
        #expect(editor.shows("Committed meanwhile: season winter → summer,"))
        // The range follows the committed date.
        _ = editor.press(.tab, .tab, .tab, .end)
        #expect(editor.draft.goalDate == Day(year: 2029, month: 1, day: 1))
    }
}
