import FoundationEssentials
import TestSupport
import Testing

@Suite struct `A process that handles secrets` {
    private func read(_ name: String, of process: Int32) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(process)/\(name)")), as: UTF8.self)
    }

    @Test func `keeps them out of its arguments and environment, and leaves no core dump`() throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal("unlock")
        try terminal.expect("Passcode: ")
        try terminal.send("739158")
        let process = terminal.processIdentifier
        #expect(try !read("cmdline", of: process).contains("739158"))
        #expect(try !read("environ", of: process).contains("739158"))
        let limits = try read("limits", of: process)
        #expect(limits.contains(/Max core file size\s+0\s+0\s/))
        try terminal.send("\n")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `makes files readable only by this user, whatever the umask`() throws {
        let home = try Home()
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        let made = try shell.run(
            "-c", "umask 000; echo 739158 | \(home.program.path) init --passcode-stdin --kdf interactive")
        #expect(made.exitCode == 0)
        let found = try shell.run("-c", "find \(home.path) -mindepth 1 \\( -perm /077 \\) -print")
        #expect(found.output == "", "nothing is open to other users")
    }

    @Test(.aboutFiles, arguments: ["ln -s /etc/hostname", "mkfifo", "mkdir"])
    func `refuses a store that is not a regular file`(command: String) throws {
        let home = try Home()
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        _ = try shell.run("-c", "\(command) \(home.path(of: "test.profile"))")
        #expect(try home.run("show", "--no-input").exitCode == 21)
        #expect(try home.run("init", "--passcode-stdin", input: "739158\n").exitCode == 21)
    }

    @Test(.aboutFiles) func `leaves a file unchanged that is not a store`() throws {
        let home = try Home()
        let file = try home.write(String(repeating: "notes\n", count: 1000), to: "test.profile")
        #expect(try home.run("init", "--passcode-stdin", input: "739158\n").exitCode == 18)
        #expect(try home.run("show", "--no-input").exitCode == 18)
        #expect(try Data(contentsOf: URL(filePath: file)).count == 6000)
    }
}
