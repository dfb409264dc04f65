import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Commands in a mount namespace of their own, where the disk is read-only or full, or /proc is missing.
@Suite(.aboutFiles, .enabled(if: Mounts.arePossible, "mounting a file system is not allowed here"))
struct `A file system` {
    /// Runs the program after a shell's commands that mount something. `$DISK` is the folder ``home(unlocked:)`` made.
    private func run(
        _ home: Home, _ mounting: String, _ arguments: String..., input: String = ""
    ) throws -> Finished {
        let script = "set -e; DISK=\(home.path(of: "disk")); \(mounting); exec \"$0\" \"$@\""
        return try Program(
            path: "/usr/bin/unshare", environment: home.program.environment, workingDirectory: home.path
        ).run(arguments: ["-m", "/bin/bash", "-c", script, home.program.path] + arguments, input: input)
    }

    private static let readOnly = "mount --bind $DISK $DISK; mount -o remount,ro,bind $DISK"
    private static let full = """
        mount -t tmpfs -o size=1m none $DISK; cp test.profile $DISK; dd if=/dev/zero of=$DISK/rest bs=4k 2>/dev/null || true
        """

    /// A home whose store lies in a folder of its own as well.
    private func home(unlocked: Bool = true) throws -> (home: Home, store: String) {
        let home = try Home.withStore(unlocked: unlocked)
        try FileManager.default.createDirectory(atPath: home.path(of: "disk"), withIntermediateDirectories: false)
        try copy(home, "")
        return (home, home.path(of: "disk/test.profile"))
    }

    private func copy(_ home: Home, _ suffixes: String...) throws {
        for suffix in suffixes {
            try FileManager.default.copyItem(
                atPath: home.path(of: "test.profile\(suffix)"), toPath: home.path(of: "disk/test.profile\(suffix)"))
        }
    }

    @Test(arguments: [readOnly, full]) func `that is read-only or full is read all the same`(mounting: String) throws {
        let (home, store) = try home()
        for command in ["status", "show", "export", "check", "history"] {
            let finished = try run(home, mounting, command, "--store", store)
            #expect(finished.exitCode == 0, "\(command): \(finished)")
            #expect(finished.output == (try home.run(command).output), "\(command)")
        }
        let given = try run(home, mounting, "show", "--store", store, "--passcode-stdin", input: "739158\n")
        #expect(given.exitCode == 0, "\(given)")
        let backup = try run(home, mounting, "backup", "--store", store, home.path(of: "copy"))
        #expect(backup.exitCode == 0 && exists(home.path(of: "copy")), "\(backup)")
        let refused = try run(home, mounting, "edit", "--season", "spring", "--store", store)
        #expect(refused.exitCode == 21)
        #expect(refused.errors.contains(mounting == Self.full ? "the disk is full" : "Read-only file system"))
        let missing = try run(home, mounting, "show", "--store", store + "x")
        #expect(missing.exitCode == 13)
    }

    @Test func `that can't count an attempt lets none be made, and a live session reads`() throws {
        let (home, store) = try home()
        let mounting = "\(Self.readOnly); mount --bind .local .local; mount -o remount,ro,bind .local"
        let before = try home.gateState
        for passcode in ["111112", "739158"] {
            let tried = try run(home, mounting, "show", "--store", store, "--passcode-stdin", input: "\(passcode)\n")
            #expect(tried.exitCode == 21 && tried.errors.contains("gate.state: Read-only file system"), "\(tried)")
        }
        #expect(try home.gateState == before)
        #expect(try run(home, mounting, "show", "--store", store).exitCode == 0)
    }

    @Test func `that is read-only says what to do about a log that can't be read there`() throws {
        let (home, store) = try home()
        let watch = try home.program.start("watch", "--json")
        _ = try watch.nextLine(timeout: .seconds(30))
        try #require(try home.run("edit", "--season", "spring").exitCode == 0)
        try FileManager.default.removeItem(atPath: store)
        try copy(home, "", "-wal")
        let refused = try run(home, Self.readOnly, "show", "--store", store)
        #expect(refused.exitCode == 21)
        #expect(refused.errors.contains("its newest commits are in \(store)-wal"), "\(refused)")
        #expect(refused.errors.contains("copy both files to a folder of yours"))
        // The log's index, which a crash leaves too.
        try copy(home, "-shm")
        let shown = try run(home, Self.readOnly, "show", "--json", "--store", store)
        #expect(try JSONValue(shown.output).profile?.seasonalPhoto == "spring", "\(shown)")
        watch.kill()
        try watch.wait()
    }

    @Test func `that is read-only for a lock doesn't keep what is open from closing`() throws {
        let (home, store) = try home()
        let watch = try home.program.start("watch", "--json", "--store", store)
        _ = try watch.nextLine(timeout: .seconds(30))
        let locked = try run(home, Self.readOnly, "lock", "--store", store)
        #expect(locked.exitCode == 21 && locked.errors.contains("the session of 'main' has ended"), "\(locked)")
        #expect(try watch.wait().exitCode == 10)
    }

    @Test(.disabled(if: Program.isSanitized, "a sanitizer reads /proc"))
    func `without /proc changes no answer`() throws {
        let (home, _) = try home()
        let mounting = "mount -t tmpfs none /proc"
        let shown = try home.run("show").output
        #expect(try run(home, mounting, "status").output == "main: locked\n", "its boot isn't known")
        #expect(try run(home, mounting, "unlock", "--passcode-stdin", input: "739158\n").exitCode == 0)
        #expect(try run(home, mounting, "show").output == shown)
        #expect(try run(home, mounting, "sho").errors.contains("show"))
        #expect(try run(home, mounting, "lock").exitCode == 0)
        #expect(try run(home, mounting, "show", "--no-input").exitCode == 10)
    }
}

private enum Mounts {
    static let arePossible: Bool = {
        let tool = Program(path: "/usr/bin/unshare", environment: ["PATH": "/usr/bin:/bin"])
        return (try? tool.run("-m", "mount", "-t", "tmpfs", "none", "/mnt").exitCode) == 0
    }()
}
