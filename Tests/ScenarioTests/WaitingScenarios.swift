import Glibc
import SQLiteKit
import TestSupport
import Testing

@Suite struct `A command that waits for another process` {
    @Test(.aboutFiles) func `says so after a second, and continues when the lock is free`() throws {
        let home = try Home.withStore(unlocked: true)
        let other = try Connection(opening: home.path(of: "test.profile"), mode: .existing, busyTimeout: .seconds(10))
        try other.run("BEGIN IMMEDIATE")
        let terminal = try home.program.onTerminal("edit", "--season", "spring")
        try terminal.expect("waiting for another process")
        try other.run("ROLLBACK")
        try terminal.expect("Committed as revision 2.")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `says so when it waits at the gate too`() throws {
        let home = try Home.withStore()
        let folder = open(try home.stateFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(folder >= 0 && flock(folder, LOCK_EX) == 0)
        let terminal = try home.program.onTerminal("unlock")
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        try terminal.expect("waiting for another process")
        close(folder)
        try terminal.expect("Unlocked for")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test(.aboutFiles) func `says so when a restore waits at the gate of the original`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("backup", "kept.backup").exitCode == 0)
        let folder = open(try home.stateFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(folder >= 0 && flock(folder, LOCK_EX) == 0)
        let terminal = try home.program.onTerminal("restore", "kept.backup", "--store", home.path(of: "copy.profile"))
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        try terminal.expect("waiting for another process")
        #expect(!exists(home.path(of: "copy.profile")))
        close(folder)
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(exists(home.path(of: "copy.profile")))
    }

    @Test(.aboutFiles) func `says nothing under --quiet and --json, and says it once otherwise`() throws {
        let home = try Home.withStore(unlocked: true)
        let other = try Connection(opening: home.path(of: "test.profile"), mode: .existing, busyTimeout: .seconds(10))
        try other.run("BEGIN IMMEDIATE")
        let options = ["--quiet", "--json", "--no-input"]
        // Each waits for seconds until it gives up, so they wait at the same time.
        let waiting = try options.map { try home.program.start("edit", "--season", "spring", $0) }
        for (option, command) in zip(options, waiting) {
            let finished = try command.wait()
            #expect(finished.exitCode == 20)
            let said = finished.errors.split(separator: "\n").count { $0 == "waiting for another process…" }
            #expect(said == (option == "--no-input" ? 1 : 0), "\(finished)")
        }
        try other.run("ROLLBACK")
    }
}
