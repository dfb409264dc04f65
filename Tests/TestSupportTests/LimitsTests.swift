import Glibc
import TestSupport
import Testing

@Suite struct `Programs that write much, read little or do not end` {
    static let megabytes10 = 10_000_000

    @Test func `are read when they write 10 MB to both outputs, one after the other`() throws {
        let finished = try shell.run(
            "-c", "head -c \(Self.megabytes10) /dev/zero >&2; head -c \(Self.megabytes10) /dev/zero")
        #expect(finished.outputBytes.count == Self.megabytes10)
        #expect(finished.errorBytes.count == Self.megabytes10)
    }

    @Test func `pass 10 MB from input to output`() throws {
        let input = [UInt8](repeating: 65, count: Self.megabytes10)
        let finished = try shell.run("-c", "tee /dev/stderr", input: input)
        #expect(finished.outputBytes == input)
        #expect(finished.errorBytes == input)
    }

    @Test func `write 10 MB to a terminal`() throws {
        let terminal = try shell.onTerminal("-c", "head -c \(Self.megabytes10) /dev/zero; echo done")
        try terminal.expect("done", timeout: .seconds(60))
        let finished = try terminal.expectExit()
        #expect(finished.outputBytes.count == Self.megabytes10 + "done\r\n".utf8.count)
    }

    @Test func `drop input that they don't read`() throws {
        let input = [UInt8](repeating: 65, count: Self.megabytes10)
        let finished = try shell.run("-c", "exec <&-; echo read nothing; exit 4", input: input)
        #expect(finished.exitCode == 4)
        #expect(finished.output == "read nothing\n")
    }

    @Test func `are killed when they don't end, and the error shows their output`() throws {
        #expect {
            _ = try shell.run("-c", "printf 'so far'; echo bad >&2; kill -STOP $$", timeout: .seconds(2))
        } throws: { error in
            "\(error)" == """
                waited 2.0 seconds for the program to end; output so far:
                so far
                errors:
                bad\\n

                """
        }
    }

    @Test func `end without waiting for processes they leave running, which are killed`() throws {
        let finished = try shell.run("-c", "sleep 1000 & echo $!")
        let left = try #require(pid_t(finished.output.dropLast()))
        let gone = try Program(path: "/bin/sh").run("-c", "while kill -0 \(left) 2>/dev/null; do :; done")
        #expect(gone.exitCode == 0)
    }

    @Test func `end without waiting for processes that left the session`() throws {
        let finished = try shell.run("-c", "setsid sleep 20 & exit 2", timeout: .seconds(15))
        #expect(finished.exitCode == 2)
    }

    @Test func `can run in large numbers at once`() async throws {
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                group.addTask { try shell.run("-c", "cat; exit \(number % 2)", input: "\(number)").output }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outputs == Set((0..<200).map(String.init)))
    }
}
