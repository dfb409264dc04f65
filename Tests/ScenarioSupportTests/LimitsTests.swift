import Glibc
import ScenarioSupport
import Testing

@Suite struct `Programs that write much, read little or do not end` {
    static let megabytes10 = 10_000_000

    @Test func `10 MB on both outputs, one after the other`() throws {
        let finished = try shell.run(
            "-c", "head -c \(Self.megabytes10) /dev/zero >&2; head -c \(Self.megabytes10) /dev/zero")
        #expect(finished.outputBytes.count == Self.megabytes10)
        #expect(finished.errorBytes.count == Self.megabytes10)
    }

    @Test func `10 MB in and out again`() throws {
        let input = [UInt8](repeating: 65, count: Self.megabytes10)
        let finished = try shell.run("-c", "tee /dev/stderr", input: input)
        #expect(finished.outputBytes == input)
        #expect(finished.errorBytes == input)
    }

    @Test func `10 MB on a terminal`() throws {
        let terminal = try shell.onTerminal("-c", "head -c \(Self.megabytes10) /dev/zero; echo done")
        try terminal.expect("done", timeout: .seconds(60))
        let finished = try terminal.expectExit()
        #expect(finished.outputBytes.count == Self.megabytes10 + "done\r\n".utf8.count)
    }

    @Test func `input that nobody reads is dropped`() throws {
        let input = [UInt8](repeating: 65, count: Self.megabytes10)
        let finished = try shell.run("-c", "exec <&-; echo read nothing; exit 4", input: input)
        #expect(finished.exitCode == 4)
        #expect(finished.output == "read nothing\n")
    }

    @Test func `a program that does not end is killed, and the error shows its output`() throws {
        #expect {
            _ = try shell.run("-c", "printf 'so far'; echo bad >&2; kill -STOP $$", timeout: .milliseconds(200))
        } throws: { error in
            "\(error)" == """
                waited 0.2 seconds for the program to end; output so far:
                so far
                errors:
                bad\\n

                """
        }
    }

    @Test func `what a program leaves running does not hold up its end, and is killed`() throws {
        let finished = try shell.run("-c", "sleep 1000 & echo $!")
        let left = try #require(pid_t(finished.output.dropLast()))
        let gone = try Program(path: "/bin/sh").run("-c", "while kill -0 \(left) 2>/dev/null; do :; done")
        #expect(gone.exitCode == 0)
    }

    @Test func `what left the session does not hold up the end either`() throws {
        let finished = try shell.run("-c", "setsid sleep 20 & exit 2", timeout: .seconds(15))
        #expect(finished.exitCode == 2)
    }

    @Test func `many programs at once`() async throws {
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                group.addTask { try shell.run("-c", "cat; exit \(number % 2)", input: "\(number)").output }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outputs == Set((0..<200).map(String.init)))
    }
}
