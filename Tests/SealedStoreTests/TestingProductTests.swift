import FoundationEssentials
import SealedStore
import SealedStoreTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A temporary store of a schema of one's own` {
    @Test func `keeps what is written until it is released, under a clock that a test controls`() throws {
        var temporary: TemporaryStore? = try .init()
        let folder = try #require(temporary?.folder)
        try temporary?.unlock().edit { $0.place = "Oslo" }
        #expect(try temporary?.unlock().document.place == "Oslo")
        try temporary?.unlock().beginSession(duration: .seconds(60))
        #expect(try temporary?.gate.resume() != nil)
        temporary?.clock.advance(by: .seconds(61))
        #expect(try temporary?.gate.resume() == nil)
        temporary = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `is kept by its gate, and by a store that was opened in it`() async throws {
        func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
        var store: TripStore? = try TemporaryStore().unlock()
        let path = try #require(store?.gate.path)
        try await store?.edit { $0.place = "Oslo" }
        #expect(try store?.document.place == "Oslo")
        var gate = store?.gate
        store = nil
        #expect(try await gate?.unlock(with: Secret("739158")).document.place == "Oslo")
        gate = nil
        // The thread that unlocked it may release it a moment later.
        while exists(path) { await Task.yield() }
    }

    @Test func `may have a password and records of its own, and is recovered by its code`() throws {
        let temporary = try TemporaryStore(
            password: "correct horse battery", format: .passphrase, passcode: "mossy lantern"
        ) { transaction, _ in
            try SealedCollection<Note>().put(Note("first", day: 1, weight: 1), number: 1, in: &transaction)
        }
        #expect(try temporary.gate.stages() == [.password, .passphrase])
        #expect(try temporary.unlock().opened.read { try SealedCollection<Note>().count(in: &$0) } == 1)
        try temporary.gate.recover(
            with: temporary.recoveryCode,
            settingUp: GateSecrets(passcode: Secret("other lantern"), password: Secret("another horse battery")))
        #expect(throws: StoreError.self) { try temporary.unlock() }
    }

    @Test func `leaves nothing behind if it can't be made`() throws {
        let (manager, name) = (FileManager.default, "\(UUID().uuidString).sealed")
        let error = #expect(throws: StoreError.self) {
            _ = try TemporaryStore(name, passcode: "739158") { transaction, _ in
                let trip = Trip(place: "Oslo", isBooked: true, days: 1)
                try DocumentRecords<Trip>().create(trip, at: WallTime(secondsSince1970: 1), in: &transaction)
                try DocumentRecords<Trip>().create(trip, at: WallTime(secondsSince1970: 1), in: &transaction)
            }
        }
        #expect(error?.code == .exists)
        let parent = manager.temporaryDirectory.path
        let left = try manager.contentsOfDirectory(atPath: parent).filter { folder in
            folder.hasPrefix("sealed-test-") && manager.fileExists(atPath: "\(parent)/\(folder)/\(name)")
        }
        #expect(left == [])
    }
}
