import ScenarioSupport
import Testing

/// A recovery code that nobody could read must not take effect.
@Suite struct `A recovery code that cannot be shown` {
    private func run(_ command: String, in home: Home) throws -> Finished {
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        return try shell.run("-c", command.replacing("profile", with: home.program.path, maxReplacements: 1))
    }

    @Test(arguments: ["> /dev/full", ">&-", "| true"]) func `leaves no account behind`(output: String) throws {
        let home = try Home()
        let made = try run(
            "profile init --passcode-fd 3 --kdf interactive 3<<X \(output)\n739158\nX", in: home)
        if output != "| true" { #expect(made.exitCode == 21) }
        if try home.run("account", "list").output == "" { return }
        // A pipe may take the code before its reader is gone, which the program can't detect.
        #expect(output == "| true")
    }

    @Test(arguments: ["recovery new", "recover"]) func `keeps the old one`(command: String) throws {
        let (home, code) = try `A store that was copied elsewhere`.populated()
        let secrets = try home.write(command == "recover" ? "\(code)\n820461\n" : "739158\n", to: "secrets")
        let refused = try run("profile \(command) --passcode-file \(secrets) > /dev/full", in: home)
        #expect(refused.exitCode == 21)
        #expect(refused.errors.contains("Nothing was changed"))
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(code)\n640275\n").exitCode == 0)
    }
}
