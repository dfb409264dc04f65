import Glibc
import TestSupport
import Testing

@Suite struct `A program on a terminal` {
    @Test func `asks and is answered through its terminal device`() throws {
        let terminal = try shell.onTerminal("-c", "printf 'Name? ' >/dev/tty; read n </dev/tty; echo \"Hello $n\"")
        #expect(try terminal.expect("? ") == "Name? ")
        try terminal.send("Ann")
        try terminal.press(.enter)
        #expect(try terminal.expect("Hello Ann\r\n") == "Ann\r\nHello Ann\r\n")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(terminal.transcript == "Name? Ann\r\nHello Ann\r\n")
    }

    @Test func `has a terminal on all three descriptors`() throws {
        let terminal = try shell.onTerminal("-c", "test -t 0 && test -t 1 && test -t 2 && exit 9")
        #expect(try terminal.expectExit().exitCode == 9)
    }

    @Test func `is interrupted by Control-C`() throws {
        let terminal = try shell.onTerminal("-c", "echo ready; exec cat")
        try terminal.expect("ready")
        try terminal.press(.controlC)
        let finished = try terminal.expectExit()
        #expect(finished.signal == SIGINT)
        #expect(finished.output == "ready\r\n^C")
    }

    @Test func `reads the end of its input on Control-D`() throws {
        let terminal = try shell.onTerminal("-c", "cat; echo end")
        try terminal.press(.controlD)
        try terminal.expect("end")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `reports whether typing is shown`() throws {
        let terminal = try shell.onTerminal("-c", "read a; stty -echo; read b; stty echo; echo on; read c")
        #expect(terminal.echoes)
        try terminal.press(.enter)
        try terminal.waitUntil("echo to be off") { !$0.echoes }
        try terminal.send("secret\r")
        try terminal.expect("on\r\n")
        #expect(terminal.echoes)
        #expect(!terminal.transcript.contains("secret"))
    }

    @Test func `sees the size of the window and its changes`() throws {
        let command = "stty size; trap 'stty size; exit' WINCH; echo ready; while :; do :; done"
        let terminal = try shell.onTerminal("-c", command, rows: 30, columns: 100)
        try terminal.expect("30 100\r\nready")
        try terminal.resize(rows: 10, columns: 40)
        try terminal.expect("10 40")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `is reported with its actual output when a text does not come`() throws {
        let terminal = try shell.onTerminal("-c", "printf 'a\\033[1mb\\n\\a'; read x")
        try terminal.expect("\u{7}")
        #expect {
            try terminal.expect("Name\r", timeout: .milliseconds(100))
        } throws: { error in
            "\(error)" == "waited 0.1 seconds for “Name\\r”; output so far:\na\\e[1mb\\r\\n\n\\u{7}"
        }
    }

    @Test func `is not awaited for a text that can no longer come`() throws {
        let terminal = try shell.onTerminal("-c", "echo sorry; exit 3")
        #expect {
            try terminal.expect("Name", timeout: .seconds(600))
        } throws: { error in
            "\(error)" == "the program exited with code 3 while waiting for “Name”; its output:\nsorry\\r\\n\n"
        }
    }

    @Test func `is read from where the last expectation ended`() throws {
        let terminal = try shell.onTerminal("-c", "printf 'abab'; exec cat")
        #expect(try terminal.expect("ab") == "ab")
        #expect(try terminal.expect("b") == "ab")
        #expect(throws: ScenarioError.self) { try terminal.expect("b", timeout: .milliseconds(50)) }
    }

    @Test func `gets a hang-up when its window is closed`() throws {
        let terminal = try shell.onTerminal("-c", "echo ready; exec cat")
        try terminal.expect("ready")
        terminal.close()
        #expect(try terminal.expectExit().signal == SIGHUP)
        #expect(!terminal.echoes)
        #expect(throws: ScenarioError.self) { try terminal.send("x") }
    }

    @Test func `receives signals`() throws {
        let terminal = try shell.onTerminal("-c", "echo ready; exec cat")
        try terminal.expect("ready")
        terminal.signal(SIGTERM)
        #expect(try terminal.expectExit().signal == SIGTERM)
    }

    @Test func `is not awaited longer than requested for a condition that never holds`() throws {
        let terminal = try shell.onTerminal("-c", "echo ready; read x")
        try terminal.expect("ready")
        #expect {
            try terminal.waitUntil("echo to be off", timeout: .milliseconds(50)) { !$0.echoes }
        } throws: { error in
            "\(error)" == "waited 0.05 seconds for echo to be off; output so far:\nready\\r\\n\n"
        }
    }

    @Test func `ends without waiting for a process that left the session`() throws {
        let terminal = try shell.onTerminal(
            "-c", "setsid sleep 20 & echo started; while ! kill -0 $!; do :; done; exit 2")
        let finished = try terminal.expectExit(timeout: .seconds(15))
        #expect(finished.exitCode == 2)
        #expect(finished.output == "started\r\n")
    }

    @Test(arguments: 0..<50) func `never loses its last output before the end`(_ round: Int) throws {
        let terminal = try shell.onTerminal("-c", "printf last\(round)")
        #expect(try terminal.expectExit().output == "last\(round)")
    }
}
