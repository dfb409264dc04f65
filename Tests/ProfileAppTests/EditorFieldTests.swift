import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import SealedStore

extension Profile {
    fileprivate var goalYear: Int {
        get { goalDate.year }
        set { goalDate = Day(checkedYear: newValue, month: 5, day: 1) ?? goalDate }
    }
    fileprivate var isQuiet: Bool {
        get { !prefersNotifications }
        set { prefersNotifications = !newValue }
    }
    fileprivate var badge: Badge {
        get { Badge(rawValue: username) ?? .none }
        set { username = newValue.rawValue }
    }
    fileprivate var lastDay: Day {
        get { goalDate }
        set { goalDate = newValue }
    }
}

/// A choice among more values than a line holds.
private enum Badge: String, EditableValue, CaseIterable {
    case none, woodenWalkingStick, leatherWalkingBoots, brassMountainCompass, silverForestLantern, goldenSummitBell
}

/// Fields that the editor doesn't know.
@Suite struct `An additional field in the editor` {
    private func editor(_ field: ModelField<Profile>, size: CellSize = Sample.terminal) -> EditorScreen {
        var editor = EditorScreen(
            draft: Sample.draft(), committed: CommittedProfile(revision: 3, profile: Sample.profile),
            fields: Profile.fields + [field], today: Sample.today
        ).sized(size)
        for _ in Profile.fields { _ = editor.press(.tab) }
        return editor
    }

    private func saved(_ change: (inout Profile) -> Void) -> [Effect] {
        var profile = Sample.profile
        change(&profile)
        return [.request(.draft(.save(Sample.edited(profile))))]
    }

    @Test func `is switched when it is a toggle`() {
        var editor = editor(ModelField("isQuiet", tag: 9, label: "Quiet", \.isQuiet))
        #expect(editor.shows("› Quiet") && editor.shows("[Off]"))
        #expect(editor.press(.character(" ")) == saved { $0.isQuiet = true })
        #expect(editor.shows("› Quiet •"))
        #expect(editor.press(.tab) == [] && editor.focus == .done)
    }

    @Test func `is stepped when it is a day, over all valid days`() {
        var editor = editor(ModelField("lastDay", tag: 9, label: "Last Day", \.lastDay))
        #expect(editor.shows("› Last Day"))
        #expect(editor.press(.character("+")) == saved { $0.lastDay = Day(year: 2027, month: 5, day: 2) })
        #expect(editor.lines().filter { $0.trimmed.hasPrefix("from ") }.count == 1)
        _ = editor.press(.home)
        #expect(editor.draft.lastDay == Day(year: 1, month: 1, day: 1))
    }

    @Test func `is selected when it is a choice, on as many lines as its values need`() {
        for size in [Sample.terminal, Sample.smallest] {
            var editor = editor(ModelField("badge", tag: 9, label: "Badge", \.badge), size: size)
            for (word, badge) in [
                ("goldenSummitBell", Badge.goldenSummitBell), ("leatherWalkingBoots", .leatherWalkingBoots),
            ] {
                #expect(editor.click(word, size) == saved { $0.badge = badge })
                #expect(editor.shows("[\(word)]", size))
            }
            #expect(editor.press(.left) == saved { $0.badge = .woodenWalkingStick })
        }
    }

    @Test func `is typed when it is a text; an incomplete value is reported, kept and never published`() {
        var editor = editor(ModelField("goalYear", tag: 9, label: "Goal Year", \.goalYear))
        _ = editor.press(.end)
        #expect(editor.press(.backspace) == saved { $0.goalYear = 202 })
        #expect(editor.type("8") == saved { $0.goalYear = 2028 })
        #expect(editor.saved() + editor.saved() == [])
        #expect(editor.shows("draft kept"))
        #expect(editor.press(.control("u")) == [])
        #expect(editor.shows("Goal Year does not have the right form") && editor.shows("not saved"))
        #expect(editor.draft.goalYear == 2028)
        _ = editor.press(.tab)
        #expect(editor.press(.control("s")) == [])
        #expect(editor.focus == .field("goalYear"))
        // Others' commits don't replace what is being typed.
        #expect(editor.type("x20") == [])
        var theirs = Sample.profile
        theirs.seasonalPhoto = .summer
        editor.committedElsewhere(CommittedProfile(revision: 4, profile: theirs), today: Sample.today)
        #expect(editor.shows("x20"))
        // Nor does a draft that another program saved.
        var theirDraft = editor.draft
        theirDraft.saveNumber += 9
        let committed = CommittedProfile(revision: 4, profile: theirs)
        #expect(editor.refresh(Sample.content(saved: theirDraft, committed), at: .zero) == [])
        #expect(editor.shows("x20"))
        #expect(editor.press(.escape) == [])
        #expect(editor.shows("The draft is not saved"))
        #expect(editor.press(.right, .enter) == [.close])
    }

    @Test func `gets the focus when it breaks a rule`() {
        var editor = editor(ModelField("isQuiet", tag: 9, label: "Quiet", \.isQuiet))
        _ = editor.press(.tab)
        editor.refused("no", problems: [FieldProblem("isQuiet", .form)])
        #expect(editor.focus == .field("isQuiet"))
    }
}
