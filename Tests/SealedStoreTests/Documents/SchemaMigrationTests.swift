import SealedStoreTesting
import Sealing
import Synchronization
import Testing

@testable import SealedStore

private final class FirstStore: GatedStore {
    static let schema = StoreSchema(domain: "migrated", documents: [Trip.self], collections: [Journey.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private final class LaterStore: GatedStore {
    static let schema = StoreSchema(
        domain: "migrated", documents: [Trip.self], collections: [Journey.self],
        migrations: [
            SchemaMigration(to: 1) { transaction in
                for number in try transaction.numbers(Journey.self) {
                    try transaction.edit(Journey.self, number) { $0.cost = ($0.cost ?? 0) * 100 }
                }
            },
            SchemaMigration(to: 3) { transaction in
                try DocumentRecords<Trip>().edit(at: transaction.now, in: &transaction) { $0.days *= 2 }
            },
        ])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private final class FailingStore: GatedStore {
    struct Refused: Error {}
    static let schema = StoreSchema(
        domain: "migrated", documents: [Trip.self], collections: [Journey.self],
        migrations: [
            SchemaMigration(to: 1) { transaction in
                try transaction.edit(Journey.self, 1) { $0.cost = 0 }
                throw Refused()
            }
        ])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

private final class InvalidStore: GatedStore {
    static let schema = StoreSchema(
        domain: "migrated", documents: [Trip.self], collections: [Journey.self],
        migrations: [SchemaMigration(to: 1) { try $0.edit(Journey.self, 1) { ($0.cost, $0.year) = (0, 1) } }])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct `A migration of values` {
    private let folder: SharedFolder
    private let recoveryCode: RecoveryCode

    init() throws {
        folder = try SharedFolder()
        recoveryCode = try folder.create(FirstStore.self).recoveryCode
        let first = try folder.open(FirstStore.self)
        try first.add(Journey(country: "Nepal", cost: 9))
        try first.edit(Trip.self) { $0.days = 3 }
    }

    private func expectMigratedOnce() throws {
        let store = try folder.open(LaterStore.self)
        #expect(try store.element(Journey.self, 1)?.cost == 900)
        #expect(try store.document(Trip.self).days == 6)
        #expect(try store.check().filter { !$0.isOK || $0.note != nil } == [])
    }

    @Test func `runs once, in one transaction of which the history says what it changed`() throws {
        let before = try folder.open(FirstStore.self).opened.read { $0.generation }
        try expectMigratedOnce()
        let later = try folder.open(LaterStore.self)
        #expect(try later.opened.read { $0.generation } == before + 1)
        #expect(try later.elementHistory().map(\.items.count) == [1, 1])
        try expectMigratedOnce()
    }

    @Test func `doesn't run again after an earlier program, a recovery or a repair`() throws {
        try expectMigratedOnce()
        try folder.open(FirstStore.self).edit(Journey.self, 1) { $0.country = "India" }
        try expectMigratedOnce()
        try folder.gate(LaterStore.self).recover(
            with: recoveryCode, settingUp: GateSecrets(passcode: Secret(folder.passcode)))
        try expectMigratedOnce()
        try folder.tamper("UPDATE record SET head = zeroblob(297) WHERE kind = 'changes' AND number = 1")
        #expect(try folder.open(LaterStore.self).repair().isNeeded)
        try expectMigratedOnce()
    }

    @Test func `doesn't run in a new account`() throws {
        let new = try SharedFolder()
        try new.create(LaterStore.self)
        #expect(try new.open(LaterStore.self).document(Trip.self).days == 1)
    }

    @Test func `that throws an error of its own, or asks for what can't be, changes nothing`() throws {
        #expect(throws: FailingStore.Refused.self) { try folder.open(FailingStore.self) }
        #expect(code { _ = try folder.open(InvalidStore.self) } == .invalidValue)
        #expect(try folder.open(FirstStore.self).element(Journey.self, 1)?.cost == 9)
    }

    @Test func `that damage prevents is tried again by the next opening`() throws {
        try folder.tamper("UPDATE record SET head = zeroblob(297) WHERE kind = 'journey' AND number = 1")
        #expect(try folder.open(LaterStore.self).document(Trip.self).days == 3)
        _ = try folder.open(FirstStore.self).remove(Journey.self, 1)
        #expect(try folder.open(LaterStore.self).document(Trip.self).days == 6)
    }

    @Test func `has a version that rises from 1`() {
        func flaw(_ versions: Int...) -> String? {
            StoreSchema.flaw(
                domain: "a", documents: [], collections: [], derived: nil,
                migrations: versions.map { SchemaMigration(to: $0) { _ in } })
        }
        #expect(flaw(1, 2, 5) == nil && flaw() == nil)
        #expect(flaw(0) != nil && flaw(1, 1) != nil && flaw(2, 1) != nil)
    }
}
