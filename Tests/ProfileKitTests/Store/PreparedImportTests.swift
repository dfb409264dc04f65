import ProfileKitTesting
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import SQLiteKit

/// An import of many hikes, which are prepared on two threads.
@Suite(.temporaryStore) struct `A long import` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private struct Ending: Error {}

    private static func hike(_ id: Int) -> ImportedHike {
        var hike = Hike(
            header: HikeHeader(
                id: id, name: "Hike \(id)", distance: 5, difficulty: id % 5,
                date: Day(year: 2000, month: 1, day: 1).adding(days: id * 7919 % 9000)),
            observations: (0..<id % 7).map { HikeObservation(distanceFromStart: Double($0), elevation: 1...2) })
        if id % 50 == 0 {
            // Too many for hikes to be prepared far ahead.
            hike.observations = (0..<3000).map { HikeObservation(distanceFromStart: Double($0), pace: 1...2) }
        }
        return ImportedHike(sourceID: id, hike: hike)
    }

    @Test func `stores what one import for each hike stores`() throws {
        let hikes = (1...700).map { Self.hike($0 * 3 % 701) }
        let (account, other) = (try temporary.unlock(), try TemporaryStore())
        let single = try other.unlock()
        let result = try account.importHikes(hikes)
        for hike in hikes { try single.importHikes([hike]) }
        #expect(result.imported == hikes.compactMap(\.sourceID))
        let (content, expected) = (try account.content, try single.content)
        #expect(content.hikes == expected.hikes && content.sources == expected.sources)
        #expect(try account.summary == single.summary)
        #expect(try account.hikes == content.hikes.map(\.header))
        #expect(try account.check().allSatisfy(\.isOK))
    }

    @Test func `recognizes a hike that the same import brought before, near or far`() throws {
        let store = try temporary.unlock()
        let result = try store.importHikes(([1, 1] + Array(2...600) + [1]).map { Self.hike($0) })
        #expect(result.imported == Array(1...600))
        #expect(result.skipped.map(\.reason) == [.exists(id: 1), .exists(id: 1)])
    }

    @Test func `is refused for its first hike that breaks a rule, whichever is prepared first`() throws {
        let store = try temporary.unlock()
        var hikes = (1...900).map { Self.hike($0) }
        for id in [400, 401, 650, 900] { hikes[id - 1].hike.distance = -1 }
        let error = #expect(throws: StoreError.self) { try store.importHikes(hikes) }
        #expect(error?.problems.map(\.record) == [FieldProblem.Record("hike", 400)])
        // Also where the source fails by itself, or passes over the error.
        for isIgnoring in [true, false] {
            let error = #expect(throws: StoreError.self) {
                try store.importHikes { add in
                    for hike in hikes {
                        if isIgnoring { try? add(hike) } else { try add(hike) }
                        if !isIgnoring, hike.sourceID == 420 { throw Ending() }
                    }
                }
            }
            #expect(error?.problems.map(\.record) == [FieldProblem.Record("hike", 400)])
        }
        #expect(try store.hikes == [])
    }

    @Test(arguments: [1, 100, 333])
    func `stores nothing if its source fails, and none of it stays behind`(count: Int) throws {
        let store = try temporary.unlock()
        #expect(throws: Ending.self) {
            try store.importHikes { add in
                for id in 1...count { try add(Self.hike(id)) }
                throw Ending()
            }
        }
        #expect(try store.hikes == [])
        #expect(try store.importHikes([Self.hike(1)]).imported == [1])
    }

    @Test func `lists a damaged hike's error before those of later ones, and as far as the list is read`() throws {
        let store = try temporary.unlock()
        try store.importHikes((1...900).map { Self.hike($0) })
        for id in [600, 700] {
            let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
            try connection.run("UPDATE hike SET header = (SELECT header FROM hike WHERE id = 1) WHERE id = \(id)")
        }
        let error = #expect(throws: StoreError.self) { try store.hikes }
        #expect(error?.reason == .damagedParts([.record(kind: "hike", number: 600)]))
        let readable = try store.readableHikes
        #expect(readable.value.map(\.id) == (1...900).filter { ![600, 700].contains($0) })
        #expect(readable.damaged == [600, 700].map { .record(kind: "hike", number: $0) })
    }
}
