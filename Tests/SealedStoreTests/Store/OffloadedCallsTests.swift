import Dispatch
import Glibc
import SealedStoreTesting
import Synchronization
import Testing

@testable import SealedStore

@Suite(.temporaryStore, .timeLimit(.minutes(5))) struct `An asynchronous form` {
    /// Calls that work until they may end. Dispatch would replace threads of its global queues that sleep.
    private final class Calls: Sendable {
        private let running = Atomic<Int>(0)
        private let hasEnded = Atomic<Bool>(false)

        func run() {
            running.add(1, ordering: .relaxed)
            while !hasEnded.load(ordering: .relaxed) { sched_yield() }
        }

        func end() { hasEnded.store(true, ordering: .relaxed) }

        func areRunning(_ count: Int) async {
            while running.load(ordering: .relaxed) < count { await Task.yield() }
        }
    }

    private let calls = Calls()

    private func useStore() async throws {
        let store = try TemporaryStore.current.unlock()
        try await store.edit { $0.place = "ada" }
        var draft = try await store.draft()
        draft.days = 3
        try await store.save(&draft)
        try await store.commit(draft)
        #expect(try store.opened.read { $0.generation } == 4)
    }

    @Test func `doesn't wait for attempts and other calls, of which each has a thread`() async throws {
        defer { calls.end() }
        let count = sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 2
        for _ in 0..<count {
            Task { [calls] in try await offloadingAttempt { calls.run() } }
            Task { [calls] in try await offloading { calls.run() } }
        }
        await calls.areRunning(2 * count)
        try await useStore()
    }

    @Test func `that follows a store reads it on the store's own thread`() async throws {
        var follower = ChangeFollower(try TemporaryStore.current.unlock())
        // Only an offloaded call has one.
        #expect(try await follower.next { _ in Cancellation.current != nil } == true)
    }

    @Test func `of one store doesn't wait for any number of another one's`() async throws {
        defer { calls.end() }
        let busy = try TemporaryStore.current.unlock()
        // Dispatch has at most 255 threads for queues of one quality of service.
        for _ in 0..<300 {
            Task { [calls] in try await busy.opened.offloading(.reading) { calls.run() } }
            Task { [calls] in try await busy.opened.offloading(.writing) { calls.run() } }
        }
        await calls.areRunning(2)
        try await useStore()
    }
}
