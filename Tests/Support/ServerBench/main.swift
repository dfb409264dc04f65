import Dispatch
import Glibc
import PostgresKit
import PostgresStore
import SealedStore
import Synchronization

// The cost of a store on a server: commits and reads, one after the other, of one account or of many; and how long a
// commit takes to wake a watcher on another connection. `client.c` runs the same statements without the engine.
//
//     ServerBench URL accounts|commit|read|watch|acknowledge [ACCOUNTS] [SECONDS]

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("usage: ServerBench URL accounts|commit|read|watch [ACCOUNTS] [SECONDS]")
    exit(64)
}
let accountCount = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
let seconds = arguments.count > 4 ? Double(arguments[4]) ?? 5 : 5

let profile = RecordKind("profile", .singleton)
let summary = RecordKind("summary", .singleton)
let history = RecordKind("history", .log)
var schema = StoreSchema(domain: "bench", documents: [])
schema.readableKind = profile
let engine = try StoreLocation.postgres(arguments[1]).opener.create(schema.engineSchema)

/// Cheap random bytes, so that only the engine and the server are measured.
let noise = (0..<4096).map { _ in UInt8.random(in: 0 ... .max) }
@MainActor func box(_ length: Int) -> [UInt8] {
    let start = Int.random(in: 0..<4096 - length)
    return Array(noise[start..<start + length])
}
@MainActor func account(_ number: Int) throws -> AccountID { try AccountID("a\(number)") }

@MainActor func makeAccount(_ id: AccountID) throws {
    try engine.transaction(.writing, of: id) { backend in
        let stage = StageRow(
            format: "digits:6", epoch: 1, operations: 3, memory: 256 << 20, salt: box(16), envelope: box(73))
        try backend.putGate(
            GateRow(epoch: 1, shuffle: false, stages: [stage], recovery: box(73), deviceCheck: box(32), mac: box(32)),
            of: id)
        try backend.put(RecordRow(number: 1, revision: 1, boxes: [box(298)]), profile, of: id)
        try backend.put(RecordRow(number: 1, revision: 1, boxes: [box(554)]), summary, of: id)
        try backend.put(RecordRow(number: 1, revision: 1, boxes: [box(298)]), history, of: id)
        try backend.putManifest(SealedManifest(generation: 1, box: box(554)), of: id)
    }
}

/// Writes what an edit writes: the profile, a commit of the history, and the manifest.
@MainActor func commit(_ id: AccountID) throws {
    try engine.transaction(.writing, of: id) { backend in
        guard let heads = try backend.heads(of: id, kinds: [profile]), let manifest = heads.manifest else { return }
        let number = (heads.singletons[profile.name]?.number ?? 0) + 1
        try backend.put(RecordRow(number: number, revision: number, boxes: [box(298)]), profile, of: id)
        try backend.put(RecordRow(number: number, revision: number, boxes: [box(298)]), history, of: id)
        try backend.putManifest(SealedManifest(generation: manifest.generation + 1, box: box(554)), of: id)
    }
}

@MainActor func read(_ id: AccountID) throws {
    _ = try engine.transaction(.reading, of: id) { try $0.heads(of: id, kinds: [profile]) }
}

/// Runs a body until the time is over, and prints the rate and the times of its runs.
@MainActor func measure(_ name: String, _ body: () throws -> Void) throws {
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

func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

switch arguments[2] {
case "accounts":
    for number in 0..<accountCount { try makeAccount(account(number)) }
case "commit":
    try measure("commits on \(accountCount) accounts") { try commit(account(Int.random(in: 0..<accountCount))) }
case "read":
    try measure("reads of \(accountCount) accounts") { try read(account(Int.random(in: 0..<accountCount))) }
case "acknowledge":
    // For a test that kills this process: each acknowledged commit is printed at once.
    let id = try account(0)
    while true {
        try commit(id)
        let line = Array("committed\n".utf8)
        guard write(STDOUT_FILENO, line, line.count) == line.count else { exit(0) }
    }
case "watch":
    let id = try account(0)
    let woken = DispatchSemaphore(value: 0)
    let watch = try engine.watch(id) { woken.signal() }
    woken.wait()
    try measure("commit to wake-up") {
        try commit(id)
        woken.wait()
    }
    withExtendedLifetime(watch) {}
default:
    exit(64)
}
