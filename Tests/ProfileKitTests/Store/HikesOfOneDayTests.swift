import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import ProfileModel

@Suite(.temporaryStore) struct `Hikes of one day` {
    @Test func `are listed with the latest start first, wherever the newest are listed`() throws {
        let store = try TemporaryStore.current.unlock()
        let times = ["22T08:00", "22T15:00", "22T11:00", nil, "22T15:00", "23T05:00"]
        try store.importHikes(keepingDuplicates: true) { add in
            for (index, time) in times.enumerated() {
                let start = time.flatMap { Timestamp("2026-04-\($0):00Z") }
                let header = HikeHeader(
                    id: 0, name: "Hike \(index + 1)", distance: 5, date: Day("2026-04-\(time?.prefix(2) ?? "22")"),
                    startTime: start)
                try add(ImportedHike(sourceID: nil, hike: Hike(header: header)))
            }
        }
        let newest = [6, 2, 5, 3, 1, 4]
        #expect(try store.hikes.sorted(by: .date).map(\.id) == newest)
        for limit in 1...newest.count {
            #expect(try store.readableNewestHikes(limit: limit).value.map(\.id) == Array(newest.prefix(limit)))
        }
        #expect(try store.summary.hikes.recent.map(\.id) == Array(newest.prefix(HikeSummary.recentCount)))
    }

    @Test func `are listed by id if they have no date, whenever they started`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes(keepingDuplicates: true) { add in
            for hour in ["08", "15"] {
                let start = Timestamp("2026-04-22T\(hour):00:00Z")
                let header = HikeHeader(id: 0, name: hour, distance: 5, startTime: start)
                try add(ImportedHike(sourceID: nil, hike: Hike(header: header)))
            }
        }
        #expect(try store.hikes.sorted(by: .date).map(\.id) == [1, 2])
        #expect(try store.readableNewestHikes(limit: 1).value.map(\.id) == [1])
    }
}
