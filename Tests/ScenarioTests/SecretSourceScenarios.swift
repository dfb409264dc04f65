import Glibc
import TestSupport
import Testing

@Suite struct `Generated passphrases` {
    @Test func `are shown once, and open the store`() throws {
        let home = try Home()
        let made = try home.run("init", "--generate", "--kdf", "interactive")
        #expect(made.exitCode == 0)
        #expect(made.output.contains(/^[0-9A-Z-]{34}\n$/))
        let lines = made.errors.split(separator: "\n")
        let line = try #require(lines.first { $0.split(separator: " ").count == 6 && !$0.contains(".") })
        #expect(try home.run("unlock", "--passcode-stdin", input: "\(line)\n").exitCode == 0)
        #expect(!home.storeBytes.contains(line))
    }

    @Test func `are part of the answer under --json, and are shown under --quiet`() throws {
        let home = try Home()
        let made = try home.json("init", "--generate", "--kdf", "interactive")
        guard case .string(let phrase) = made.passphrase else { return #expect(Bool(false), "\(made)") }
        #expect(phrase.split(separator: " ").count == 6)
        #expect(try home.unlock(phrase).exitCode == 0)
        let quiet = try home.run("account", "add", "--account", "kim", "--generate", "--kdf", "interactive", "-q")
        #expect(quiet.errors.contains(/^([a-z]+ ){5}[a-z]+\n$/))
    }

    @Test func `work for a password, and for no other format`() throws {
        let home = try Home()
        let made = try home.run(
            "init", "--generate", "--password", "--kdf", "interactive", "--passcode-stdin", "--json",
            input: "correct horse\n")
        #expect(made.exitCode == 0)
        guard case .string(let phrase) = try JSONValue(made.output).passphrase else { return #expect(Bool(false)) }
        let opened = try home.run("unlock", "--passcode-stdin", input: "correct horse\n\(phrase)\n")
        #expect(opened.exitCode == 0)
        #expect(try Home().run("init", "--generate", "--code", "digits:4").exitCode == 64)
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: some StringProtocol) -> Bool {
        let wanted = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}

@Suite struct `A program that asks for the secret` {
    private static func asking(_ script: String, in home: Home) throws -> [String: String] {
        let path = try home.write("#!/bin/sh\n\(script)\n", to: "ask")
        #expect(chmod(path, 0o700) == 0)
        return ["PROFILE_ASKPASS": path]
    }

    @Test func `is run when there is no terminal`() throws {
        let home = try Home.withStore()
        let program = try Self.asking("printf '%s\\n' \"$1\" >> questions; echo 739158", in: home)
        #expect(try home.program.run("show", environment: program).exitCode == 0)
        #expect(try home.program.run("unlock", environment: program).exitCode == 0)
        #expect(try home.run("status", "--check").exitCode == 0)
        let questions = try Program(path: "/bin/cat", workingDirectory: home.path).run("questions").output
        #expect(questions == "Passcode: \nPasscode: \n")
    }

    @Test func `is not run under --no-input or when secrets are given`() throws {
        let home = try Home.withStore()
        let program = try Self.asking("touch asked; echo 739158", in: home)
        #expect(try home.program.run("show", "--no-input", environment: program).exitCode == 10)
        #expect(
            try home.program.run("show", "--passcode-stdin", input: "739158\n", environment: program).exitCode == 0)
        #expect(!exists(home.path(of: "asked")))
    }

    @Test func `may print more than the answer`() throws {
        let home = try Home.withStore()
        let program = try Self.asking("echo 739158; head -c 200000 /dev/zero", in: home)
        #expect(try home.program.run("show", environment: program).exitCode == 0)
    }

    @Test func `is ended by the signal that ends the command`() throws {
        let home = try Home.withStore()
        // It waits until the command catches the signal. What it leaves behind has its output open.
        let isCaught = "grep -Eq '^SigCgt:.*[4-7c-f][0-9a-f]{3}$' /proc/$PPID/status"
        let program = try Self.asking(
            "trap 'echo ended > ended; exit 1' TERM; sleep 60 & until \(isCaught); do :; done; echo $! > asked; wait",
            in: home)
        let running = try home.program.start("show", environment: program)
        try waitUntil { exists(home.path(of: "asked")) }
        running.signal(SIGTERM)
        #expect(try running.wait(timeout: .seconds(30)).exitCode == 128 + SIGTERM)
        #expect(exists(home.path(of: "ended")))
        _ = try Program(path: "/bin/sh", workingDirectory: home.path).run("-c", "kill $(cat asked)")
    }

    @Test func `ends the command when it is cancelled, and is named when it isn't there`() throws {
        let home = try Home.withStore()
        let program = try Self.asking("exit 1", in: home)
        #expect(try home.program.run("show", environment: program).exitCode == 130)
        let missing = try home.program.run("show", environment: ["PROFILE_ASKPASS": home.path(of: "nothing")])
        #expect(missing.exitCode == 10)
        #expect(missing.errors.contains("PROFILE_ASKPASS"))
    }

    @Test func `is not run forever when its new secret is refused`() throws {
        let home = try Home()
        let program = try Self.asking("echo 123456", in: home)
        #expect(try home.program.run("init", environment: program).exitCode == 15)
    }

    @Test func `is not run when a terminal can ask`() throws {
        let home = try Home.withStore()
        let program = try Self.asking("touch asked; echo 739158", in: home)
        let terminal = try home.program.onTerminal("show", environment: program)
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(!exists(home.path(of: "asked")))
    }
}
