import SeededRandom

@testable import ProfileKit
@testable import SealedStore

/// Each decoder of stored bytes, with records that it reads.
enum RecordDecoder: CaseIterable, Sendable {
    case profile, history, draft, hike, track, digest

    /// The schemas that it reads: this program's last, and those of earlier ones.
    var schemas: [UInt8] {
        switch self {
        case .profile, .history, .draft, .hike: [1, 2]
        case .track: [1]
        // It is derived: one of another schema is of other rules.
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
        case .digest: _ = try DigestRecord(decoding: bytes)
        }
    }

    func encoded(_ source: inout SeededSource) -> [UInt8] {
        switch self {
        case .profile: DocumentRecord(source.tagged()).encoded
        case .history: source.commit().encoded
        case .draft: source.draft().encoded
        case .hike: HeaderRecord(source.header(), contentDigest: source.digestBytes()).encoded
        case .track: TrackRecord(source.list(upTo: 8) { $0.observation() }).encoded
        case .digest: DigestRecord.encode(source.digest())
        }
    }
}
