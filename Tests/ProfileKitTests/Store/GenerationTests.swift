import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite(.temporaryStore) struct `The generation of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func generation(of store: ProfileStore) throws -> Int {
        try store.read { $0.generation }
    }

    @Test func `rises by one with each transaction that writes, and with no other`() throws {
        let store = try temporary.unlock()
        let first = try generation(of: store)
        try store.edit { $0.username = "new" }
        try store.updateDraft { $0.username = "draft" }
        try store.discard()
        #expect(try generation(of: store) == first + 3)
        try store.edit { $0.username = "new" }
        _ = try store.summary
        #expect(try generation(of: store) == first + 3)
        let secrets = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
        try temporary.gate.renewRecoveryCode(current: secrets)
        #expect(try generation(of: temporary.unlock()) > first + 3, "a change of secrets goes on from there")
    }

    @Test func `is remembered beside the store and never goes back there`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.username = "new" }
        let newest = try generation(of: store)
        #expect(try store.opened.memory.lastSeen == newest)
        for older in [newest - 1, 1, 0, -1, .min] {
            store.opened.memory.note(older)
            #expect(try store.opened.memory.lastSeen == newest)
        }
        store.opened.memory.note(newest + 2)
        #expect(try store.opened.memory.lastSeen == newest + 2)
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged, "the store is older now")
    }
}
