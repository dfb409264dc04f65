import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

@Suite struct `The outcomes of the editor's effects` {
    private static let conflict = DraftConflict(fields: [.season], revision: 4)

    /// An editor whose draft was changed and is being committed.
    private func committing() -> EditorScreen {
        var editor = Sample.editor(Sample.draft { $0.seasonalPhoto = .spring })
        _ = editor.press(.control("s"))
        return editor
    }

    @Test func `show base, mine and theirs after a conflict on Done, and ask`() {
        var editor = committing()
        editor.conflict(Self.conflict)
        for text in ["Seasonal Photos", "base", "mine", "theirs", "winter", "spring", "summer", "( Back )"] {
            #expect(editor.shows(text), "\(text)")
        }
        let draft = editor.draft
        func decided(_ side: ConflictSide) -> Effect {
            .request(.draft(.commit(draft, ConflictDecisions(["seasonalPhoto": side], seen: Self.conflict))))
        }
        #expect(editor.press(.character("m"), .enter) == [decided(.mine)])
        #expect(editor.phase == .committing)
        editor.conflict(Self.conflict)
        #expect(editor.press(.character("t"), .enter) == [decided(.theirs)])
        editor.conflict(Self.conflict)
        #expect(editor.update(.resized(Sample.smallest), at: .zero) == [])
        #expect(editor.press(.escape) == [])
        #expect(editor.phase == .editing)
        #expect(editor.draft.seasonalPhoto == .spring)
        #expect(editor.size == Sample.smallest)
    }

    @Test func `show a refusal, and keep the draft open`() {
        var editor = committing()
        editor.refused("the disk is full")
        #expect(editor.shows("the disk is full"))
        #expect(editor.phase == .editing)
        #expect(editor.draft.seasonalPhoto == .spring)
        // The next change is saved again.
        _ = editor.type("x")
        #expect(!editor.shows("the disk is full"))
        editor.refused("the goal is too far", problems: [FieldProblem("goalDate", .form)])
        #expect(editor.focus == .field("goalDate"))
        editor.refused("the name is too long", problems: [FieldProblem("username", .form)])
        #expect(editor.focus == .field("username"))
        editor.refused("it is too cold", problems: [FieldProblem("seasonalPhoto", .form)])
        #expect(editor.focus == .field("seasonalPhoto"))
        editor.refused("something else", problems: [FieldProblem("session", .form)])
        #expect(editor.focus == .field("seasonalPhoto"))
    }

    @Test func `keep what was typed during a save, and distinguish that save from the next one`() {
        var editor = Sample.editor()
        _ = editor.type("12")
        #expect(editor.saved() == [])
        #expect(editor.draft.username == "g_kumar12")
        #expect(editor.sync.hasSavedDraft && !editor.sync.isSaved)
        #expect(editor.shows("saving…"))
        #expect(editor.saved() == [])
        #expect(editor.shows("draft kept"))
    }

    @Test func `ask which draft to keep when one was saved elsewhere, and save nothing before the answer`() {
        func asked() -> EditorScreen {
            var editor = Sample.editor()
            _ = editor.type("x")
            editor.savedElsewhere(Sample.draft { $0.seasonalPhoto = .spring })
            return editor
        }
        var mine = Sample.profile
        mine.username = "g_kumarx"
        var editor = asked()
        for text in [
            "The draft was changed elsewhere", "Theirs: Seasonal Photos winter → spring", "Mine: Username g_kumar →",
            "[ Back ]", "( Theirs )", "( Mine )",
        ] {
            #expect(editor.shows(text), "\(text)")
        }
        // The question appears while a name is being typed: none of these keys is an answer.
        #expect(editor.type("a b c") == [])
        #expect(editor.shows("The draft was changed elsewhere"))
        editor.savedElsewhere()
        #expect(editor.press(.right, .right, .enter) == [.request(.draft(.overwrite(Sample.edited(mine))))])
        #expect(editor.phase == .editing)
        #expect(editor.saved() == [])
        #expect(editor.shows("draft kept"))
        editor = asked()
        #expect(editor.press(.right, .enter) == [.request(.draft(.read))])
        #expect(editor.phase == .editing)
        editor = asked()
        #expect(editor.click("( Theirs") == [.request(.draft(.read))])
    }

    @Test func `show another program's save at once while nothing is typed`() {
        let committed = CommittedProfile(revision: 3, profile: Sample.profile)
        var theirs = Sample.draft { $0.username = "theirs" }
        theirs.saveNumber = 2
        var editor = Sample.editor()
        #expect(editor.refresh(Sample.content(saved: theirs, committed), at: .zero) == [.request(.draft(.read))])
        // News that comes twice is no reason to read twice.
        #expect(editor.refresh(Sample.content(saved: theirs, committed), at: .zero) == [])
        #expect(editor.handle(.draft(theirs, committed: committed), at: .zero) == [])
        #expect(editor.shows("theirs") && editor.shows("draft kept"))
        // It was discarded elsewhere.
        #expect(editor.refresh(Sample.content(saved: nil, committed), at: .zero) == [.request(.draft(.read))])
        #expect(editor.handle(.draft(Sample.draft(), committed: committed), at: .zero) == [])
        #expect(editor.shows("g_kumar") && !editor.shows("draft kept"))
    }

