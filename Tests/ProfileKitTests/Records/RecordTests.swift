import TestSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite struct `Records` {
    @Test func `of profiles are read back`() throws {
        var source = SeededSource(seed: 2)
        for _ in 0..<300 {
            let value = source.tagged()
            #expect(try DocumentRecord(decoding: DocumentRecord(value).encoded).value == value)
        }
    }

    @Test func `of commits are read back`() throws {
        var source = SeededSource(seed: 3)
        for _ in 0..<300 {
            let record = source.commit()
            let back = try CommitRecord<Profile>(decoding: record.encoded)
            #expect(back.at == record.at && back.before == record.before && back.after == record.after)
        }
    }

    @Test func `of drafts are read back`() throws {
        var source = SeededSource(seed: 4)
        for _ in 0..<300 {
            let record = source.draft()
            let back = try DraftRecord<Profile>(decoding: record.encoded)
            #expect(back.base == record.base && back.edited == record.edited)
            #expect(back.baseRevision == record.baseRevision && back.savedAt == record.savedAt)
        }
    }

    @Test func `of hikes are read back`() throws {
        var source = SeededSource(seed: 5)
        for _ in 0..<300 {
            let record = HeaderRecord(source.header(), contentDigest: source.digestBytes())
            let back = try HeaderRecord(decoding: record.encoded)
            #expect(back.header == record.header && back.contentDigest == record.contentDigest)
        }
    }

    @Test func `of a hike with unknown values are read back without them, not with zeros`() throws {
        let header = HikeHeader(id: 0, name: "", distance: 0)
        #expect(try HeaderRecord(decoding: HeaderRecord(header, contentDigest: []).encoded).header == header)
        let observation = HikeObservation(distanceFromStart: 0)
        #expect(try TrackRecord(decoding: TrackRecord([observation]).encoded).observations == [observation])
    }

    @Test func `of tracks are read back, empty and long ones too`() throws {
        var source = SeededSource(seed: 6)
        for count in [0, 1, 2, 100, 20_000] {
            let observations = (0..<count).map { _ in source.observation() }
            #expect(try TrackRecord(decoding: TrackRecord(observations).encoded).observations == observations)
        }
    }

    @Test func `of digests are read back`() throws {
        var source = SeededSource(seed: 7)
        for _ in 0..<300 {
            let digest = source.digest()
            #expect(try SummaryRecord(decoding: SummaryRecord.encode(digest)).summary == digest)
        }
    }

    @Test func `have a distinct form for each season and badge that is read back`() throws {
        let day = Day(year: 2027, month: 5, day: 1)
        let seasons = try SeasonalPhoto.allCases.map { season throws in
            let profile = Profile(username: "g_kumar", seasonalPhoto: season, goalDate: day)
            let encoded = DocumentRecord(Tagged(profile)).encoded
            #expect(try DocumentRecord<Profile>(decoding: encoded).value.model.seasonalPhoto == season)
            return encoded
        }
        #expect(Set(seasons).count == 4)
        let badges = try Badge.all.map { earned throws in
            let statuses = Badge.all.map { badge in
                BadgeStatus(badge: badge, isEarned: badge == earned, earnedOn: day, progress: 1)
            }
            let encoded = SummaryRecord.encode(HikeSummary(totals: HikeTotals(), recent: [], badges: statuses))
            #expect(try SummaryRecord(decoding: encoded).summary?.badges == statuses)
            return encoded
        }
        #expect(Set(badges).count == Badge.all.count)
    }

    /// Every later version must be able to read what is stored.
    @Test func `keep the stored form of a profile`() throws {
        let profile = Profile(
            username: "g_kumar", seasonalPhoto: .spring, goalDate: Day(year: 2027, month: 5, day: 1))
        let text = [7] + Array("g_kumar".utf8)
        let (flag, season, day): ([UInt8], [UInt8], [UInt8]) = ([1], [6] + Array("spring".utf8), [0xD6, 0x1F, 10, 2])
        func field(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] { [tag * 2, UInt8(value.count + 1), 0] + value }
        let four = field(1, text) + field(2, flag) + field(3, season) + field(4, day)
        let bytes = [2, 5] + four + field(5, [0])
        #expect(DocumentRecord(Tagged(profile)).encoded == bytes)
        #expect(try DocumentRecord<Profile>(decoding: bytes).value.model == profile)
        #expect(try DocumentRecord<Profile>(decoding: [2, 4] + four).value.model == profile, "as it was before goals")
        var withGoal = profile
        withGoal.goal = Goal("5 km since 2026-06-01")
        let goal = field(5, [1, 21] + Array("5 km since 2026-06-01".utf8))
        #expect(DocumentRecord(Tagged(withGoal)).encoded == [2, 5] + four + goal)
        #expect(try DocumentRecord<Profile>(decoding: [2, 5] + four + goal).value.model == withGoal)
        let first = [1] + text + flag + season + day
        #expect(try DocumentRecord<Profile>(decoding: first).value.model == profile, "as 0.1.0 wrote it")
    }
}

/// Each decoder of stored bytes, with records that it reads.
enum RecordDecoder: CaseIterable, Sendable {
    case profile, history, draft, hike, track, digest

    /// The schemas that it reads: this program's, after those of earlier ones.
    var schemas: [UInt8] {
        switch self {
        case .profile, .history, .draft: [1, 2]
        case .hike: [1, 2, 3]
        case .track: [1]
        // Derived data: a digest of another schema belongs to other rules.
        case .digest: Array(.min ... .max)
        }
    }

    func decode(_ bytes: [UInt8]) throws {
        switch self {
        case .profile: _ = try DocumentRecord<Profile>(decoding: bytes)
        case .history: _ = try CommitRecord<Profile>(decoding: bytes)
        case .draft: _ = try DraftRecord<Profile>(decoding: bytes)
        case .hike: _ = try HeaderRecord(decoding: bytes)
        case .track: _ = try TrackRecord(decoding: bytes)
        case .digest: _ = try SummaryRecord(decoding: bytes)
        }
    }

    func encoded(_ source: inout SeededSource) -> [UInt8] {
        switch self {
        case .profile: DocumentRecord(source.tagged()).encoded
        case .history: source.commit().encoded
        case .draft: source.draft().encoded
        case .hike: HeaderRecord(source.header(), contentDigest: source.digestBytes()).encoded
        case .track: TrackRecord(source.list(upTo: 8) { $0.observation() }).encoded
        case .digest: SummaryRecord.encode(source.digest())
        }
    }
}
