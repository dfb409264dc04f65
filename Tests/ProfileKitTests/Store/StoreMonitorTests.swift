import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import Testing

/// A store that nobody reads learns of a lock all the same. The time limit is the test's patience, not its measure.
@Suite(.temporaryStore, .timeLimit(.minutes(1))) struct `An open store that is watched` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Waits until the stream of a session's store ends, and returns the error's code.
    private func end(after action: () throws -> Void) async throws -> ProfileError.Code? {
        try temporary.unlock().beginSession()
        let store = try #require(try temporary.gate.resume())
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        try action()
        do {
            while try await profiles.next() != nil {}
            return nil
        } catch {
            return (error as? ProfileError)?.code
        }
    }

    @Test func `ends its stream at a lock from elsewhere`() async throws {
        #expect(try await end { try temporary.gate.lock() } == .locked)
    }

    @Test func `ends its stream when the passcode changes elsewhere`() async throws {
        let code = try await end {
            try temporary.gate.change(
                to: Secret("820461"), current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        }
        #expect(code == .locked)
    }

    /// The last write of a commit comes before it can be read, so watches are told once more, by the file's times.
    @Test func `is told of each commit and each new session once it can be read`() throws {
        let path = temporary.gate.path
        let store = try temporary.unlock()
        let longAgo = Date(timeIntervalSince1970: 0)
        for action in [{ try store.edit { $0.username = "other" } as Any }, { try store.beginSession() as Any }] {
            try FileManager.default.setAttributes([.modificationDate: longAgo], ofItemAtPath: path)
            _ = try store.profile
            #expect(try modified(path) == longAgo, "reading announces nothing")
            _ = try action()
            #expect(try modified(path) != longAgo)
        }
    }

    private func modified(_ path: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    @Test func `ends its stream when the session's time is up, without being asked`() async throws {
        var configuration = temporary.gate.configuration
        configuration.clock = SystemClock()
        let gate = try Gate(at: temporary.gate.path, configuration: configuration)
        try gate.unlockBlocking(with: Secret(TemporaryStore.passcode))
            .beginSession(lasting: .milliseconds(1500), idle: .milliseconds(1500))
        let store = try #require(try gate.resume())
        var profiles = store.profiles.makeAsyncIterator()
        _ = try await profiles.next()
        let error = await #expect(throws: ProfileError.self) { try await profiles.next() }
        #expect(error?.code == .locked)
    }
}
