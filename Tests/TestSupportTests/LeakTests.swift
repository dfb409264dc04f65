import Glibc
import TestSupport
import Testing

@Suite struct `Programs that were run` {
    /// The open descriptors of this process, including the one used for counting.
    private static func openDescriptors() -> Set<String> {
        guard let stream = opendir("/proc/self/fd") else { return [] }
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            // The bytes after the end of a name are undefined.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            names.insert(String(decoding: name, as: UTF8.self))
        }
        return names
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
            let before = Self.openDescriptors()
            for _ in 0..<20 { try Self.useEverything() }
            #expect(Self.openDescriptors() == before)
            #expect(waitpid(-1, nil, WNOHANG) == -1)
            #expect(errno == ECHILD)
        }
    }

    @Test func `are checked for leaks by a check that detects one`() async {
        await #expect(processExitsWith: .failure) {
            let before = Self.openDescriptors()
            _ = dup(0)
            exit(Self.openDescriptors() == before ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
