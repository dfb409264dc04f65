import FoundationEssentials
import ProfileModel
import SeededRandom
import Testing

@Suite struct ProfileMergeTests {
    /// What the two sides did to a field, and which of base, mine and theirs comes out.
    enum Sides: CaseIterable {
        case unchanged, mine, theirs, bothSame, bothDifferent
    }

    private static let base = Profile(
        username: "base", prefersNotifications: true, seasonalPhoto: .winter,
        goalDate: Day(year: 2027, month: 5, day: 1))
    private static let one = Profile(
        username: "one", prefersNotifications: false, seasonalPhoto: .spring,
        goalDate: Day(year: 2027, month: 6, day: 1))
    private static let two = Profile(
        username: "two", prefersNotifications: false, seasonalPhoto: .summer,
        goalDate: Day(year: 2027, month: 7, day: 1))

    /// The values of a field in base, mine and theirs.
    private static func apply(_ sides: Sides, to field: Profile.Field, _ mine: inout Profile, _ theirs: inout Profile) {
        switch sides {
        case .unchanged: break
        case .mine: mine.set(one.value(of: field))
        case .theirs: theirs.set(one.value(of: field))
        case .bothSame:
            mine.set(one.value(of: field))
            theirs.set(one.value(of: field))
        case .bothDifferent:
            mine.set(one.value(of: field))
            theirs.set(two.value(of: field))
        }
    }

    @Test(arguments: Profile.Field.allCases, Sides.allCases)
    func `each field merges by itself`(field: Profile.Field, sides: Sides) {
        // A switch has only two positions, so both sides cannot turn it to different ones.
        if field == .prefersNotifications, sides == .bothDifferent { return }
        var (mine, theirs) = (Self.base, Self.base)
        Self.apply(sides, to: field, &mine, &theirs)
        let merge = ProfileMerge(base: Self.base, mine: mine, theirs: theirs)
        var expected = Self.base
        if sides != .unchanged { expected.set((sides == .bothDifferent ? Self.two : Self.one).value(of: field)) }
        #expect(merge.profile == expected)
        #expect(merge.taking(.theirs) == expected)
        guard sides == .bothDifferent else {
            #expect(merge.conflicts.isEmpty)
            #expect(merge.taking(.mine) == expected)
            return
        }
        #expect(merge.conflicts.map(\.field) == [field])
        #expect(
            merge.conflicts.map { [$0.base, $0.mine, $0.theirs] }
                == [[Self.base, Self.one, Self.two].map { $0.value(of: field) }])
        expected.set(Self.one.value(of: field))
        #expect(merge.taking(.mine) == expected)
    }

    @Test func `a draft that changes another field merges`() {
        var (mine, theirs) = (Self.base, Self.base)
        mine.seasonalPhoto = .spring
        theirs.username = "renamed"
        let merge = ProfileMerge(base: Self.base, mine: mine, theirs: theirs)
        #expect(merge.conflicts.isEmpty)
        #expect(merge.profile.seasonalPhoto == .spring)
        #expect(merge.profile.username == "renamed")
    }

    @Test func `conflicts stand in the order of the fields, and a side decides them all but nothing else`() {
        var (mine, theirs) = (Self.one, Self.two)
        theirs.prefersNotifications = true
        mine.seasonalPhoto = .winter
        let merge = ProfileMerge(base: Self.base, mine: mine, theirs: theirs)
        #expect(merge.conflicts.map(\.field) == [.username, .goalDate])
        let decided = merge.taking(.mine)
        #expect(decided.username == "one" && decided.goalDate == Self.one.goalDate)
        #expect(!decided.prefersNotifications)
        #expect(decided.seasonalPhoto == .summer)
    }

    @Test(arguments: 0..<4)
    func `merging is symmetric where nothing conflicts, and conflicts are the same seen from either side`(seed: UInt64)
    {
        var source = SeededSource(seed: seed)
        let choices = [Self.base, Self.one, Self.two]
        func profile() -> Profile {
            var profile = Self.base
            for field in Profile.Field.allCases {
                if let chosen = choices.randomElement(using: &source) { profile.set(chosen.value(of: field)) }
            }
            return profile
        }
        var clean = 0
        for _ in 0..<1_000 {
            let (base, mine, theirs) = (profile(), profile(), profile())
            let here = ProfileMerge(base: base, mine: mine, theirs: theirs)
            let there = ProfileMerge(base: base, mine: theirs, theirs: mine)
            #expect(here.conflicts.map(\.field) == there.conflicts.map(\.field))
            #expect(here.conflicts.map(\.mine) == there.conflicts.map(\.theirs))
            #expect(here.taking(.mine) == there.taking(.theirs))
            #expect(here.taking(.theirs) == here.profile)
            guard here.conflicts.isEmpty else { continue }
            clean += 1
            #expect(here.profile == there.profile)
        }
        #expect((1..<1_000).contains(clean))
    }

    @Test func `a conflict in JSON shows base, mine and theirs`() throws {
        let merge = ProfileMerge(base: Self.base, mine: Self.one, theirs: Self.two)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(try #require(merge.conflicts.first)), as: UTF8.self)
        #expect(json == #"{"base":"base","field":"username","mine":"one","theirs":"two"}"#)
    }
}
