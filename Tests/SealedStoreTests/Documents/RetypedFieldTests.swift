import Sealing
import Testing

@testable import SealedStore

/// A trip of a program in which the number of days has become a text, under the tag that it had.
private struct RetypedTrip: DocumentModel {
    var place = "nowhere"
    var days = "some"

    static let kinds = Trip.kinds
    static let fields = [
        ModelField<RetypedTrip>("place", tag: 1, label: "Place", \.place),
        ModelField<RetypedTrip>("days", tag: 3, label: "Days", \.days),
    ]
}

private final class FirstStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "retyped", documents: [Trip.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private final class RetypedStore: DocumentStore {
    typealias Document = RetypedTrip
    static let schema = StoreSchema(domain: "retyped", documents: [RetypedTrip.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct `A field whose type changed` {
    private let folder: SharedFolder
    private let recoveryCode: RecoveryCode

    init() throws {
        folder = try SharedFolder()
        recoveryCode = try folder.create(FirstStore.self).recoveryCode
        let first = try folder.open(FirstStore.self)
        // As a text, its first byte would be the length of more bytes than there are.
        try first.edit { ($0.place, $0.days) = ("Oslo", 40) }
        try first.edit { ($0.isBooked, $0.days) = (true, 50) }
        try first.updateDraft { $0.days = 60 }
    }

    private var secrets: GateSecrets { get throws { GateSecrets(passcode: try Secret(folder.passcode)) } }

    private func expectNamed(_ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self) { try body() }
        #expect(error?.reason == .unreadableField(kind: "trip", field: "days"))
        #expect(error?.code == .misuse)
    }

    /// Expects the first program to find everything as it left it.
    private func expectUnchanged() throws {
        let first = try folder.open(FirstStore.self)
        #expect(try first.committed == Committed(revision: 3, value: Tagged(trip(days: 50))))
        #expect(try first.history().map(\.model.days) == [50, 40, 1])
        #expect(try first.savedDraft?.days == 60)
        #expect(try first.check().filter { !$0.isOK || $0.note != nil } == [])
    }

    private func trip(days: Int) -> Trip {
        var trip = Trip()
        (trip.place, trip.isBooked, trip.days) = ("Oslo", true, days)
        return trip
    }

    @Test func `is named as the program's mistake, and isn't damage`() throws {
        let store = try folder.open(RetypedStore.self)
        expectNamed { _ = try store.document }
        expectNamed { try store.edit { $0.place = "Bergen" } }
        expectNamed { _ = try store.savedDraft }
        expectNamed { _ = try store.history() }
        expectNamed { try store.undo(to: 2) }
        let checks = try store.check()
        #expect(checks.filter { !$0.isOK } == [])
        #expect(checks.compactMap(\.note).allSatisfy { if case .unreadableRecords = $0 { true } else { false } })
        #expect(checks.compactMap(\.note).count == 3)
        #expect(try store.repair().isNeeded == false)
        try expectUnchanged()
    }

    @Test func `leaves the other fields readable`() throws {
        let (document, history, draft) = try folder.open(RetypedStore.self).opened.salvage { transaction in
            let documents = DocumentRecords<RetypedTrip>()
            var history: [RetypedTrip] = []
            try documents.forEachCommit(in: &transaction) { entry in
                history.append(entry.model)
                return true
            }
            return (
                try documents.committed(in: &transaction)?.model, history,
                try documents.savedDraft(in: &transaction)?.model
            )
        }.value
        #expect(document?.place == "Oslo" && document?.days == "some")
        #expect(history.map(\.place) == ["Oslo", "Oslo", "nowhere"])
        #expect(draft?.place == "Oslo")
    }

    @Test(arguments: ["trip.history", "trip", "trip.draft"])
    func `is kept by the repair of another record, and by a recovery`(damaged: String) throws {
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = '\(damaged)' AND number <> 2")
        let number: Int? = damaged == "trip.history" ? 1 : nil
        let repair = try folder.open(RetypedStore.self).repair()
        #expect(repair.lost.contains(.record(kind: damaged, number: number)))
        #expect(repair.recreated == [])
        let first = try folder.open(FirstStore.self)
        #expect(try first.document == trip(days: 50))
        #expect(try first.savedDraft?.days == (damaged == "trip.draft" ? nil : 60))
        #expect(try first.history().map(\.model.days) == (damaged == "trip.history" ? [50, 40] : [50, 40, 1]))
        try folder.gate(RetypedStore.self).recover(with: recoveryCode, settingUp: secrets)
        #expect(try folder.open(FirstStore.self).document == trip(days: 50))
        #expect(try folder.open(FirstStore.self).check().filter { !$0.isOK || $0.note != nil } == [])
    }

    @Test func `is converted to its own type, or refused when it is declared`() async {
        await #expect(processExitsWith: .success) {
            _ = ModelField<Trip>("place", tag: 9, \.place).replacing(tag: 1) { (number: Int) in "\(number)" }
        }
        // A list of texts would be ignored when a text is read, and the default stored in its place.
        await #expect(processExitsWith: .failure) {
            _ = ModelField<Trip>("place", tag: 9, \.place).replacing(tag: 1) { (text: String) in [text] }
        }
    }
}

private struct Hut: ElementModel {
    var name = ""
    var beds = 1

    static let collection = ElementKinds("hut")
    static let fields = [
        ModelField<Hut>("name", tag: 1, label: "Name", \.name),
        ModelField<Hut>("beds", tag: 2, label: "Beds", \.beds),
    ]
}

/// A hut of a program in which the number of beds has become a text, under the tag that it had.
private struct RetypedHut: ElementModel {
    var name = ""
    var beds = "some"

    static let collection = Hut.collection
    static let fields = [
        ModelField<RetypedHut>("name", tag: 1, label: "Name", \.name),
        ModelField<RetypedHut>("beds", tag: 2, label: "Beds", \.beds),
    ]
}

/// A hut whose beds are summed up.
private struct CountedHut: ElementModel {
    var name = ""
    var beds = 1

    static let collection = Hut.collection
    static let fields = [
        ModelField<CountedHut>("name", tag: 1, label: "Name", \.name),
        ModelField<CountedHut>("beds", tag: 2, label: "Beds", \.beds),
    ]
    static let figures: [ElementFigure<CountedHut>] = [{ $0.beds }]
}

/// A hut of a program in which the number of beds that are summed up has become a text.
private struct RetypedCountedHut: ElementModel {
    var name = ""
    var beds = "some"

    static let collection = Hut.collection
    static let fields = [
        ModelField<RetypedCountedHut>("name", tag: 1, label: "Name", \.name),
        ModelField<RetypedCountedHut>("beds", tag: 2, label: "Beds", \.beds),
    ]
    static let figures: [ElementFigure<RetypedCountedHut>] = [{ Int($0.beds) }]
}

private final class HutStore<Model: ElementModel>: GatedStore {
    static var schema: StoreSchema {
        StoreSchema(domain: "huts", documents: [Trip.self], collections: [Model.self])
    }
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct `A field of an element whose type changed` {
    private let folder: SharedFolder

    init() throws {
        folder = try SharedFolder()
        try folder.create(HutStore<Hut>.self)
        let first = try folder.open(HutStore<Hut>.self)
        // As texts, their first bytes would be the lengths of more bytes than there are.
        try first.add(Hut(name: "Lobuche", beds: 40))
        try first.add(Hut(name: "Gorak Shep", beds: 50))
    }

    @Test func `is named as the program's mistake, and isn't damage`() throws {
        let store = try folder.open(HutStore<RetypedHut>.self)
        func expectNamed(_ body: () throws -> Void) {
            let error = #expect(throws: StoreError.self) { try body() }
            #expect(error?.reason == .unreadableField(kind: "hut", field: "beds"))
            #expect(error?.code == .misuse)
        }
        expectNamed { _ = try store.element(RetypedHut.self, 1) }
        expectNamed { _ = try store.elements(RetypedHut.self) }
        expectNamed { _ = try store.edit(RetypedHut.self, 1) { $0.name = "Pheriche" } }
        expectNamed { _ = try store.draft(RetypedHut.self, 1) }
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.repair().isNeeded == false)
        let first = try folder.open(HutStore<Hut>.self)
        #expect(try first.element(Hut.self, 1) == Hut(name: "Lobuche", beds: 40))
        #expect(try first.element(Hut.self, 2) == Hut(name: "Gorak Shep", beds: 50))
    }

    @Test func `leaves the other fields readable`() throws {
        let store = try folder.open(HutStore<RetypedHut>.self)
        let huts = try store.opened.salvage { try $0.elements(RetypedHut.self) }.value
        #expect(huts.map(\.name) == ["Lobuche", "Gorak Shep"])
        #expect(huts.map(\.beds) == ["some", "some"])
    }

    @Test func `is missing in the sums after a recovery, until a program that can read it makes a repair`() throws {
        let folder = try SharedFolder()
        let recoveryCode = try folder.create(HutStore<CountedHut>.self).recoveryCode
        let before = try folder.open(HutStore<CountedHut>.self)
        for beds in [40, 50] { try before.add(CountedHut(name: "Lobuche", beds: beds)) }
        try folder.gate(HutStore<RetypedCountedHut>.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)))
        let first = try folder.open(HutStore<CountedHut>.self)
        func sum() throws -> Int { try first.opened.read { try $0.sum(CountedHut.self).figures[0].sum } }
        #expect(try sum() == 0)
        let checks = try first.check()
        #expect(checks.filter { !$0.isOK } == [])
        #expect(checks.compactMap(\.note) == [.incompleteRecords(2)])
        let repair = try first.repair()
        #expect(repair.isNeeded && repair.lost.isEmpty && repair.outdated.isEmpty)
        #expect(try sum() == 90)
        #expect(try first.elements(CountedHut.self).map(\.beds) == [40, 50])
        #expect(try first.check().filter { !$0.isOK || $0.note != nil } == [])
    }
}
