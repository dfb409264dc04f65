import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `A gate of one stage` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `opens with its passcode`() async throws {
        let store = try await temporary.gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(try store.document.place == "nowhere")
        #expect(try store.committed.revision == 1)
    }

    @Test func `counts a wrong passcode`() throws {
        #expect(temporary.attempt("111112") == .wrongPasscode)
        #expect(try temporary.failures == 1)
    }

    @Test func `counts before it derives the key, so that an attempt in progress already counts as a failure`() throws {
        // Attempts are known only from the state on the disk, so every failure is read back from there.
        for expected in 1...4 {
            #expect(temporary.attempt("111112") == .wrongPasscode)
            let other = try Gate(at: .file(temporary.gate.path), configuration: temporary.gate.configuration)
            #expect(try other.status.failures == expected)
        }
    }

    @Test func `refuses even the right passcode for a minute after five failures`() throws {
        for _ in 1...5 { #expect(temporary.attempt("111112") == .wrongPasscode) }
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        temporary.clock.advance(by: .seconds(59))
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        temporary.clock.advance(by: .seconds(1))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
        #expect(try temporary.failures == 0)
    }

    @Test func `does not count attempts that it refuses to make`() throws {
        for _ in 1...5 { _ = temporary.attempt("111112") }
        for _ in 1...5 { #expect(temporary.attempt("111112") == .throttled) }
        #expect(try temporary.failures == 5)
    }

    @Test func `says how long to wait`() throws {
        for _ in 1...5 { _ = temporary.attempt("111112") }
        temporary.clock.advance(by: .seconds(20))
        let error = #expect(throws: StoreError.self) {
            try temporary.gate.unlock(with: Secret(TemporaryStore.passcode))
        }
        #expect(error?.reason == .throttled(.seconds(40)) && error?.retryAfter == .seconds(40))
    }

    @Test(arguments: ["", "73915", "7391580", "73915a", "739 58", "７３９１５８", "-39158"])
    func `refuses a malformed passcode without counting it`(passcode: String) throws {
        #expect(temporary.attempt(passcode) == .invalidValue)
        #expect(try temporary.failures == 0)
    }

    @Test func `leaves the file to nobody when the store that it opened is closed`() throws {
        let store = try temporary.unlock()
        _ = try store.gate.status
        #expect(try contents(of: temporary.folder).contains { $0.hasSuffix("-wal") })
        store.close()
        #expect(try !contents(of: temporary.folder).contains { $0.hasSuffix("-wal") })
        withExtendedLifetime(store) {}
    }

    @Test func `reports after an unlock how many attempts failed before it`() throws {
        for _ in 1...3 { _ = temporary.attempt("111112") }
        let last = temporary.clock.wallTime.secondsSince1970
        temporary.clock.advance(by: .seconds(100))
        #expect(try temporary.unlock().failuresBefore?.count == 3)
        for _ in 1...2 { _ = temporary.attempt("111112") }
        let failures = try #require(try temporary.unlock().failuresBefore)
        #expect(failures.count == 2)
        #expect(failures.lastAt.secondsSince1970 == last + 100)
        #expect(try temporary.unlock().failuresBefore == nil)
    }

    @Test func `never names the secret in a refusal`() throws {
        for secret in ["111112", "1111a2"] {
            do {
                _ = try temporary.gate.unlock(with: Secret(secret))
            } catch let error as StoreError {
                #expect(!"\(error)".contains(secret))
            }
        }
    }
}

/// All threads of a process share its working directory, so this runs in a separate process.
@Suite struct `A gate at a relative path` {
    @Test func `keeps working when the process changes its folder`() async {
        await #expect(processExitsWith: .success) {
            let manager = FileManager.default
            let folder = manager.temporaryDirectory.path + "/sealed-test-\(UUID().uuidString)"
            try makeFolder(folder)
            defer { try? manager.removeItem(atPath: folder) }
            #expect(manager.changeCurrentDirectoryPath(folder))
            var configuration = GateConfiguration.forTests(folder: folder, clock: ManualClock())
            configuration.stateFolder = "state"
            configuration.runtimeFolder = "."
            configuration.watchesStores = true
            let (gate, _) = try Gate.create(
                NewAccount(passcode: Secret(TemporaryStore.passcode)), at: "test.sealed", configuration: configuration)
            let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
            #expect(manager.changeCurrentDirectoryPath("/"))
            try store.edit { $0.place = "elsewhere" }
            try store.beginSession()
            #expect(try gate.resume()?.document.place == "elsewhere")
            #expect(try gate.lock())
            #expect(try gate.unlock(with: Secret(TemporaryStore.passcode)).document.place == "elsewhere")
        }
    }
}