    @Test func `ask, and lose nothing, when typing meets another program's save`() {
        let committed = CommittedProfile(revision: 3, profile: Sample.profile)
        var theirs = Sample.draft { $0.username = "theirs" }
        theirs.saveNumber = 2
        var editor = Sample.editor()
        #expect(editor.refresh(Sample.content(saved: theirs, committed), at: .zero) == [.request(.draft(.read))])
        #expect(editor.type("x") == [])
        #expect(editor.shows("not saved"))
        #expect(editor.handle(.draft(theirs, committed: committed), at: .zero) == [])
        #expect(editor.shows("Theirs: Username g_kumar → theirs") && editor.shows("Mine: Username g_kumar → g_kumarx"))
        let mine = editor.draft
        #expect(editor.press(.right, .right, .enter) == [.request(.draft(.overwrite(mine)))])
    }

    @Test func `do not overwrite another draft on a hasty Enter, and keep what is typed unsaved`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        editor.savedElsewhere()
        #expect(editor.press(.enter) == [])
        #expect(editor.phase == .editing)
        #expect(editor.type("y") == [])
        #expect(editor.shows("g_kumarxy") && editor.shows("not saved"))
        // Neither Done nor Esc nor Discard skips the question.
        for key in [Key.escape, .control("s"), .control("x")] {
            #expect(editor.press(key) == [])
            #expect(editor.shows("The draft was changed elsewhere"))
            #expect(editor.press(.escape) == [])
        }
    }

    @Test func `discard no draft that replaced the one in the question`() {
        let committed = CommittedProfile(revision: 3, profile: Sample.profile)
        var theirs = Sample.draft { $0.username = "theirs" }
        theirs.saveNumber = 9
        var editor = Sample.editor()
        _ = editor.type("x")
        #expect(editor.saved() == [])
        #expect(editor.refresh(Sample.content(saved: theirs, committed), at: .zero) == [.request(.draft(.read))])
        #expect(editor.press(.control("x")) == [])
        #expect(editor.press(.right, .enter) == [], "it is being read again")
        #expect(editor.phase != .discarding)
        #expect(editor.handle(.draft(theirs, committed: committed), at: .zero) == [])
        #expect(editor.draft.username == "theirs")
    }

    @Test func `replace the edited draft by the other one`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        _ = editor.press(.tab)
        let theirs = Sample.draft { $0.username = "theirs" }
        editor.savedElsewhere(theirs)
        _ = editor.press(.right, .enter)
        let committed = CommittedProfile(revision: 3, profile: Sample.profile)
        #expect(editor.handle(.draft(theirs, committed: committed), at: .zero) == [])
        #expect(editor.draft == theirs)
        #expect(editor.shows("theirs"))
        #expect(editor.focus == .field("prefersNotifications"))
    }

    @Test func `report others' commits, and show them in fields that the draft doesn't change`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        var theirs = Sample.profile
        (theirs.username, theirs.seasonalPhoto, theirs.goalDate) = ("sara", .summer, Day(year: 2028, month: 1, day: 1))
        editor.committedElsewhere(CommittedProfile(revision: 4, profile: theirs), today: Sample.today)
        // Done would publish their season, and report a conflict about the name.
        #expect(editor.shows("g_kumarx") && editor.shows("[🌞 summer]"))
        #expect(editor.shows("1 Jan") || editor.shows("‹ January"))
        #expect(editor.shows("Changed elsewhere: Username g_kumar →"))
        #expect(editor.draft.changes.map(\.field) == ["username"])
        #expect(editor.draft.merged(onto: theirs).conflicts.map(\.field) == ["username"])
        // The range follows the committed date.
        _ = editor.press(.tab, .tab, .tab, .tab, .end)
        #expect(editor.draft.goalDate == Day(year: 2029, month: 1, day: 1))
        // Choosing a value other than theirs is a change, even if it is the draft's base value.
        _ = editor.press(.backTab, .backTab, .right)
        #expect(editor.draft.seasonalPhoto == .autumn)
        _ = editor.press(.right)
        #expect(editor.draft.merged(onto: theirs).profile.seasonalPhoto == .winter)
    }

    @Test func `show a saved draft as it would be if published now`() {
        var theirs = Sample.profile
        theirs.seasonalPhoto = .summer
        let draft = Sample.draft { $0.username = "hiker" }
        var editor = EditorScreen(
            draft: draft, committed: CommittedProfile(revision: 4, profile: theirs), today: Sample.today)
        #expect(editor.shows("hiker") && editor.shows("[🌞 summer]"))
        #expect(editor.shows("Changed elsewhere: Seasonal Photos winter →"))
        guard case .request(.draft(.commit(let published, .none)), _)? = editor.press(.control("s")).first else {
            Issue.record("nothing is published")
            return
        }
        #expect(published.merged(onto: theirs).profile == published.profile)
    }

    @Test func `lose no value when a lock comes between, and leave once the draft is saved`() {
        var editor = Sample.editor()
        _ = editor.type("x")
        _ = editor.press(.escape)
        #expect(editor.resume(at: .zero) == [.request(.draft(.save(editor.draft)))])
        #expect(editor.saved() == [.close])
        var discarding = Sample.editor(Sample.draft { $0.username = "x" })
        _ = discarding.press(.control("x"), .right, .enter)
        #expect(discarding.resume(at: .zero) == [])
        #expect(discarding.shows("press Discard again"))
    }
}
