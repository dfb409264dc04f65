import SeededRandom

@testable import ProfileKit

/// Each decoder of stored bytes, with records that it reads.
enum RecordDecoder: CaseIterable, Sendable {
    case profile, history, draft, hike, track, digest

    func decode(_ bytes: [UInt8]) throws {
        switch self {
        case .profile: _ = try ProfileRecord(decoding: bytes)
        case .history: _ = try HistoryRecord(decoding: bytes)
        case .draft: _ = try Draft(decoding: bytes, save: 1)
        case .hike: _ = try HeaderRecord(decoding: bytes)
        case .track: _ = try TrackRecord(decoding: bytes)
        case .digest: _ = try DigestRecord(decoding: bytes)
        }
    }

    func encoded(_ source: inout SeededSource) -> [UInt8] {
        switch self {
        case .profile: ProfileRecord(source.profile()).encoded
        case .history: source.history().encoded
        case .draft: source.draft().encoded
        case .hike: HeaderRecord(source.header(), contentDigest: source.digestBytes()).encoded
        case .track: TrackRecord(source.list(upTo: 8) { $0.observation() }).encoded
        case .digest: DigestRecord.encode(source.digest())
        }
    }
}
