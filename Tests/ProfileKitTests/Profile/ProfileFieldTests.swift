import ProfileKit
import ProfileRendering
import Testing

@Suite struct `The fields of a profile` {
    private static let one = Profile(
        username: "one", prefersNotifications: false, seasonalPhoto: .spring,
        goalDate: Day(year: 2027, month: 6, day: 1), goal: Goal("120 km since 2026-06-01"))
    private static let base = Profile(
        username: "base", prefersNotifications: true, seasonalPhoto: .winter,
        goalDate: Day(year: 2027, month: 5, day: 1))
    private static let two = Profile(
        username: "two", prefersNotifications: false, seasonalPhoto: .summer,
        goalDate: Day(year: 2027, month: 7, day: 1), goal: Goal("50 hikes since 2026-07-01"))

    @Test func `have the names fixed by the contract, in JSON and as options`() {
        #expect(
            Profile.fields.map(\.name) == ["username", "prefersNotifications", "seasonalPhoto", "goal", "goalDate"])
        #expect(
            Profile.fields.map { Profile.option(of: $0.name) } == [
                "username", "notifications", "season", "goal", "goal-date",
            ])
        #expect(Set(Profile.fields.map(\.tag)).count == Profile.fields.count)
    }

    @Test(arguments: Profile.fields.indices)
    func `read back what they show, and change no other field`(index: Int) throws {
        let field = Profile.fields[index]
        let value = field.value(of: Self.one)
        #expect(try field.parse(value.description) == value)
        #expect(try field.read(value.json) == value)
        var changed = Self.base
        field.set(value, in: &changed)
        for other in Profile.fields {
            let expected = other.name == field.name ? Self.one : Self.base
            #expect(other.value(of: changed) == other.value(of: expected))
        }
    }

    @Test(arguments: [
        ("prefersNotifications", "ON", "on"), ("prefersNotifications", "Off", "off"),
        ("seasonalPhoto", "Spring", "spring"), ("seasonalPhoto", "☃️", "winter"),
    ])
    func `are read in any case`(name: String, text: String, value: String) throws {
        #expect(try Profile.field(named: name)?.parse(text).description == value)
    }

    @Test(arguments: [
        ("prefersNotifications", "hunter2"), ("prefersNotifications", ""), ("prefersNotifications", "on "),
        ("seasonalPhoto", "hunter2"), ("seasonalPhoto", ""), ("goalDate", "hunter2"), ("goalDate", ""),
        ("goalDate", "2027-02-29"), ("goalDate", "1.5.2027"),
    ])
    func `name the field and the rule when a text is invalid, and never the text`(
        name: String, text: String
    ) throws {
        let field = try #require(Profile.field(named: name))
        let problem = #expect(throws: FieldProblem.self) { try field.parse(text) }
        #expect(problem?.field == name)
        #expect(problem?.rule.requirement.hasPrefix("must be ") == true)
        if text.count > 4 { #expect(problem?.rule.requirement.contains(text) == false) }
    }

    /// The changes of the two sides to a field, and which of base, mine and theirs results.
    enum Sides: CaseIterable {
        case unchanged, mine, theirs, bothSame, bothDifferent
    }

    @Test(arguments: Profile.fields.indices, Sides.allCases) func `are merged one by one`(index: Int, sides: Sides) {
        let field = Profile.fields[index]
        // A switch has only two positions, so both sides cannot turn it to different ones.
        if field.control == .toggle, sides == .bothDifferent { return }
        var (mine, theirs, expected) = (Self.base, Self.base, Self.base)
        let (one, two) = (field.value(of: Self.one), field.value(of: Self.two))
        if [.mine, .bothSame, .bothDifferent].contains(sides) { field.set(one, in: &mine) }
        if [.theirs, .bothSame].contains(sides) { field.set(one, in: &theirs) }
        if sides == .bothDifferent { field.set(two, in: &theirs) }
        if sides != .unchanged { field.set(sides == .bothDifferent ? two : one, in: &expected) }

        let merge = Merge(base: Self.base, mine: mine, theirs: theirs)
        #expect(merge.profile == expected)
        #expect(merge.deciding(.all(.theirs)).profile == expected)
        #expect(merge.conflicts.map(\.field) == (sides == .bothDifferent ? [field.name] : []))
        if sides == .bothDifferent { field.set(one, in: &expected) }
        let decided = merge.deciding(.all(.mine))
        #expect(decided.profile == expected)
        #expect(decided.conflicts.isEmpty)
    }

    @Test func `of a conflict are resolved only for the values that were seen`() throws {
        var theirs = Self.two
        let conflicts = Merge(base: Self.base, mine: Self.one, theirs: theirs).conflicts
        let seen = DraftConflict(fields: conflicts, revision: 2)
        let decisions = ConflictDecisions(others: .mine, seen: seen)
        #expect(decisions.isComplete)
        #expect(ConflictDecisions.none.isComplete, "there was no conflict to resolve")
        theirs.username = "someone else"
        let merge = Merge(base: Self.base, mine: Self.one, theirs: theirs).deciding(decisions)
        #expect(merge.conflicts.map(\.field) == ["username"])
    }
}
