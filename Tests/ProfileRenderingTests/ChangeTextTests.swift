import ProfileKit
import ProfileRendering
import Testing

@Suite struct ChangeTextTests {
    private static let base = Profile(username: "g_kumar", goalDate: Day(year: 2027, month: 5, day: 1))
    private static let mine = Profile(
        username: "a\u{1B}b", prefersNotifications: false, seasonalPhoto: .spring,
        goalDate: Day(year: 2027, month: 6, day: 1))
    private static let theirs = Profile(
        username: "\u{202E}", prefersNotifications: true, seasonalPhoto: .summer,
        goalDate: Day(year: 2027, month: 7, day: 1))

    @Test func `a change is printed as the option, from and to`() {
        #expect(
            Self.mine.changes(since: Self.base).map(\.text) == [
                "username g_kumar → a\\u{1B}b", "notifications on → off", "season winter → spring",
                "goal-date 2027-05-01 → 2027-06-01",
            ])
    }

    @Test func `an empty value is named, so that no sentence breaks off`() {
        var empty = Self.base
        empty.username = ""
        #expect(empty.changes(since: Self.base).map(\.text) == ["username g_kumar → (empty)"])
        #expect(empty.changes(since: Self.base).map(\.labelledText) == ["Username g_kumar → (empty)"])
    }

    @Test func `a conflict is printed as the option, base, mine and theirs`() {
        let merge = Merge(base: Self.base, mine: Self.mine, theirs: Self.theirs)
        #expect(
            merge.conflicts.map(\.text) == [
                "username: base 'g_kumar', mine 'a\\u{1B}b', theirs '\\u{202E}'",
                "season: base winter, mine spring, theirs summer",
                "goal-date: base 2027-05-01, mine 2027-06-01, theirs 2027-07-01",
            ])
    }
}

@Suite struct DraftTextTests {
    private static let profile = Profile(username: "g_kumar", goalDate: Day(year: 2027, month: 5, day: 1))
    private static let today = Day(localTo: 1_800_000_000)

    @Test func `a draft is described by its day and its changes`() {
        var draft = Self.profile
        draft.seasonalPhoto = .spring
        draft.username = "a\u{1B}b"
        let changes = draft.changes(since: Self.profile)
        #expect(
            DraftText(savedAt: WallTime(secondsSince1970: 1_800_000_000), changes: changes, today: Self.today).text
                == "A draft from today is waiting: username g_kumar → a\\u{1B}b, season winter → spring")
    }

    @Test func `a draft of an unknown day and one without changes are described as such`() {
        #expect(
            DraftText(savedAt: nil, changes: [], today: Self.today).text
                == "A draft from an unknown day is waiting: no changes")
    }
}
