import Glibc
import TestSupport
import Testing

@Suite struct `A program in the background` {
    @Test func `is read line by line`() throws {
        let program = try shell.start("-c", "printf 'one\\n\\nthree'")
        #expect(try program.nextLine() == "one")
        #expect(try program.nextLine() == "")
        #expect(try program.nextLine() == "three")
        #expect(try program.nextLine() == nil)
        #expect(try program.wait().output == "one\n\nthree")
    }

    @Test func `can be sent input and answers`() throws {
        let program = try shell.start("-c", "while read line; do echo \"got $line\"; done; echo bye", input: nil)
        try program.send("a\n")
        #expect(try program.nextLine() == "got a")
        try program.send("b\n")
        #expect(try program.nextLine() == "got b")
        program.closeInput()
        #expect(try program.nextLine() == "bye")
        #expect(throws: ScenarioError.misuse("standard input is closed")) { try program.send("c") }
        #expect(try program.wait().exitCode == 0)
    }

    @Test func `can be killed while it writes`() throws {
        let program = try shell.start("-c", "while :; do echo ack; done")
        #expect(try program.nextLine() == "ack")
        program.kill()
        let finished = try program.wait()
        #expect(finished.signal == SIGKILL)
        #expect(finished.output.hasPrefix("ack\n"))
    }

    @Test func `receives signals`() throws {
        let program = try shell.start("-c", "trap 'echo caught; exit 5' USR1; echo ready; while :; do :; done")
        #expect(try program.nextLine() == "ready")
        program.signal(SIGUSR1)
        #expect(try program.nextLine() == "caught")
        #expect(try program.wait().exitCode == 5)
        program.signal(SIGUSR1)
    }

    @Test func `is not awaited longer than requested when a line does not come`() throws {
        let program = try shell.start("-c", "printf 'ready\nno line'; read x", input: nil)
        #expect(try program.nextLine() == "ready")
        #expect {
            try program.nextLine(timeout: .milliseconds(200))
        } throws: { error in
            "\(error)".hasPrefix("waited 0.2 seconds for a line; output so far:\n")
                && "\(error)".hasSuffix("no line")
        }
        #expect(try program.wait().output == "ready\nno line")
    }

    @Test func `gives the same answer when it is awaited twice`() throws {
        let program = try shell.start("-c", "exit 6")
        #expect(try program.wait() == program.wait())
    }

    @Test func `ends with the last reference`() throws {
        var program: RunningProgram? = try shell.start("-c", "echo ready; read x", input: nil)
        #expect(try program?.nextLine() == "ready")
        let identifier = try #require(program?.processIdentifier)
        program = nil
        // Not even a zombie is left.
        #expect(kill(identifier, 0) == -1)
        #expect(errno == ESRCH)
    }
}
