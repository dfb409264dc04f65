import FoundationEssentials
import SealedStoreTesting
import Sealing
import Testing

@testable import SealedStore

private final class EarlierStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "grown", documents: [Trip.self], collections: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    let notes = SealedCollection<Note>()

    func addNote() throws {
        try opened.write { try notes.put(Note("note", day: 1, weight: 1), number: 1, in: &$0) }
    }
}

private final class LaterStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(
        domain: "grown", documents: [Trip.self, Extra.self], collections: [Note.self],
        derived: DerivedRecords(RecordKind("extra.length", .singleton)) { transaction in
            guard let extra = try DocumentRecords<Extra>().committed(in: &transaction) else { return }
            let length = UInt8(extra.model.text.utf8.count)
            let kind = RecordKind("extra.length", .singleton)
            if try transaction.singleton(kind)?.payload == [length] { return }
            try transaction.put(kind, number: transaction.generation + 1, [length])
        })
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }

    var extra: String? {
        get throws { try opened.read { try DocumentRecords<Extra>().committed(in: &$0)?.model.text } }
    }
}

/// An account of an earlier program, which a later one, whose schema has a further document, meets elsewhere than at an
/// unlock.
@Suite struct GrownSchemaTests {
    private let folder: SharedFolder
    private let recoveryCode: RecoveryCode

    init() throws {
        folder = try SharedFolder()
        recoveryCode = try folder.create(EarlierStore.self).recoveryCode
        let store = try folder.open(EarlierStore.self)
        try store.edit { $0.place = "Oslo" }
        try store.addNote()
    }

    private var secrets: GateSecrets { get throws { GateSecrets(passcode: try Secret(folder.passcode)) } }

    private func expectWhole() throws {
        let store = try folder.open(LaterStore.self)
        #expect(try store.document.place == "Oslo")
        #expect(try store.extra == "fresh")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test(arguments: [false, true])
    func `can be recovered`(isDamaged: Bool) throws {
        if isDamaged { try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note'") }
        var damaged: [DamagedPart] = []
        let gate = try folder.gate(LaterStore.self)
        try gate.recover(
            with: recoveryCode, settingUp: secrets, acceptingDamage: true,
            damageHandler: { parts, _ in damaged = parts })
        #expect(damaged == (isDamaged ? [.record(kind: "note", number: 1)] : []))
        try expectWhole()
    }

    @Test func `can get a new recovery code`() throws {
        try folder.gate(LaterStore.self).renewRecoveryCode(current: secrets)
        try expectWhole()
    }

    @Test func `isn't called damaged after a restore, nor by another account's check`() throws {
        try SealedGate<EarlierStore>.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]), at: .file(folder.path), account: AccountID("other"),
            configuration: folder.configuration)
        try folder.open(EarlierStore.self).backup(to: folder.path + ".backup")
        let restored = try SealedGate<LaterStore>.restore(
            folder.path + ".backup", to: "\(folder.path).restored", configuration: folder.configuration
        ) { _ in (.main, try secrets) }
        #expect(restored.damaged == [])
        try expectWhole()
        try folder.open(LaterStore.self).backup(to: folder.path + ".later")
    }

    @Test func `can be recovered without its manifest, and the loss of that is told`() throws {
        try folder.tamper("UPDATE manifest SET record = zeroblob(300)")
        var damaged: [DamagedPart] = []
        let gate = try folder.gate(LaterStore.self)
        try gate.recover(
            with: recoveryCode, settingUp: secrets, acceptingDamage: true,
            damageHandler: { parts, _ in damaged = parts })
        #expect(damaged.contains(.manifest))
        try expectWhole()
    }

    @Test func `is opened even if nothing can be begun in it`() throws {
        #expect(try folder.open(FullStore.self).document.place == "Oslo")
        try expectWhole()
    }

    @Test func `keeps a value that only a later program can read through a recovery of something else`() throws {
        let later = Array(repeating: UInt8(9), count: 40)
        try folder.open(LongerStore.self).opened.write { transaction in
            try transaction.put(Extra.kinds.document, number: 1, later)
        }
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'note'")
        var damaged: [DamagedPart] = []
        let gate = try folder.gate(LongerStore.self)
        try gate.recover(
            with: recoveryCode, settingUp: secrets, acceptingDamage: true,
            damageHandler: { parts, _ in damaged = parts })
        #expect(damaged == [.record(kind: "note", number: 1)])
        let payload = try folder.open(LongerStore.self).opened.read { try $0.singleton(Extra.kinds.document)?.payload }
        #expect(payload == later)
    }

    @Test func `loses nothing that a recovery doesn't tell of, and nothing that opens`() throws {
        let later = Array(repeating: UInt8(9), count: 40)
        try folder.open(LongerStore.self).opened.write { transaction in
            try transaction.put(Extra.kinds.document, number: 2, later)
            try transaction.append(later, to: Extra.kinds.history)
            try transaction.put(Extra.kinds.draft, number: 2, later)
        }
        try folder.tamper("UPDATE record SET head = zeroblob(300) WHERE kind = 'extra.draft'")
        var damaged: [DamagedPart] = []
        let gate = try folder.gate(LongerStore.self)
        try gate.recover(
            with: recoveryCode, settingUp: secrets, acceptingDamage: true,
            damageHandler: { parts, _ in damaged = parts })
        // What only a later program can read opens, unlike the draft.
        #expect(damaged == [.record(kind: "extra.draft", number: nil)])
        let kept = try folder.open(LongerStore.self).opened.read { transaction in
            try [transaction.singleton(Extra.kinds.document)?.payload]
                + transaction.openRecords(of: Extra.kinds.history).suffix(1).map(\.payload)
        }
        #expect(kept == [later, later])
    }

    @Test func `of a later program isn't copied to another engine by an earlier one`() throws {
        try folder.open(LaterStore.self).backup(to: folder.path + ".backup")
        let error = #expect(throws: StoreError.self) {
            try SealedGate<EarlierStore>.restore(
                folder.path + ".backup", to: .memory(), configuration: folder.configuration
            ) { _ in (.main, try secrets) }
        }
        #expect(error?.reason == .recordsOfOtherKinds([]))
        try SealedGate<LaterStore>.restore(
            folder.path + ".backup", to: .memory(), configuration: folder.configuration
        ) { _ in (.main, try secrets) }
    }
}

