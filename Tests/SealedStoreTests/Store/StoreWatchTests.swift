import Glibc
import SealedStoreTesting
import Testing

@testable import SealedStore

/// A store that nobody reads learns of a lock as well. The time limit only bounds the wait; it is not what is measured.
@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `An open store that is watched` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Waits until the stream of a session's store ends, and returns the error's code.
    private func end(after action: () throws -> Void) async throws -> StoreError.Code? {
        try temporary.unlock().beginSession()
        let store = try #require(try temporary.gate.resume())
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        try action()
        do {
            while try await trips.next() != nil {}
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func `ends its stream at a lock from elsewhere`() async throws {
        #expect(try await end { try temporary.gate.lock() } == .locked)
    }

    /// As by a process for which the file is immutable, or on a read-only file system.
    @Test func `ends its stream at a lock that leaves no trace at the store's file`() async throws {
        let ended = try await end {
            let engine = try SQLiteEngine(opening: temporary.gate.path)
            #expect(temporary.gate.core.folder(in: engine).changeLockStamp())
        }
        #expect(ended == .locked)
    }

    @Test func `ends its stream when the passcode changes elsewhere`() async throws {
        let code = try await end {
            try temporary.gate.change(
                to: Secret("820461"), current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        }
        #expect(code == .locked)
    }

    @Test func `is no longer watched once it is closed`() throws {
        let store = try temporary.unlock()
        store.opened.watch()
        #expect(store.opened.isWatched)
        store.close()
        #expect(!store.opened.isWatched)
        store.opened.watch()
        #expect(!store.opened.isWatched)
    }

    @Test(arguments: [true, false])
    func `that was opened with the passcode ends its stream at a lock from elsewhere`(hasSession: Bool) async throws {
        let store = try temporary.unlock()
        if hasSession { try temporary.unlock().beginSession() }
        var trips = store.documents.makeAsyncIterator()
        _ = try await trips.next()
        #expect(try temporary.gate.lock() == hasSession)
        let error = await #expect(throws: StoreError.self) { try await trips.next() }
        #expect(error?.code == .locked)
        #expect(try temporary.unlock().document.place == "nowhere")
    }

    @Test func `is not affected by a lock of another account`() async throws {
        let other = try AccountID("second")
        _ = try await Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: other,
            configuration: temporary.gate.configuration)
        let store = try temporary.unlock()
        try Gate(at: .file(temporary.gate.path), account: other, configuration: temporary.gate.configuration).lock()
        #expect(try store.document.place == "nowhere")
    }

    /// The last write of a commit comes before it can be read, so watchers are notified once more: the log is
    /// opened for writing and closed.
    @Test func `learns of each commit and each new session once it can be read`() throws {
        let store = try temporary.unlock()
        _ = try store.document
        let closings = try LogClosings(of: temporary.gate.path)
        for action in [{ try store.edit { $0.place = "other" } as Any }, { try store.beginSession() as Any }] {
            _ = try store.document
            #expect(closings.take() == 0, "reading announces nothing")
            _ = try action()
            #expect(closings.take() > 0)
        }
    }

    /// Counts how often a store's log was closed after it had been open for writing.
    private struct LogClosings: ~Copyable {
        private let number = inotify_init1(Int32(IN_NONBLOCK))

        init(of store: String) throws {
            try #require(inotify_add_watch(number, store + "-wal", UInt32(IN_CLOSE_WRITE)) >= 0)
        }

        deinit { close(number) }

        /// The number since the last call; several at once may count as one.
        func take() -> Int {
            var events = [UInt8](repeating: 0, count: 4096)
            return max(read(number, &events, events.count), 0) / MemoryLayout<inotify_event>.size
        }
    }

    @Test func `ends its stream when the session expires, without a call`() async throws {
        let limit = Duration.seconds(7200)
        try temporary.unlock().beginSession(duration: limit, idleLimit: limit)
        let store = try #require(try temporary.gate.resume())
        temporary.clock.advance(by: limit - .milliseconds(100))
        let (wakes, continuation) = AsyncStream<Void>.makeStream()
        // Sets the timer to the 100 ms that are left, again after each end of it while the clock stands still.
        let subscription = ChangeSubscription(of: store) { continuation.yield() }
        temporary.clock.advance(by: .milliseconds(100))
        for await _ in wakes where code(of: { _ = try store.document }) == .locked { break }
        withExtendedLifetime(subscription) {}
    }
}
