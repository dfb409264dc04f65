internal import FoundationEssentials
internal import Glibc

// What `make bench` runs: every figure and its reference, in turn and on one machine.
//
//     Benchmarks --program PATH [--static PATH] [--only KIND,…] [--rounds N] [--json FILE] [--plot FILE]
//                [--most-hikes N] [--in FOLDER]
//     Benchmarks places FOLDER [HIKES] [PLACES]
//     Benchmarks server URL accounts|commit|read|watch|acknowledge [ACCOUNTS] [SECONDS]
//
// Kinds: process, profiles, hikes, gpx, large, app, growth, processes, unlocks.

var options: [String: String] = [:]
var rest = CommandLine.arguments.dropFirst()
switch (rest.first, rest.count) {
case ("writer", 3):
    try ManyProcesses.write(rest[2], count: Int(rest[3]) ?? 0)
    exit(0)
case ("peak", 2...):
    var command = Command(arguments: Array(rest.dropFirst()))
    command.environment = Command.ownEnvironment
    print(try command.run().peak)
    exit(0)
case ("observer", 3):
    try await ManyProcesses.observe(rest[2], count: Int(rest[3]) ?? 0)
    exit(0)
case ("unlocks", 4):
    guard let way = ManyUnlocks.Way(rawValue: rest[4]) else { exit(64) }
    try await ManyUnlocks.measure(in: rest[2], unlocks: Int(rest[3]) ?? 0, way)
    exit(0)
case ("server", 3...):
    try ServerCost(
        url: rest[2], accounts: rest.count > 3 ? Int(rest[4]) ?? 1 : 1,
        seconds: rest.count > 4 ? Double(rest[5]) ?? 5 : 5
    ).run(rest[3])
    exit(0)
case ("places", 2...):
    try PlaceCost(
        folder: rest[2], hikes: rest.count > 2 ? Int(rest[3]) ?? 10_000 : 10_000,
        places: rest.count > 3 ? Int(rest[4]) ?? 1000 : 1000
    ).run()
    exit(0)
default: break
}
while let name = rest.popFirst() {
    guard name.hasPrefix("--"), let value = rest.popFirst() else {
        print("usage: Benchmarks --program PATH [--static PATH] [--only KIND,…] [--json FILE] [--plot FILE]")
        exit(64)
    }
    options[String(name.dropFirst(2))] = value
}
// Absolute, since some rows start it in another folder.
let program = URL(filePath: options["program"] ?? ".build/program/release/profile").path
let kinds = Set(
    (options["only"] ?? "process,profiles,hikes,elements,bulk,gpx,large,app,growth,processes,unlocks").split(
        separator: ","
    )
    .map(String.init))
let most = options["most-hikes"].flatMap { Int($0) } ?? 100_000
let rounds = options["rounds"].flatMap { Int($0) } ?? 41
umask(0o077)
do {
    let workshop = try Workshop(in: options["in"] ?? ".build", program: program)
    var report = Report()
    if kinds.contains("process") {
        var builds = [(name: "default", program: program)]
        if let path = options["static"], unsafe access(path, X_OK) == 0 {
            builds.append((name: "static", program: path))
        }
        report.add(try WholeProcess(workshop: workshop, builds: builds, rounds: rounds).rows())
    }
    report.add(try InProcess(workshop: workshop, hikes: most).rows(of: kinds))
    if kinds.contains("elements") { report.add(try OneOfMany(workshop: workshop).rows()) }
    if kinds.contains("bulk") { report.add(try BulkEdit(workshop: workshop).rows()) }
    if kinds.contains("large") { report.add(try LargeFile(workshop: workshop, bytes: 440_000_000).rows()) }
    if kinds.contains("app") {
        report.add(try AppOnTerminal(workshop: workshop, hikes: most, rounds: rounds).rows())
    }
    if kinds.contains("growth") {
        let sizes = [10, 100, 1000, 10_000, 100_000].filter { $0 <= most }
        let growth = try Growth(workshop: workshop, rounds: max(rounds / 2, 5), sizes: sizes).measure()
        report.add(growth.rows)
        report.add(growth.series)
        if let path = options["plot"] { try FileContent.write(GrowthPlot(series: growth.series).svg, to: path) }
    }
    if kinds.contains("processes") {
        report.add(try await ManyProcesses(workshop: workshop, processes: 8, edits: 250).rows())
    }
    if kinds.contains("unlocks") { report.add(try ManyUnlocks(workshop: workshop, unlocks: 24).rows()) }
    print(report.table)
    if let path = options["json"] { try FileContent.write(report.json, to: path) }
} catch {
    print("the benches stopped: \(error)")
    exit(1)
}
