import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@Suite struct `The rules of a profile` {
    /// 21 November 2026, 12:00 in Greenwich: the same day in every zone.
    private static let now = WallTime(secondsSince1970: 1_795_262_400)

    @Test(arguments: [
        ("2025-11-20", false), ("2025-11-21", true), ("2026-11-21", true), ("2027-11-21", true), ("2027-11-22", false),
    ])
    func `keep a goal date within a year, both ends included`(goal: String, isFine: Bool) throws {
        let committed = Profile(username: "g_kumar", goalDate: Day(year: 2026, month: 11, day: 21))
        let profile = Profile(username: "g_kumar", goalDate: try #require(Day(goal)))
        let problems = profile.problems(replacing: committed, at: Self.now)
        #expect(problems == (isFine ? [] : [FieldProblem("goalDate", .range("2025-11-21", "2027-11-21"))]))
    }

    @Test(.temporaryStore) func `offer the goal dates as of the day of the gate's clock`() throws {
        let store = try TemporaryStore.current.unlock()
        let committed = try store.profile
        TemporaryStore.current.clock.moveWallClock(by: .seconds(400 * 86_400))
        let dates = store.goalDates(committed: committed)
        #expect(dates == Profile.goalDates(committed: committed.goalDate, today: store.today))
        #expect(dates.contains(store.today) && dates.contains(committed.goalDate))
    }

    @Test(.temporaryStore) func `let an undo restore a goal date that can't be chosen any more`() throws {
        let temporary = TemporaryStore.current!
        let store = try temporary.unlock()
        let old = try store.profile.goalDate
        temporary.clock.advance(by: .seconds(5 * 366 * 86_400))
        let today = store.today
        try store.edit { $0.goalDate = today }
        #expect(code { try store.edit { $0.goalDate = old } } == .invalidValue)
        #expect(try store.undo().profile.goalDate == old)
        #expect(try store.profile.goalDate == old)
    }

    @Test func `are all reported at once, in the order of the fields, without the values`() {
        let committed = Profile(username: "g_kumar", goalDate: Day(year: 2026, month: 11, day: 21))
        let profile = Profile(username: "hunter2\n", goalDate: Day(year: 1999, month: 1, day: 1))
        let problems = profile.problems(replacing: committed, at: Self.now)
        #expect(problems.map(\.field) == ["username", "goalDate"])
        #expect(
            problems.allSatisfy { !$0.rule.requirement.contains("hunter2") && !$0.rule.requirement.contains("1999") })
    }
}

@Suite struct UsernameRuleTests {
    @Test(arguments: [
        "a", "g_kumar", "Ünïcødé", "山田太郎", "e\u{301}", " a ", "O'Brien; DROP TABLE", "-", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👨‍👩‍👧‍👦",
        "می\u{200C}خواهم", String(repeating: "x", count: 64), String(repeating: "é", count: 64),
        String(repeating: "👨‍👩‍👧‍👦", count: 20), "☃\u{FE0F}", "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "葛\u{E0100}城",
    ])
    func `accept 1 to 64 visible characters as a name`(name: String) {
        #expect(Profile.brokenRule(ofUsername: name) == nil)
    }

    @Test func `count a family emoji as one character however many scalars it has`() {
        // 60 letters and 4 families of 25 bytes: 64 characters.
        let name = String(repeating: "x", count: 60) + String(repeating: "👨‍👩‍👧‍👦", count: 4)
        #expect(Profile.brokenRule(ofUsername: name) == nil)
        #expect(Profile.brokenRule(ofUsername: name + "x") != nil)
    }

    @Test(arguments: [
        ("", "empty"), (String(repeating: "x", count: 65), "65"), (String(repeating: "👍", count: 65), "👍"),
    ])
    func `refuse a name that is empty or longer than 64 characters`(name: String, why: String) {
        #expect(Profile.brokenRule(ofUsername: name) == .visible(1...64), "\(why)")
    }

    @Test func `limit the accents on a character`() {
        let name = "a" + String(repeating: "\u{301}", count: 256)
        #expect(name.count == 1)
        #expect(Profile.brokenRule(ofUsername: name) == .visible(1...64, .bytes(512)))
    }

    @Test(arguments: [
        " ", "   ", "\u{A0}", "\u{2003}\u{3000}", String(repeating: " ", count: 64), "\u{200D}",
        "\u{3164}", "\u{2800}", "\u{301}",
    ])
    func `refuse a name without visible characters`(name: String) {
        #expect(Profile.brokenRule(ofUsername: name) == .visible(1...64, .notBlank))
    }

    @Test(arguments: [
        "\0", "\u{1}", "\t", "\n", "\r\n", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}", "\u{AD}", "\u{61C}",
        "\u{180E}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202B}", "\u{202C}",
        "\u{202D}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{FEFF}", "\u{FFF9}",
        "\u{E000}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{FFFF}", "\u{10FFFF}", "\u{FE00}\u{FE0F}",
        "\u{E0100}\u{E01EF}", "\u{200D}\u{FE0F}",
    ])
    func `refuse control and formatting characters anywhere in a name`(control: String) {
        for name in [control, control + "b", "a" + control, "a" + control + "b"] {
            #expect(Profile.brokenRule(ofUsername: name) == .visible(1...64, .noControls))
        }
    }

    @Test(arguments: ["\u{FE0F}", "\u{FE0F}b", "\u{E0100}b"])
    func `refuse a variation selector that follows nothing`(name: String) {
        #expect(Profile.brokenRule(ofUsername: name) == .visible(1...64, .noControls))
    }
}
