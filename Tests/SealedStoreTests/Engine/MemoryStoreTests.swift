import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SealedStore

/// A store without a file: only its state folder, with the device secret, is on a disk.
@Suite(.temporaryStore) struct `A store in memory` {
    private let location = StoreLocation.memory()
    private var configuration: Gate.Configuration {
        .forTests(folder: TemporaryStore.current.folder, clock: TemporaryStore.current.clock)
    }

    private func made() throws -> (gate: Gate, recoveryCode: RecoveryCode) {
        try Gate.create(
            NewAccount(secrets: Gate.Secrets(passcode: Secret("739158")), formats: [.sixDigits]), at: location,
            configuration: configuration)
    }

    @Test func `is created, unlocked, edited, drafted, committed and undone`() async throws {
        let (gate, _) = try made()
        await #expect(throws: StoreError.self) { try await gate.unlock(with: Secret("150726")) }
        let store = try await gate.unlock(with: Secret("739158"))
        try await store.edit { $0.days = 3 }
        var draft = try await store.draft()
        draft.days = 6
        try await store.save(&draft)
        #expect(try store.document.days == 3)
        let other = try await gate.unlock(with: Secret("739158"))
        try await other.edit { $0.isBooked = true }
        try await store.commit(draft)
        #expect(try other.history().map(\.revision) == [4, 3, 2, 1])
        #expect(try other.document.days == 6 && other.document.isBooked)
        try other.undo()
        #expect(try store.document.days == 3)
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `is restored from a backup, and is an instance of its own`() async throws {
        let (gate, _) = try made()
        let store = try await gate.unlock(with: Secret("739158"))
        try await store.edit { $0.place = "kept" }
        try store.addNotes(1...5)
        let backup = "\(TemporaryStore.current.folder)/backup"
        try store.backup(to: backup)
        let other = StoreLocation.memory()
        try await Gate.restore(backup, to: other, configuration: configuration) { accounts in
            (accounts[0].id, Gate.Secrets(passcode: try Secret("739158")))
        }
        let restored = try await Gate(at: other, configuration: configuration).unlock(with: Secret("739158"))
        #expect(try restored.document.place == "kept")
        #expect(try restored.total == 5)
        #expect(try restored.check().filter { !$0.isOK } == [])
        try await restored.edit { $0.place = "changed" }
        #expect(try store.document.place == "kept")
        #expect(throws: StoreError.self) { try Gate.restore(backup, to: other, configuration: configuration) }
        // A draft of the copy isn't one of the original.
        let draft = try await restored.draft()
        let error = #expect(throws: StoreError.self) { try store.commit(draft) }
        #expect(error?.reason == .foreignDraft)
    }

    @Test func `becomes another instance as a file does`() throws {
        let engine = MemoryEngine(TripStore.schema.engineSchema)
        let other = InstanceID.random()
        try engine.transaction(.writing, of: .main) { try $0.putInstance(other) }
        #expect(engine.instance == other)
    }

    @Test func `keeps notes and their total, and follows others' commits`() async throws {
        let (gate, _) = try made()
        let (store, other) = (
            try await gate.unlock(with: Secret("739158")), try await gate.unlock(with: Secret("739158"))
        )
        try store.addNotes(1...2)
        #expect(try other.total == 2)
        try other.removeNote(1)
        #expect(try store.notes == [2: "Note 2"])
        var names: [String] = []
        for try await trip in store.documents {
            names.append(trip.place)
            if names.count == 2 { break }
            try await other.edit { $0.place = "followed" }
        }
        #expect(names.last == "followed")
    }

    @Test func `is locked by others, recovered and given another passcode`() async throws {
        let (gate, recoveryCode) = try made()
        let store = try await gate.unlock(with: Secret("739158"))
        try store.beginSession()
        #expect(try gate.resume()?.document == store.document)
        try gate.lock()
        #expect(code { _ = try store.document } == .locked)
        try await gate.recover(with: recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        #expect(try await gate.unlock(with: Secret("820461")).check().filter { !$0.isOK } == [])
        try await gate.removeAccount(current: Gate.Secrets(passcode: Secret("820461")))
        #expect(code { _ = try gate.unlock(with: Secret("820461")) } == .noStore)
    }

    @Test func `is backed up to a file that opens`() throws {
        let (gate, _) = try made()
        let store = try gate.unlock(with: Secret("739158"))
        try store.edit { $0.place = "kept" }
        let path = TemporaryStore.current.folder + "/memory.backup"
        try store.backup(to: path)
        let copy = try Gate(at: .file(path), configuration: configuration)
        #expect(try copy.unlock(with: Secret("739158")).document.place == "kept")
    }
}
