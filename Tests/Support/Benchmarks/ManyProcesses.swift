internal import Glibc
internal import ProfileKit
internal import Synchronization

/// One store used by several processes at once, and how soon others see a commit.
struct ManyProcesses {
    let workshop: Workshop
    let processes: Int
    let edits: Int

    func rows() async throws -> [Row] {
        try writers() + (try await observers())
    }

    // MARK: Writers

    /// The child's work: edits one after another, through the store that it opened once.
    static func write(_ home: String, count: Int) throws {
        let gate = try Gate(at: "\(home)/bench.profile", configuration: LibraryStore.configuration(home: home))
        guard let store = try gate.resume() else { throw Command.Failure(description: "there is no session") }
        var longest = 0.0
        for number in 0..<count {
            longest = max(longest, try seconds { try store.edit { $0.username = "\(getpid()) \(number)" } })
        }
        print(longest)
    }

    private func writers() throws -> [Row] {
        let home = workshop.path("shared")
        let store = try LibraryStore.make(at: home)
        try store.store.beginSession()
        let before = try store.store.committed.revision
        let this = CommandLine.arguments[0]
        let outputs = (0..<processes).map { workshop.path("writer-\($0)") }
        let wall = try seconds {
            let running = try outputs.map {
                try Command(arguments: [this, "writer", home, "\(edits)"], output: $0).start()
            }
            for process in running { _ = try process.wait() }
        }
        let waits = try outputs.map { output in
            let text = String(decoding: try FileContent.read(output), as: UTF8.self)
            return Double(text.split(separator: "\n").last ?? "") ?? .infinity
        }
        let made = try store.store.committed.revision - before
        return [
            Row(
                what: "\(processes) processes, \(edits) edits each: commits a second", figure: Double(made) / wall,
                unit: .perSecond, detail: "\(made) of \(processes * edits) are there"),
            Row(
                what: "\(processes) processes, \(edits) edits each: longest wait of an edit",
                figure: waits.max() ?? .nan, unit: .seconds, goal: .atMost(5)),
        ]
    }

    // MARK: Observers

    /// The child's work: prints when each commit was seen, on a clock that all processes share.
    static func observe(_ home: String, count: Int) async throws {
        var configuration = LibraryStore.configuration(home: home)
        configuration.watchesStores = true
        let gate = try Gate(at: "\(home)/bench.profile", configuration: configuration)
        guard let store = try gate.resume() else { throw Command.Failure(description: "there is no session") }
        var seen: [String] = []
        for try await profile in store.profiles {
            seen.append("\(profile.username) \(now())")
            // The first profile comes before any commit, and shows that the child is waiting for the others.
            if seen.count == 1 { FileDescriptorMark.make(at: "\(home)/ready") }
            if seen.count == count + 1 { break }
        }
        print(seen.joined(separator: "\n"))
    }

    /// Not from an `async` body, which would call the version that uses another thread.
    private func commit(_ name: String, to store: ProfileStore) throws {
        try store.edit { $0.username = name }
    }

    private func observers() async throws -> [Row] {
        let home = workshop.path("observed")
        let made = try LibraryStore.make(at: home)
        try made.store.beginSession()
        let count = 50
        let here = Mutex<[String: Double]>([:])
        let watching = Task {
            for try await profile in made.store.profiles {
                let time = now()
                let all = here.withLock { seen in
                    seen[profile.username] = time
                    return seen.count
                }
                if all == count + 1 { return }
            }
        }
        let (this, output) = (CommandLine.arguments[0], workshop.path("observer"))
        let child = try Command(arguments: [this, "observer", home, "\(count)"], output: output).start()
        while unsafe access("\(home)/ready", F_OK) != 0 || here.withLock({ $0.isEmpty }) { usleep(1000) }
        var committed: [String: Double] = [:]
        for number in 1...count {
            try commit("n\(number)", to: made.store)
            committed["n\(number)"] = now()
            // Waits until all have seen it: the latency of one commit is measured, not a queue.
            usleep(30_000)
        }
        try await watching.value
        _ = try child.wait()
        let lines = String(decoding: try FileContent.read(output), as: UTF8.self).split(separator: "\n")
        let there = Dictionary(
            lines.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), Double(parts[1]) ?? .nan)
            }, uniquingKeysWith: { first, _ in first })
        func delays(_ seen: [String: Double]) -> Double {
            median(committed.compactMap { name, time in seen[name].map { max($0 - time, 0) } })
        }
        return [
            Row(
                what: "commit → observer in the same process", figure: delays(here.withLock { $0 }), unit: .seconds,
                goal: .atMost(20e-6)),
            Row(what: "commit → observer in another", figure: delays(there), unit: .seconds, goal: .atMost(20e-3)),
        ]
    }
}

/// Seconds on the clock that all processes of this boot share.
private func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private enum FileDescriptorMark {
    static func make(at path: String) { close(unsafe open(path, O_WRONLY | O_CREAT, 0o600)) }
}
