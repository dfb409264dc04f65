import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A store whose file is moved or removed while it is open` {
    /// What happens to the file.
    enum Fate: CaseIterable {
        case moved, removed, replaced, folderMoved
    }

    private var temporary: TemporaryStore { TemporaryStore.current }
    private var path: String { temporary.gate.path }

    private func strike(_ fate: Fate, _ path: String) throws {
        switch fate {
        case .moved: try move(path, to: "\(path).moved")
        case .removed: try remove(path)
        case .replaced:
            try copy(path, to: "\(path).other")
            try remove(path)
            try move("\(path).other", to: path)
        case .folderMoved:
            let folder = String(path.dropLast("/test.sealed".count))
            try move(folder, to: "\(folder)-moved")
        }
    }

    private func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path, toPath: other)
    }

    /// A store in a separate folder, so that the folder can be moved.
    private func gateInFolder() throws -> Gate {
        let folder = "\(temporary.folder)/inner"
        try makeFolder(folder)
        return try Gate.create(
            NewAccount(passcode: Secret(TemporaryStore.passcode)), at: "\(folder)/test.sealed",
            configuration: temporary.gate.configuration
        ).gate
    }

    @Test(arguments: Fate.allCases) func `acknowledges no change, and reports the reason`(fate: Fate) throws {
        let gate = try gateInFolder()
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        try store.edit { $0.place = "before" }
        try strike(fate, gate.path)
        let error = #expect(throws: StoreError.self) { try store.edit { $0.place = "lost" } }
        #expect(error?.code == .io)
        #expect(error?.isMovedStore == true)
        #expect(error?.reason == .moved(followsCommit: false) && error?.store == gate.path)
        for change in [{ try store.updateDraft { $0.place = "lost" } }, { try store.beginSession() as Any }] {
            #expect((#expect(throws: StoreError.self) { _ = try change() })?.isMovedStore == true)
        }
        #expect((#expect(throws: StoreError.self) { _ = try store.document })?.isMovedStore == true)
    }

    @Test func `leaves the file as it was last acknowledged, and no older than the seen generation`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.place = "before" }
        try move(path, to: "\(path).moved")
        for _ in 1...3 { #expect(code { try store.edit { $0.place = "lost" } } == .io) }
        store.close()
        try move("\(path).moved", to: path)
        #expect(try temporary.unlock().document.place == "before")
    }

    @Test func `reports an unknown outcome when the file disappears during a change`() throws {
        let store = try temporary.unlock()
        let error = #expect(throws: StoreError.self) {
            try store.edit { trip in
                trip.place = "between"
                try move(path, to: "\(path).moved")
            }
        }
        #expect(error?.code == .failure)
        #expect(error?.reason == .moved(followsCommit: true))
    }

    @Test func `isn't read through another file in its place during a change`() throws {
        let engine = try SQLiteEngine(opening: path)
        let error = #expect(throws: EngineError.self) {
            try engine.transaction(.writing, of: .main) { _ in
                try strike(.replaced, path)
                _ = try engine.look { try $0.accounts() }
            } settling: { _, _ in
                nil
            }
        }
        #expect(error?.code == .moved)
    }

    @Test(arguments: [Fate.moved, .removed, .replaced, .folderMoved])
    func `is closed without a call when it is watched`(fate: Fate) async throws {
        let gate = try gateInFolder()
        let store = try await gate.unlock(with: Secret(TemporaryStore.passcode))
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        try strike(fate, gate.path)
        let error = await #expect(throws: StoreError.self) { try await trips.next() }
        #expect(error?.isMovedStore == true)
    }

    @Test func `is still ended by a lock, which deletes its session's key`() throws {
        try lockAfterMove()
        #expect(try contents(of: temporary.folder).allSatisfy { !$0.hasPrefix("trips-") })
        let gate = try Gate(at: "\(path).moved", configuration: temporary.gate.configuration)
        #expect(try gate.resume() == nil)
    }

    /// Releases the store at the end: two connections of one process can't have one file under two names.
    private func lockAfterMove() throws {
        let store = try temporary.unlock()
        try store.beginSession()
        try move(path, to: "\(path).moved")
        #expect(code { try store.lock() } == .noStore)
        #expect(code { _ = try store.document } == .locked)
    }
}