@Suite struct `A store that isn't a file, with records of a later program` {
    private let folder: SharedFolder
    private let location = StoreLocation.memory()

    private var secrets: GateSecrets { get throws { GateSecrets(passcode: try Secret(folder.passcode)) } }
    private var file: String { folder.path + ".backup" }

    init() throws {
        folder = try SharedFolder()
        try SealedGate<EarlierStore>.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]), at: location, configuration: folder.configuration)
    }

    private func open<Store: GatedStore>(_ type: Store.Type) throws -> Store {
        try SealedGate<Store>(at: location, configuration: folder.configuration).unlock(with: Secret(folder.passcode))
    }

    private func expectNoFile() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        #expect(!names.contains { $0.hasPrefix("store") })
    }

    @Test func `is backed up with all accounts by no program that would leave some of another's records out`() throws {
        try SealedGate<LaterStore>.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]), at: location, account: AccountID("other"),
            configuration: folder.configuration)
        let store = try open(EarlierStore.self)
        for accepting in [false, true] {
            let error = #expect(throws: StoreError.self) {
                try store.backup(to: file, acceptingDamage: accepting, includingOthers: true)
            }
            #expect(error?.reason == .recordsOfOtherKinds([]) && error?.code == .newerStore)
            try expectNoFile()
        }
        // The copy of the own account has all of it.
        #expect(try store.backup(to: file).filter { !$0.isOK || $0.note != nil } == [])
        let accounts = try SealedGate<EarlierStore>.all(at: .file(file), configuration: folder.configuration)
        #expect(accounts.map(\.account) == [.main])
    }

    @Test func `isn't called damaged by an earlier program, which can't make a whole copy of it`() throws {
        _ = try open(LaterStore.self)
        let store = try open(EarlierStore.self)
        #expect(try store.check().filter { !$0.isOK } == [])
        let error = #expect(throws: StoreError.self) { try store.backup(to: file) }
        #expect(error?.reason == .recordsOfOtherKinds(["extra", "extra.length", "extra.history"]))
        #expect(error?.code == .newerStore)
        try expectNoFile()
        // A copy that lacks them is made only where damage is accepted, and its check fails.
        let failed = try store.backup(to: file, acceptingDamage: true).filter { !$0.isOK }
        #expect(failed.map(\.name) == ["manifest"])
    }
}

/// The later store without its derived record.
private final class LongerStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(domain: "grown", documents: [Trip.self, Extra.self], collections: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

/// The later store on a disk that is full.
private final class FullStore: DocumentStore {
    typealias Document = Trip
    static let schema = StoreSchema(
        domain: "grown", documents: [Trip.self, Extra.self], collections: [Note.self],
        derived: DerivedRecords(RecordKind("extra.length", .singleton)) { _ in throw EngineError(.full, "full") })
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct `A store that isn't a file, with a record of a kind that nothing names` {
    @Test func `is copied and repaired as a file would be`() throws {
        let folder = try SharedFolder()
        let secrets = GateSecrets(passcode: try Secret(folder.passcode))
        let gate = try SealedGate<EarlierStore>.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]), at: .memory(), configuration: folder.configuration
        ).gate
        let store = try gate.unlock(with: Secret(folder.passcode))
        try store.edit { $0.place = "Oslo" }
        try store.opened.withEngine { engine, _ in
            try engine.transaction(.writing, of: .main) { backend in
                let row = RecordRow(number: 1, revision: 1, boxes: [[1], []])
                try backend.put(row, RecordKind("stray", .collection), of: .main)
            }
        }
        #expect(try store.check().compactMap(\.problem) == [.strayRecords(1)])
        let repair = try store.repair()
        #expect(repair.isNeeded && repair.lost.isEmpty && repair.copy != nil)
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.document.place == "Oslo")
    }
}
