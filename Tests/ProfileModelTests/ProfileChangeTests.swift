import FoundationEssentials
import ProfileModel
import Testing

@Suite struct ProfileChangeTests {
    private let profile = Profile(username: "g_kumar", goalDate: Day(year: 2027, month: 5, day: 1))

    @Test func `equal profiles have no changes`() {
        #expect(profile.changes(since: profile).isEmpty)
    }

    @Test func `names that look alike differ when they are spelled otherwise`() {
        var (composed, decomposed) = (profile, profile)
        composed.username = "Jos\u{E9}"
        decomposed.username = "Jose\u{301}"
        #expect(composed != decomposed)
        #expect(decomposed.changes(since: composed).map(\.field) == [.username])
        #expect(ProfileMerge(base: composed, mine: decomposed, theirs: composed).profile == decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test func `changes hold both values, in the order of the fields`() {
        var later = profile
        later.goalDate = Day(year: 2027, month: 6, day: 1)
        later.username = "g"
        let changes = later.changes(since: profile)
        #expect(changes.map(\.field) == [.username, .goalDate])
        #expect(changes.map(\.from) == [.username("g_kumar"), .goalDate(profile.goalDate)])
        #expect(changes.map(\.to) == [.username("g"), .goalDate(later.goalDate)])
    }

    @Test(arguments: Profile.Field.allCases)
    func `a changed field is one change`(field: Profile.Field) {
        let other = Profile(
            username: "other", prefersNotifications: false, seasonalPhoto: .spring,
            goalDate: Day(year: 2026, month: 5, day: 1))
        var later = profile
        later.set(other.value(of: field))
        #expect(
            later.changes(since: profile).map { [$0.from, $0.to] } == [
                [profile.value(of: field), other.value(of: field)]
            ])
    }

    @Test func `JSON names the field and both values as the contract fixes`() throws {
        var later = profile
        later.seasonalPhoto = .spring
        later.prefersNotifications = false
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(later.changes(since: profile)), as: UTF8.self)
        #expect(
            json == #"[{"field":"prefersNotifications","from":true,"to":false},"#
                + #"{"field":"seasonalPhoto","from":"winter","to":"spring"}]"#)
    }
}
