import Glibc
import TestSupport
import Testing

@Suite struct `Programs that were run` {
    /// The number of this process's open descriptors. What counting itself adds is always the same.
    private static func openDescriptors() -> Int {
        guard let stream = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        return count
    }

    /// Whether each of twenty repetitions of `action` leaves a descriptor open. The test library's other threads open and
    /// close a few of their own meanwhile, so that a single one proves nothing.
    private static func leaksDescriptors(_ action: () throws -> Void) rethrows -> Bool {
        let before = openDescriptors()
        for _ in 0..<20 { try action() }
        return openDescriptors() > before + 10
    }

    private static func useEverything() throws {
        _ = try shell.run("-c", "cat", input: "text", descriptors: [3: "a", 7: "b"])
        _ = try? shell.run("-c", "kill -STOP $$", timeout: .milliseconds(1))
        _ = try? Program(path: "/no/such/program").run()
        _ = try? Program(path: "/no/such/program").onTerminal()
        _ = try shell.start("-c", "read x", input: nil)
        _ = try shell.onTerminal("-c", "read x")
        try shell.onTerminal("-c", "read x").close()
        try shell.onTerminal("-c", "echo x").expect("x")
    }

    // In a separate process, because other tests open descriptors and start children meanwhile.
    @Test func `leave no descriptor and no process behind, whatever happened`() async {
        await #expect(processExitsWith: .success) {
            try Self.useEverything()
            #expect(try !Self.leaksDescriptors(Self.useEverything))
            #expect(waitpid(-1, nil, WNOHANG) == -1)
            #expect(errno == ECHILD)
        }
    }

    @Test func `are checked for leaks by a check that detects one`() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.leaksDescriptors { _ = dup(0) })
        }
    }
}
