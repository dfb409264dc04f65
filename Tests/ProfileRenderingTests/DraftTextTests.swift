import ProfileKit
import ProfileRendering
import Testing

@Suite struct DraftTextTests {
    private static let profile = Profile(username: "g_kumar", goalDate: Day(year: 2027, month: 5, day: 1))
    private static let today = Day(localTo: 1_800_000_000)

    @Test func `a draft is told by its day and its changes`() {
        var draft = Self.profile
        draft.seasonalPhoto = .spring
        draft.username = "a\u{1B}b"
        let changes = draft.changes(since: Self.profile)
        #expect(
            DraftText(savedAt: 1_800_000_000, changes: changes, today: Self.today).text
                == "A draft from today is waiting: username g_kumar → a\\u{1B}b, season winter → spring")
    }

    @Test func `a draft of an unknown day, and one without changes, are told as such`() {
        #expect(
            DraftText(savedAt: nil, changes: [], today: Self.today).text
                == "A draft from an unknown day is waiting: no changes")
    }
}
