import ProfileModel
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite struct `A hike's header as a list of fields` {
    private let header: HikeHeader = {
        var header = HikeHeader(
            id: 7, name: "Elk Loop", distance: 12.5, difficulty: 0, date: Day(year: 2026, month: 4, day: 22),
            startTime: Timestamp(secondsSince1970: 1_777_000_000.5, utcOffset: 7200), duration: 9000, movingTime: 8000,
            ascent: 640, descent: 630, heartRate: HeartRate(min: 60, average: 110, max: 171), source: "watch",
            activity: .walking, isPlanned: true, declared: [.distance, .heartRate])
        (header.movingDistance, header.tags, header.isFavourite) = (12.25, ["wet", "boots"], true)
        header.trim = 0.5...11
        (header.zone, header.original) = (AssumedZone(utcOffset: 7200, isOfLongitude: true), 3)
        return header
    }()

    @Test func `reads every value back, with the digest and the rules of its figures`() throws {
        let record = try HeaderRecord(
            decoding: HeaderRecord(header, contentDigest: [1, 2], figureRules: 3).encoded)
        #expect(record.header == header && record.contentDigest == [1, 2] && record.figureRules == 3)
        #expect(record.value.unknown == [:] && !record.isOfFirstFormat)
    }

    @Test func `is read from the form that it had before`() throws {
        var earlier = header
        (earlier.tags, earlier.isFavourite, earlier.trim, earlier.zone, earlier.original) = ([], false, nil, nil, nil)
        var writer = RecordWriter(schema: 2)
        writer.append(earlier)
        writer.append([1, 2] as [UInt8])
        let tags = [(1, "walking"), (2, ""), (3, "distance heartRate"), (4, ""), (5, "3"), (6, "12250"), (9, "later")]
        writer.append(tags) { writer, tag in
            writer.append(tag.0)
            writer.append(tag.1)
        }
        let record = try HeaderRecord(decoding: writer.bytes)
        #expect(record.header == earlier && record.contentDigest == [1, 2] && record.figureRules == 3)
        #expect(!record.isOfFirstFormat)
    }

    @Test func `lists each property but the id, in the order of the tags`() {
        #expect(HikeHeader.fields.map(\.tag) == Array(1...23))
        #expect(Mirror(reflecting: header).children.count == HikeHeader.fields.count + 1)
        let listed = HikeHeader.fields.filter { !["notes", "waypoints", "laps"].contains($0.name) }
        #expect(header.changes(since: HikeHeader()).map(\.field) == listed.map(\.name))
    }

    @Test func `keeps the fields of a later program when a hike is edited and removed`() throws {
        let later: [Int: [UInt8]] = [99: "later".recordForm]
        let record = HeaderRecord(header, unknown: later, contentDigest: [1])
        var stored = try StoredHike(parts: [record.encoded, TrackRecord([]).encoded, nil])
        stored.hike.header.name = "Fox Loop"
        let removed = try RemovedHike(parts: RemovedHike(StoredHike(parts: stored.parts)).parts)
        let back = try HeaderRecord(decoding: removed.parts[0] ?? [])
        #expect(back.header.name == "Fox Loop" && back.value.unknown == later)
        let salvaged = try StoredHike.salvaging(parts: [record.encoded])
        #expect(try HeaderRecord(decoding: salvaged.parts[0] ?? []).value.unknown == later)
    }

    @Test func `reads an unknown activity as another one, and drops unknown declarations`() throws {
        var tagged = Tagged(header)
        tagged.unknown = [13: "flying".recordForm, 15: (["distance", "smell"] as Set<String>).recordForm]
        let record = HeaderRecord(header, unknown: tagged.unknown, contentDigest: [])
        let back = try HeaderRecord(decoding: record.encoded).header
        #expect(back.activity == .other && back.declared == [.distance])
    }

    @Test func `is refused with a value of another type, which isn't an unknown one`() {
        let record = HeaderRecord(header, unknown: [2: "far".recordForm], contentDigest: [])
        #expect(throws: MalformedRecord.self) { try HeaderRecord(decoding: record.encoded) }
    }
}
