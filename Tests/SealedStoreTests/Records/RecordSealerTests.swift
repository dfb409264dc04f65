import Sealing
import Testing

@testable import SealedStore

@Suite struct `A record's seal` {
    private static let store = StoreID(bytes: [UInt8](1...16))
    private static let key = [UInt8](100..<132)
    private static let place = RecordBinding(part: "hike", id: "12", revision: 3)
    private static let payload = Array("a walk in spring".utf8)

    private static func sealer(
        store: StoreID = store, account: String = "main", key: [UInt8] = key
    ) throws -> RecordSealer {
        let key = try Secret(capacity: key.count) { target in
            target.copyBytes(from: key)
            return key.count
        }
        return try RecordSealer(domain: "profile", store: store, account: try AccountID(account), dataKey: key)
    }

    struct Elsewhere: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var store = StoreID(bytes: [UInt8](1...16))
        var account = "main"
        var key = [UInt8](100..<132)
        var place = RecordBinding(part: "hike", id: "12", revision: 3)
    }

    static let elsewhere = [
        Elsewhere(testDescription: "another store", store: StoreID(bytes: [UInt8](2...17))),
        Elsewhere(testDescription: "a store of a shorter id", store: StoreID(bytes: [UInt8](1...15))),
        Elsewhere(testDescription: "another account", account: "other"),
        Elsewhere(testDescription: "an account whose name goes on", account: "main-2"),
        Elsewhere(testDescription: "another data key", key: [UInt8](101..<133)),
        Elsewhere(testDescription: "another part", place: RecordBinding(part: "draft", id: "12", revision: 3)),
        Elsewhere(
            testDescription: "the track of the hike", place: RecordBinding(part: "hike.track", id: "12", revision: 3)),
        Elsewhere(testDescription: "another id", place: RecordBinding(part: "hike", id: "13", revision: 3)),
        Elsewhere(testDescription: "no id", place: RecordBinding(part: "hike", revision: 3)),
        Elsewhere(
            testDescription: "a digit moved to the table", place: RecordBinding(part: "hike1", id: "2", revision: 3)),
        Elsewhere(testDescription: "an earlier revision", place: RecordBinding(part: "hike", id: "12", revision: 2)),
        Elsewhere(testDescription: "a later revision", place: RecordBinding(part: "hike", id: "12", revision: 4)),
        Elsewhere(testDescription: "revision 0", place: RecordBinding(part: "hike", id: "12", revision: 0)),
        Elsewhere(testDescription: "the negative revision", place: RecordBinding(part: "hike", id: "12", revision: -3)),
        Elsewhere(
            testDescription: "a revision 2^32 later",
            place: RecordBinding(part: "hike", id: "12", revision: 3 + 1 << 32)
        ),
    ]

    @Test func `opens in the place that it was made for`() throws {
        let box = try Self.sealer().seal(Self.payload, at: Self.place)
        #expect(try Self.sealer().open(box, at: Self.place) == Self.payload)
    }

    @Test(arguments: elsewhere) func `is refused in any other place`(elsewhere: Elsewhere) throws {
        let there = try Self.sealer(store: elsewhere.store, account: elsewhere.account, key: elsewhere.key)
        let box = try Self.sealer().seal(Self.payload, at: Self.place)
        #expect(throws: SealingError.authenticationFailed) { try there.open(box, at: elsewhere.place) }
        let back = there.seal(Self.payload, at: elsewhere.place)
        #expect(throws: SealingError.authenticationFailed) { try Self.sealer().open(back, at: Self.place) }
    }

    @Test func `prevents swapping the boxes of two rows`() throws {
        let sealer = try Self.sealer()
        let places = (1...20).map { RecordBinding(part: "hike", id: String($0), revision: 1) }
        let boxes = places.map { sealer.seal(Self.payload, at: $0) }
        for (row, place) in places.enumerated() {
            for (other, box) in boxes.enumerated() {
                #expect(((try? sealer.open(box, at: place)) != nil) == (row == other))
            }
        }
    }

    @Test func `has equal fingerprints only for equal content`() throws {
        let sealer = try Self.sealer()
        let fingerprint = sealer.fingerprint(of: Self.payload)
        #expect(fingerprint.count == 32)
        #expect(try Self.sealer().fingerprint(of: Self.payload) == fingerprint)
        for other in [[], Self.payload + [0], Array(Self.payload.dropLast())] {
            #expect(sealer.fingerprint(of: other) != fingerprint)
        }
        #expect(try Self.sealer(key: [UInt8](101..<133)).fingerprint(of: Self.payload) != fingerprint)
    }

    @Test func `names the account whose rows it opens`() throws {
        #expect(try Self.sealer(account: "trail-2").account.description == "trail-2")
    }
}
