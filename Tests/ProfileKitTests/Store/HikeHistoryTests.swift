import ProfileKitTesting
import ProfileModel
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite(.temporaryStore) struct `The history of hikes` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func filled() throws -> ProfileStore {
        let store = try temporary.unlock()
        try store.importHikes(ImportedHike.short(1...4))
        return store
    }

    private func expectRightSummary(_ store: ProfileStore) throws {
        let goal = try store.profile.goalDate
        #expect(try store.summary.hikes == HikeSummary(over: try store.hikes, goalDate: goal))
    }

    @Test func `has one change for each transaction, and takes back the newest, one after the other`() throws {
        let store = try filled()
        temporary.clock.advance(by: .seconds(60))
        let before = try store.content
        let change = try store.editHikes([1, 3, 1]) {
            $0.addTag("wet")
            $0.distance = 60
        }
        #expect(
            change.ids == [1, 3] && change.badgesEarned.map(\.name) == ["100 Kilometres", "Half Marathon", "Marathon"])
        try store.removeHikes([2, 3])
        try store.restoreHikes([3])
        try store.addHike(HikeHeader(id: 0, name: "Typed", distance: 5))
        let history = try store.hikeHistory()
        #expect(history.map(\.hikeChangeKind) == [.add, .restore, .remove, .edit, .import])
        #expect(history.map(\.hikes) == [[5], [3], [2, 3], [1, 3], [1, 2, 3, 4]])
        #expect(history[3].items[0].fields.map(\.field) == ["distance", "declared", "tags"])
        #expect(history[3].at.secondsSince1970 - history[4].at.secondsSince1970 == 60)
        #expect(try store.hikeHistory(limit: 2).count == 2)
        for (left, expected) in [(4, [1, 3, 4]), (3, [1, 4]), (2, [1, 2, 3, 4])] {
            #expect(try store.undoHikes().number == left + 1)
            #expect(try store.hikes.map(\.id) == expected)
            try expectRightSummary(store)
        }
        #expect(try store.undoHikes().hikes == [1, 3])
        #expect(try store.content == before)
        #expect(try store.lastImport == [1, 2, 3, 4])
        let lake = Place(name: "Lake", position: TrackPosition(latitude: 46, longitude: 7))
        #expect(try store.importPlaces([lake]).imported.count == 1)
        #expect(try store.lastImport == [1, 2, 3, 4], "places are imported too")
        try store.undoHikes()
        #expect(try store.undoHikes().hikeChangeKind == .import)
        #expect(try store.hikes == [] && store.removedHikeIDs == [1, 2, 3, 4, 5] && store.lastImport == [])
        try expectRightSummary(store)
        #expect(code { try store.undoHikes() } == .notFound)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `changes all hikes of a bulk edit or none`() throws {
        let store = try filled()
        let before = try store.content
        let error = #expect(throws: StoreError.self) {
            try store.editHikes([1, 2, 3]) { if $0.id > 1 { $0.name = "" } else { $0.notes = "Sun" } }
        }
        #expect(error?.problems.compactMap(\.record?.number) == [2, 3])
        #expect(code { try store.editHikes([1, 9]) { $0.notes = "Sun" } } == .notFound)
        #expect(try store.content == before && store.hikeHistory().count == 1)
        #expect(try store.editHikes([1, 2]) { _ in }.ids == [1, 2])
        #expect(try store.hikeHistory().count == 1)
    }

    @Test func `leaves what changed since, names it, and merges tags`() throws {
        let store = try filled()
        try store.editHikes([1, 2]) { ($0.name, $0.tags, $0.notes) = ("Wet", ["wet", "Far"], "Rain") }
        try store.editHike(1) { ($0.name, $0.tags) = ("Dry", ["wet", "Far", "Boots"]) }
        try store.removeHike(2)
        let undone = try store.undoHikes(2)
        #expect(
            undone.remaining == [
                .init(kind: "hike", number: 2, field: nil), .init(kind: "hike", number: 1, field: "name"),
            ])
        let hike = try store.hike(1)
        #expect(hike.name == "Dry" && hike.tags == ["Boots"] && hike.notes == "")
    }

    @Test func `leaves what belongs to a figure or a day that changed since`() throws {
        let store = try temporary.unlock()
        try store.importHikes([RandomHikes.walk(1)])
        try store.editHike(1) { $0.distance = 5 }
        try store.editHike(1) { $0.distance = 6 }
        #expect(try store.undoHikes(2).remaining.map(\.field) == ["distance"])
        var hike = try store.hike(1)
        #expect(hike.declared == [.enteredDistance] && hike.movingDistance == nil)

        let day = try #require(hike.date)
        func move(by seconds: Double) throws {
            try store.editHike(1) { hike in
                guard let start = hike.startTime else { return }
                let seconds = start.secondsSince1970 + seconds
                hike.startTime = Timestamp(secondsSince1970: seconds, utcOffset: start.utcOffset)
            }
        }
        try store.editHike(1) { $0.date = day.adding(days: 3) }
        try move(by: 3600)
        #expect(try store.undoHikes(5).remaining.map(\.field) == ["startTime", "date"])
        let moved = try store.hike(1).header
        #expect(moved.date == day.adding(days: 3))
        try store.editHike(1) { $0.date = nil }
        try store.editHike(1) { $0.date = day }
        #expect(try store.undoHikes(8).remaining.map(\.field) == ["date", "startTime"])
        hike = try store.hike(1)
        #expect(hike.startTime == nil && hike.date == day)

        try store.editHike(1) { ($0.duration, $0.movingTime) = (7200, 3600) }
        try store.editHike(1) { $0.duration = 10_800 }
        try store.editHike(1) { $0.movingTime = 9000 }
        #expect(try store.undoHikes(12).remaining.map(\.field) == ["duration"])
        #expect(try store.hike(1).duration == 10_800)

        // A start that was added since, on the day to which the hike was moved.
        try store.editHike(1) { $0.date = day.adding(days: 1) }
        try store.editHike(1) { $0.startTime = moved.startTime }
        try move(by: -2 * 86_400)
        #expect(try store.undoHikes(15).remaining.map(\.field) == ["date"])
        #expect(try store.hike(1).header.localStart?.day == store.hike(1).date)
    }

    @Test func `keeps the rule of tags when both sides changed them`() throws {
        let store = try filled()
        let many = Set((1...32).map { "tag \($0)" })
        try store.editHike(1) { $0.tags = many }
        try store.editHike(1) { $0.tags = [] }
        try store.editHike(1) { $0.tags = ["TAG 1", "other"] }
        try store.undoHikes(3)
        let tags = try store.hike(1).tags
        #expect(tags.count == 32 && tags.contains("TAG 1") && !tags.contains("tag 1"))
    }

    @Test func `is one change for an import of several files, which are all taken back`() throws {
        let store = try temporary.unlock()
        var operation: Int?
        for ids in [1...2, 3...4, 3...4, 5...5] {
            operation = try store.importHikes(ImportedHike.short(ids), continuing: operation).operation
        }
        try store.importHikes(ImportedHike.short(6...6))
        #expect(try store.hikeHistory().map(\.hikes) == [[6], [1, 2, 3, 4, 5]])
        #expect(try store.lastImport == [6])
        try store.undoHikes()
        #expect(try store.lastImport == [1, 2, 3, 4, 5])
        try store.undoHikes()
        #expect(try store.hikes == [])
    }

    @Test func `isn't begun by an import that changes nothing`() throws {
        let store = try filled()
        let nothing = try store.importHikes(ImportedHike.short(1...2))
        #expect(nothing.operation == nil)
        try store.editHike(1) { $0.notes = "Sun" }
        try store.importHikes(ImportedHike.short(9...9), continuing: nothing.operation)
        #expect(try store.hikeHistory().map(\.hikeChangeKind) == [.import, .edit, .import])
    }

    @Test func `takes back the fields that a replacing import changed`() throws {
        let store = try filled()
        try store.editHike(2) { $0.notes = "Sun" }
        let other = ImportedHike(sourceID: 2, hike: Hike(header: HikeHeader(id: 2, name: "Other", distance: 9)))
        try store.importHikes([other], replacing: true)
        #expect(try store.hike(2).header.name == "Other" && store.hike(2).notes == "")
        try store.undoHikes()
        #expect(try store.hike(2).header.name == "Hike 2" && store.hike(2).notes == "Sun")
        try expectRightSummary(store)
    }

    @Test func `forgets the values of purged hikes, and everything when an export is restored`() throws {
        let store = try filled()
        try store.editHike(1) { $0.notes = "Secret" }
        try store.editHike(2) { $0.notes = "Kept" }
        func mentions(_ text: String) throws -> Bool {
            try store.opened.read { transaction in
                var isThere = false
                try transaction.forEachNewestFirst(of: .changes) { _, payload in
                    isThere = isThere || String(decoding: payload, as: UTF8.self).contains(text)
                    return true
                }
                return isThere
            }
        }
        #expect(try mentions("Secret"))
        try store.removeHike(1)
        try store.purgeHikes([1])
        #expect(try !mentions("Secret") && mentions("Kept"))
        #expect(try store.check().allSatisfy(\.isOK))
        let content = try store.content
        try store.restore(replacing: true) { add in
            for hike in content.hikes { try add(.hike(hike, nil)) }
            return content.profile
        }
        #expect(try !mentions("Kept") && store.hikeHistory().allSatisfy { $0.hikes.isEmpty })
        #expect(code { try store.undoHikes() } == .notFound)
        #expect(try store.hikes.map(\.id) == [2, 3, 4])
    }

    @Test func `gives a hike its computed figures back, so that later rules compute them again`() throws {
        let store = try temporary.unlock()
        try store.importHikes([RandomHikes.walk(1)])
        func rules() throws -> Int? {
            try store.opened.read { try SealedCollection<StoredHike>().header(1, in: &$0)?.figureRules }
        }
        let hike = try store.hike(1)
        try store.editHike(1) { $0.distance = 7 }
        #expect(try rules() == nil && store.hike(1).declared == [.enteredDistance])
        try store.undoHikes()
        #expect(try rules() == HikeStatistics.rules && store.hike(1) == hike)
    }

    @Test func `keeps attachments with a removed hike until it is purged, also when it is replaced`() throws {
        let store = try filled()
        func attach(to id: Int) throws {
            try store.opened.write { try $0.attach([1, 2, 3], as: "photo", to: StoredHike.self, id) }
        }
        func attached(to id: Int) throws -> [String] {
            try store.opened.read { try $0.attachments(of: StoredHike.self, id).map(\.name) }
        }
        for id in 1...3 { try attach(to: id) }
        #expect(code { try attach(to: 9) } == .notFound)
        try store.removeHikes([1, 2])
        #expect(try attached(to: 1) == ["photo"])
        try store.restoreHikes([1])
        #expect(try attached(to: 1) == ["photo"])
        let other = ImportedHike(sourceID: 2, hike: Hike(header: HikeHeader(id: 2, name: "Other", distance: 9)))
        try store.importHikes([other], replacing: true)
        #expect(try attached(to: 2) == ["photo"])
        try store.removeHike(1)
        try store.purgeHikes()
        #expect(try attached(to: 1) == [])
        let content = try store.content
        try store.restore(replacing: true) { add in
            for hike in content.hikes { try add(.hike(hike, nil)) }
            return content.profile
        }
        #expect(try attached(to: 3) == [])
    }
}
