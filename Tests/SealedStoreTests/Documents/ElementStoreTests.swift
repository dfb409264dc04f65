import Sealing
import Testing

@testable import SealedStore

private final class JourneyStore: GatedStore {
    static let schema = StoreSchema(
        domain: "journeys", documents: [Trip.self, Extra.self], collections: [Journey.self, Shelter.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct `A store of several models` {
    private let folder: SharedFolder
    private let store: JourneyStore

    init() throws {
        folder = try SharedFolder()
        try folder.create(JourneyStore.self)
        store = try folder.open(JourneyStore.self)
        for year in 2020...2022 { try store.add(Journey(country: "Nepal", year: year)) }
    }

    @Test func `has edits and drafts of each by its type`() throws {
        try store.edit(Trip.self) { $0.place = "Oslo" }
        var draft = try store.draft(Extra.self)
        draft.text = "drafted"
        try store.save(&draft)
        #expect(try store.document(Extra.self).text == "fresh")
        #expect(try store.commit(draft).changes.map(\.field) == ["text"])
        #expect(try store.edit(Journey.self, 2) { $0.cost = 5 }.map(\.field) == ["cost"])
        var journey = try store.draft(Journey.self, 2)
        journey.country = "India"
        #expect(try store.commit(journey).map(\.field) == ["country"])
        let again = try folder.open(JourneyStore.self)
        #expect(try again.element(Journey.self, 2) == Journey(country: "India", year: 2021, cost: 5))
        #expect(try again.document(Trip.self).place == "Oslo" && again.document(Extra.self).text == "drafted")
        #expect(try again.elements(Journey.self, newestFirst: true, limit: 1).map(\.number) == [3])
        #expect(try again.check().filter { !$0.isOK || $0.note != nil } == [])
    }

    @Test func `takes back the removal of several`() throws {
        #expect(try store.remove(Journey.self, 1, 3) == [])
        #expect(try store.elements(Journey.self).map(\.number) == [2])
        #expect(try store.undoElements().remaining == [])
        #expect(try store.elements(Journey.self).map(\.number) == [1, 2, 3])
        #expect(
            try store.elementHistory(of: Journey.self, 3).map { $0.items[0].change } == [.restored, .removed, .added])
        #expect(try store.elementHistory(limit: 1).map(\.undoes) == [4])
    }

    @Test func `is followed by one of its models, and not by what changes the others`() async throws {
        var journeys = store.follow(Journey.self, keys: 2021...2022).makeAsyncIterator()
        #expect(try await journeys.next()?.map(\.number) == [2, 3])
        let other = try folder.open(JourneyStore.self)
        try await other.edit(Trip.self) { $0.days = 7 }
        try await other.add(Shelter(name: "Hut"))
        try await other.edit(Journey.self, 3) { $0.year = 2023 }
        #expect(try await journeys.next()?.map(\.number) == [2])
        store.close()
        await #expect(throws: StoreError.self) { try await journeys.next() }
    }

    @Test func `drops the attachments of an element that a repair loses, and lists them`() throws {
        try store.opened.write { transaction in
            for number in 1...2 { try transaction.attach([1], as: "photo", to: Journey.self, number) }
            _ = try transaction.remove(Journey.self, 2)
        }
        try folder.tamper("UPDATE record SET head = zeroblob(297) WHERE kind = 'journey' AND number = 1")
        let repair = try folder.open(JourneyStore.self).repair()
        #expect(
            repair.lost == [
                .record(kind: "journey", number: 1), .record(kind: "journey.attachment", number: 1),
            ])
        let repaired = try folder.open(JourneyStore.self)
        #expect(try repaired.opened.read { try $0.attachment("photo", of: Journey.self, 2) } == [1])
        #expect(try repaired.check().filter { !$0.isOK || $0.note != nil } == [])
    }
}
