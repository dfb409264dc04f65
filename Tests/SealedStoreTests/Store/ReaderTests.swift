import Dispatch
import SealedStoreTesting
import Synchronization
import Testing

@testable import SealedStore

/// The result of another thread during an operation; it must be there before the operation ends.
private func meanwhile<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let found = Mutex<Swift.Result<Result, any Error>?>(nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        let result = Swift.Result { try body() }
        found.withLock { $0 = result }
    }
    #expect(group.wait(timeout: .now() + 20) == .success, "it waits")
    return try #require(found.withLock { $0 }).get()
}

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A reader of an open store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `doesn't wait for writers, and sees the last commit`() throws {
        let store = try temporary.unlock()
        for number in 1...3 {
            try store.edit { trip in
                trip.place = "number \(number)"
                let seen = try meanwhile { try store.document.place }
                #expect(seen == (number == 1 ? "nowhere" : "number \(number - 1)"))
                #expect(try meanwhile { try store.readableNotes.damaged }.isEmpty)
            }
            #expect(try store.document.place == "number \(number)")
        }
    }

    @Test func `doesn't wait for a backup`() throws {
        let store = try temporary.unlock()
        let seen = try store.opened.withEngine { _, _ in try meanwhile { try store.document.place } }
        #expect(seen == "nowhere")
    }

    @Test func `is refused once it is closed, even while another thread still writes`() throws {
        let store = try temporary.unlock()
        let refusals = DispatchGroup()
        try store.edit { trip in
            trip.place = "the last"
            // Closing waits for this body, so it has to start on another thread.
            DispatchQueue.global().async(group: refusals) { store.close() }
            while try meanwhile({ code { _ = try store.document } }) != .locked {}
        }
        refusals.wait()
        #expect(try temporary.unlock().document.place == "the last")
    }

    @Test func `can't write through the reading connection`() throws {
        let store = try temporary.unlock()
        try store.edit { trip in
            trip.place = "other"
            #expect(throws: (any Error).self) {
                try meanwhile {
                    try store.opened.read { transaction in
                        try transaction.backend.putLock(7, of: .main)
                    }
                }
            }
        }
        #expect(try store.document.place == "other")
    }
}
