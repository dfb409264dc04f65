import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `Prompts on a terminal` {
    @Test func `ask for the passcode without showing it`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("unlock")
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        try terminal.send("739158\n")
        try terminal.expect("Unlocked for 2 h")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(terminal.echoes)
        #expect(!terminal.transcript.contains("739158"))
    }

    @Test(.aboutFiles, arguments: ["unlock", "show", "passcode change"])
    func `are not for a code that can't be tried, as after a restore elsewhere`(command: String) throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("backup", "b").exitCode == 0)
        let elsewhere = try Home()
        #expect(try elsewhere.run("restore", home.path(of: "b")).exitCode == 0)
        let terminal = try elsewhere.program.onTerminal(arguments: command.split(separator: " ").map(String.init))
        #expect(try terminal.expectExit().exitCode == 22)
        #expect(terminal.transcript.contains("profile recover"))
        #expect(!terminal.transcript.contains("Passcode: "))
    }

    @Test func `leave the terminal as it was on Ctrl-C, and exit with 130`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("unlock")
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        try terminal.press(.controlC)
        #expect(try terminal.expectExit().exitCode == 130)
        #expect(terminal.echoes)
        #expect(try home.json("status").failures == 0)
    }

    @Test func `leave the terminal as it was when they are terminated`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("unlock")
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        terminal.signal(15)
        #expect(try terminal.expectExit().exitCode == 143)
        #expect(terminal.echoes)
    }

    @Test(arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE])
    func `leave the terminal as it was when the program crashes`(number: Int32) throws {
        let home = try Home.withStore()
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        let script = "\"$PROFILE\" unlock; read typed; echo \"typed: $typed\""
        let terminal = try shell.onTerminal("-c", script, environment: ["PROFILE": home.program.path])
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        let children = "/proc/\(terminal.processIdentifier)/task/\(terminal.processIdentifier)/children"
        let program = try #require(Int32(String(contentsOfFile: children, encoding: .utf8).prefix { $0 != " " }))
        kill(program, number)
        try terminal.waitUntil("the program's end") { _ in kill(program, 0) != 0 }
        #expect(terminal.echoes)
        try terminal.send("end\n")
        try terminal.expect("typed: end")
    }

    /// An interactive shell, in which `$PROFILE` is the program.
    private func shell(in home: Home) throws -> Terminal {
        let shell = Program(path: "/bin/bash", environment: home.program.environment, workingDirectory: home.path)
        let terminal = try shell.onTerminal(
            "--norc", "-i", environment: ["PS1": "shell> ", "PROFILE": home.program.path])
        try terminal.expect("shell> ")
        return terminal
    }

    @Test func `end when they are terminated in the background, where they can't ask`() throws {
        let home = try Home.withStore()
        let terminal = try shell(in: home)
        try terminal.send("\"$PROFILE\" unlock &\n")
        // Its question waits for the terminal, which the shell has.
        try terminal.send("until jobs | grep Stop''ped; do :; done\n")
        try terminal.expect("Stopped")
        try terminal.send("kill %1; kill -CONT %1; wait %1; echo \"ended with $?\"\n")
        try terminal.expect("ended with 143")
        try terminal.send("exit\n")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `are left by Ctrl-Z with the echo on, and ask again when they go on`() throws {
        let home = try Home.withStore()
        let terminal = try shell(in: home)
        try terminal.send("\"$PROFILE\" unlock\n")
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        try terminal.send("739")
        try terminal.press(.controlZ)
        try terminal.expect("Stopped")
        try terminal.expect("shell> ")
        try terminal.send("fg\n")
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        try terminal.send("739158\n")
        try terminal.expect("Unlocked for 2 h")
        try terminal.expect("shell> ")
        try terminal.send("exit\n")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    /// A command of a shell that has read a wrong passcode, and waits for its turn to check it while another is typed.
    private func typingAhead(_ command: String, in home: Home, _ body: (Terminal) throws -> Void) throws -> Terminal {
        let terminal = try shell(in: home)
        let folder = open(try home.stateFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(folder >= 0 && flock(folder, LOCK_EX) == 0)
        defer { close(folder) }
        try terminal.send("\"$PROFILE\" \(command)\n")
        try terminal.expect("Passcode: ")
        try terminal.waitUntil("the echo is off") { !$0.echoes }
        try terminal.send("111112\n")
        try terminal.expect("waiting for another process")
        #expect(!terminal.echoes)
        try terminal.send("739158\n")
        try body(terminal)
        return terminal
    }

    @Test(arguments: ["unlock", "show", "--plain", "passcode change", "recovery new"])
    func `show nothing that is typed before the verdict, and leave none of it to the shell`(command: String) throws {
        let home = try Home.withStore()
        let terminal = try typingAhead(command, in: home) { _ in }
        try terminal.expect("does not match")
        if command == "--plain" {
            // The next question isn't answered by it either.
            try terminal.expect("Passcode (or 'recover'): ")
            #expect(!terminal.echoes)
            try terminal.press(.controlC)
        }
        try terminal.expect("shell> ")
        try terminal.send("echo typed: $((6 * 7))\n")
        try terminal.expect("typed: 42")
        #expect(!terminal.transcript.contains("739158"))
        #expect(try home.json("status").failures == 1)
    }

    @Test(arguments: ["\u{3}", "\u{1C}", "\u{1A}"])
    func `leave nothing of it to the shell on Ctrl-C, Ctrl-Backslash and Ctrl-Z`(key: String) throws {
        let home = try Home.withStore()
        let terminal = try typingAhead("unlock", in: home) { terminal in
            try terminal.send(key)
            try terminal.expect("shell> ")
            try terminal.send("echo typed: $((6 * 7))\n")
            try terminal.expect("typed: 42")
        }
        if key == "\u{1A}" {
            try terminal.expect("shell> ")
            try terminal.send("fg\n")
            try terminal.expect("does not match")
        }
        #expect(!terminal.transcript.contains("739158"))
    }

    @Test func `go on in the background while the passcode is checked`() throws {
        let home = try Home.withStore()
        let terminal = try typingAhead("unlock", in: home) { terminal in
            try terminal.press(.controlZ)
            try terminal.expect("shell> ")
            try terminal.send("bg\n")
        }
        try terminal.expect("does not match")
        try terminal.send("wait %1; echo \"ended with $?\"\n")
        try terminal.expect("ended with 11")
    }

    @Test func `break what they tell at words`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("account", "remove", "main", columns: 40)
        let told = try terminal.expect("Passcode")
        let lines = told.split(separator: "\r\n").map(String.init).dropLast()
        #expect(lines.count > 4)
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
        #expect(lines.joined(separator: " ").contains("its profile, draft and history, all of its hikes,"))
        try terminal.press(.controlC)
        #expect(try terminal.expectExit().exitCode == 130)
    }

    @Test func `ask twice for a new passcode, again from the start when the two differ`() throws {
        let home = try Home()
        let terminal = try home.program.onTerminal("init", "--kdf", "interactive")
        for answer in ["739158\n", "739159\n"] {
            try terminal.expect(": ")
            try terminal.send(answer)
        }
        try terminal.expect("They don't match.")
        for answer in ["739158\n", "739158\n"] {
            try terminal.expect(": ")
            try terminal.send(answer)
        }
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
    }

    @Test func `unlock the data for one command only`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("show")
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        try terminal.expect("g_kumar")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.run("show", "--no-input").exitCode == 10)
    }

    @Test func `appear in every command when sessions are off, and say why`() throws {
        let home = try Home.withStore(session: "none")
        for _ in 1...2 {
            let terminal = try home.program.onTerminal("show")
            try terminal.expect("PROFILE_SESSION=none")
            try terminal.expect("Passcode: ")
            try terminal.send("739158\n")
            try terminal.expect("g_kumar")
            #expect(try terminal.expectExit().exitCode == 0)
        }
    }

    @Test func `do not appear under --no-input`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("show", "--no-input")
        #expect(try terminal.expectExit().exitCode == 10)
        #expect(!terminal.transcript.contains("Passcode"))
    }

    @Test func `do not appear during a lockout`() throws {
        let home = try Home.withStore()
        for _ in 1...5 { _ = try home.unlock("111112") }
        let terminal = try home.program.onTerminal("unlock")
        try terminal.expect("wait ")
        #expect(try terminal.expectExit().exitCode == 12)
        #expect(!terminal.transcript.contains("Passcode: "))
    }

    @Test func `refuse a popular code before it is typed a second time, and ask again`() throws {
        let home = try Home()
        let terminal = try home.program.onTerminal("init", "--kdf", "interactive")
        try terminal.expect("New passcode")
        try terminal.send("123456\n")
        try terminal.expect("counts up or down")
        try terminal.expect("New passcode")
        try terminal.send("739\n")
        try terminal.expect("must be exactly six digits")
        for question in ["New passcode", "The same again"] {
            try terminal.expect(question)
            try terminal.send("739158\n")
        }
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
    }

    @Test func `refuse the current code before it is typed a second time, and ask again`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("passcode", "change")
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        try terminal.expect("New passcode")
        try terminal.send("739158\n")
        try terminal.expect("is already the current one")
        for question in ["New passcode", "The same again"] {
            try terminal.expect(question)
            try terminal.send("820461\n")
        }
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.unlock("820461").exitCode == 0)
    }

    @Test func `check the current code before a new one is asked for`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("passcode", "change")
        try terminal.expect("Passcode: ")
        try terminal.send("111112\n")
        #expect(try terminal.expectExit().exitCode == 11)
        #expect(!terminal.transcript.contains("New passcode"))
        #expect(try home.json("status").failures == 1)
    }

    @Test func `ask again for an answer that is too long, whose rest answers no other question`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("account", "remove", "main")
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        let question = "Type the account's id to remove it: "
        try terminal.expect(question)
        try terminal.send(String(repeating: "m", count: 1_100) + "\n")
        try terminal.expect("The answer must be text of at most 1024 bytes.")
        try terminal.expect(question)
        try terminal.send("main\n")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `say what is deleted with an account, and require its id`() throws {
        let home = try Home.withStore()
        for (answer, exitCode) in [("kim\n", Int32(15)), ("main\n", 0)] {
            let terminal = try home.program.onTerminal("account", "remove", "main")
            try terminal.expect("all of its hikes")
            try terminal.expect("Passcode: ")
            try terminal.send("739158\n")
            try terminal.expect("Type the account's id to remove it: ")
            try terminal.send(answer)
            #expect(try terminal.expectExit().exitCode == exitCode)
            #expect(try home.run("status").exitCode == (exitCode == 0 ? 13 : 0))
        }
        for command in ["show", "status"] {
            #expect(try home.run(command, "--account", "main").errors.contains("profile account list"))
        }
        let none = try home.run("account", "list")
        #expect(none.exitCode == 0 && none.output.isEmpty && none.errors.contains("profile init"))
    }

    @Test(arguments: [40, 70, 80, 200])
    func `name the account when there are several, at any width`(columns: Int) throws {
        let home = try Home.withStore()
        let added = try home.run(
            "account", "add", "--account", "kim", "--kdf", "interactive", "--passcode-stdin", input: "846205\n")
        #expect(added.exitCode == 0)
        for (account, passcode) in [("kim", "846205\n"), ("main", "739158\n")] {
            let terminal = try home.program.onTerminal("show", "--account", account, columns: columns)
            try terminal.see("Passcode of '\(account)':")
            try terminal.send(passcode)
            try terminal.expect("Goal Date")
            #expect(try terminal.expectExit().exitCode == 0)
        }
    }
}
