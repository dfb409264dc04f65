internal import Dispatch
internal import Glibc
internal import PostgresKit
internal import PostgresStore
internal import SealedStore

/// The cost of a store on a server: commits and reads, one after the other, of one account or of many; and how long a
/// commit takes to wake a watcher on another connection. `Tests/Tools/Server/client.c` runs the same statements without
/// the engine.
struct ServerCost {
    private let engine: any RecordEngine
    private let accounts: Int
    private let seconds: Double
    private let profile = RecordKind("profile", .singleton)
    private let summary = RecordKind("summary", .singleton)
    private let history = RecordKind("history", .log)
    /// Cheap random bytes, so that only the engine and the server are measured.
    private let noise = (0..<4096).map { _ in UInt8.random(in: 0 ... .max) }

    init(url: String, accounts: Int, seconds: Double) throws {
        (self.accounts, self.seconds) = (accounts, seconds)
        var schema = StoreSchema(domain: "bench", documents: [])
        schema.readableKind = profile
        engine = try StoreLocation.postgres(url).opener.create(schema.engineSchema)
    }

    func run(_ what: String) throws {
        switch what {
        case "accounts": for number in 0..<accounts { try makeAccount(account(number)) }
        case "commit":
            try measure("commits on \(accounts) accounts") { try commit(account(Int.random(in: 0..<accounts))) }
        case "read": try measure("reads of \(accounts) accounts") { try read(account(Int.random(in: 0..<accounts))) }
        case "acknowledge": try acknowledge()
        case "watch": try watch()
        default: exit(64)
        }
    }

    private func box(_ length: Int) -> [UInt8] {
        let start = Int.random(in: 0..<4096 - length)
        return Array(noise[start..<start + length])
    }

    private func account(_ number: Int) throws -> AccountID { try AccountID("a\(number)") }

    private func makeAccount(_ id: AccountID) throws {
        try engine.transaction(.writing, of: id) { backend in
            let stage = StageRow(
                format: "digits:6", epoch: 1, operations: 3, memory: 256 << 20, salt: box(16), envelope: box(73))
            try backend.putGate(
                GateRow(
                    epoch: 1, shuffle: false, stages: [stage], recovery: box(73), deviceCheck: box(32), mac: box(32)),
                of: id)
            try backend.put(RecordRow(number: 1, revision: 1, boxes: [box(298)]), profile, of: id)
            try backend.put(RecordRow(number: 1, revision: 1, boxes: [box(554)]), summary, of: id)
            try backend.put(RecordRow(number: 1, revision: 1, boxes: [box(298)]), history, of: id)
            try backend.putManifest(SealedManifest(generation: 1, box: box(554)), of: id)
        }
    }

    /// Writes what an edit writes: the profile, a commit of the history, and the manifest.
    private func commit(_ id: AccountID) throws {
        try engine.transaction(.writing, of: id) { backend in
            guard let heads = try backend.heads(of: id, kinds: [profile]), let manifest = heads.manifest else { return }
            let number = (heads.singletons[profile.name]?.number ?? 0) + 1
            try backend.put(RecordRow(number: number, revision: number, boxes: [box(298)]), profile, of: id)
            try backend.put(RecordRow(number: number, revision: number, boxes: [box(298)]), history, of: id)
            try backend.putManifest(SealedManifest(generation: manifest.generation + 1, box: box(554)), of: id)
        }
    }

    private func read(_ id: AccountID) throws {
        _ = try engine.transaction(.reading, of: id) { try $0.heads(of: id, kinds: [profile]) }
    }

    /// For a test that kills this process: each acknowledged commit is printed at once.
    private func acknowledge() throws {
        let line = Array("committed\n".utf8)
        while true {
            try commit(account(0))
            guard unsafe write(STDOUT_FILENO, line, line.count) == line.count else { return }
        }
    }

    private func watch() throws {
        let id = try account(0)
        let woken = DispatchSemaphore(value: 0)
        let watch = try engine.watch(id) { woken.signal() }
        woken.wait()
        try measure("commit to wake-up") {
            try commit(id)
            woken.wait()
        }
        withExtendedLifetime(watch) {}
    }

    /// Runs a body until the time is over, and prints the rate and the times of its runs.
    private func measure(_ name: String, _ body: () throws -> Void) throws {
        var times: [Double] = []
        let begin = ContinuousClock.now
        while begin.duration(to: .now) < .seconds(seconds) {
            let start = ContinuousClock.now
            try body()
            times.append(start.duration(to: .now) / .milliseconds(1))
        }
        let rate = Double(times.count) / (begin.duration(to: .now) / .seconds(1))
        times.sort()
        print(
            "\(name): \(Int(rate)) a second, median \(text(times[times.count / 2])) ms,",
            "99 % under \(text(times[times.count * 99 / 100])) ms")
    }

    private func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
