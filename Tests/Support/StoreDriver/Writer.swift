import Glibc
import PostgresStore
import ProfileKit

/// Uses a store through the library repeatedly, with a live session.
///
/// Each commit opens the store again, as a command does, but without starting a process. The last line is the longest
/// time of a commit, in seconds.
struct Writer {
    let store: String

    private var configuration: Gate.Configuration {
        var configuration = Gate.Configuration()
        configuration.sessionStorage = .file
        configuration.watchesStores = false
        return configuration
    }

    func openFirst() async throws {
        var configuration = configuration
        configuration.cost = KeyDerivation.Cost(operations: 1, memory: KeyDerivation.Cost.leastMemory)
        let gate = try await Gate.openOrCreate(
            at: .file(store), passcode: Secret("739158"), configuration: configuration
        ) { _ in }
        try await gate.unlock(with: Secret("739158")).edit { $0.prefersNotifications.toggle() }
    }

    func edit(_ name: String, times count: Int) throws {
        let place: StoreLocation = StoreLocation.isServer(store) ? try .postgres(store) : .file(store)
        let gate = try Gate(at: place, configuration: configuration)
        var longest = Duration.zero
        if name.hasPrefix("--guess") { return try guess(at: gate, times: count, early: name == "--guess-early") }
        for round in 1...count {
            let start = ContinuousClock.now
            guard let store = try gate.resume() else { fatalError("there is no session") }
            switch name {
            case "--add": try store.edit { $0.username = "\((Int($0.username) ?? 0) + 1)" }
            case "--add-carelessly":
                let next = "\((Int(try store.profile.username) ?? 0) + 1)"
                try store.edit { $0.username = next }
            case _ where name.hasPrefix("--early"):
                try store.edit { profile in
                    profile.username = "\(name) \(round)"
                    say(profile.username)
                }
            default: say("\(try store.edit { $0.username = "\(name) \(round)" }.revision) \(name) \(round)")
            }
            longest = max(longest, ContinuousClock.now - start)
        }
        say("longest \(longest / .seconds(1))")
    }

    private func guess(at gate: Gate, times count: Int, early: Bool) throws {
        for _ in 1...count {
            if early { say("wrong") }
            do {
                _ = try gate.unlock(with: Secret("111112"))
            } catch let error as StoreError where error.code == .wrongPasscode {
                if !early { say("wrong") }
            }
        }
        // Until it is killed.
        pause()
    }

    /// Unbuffered and in a single write, so that a kill leaves a whole line or none.
    private func say(_ line: String) {
        _ = unsafe Array("\(line)\n".utf8).withUnsafeBytes { unsafe write(1, $0.baseAddress!, $0.count) }
    }
}
