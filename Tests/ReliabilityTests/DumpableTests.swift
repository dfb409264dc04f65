import FoundationEssentials
import ProfileSupport
import TestSupport
import Testing

@Suite struct `The program, before it does anything else,` {
    /// A dumpable process can be attached to, and read by anyone who gets its core dump.
    @Test(arguments: [["init", "--kdf", "interactive", "--passcode-stdin"], ["show", "--passcode-stdin"], ["status"]])
    func `makes itself non-dumpable`(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let (home, log) = (folder.path(of: "home"), folder.path(of: "log"))
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let program = Program(
            path: Program.built("profile"),
            environment: [
                "HOME": home, "PROFILE_STORE": "\(home)/test.profile", "PROFILE_SESSION": "none",
                "PATH": "/usr/bin:/bin",
            ])
        if arguments[0] != "init" {
            let made = try program.run("init", "--kdf", "interactive", "--passcode-stdin", input: "739158\n")
            try #require(made.exitCode == 0, "\(made)")
        }
        let finished = try program.run(
            arguments: arguments, input: "739158\n",
            environment: [
                "LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_ROOT": home, "FAULT_LOG": log,
            ])
        #expect(finished.exitCode == 0, "\(finished)")
        let changes = try FileChanges(readingLogAt: log, root: home).changes
        guard case .note("not dumpable") = changes.first else {
            Issue.record("the first thing was \(String(describing: changes.first))")
            return
        }
        #expect(
            !changes.contains { change in
                if case .note("dumpable") = change { true } else { false }
            })
    }
}
