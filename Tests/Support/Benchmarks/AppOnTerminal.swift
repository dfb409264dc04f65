internal import Glibc
internal import TestSupport

/// The app with a large store, on a pseudo-terminal as a person has it: when its first picture is there, how long a key
/// takes until the picture changes, and what the app costs while nothing happens.
struct AppOnTerminal {
    let workshop: Workshop
    let hikes: Int
    let rounds: Int

    private static let idleSeconds = 5
    /// Keys on the list of hikes, each of which changes the picture, and which together lead back to where they began.
    private static let keys: [(name: String, bytes: String)] = [
        ("↓", "\u{1b}[B"), ("Page Down", "\u{1b}[6~"), ("End", "\u{1b}[F"), ("↑", "\u{1b}[A"), ("Home", "\u{1b}[H"),
        ("s", "s"), ("s", "s"), ("s", "s"), ("s", "s"), ("/", "/"), ("9", "9"), ("7", "7"), ("Backspace", "\u{7f}"),
        escape,
    ]
    /// After this one, the app waits whether it begins a sequence.
    private static let escape = (name: "Escape", bytes: "\u{1b}")

    func rows() throws -> [Row] {
        let store = try workshop.store(hikes: hikes)
        var environment = store.environment
        environment["TERM"] = "xterm-256color"
        environment["PROFILE_REDUCE_MOTION"] = "1"
        let program = Program(path: workshop.program, environment: environment, workingDirectory: store.home)
        func start() throws -> Terminal {
            let terminal = try program.onTerminal(rows: 40, columns: 120)
            try terminal.see("Ridge ", timeout: .seconds(60))
            return terminal
        }
        let starts = try (0..<max(rounds / 2, 5)).map { _ in try seconds { _ = try start() } }

        let terminal = try start()
        var times: [[Double]] = Self.keys.map { _ in [] }
        for round in 0...max(rounds / 2, 5) {
            for (index, key) in Self.keys.enumerated() {
                let before = terminal.picture.text
                let time = try seconds {
                    try terminal.send(key.bytes)
                    try terminal.see("a change after \(key.name)") { $0.text != before }
                }
                // What a key causes later, such as a graph or a search of the notes, is not part of the next one.
                try settle(terminal)
                if round > 0, key.name != Self.escape.name { times[index].append(time) }
            }
        }
        let medians = times.map { $0.isEmpty ? 0 : median($0) }
        let slowest = medians.indices.max { medians[$0] < medians[$1] } ?? 0
        let before = try processorTime(of: terminal.processIdentifier)
        sleep(UInt32(Self.idleSeconds))
        let idle = try processorTime(of: terminal.processIdentifier) - before
        return [
            Row(
                what: "app with \(hikes) hikes, first picture", figure: median(starts), unit: .seconds,
                goal: .atMost(0.05)),
            Row(
                what: "app with \(hikes) hikes, slowest key until the picture changes", figure: medians[slowest],
                unit: .seconds, goal: .atMost(0.01), detail: Self.keys[slowest].name),
            Row(
                what: "app with \(hikes) hikes, processor time of \(Self.idleSeconds) s without a key", figure: idle,
                unit: .seconds, goal: .atMost(0.001)),
        ]
    }

    /// Reads what the app draws until it has neither drawn nor worked for a while.
    private func settle(_ terminal: Terminal) throws {
        func state() throws -> (drawn: Int, worked: Double) {
            (terminal.transcript.utf8.count, try processorTime(of: terminal.processIdentifier))
        }
        var (seen, rests) = (try state(), 0)
        while rests < 5 {
            usleep(10_000)
            _ = try? terminal.see("nothing", timeout: .zero) { _ in false }
            let now = try state()
            (seen, rests) = (now, now == seen ? rests + 1 : 0)
        }
    }

    /// The time that all threads of a process were on a processor.
    private func processorTime(of process: Int32) throws -> Double {
        let text = String(decoding: try FileContent.read("/proc/\(process)/stat"), as: UTF8.self)
        // The name, in brackets, may contain blanks; after it, user and system time are the 12th and 13th.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            throw Command.Failure(description: "the times of process \(process) are not known")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
