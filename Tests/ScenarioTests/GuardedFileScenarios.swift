import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `The gate's files and locks` {
    private func mode(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
    }

    @Test(.aboutFiles) func `are made private when other users could read them, and the user is told`() throws {
        let home = try Home.withStore()
        let folder = try home.stateFolder
        let files = ["\(folder)/device.key", "\(folder)/gate.state", home.path(of: "test.profile")]
        for path in files { try #require(chmod(path, 0o644) == 0) }
        try #require(chmod(folder, 0o755) == 0)
        let unlocked = try home.unlock()
        #expect(unlocked.exitCode == 0)
        for path in files {
            #expect(unlocked.errors.contains("\(path) was open to other users (mode 0644). It is yours alone now."))
            #expect(try mode(of: path) == 0o600)
        }
        #expect(unlocked.errors.contains("\(folder) was open to other users (mode 0755)."))
        #expect(!unlocked.errors.contains("-wal") && !unlocked.errors.contains("-shm"), "\(unlocked)")
        #expect(try mode(of: folder) == 0o700)
        #expect(try !home.unlock().errors.contains("open to other users"))
    }

    @Test(.aboutFiles) func `are named when other users may replace them`() throws {
        let home = try Home.withStore(unlocked: true)
        let (data, state) = (home.path(of: "data"), home.path(of: ".local/state"))
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        let store = "\(data)/test.profile"
        try FileManager.default.copyItem(atPath: home.path(of: "test.profile"), toPath: store)
        func remark(_ folder: String) -> String { "Other users may remove or replace what is in \(folder)." }
        for mode: mode_t in [0o755, 0o1777, 0o775, 0o777] {
            for folder in [data, state] { try #require(chmod(folder, mode) == 0) }
            let isOpen = mode == 0o775 || mode == 0o777
            let shown = try home.run("show", "--store", store)
            #expect(shown.exitCode == 0)
            for folder in [data, state] { #expect(shown.errors.contains(remark(folder)) == isOpen, "\(shown)") }
            let checked = try home.run("check", "--store", store)
            #expect(checked.exitCode == 0)
            #expect(checked.output.contains("replace what is in \(data); ") == isOpen, "\(checked)")
        }
        #expect(try home.run("show", "--store", store, "--quiet").errors.isEmpty)
        // Those within belong to the store alone.
        try #require(chmod("\(state)/profile", 0o777) == 0)
        #expect(try home.unlock().errors.contains("\(state)/profile was open to other users (mode 0777)."))
        #expect(try mode(of: "\(state)/profile") == 0o700)
    }

    @Test func `say that a key may remain when the lock doesn't know its folder`() throws {
        let home = try Home.withStore(unlocked: true)
        let locked = try home.program.run("lock", environment: ["XDG_RUNTIME_DIR": ""])
        #expect(locked.exitCode == 0 && locked.errors.contains("Locked."))
        let remark =
            "The key of a session of 'main' was not found. If it was kept in another XDG_RUNTIME_DIR, remove it there "
            + "(profile-*): with the key, an older file of the store opens without a code.\n"
        #expect(locked.errors.contains(remark) && !locked.errors.contains("CommandText("), "\(locked)")
        #expect(try home.unlock().exitCode == 0)
        #expect(try !home.run("lock").errors.contains("not found"))
    }

    @Test(.aboutFiles) func `leave another program's file with its permissions`() throws {
        let home = try Home()
        let other = try home.write("not a store", to: "test.profile")
        try #require(chmod(other, 0o644) == 0)
        #expect(try home.run("show", "--no-input").exitCode != 0)
        #expect(try mode(of: other) == 0o644)
    }

    /// A process that is stopped (SIGSTOP, a debugger, a frozen container) holds the state folder for as long.
    @Test func `report busy to others after ten seconds while a stopped process holds the lock`() throws {
        let home = try Home()
        let made = try home.run(
            "init", "--passcode-stdin", "--kdf", "moderate", "--username", "g_kumar", input: "\(Home.passcode)\n")
        try #require(made.exitCode == 0, "\(made)")
        let guess = try stoppedAtGate(home)
        let start = ContinuousClock.now
        let other = try home.unlock()
        #expect(other.exitCode == 20, "\(other)")
        #expect(other.errors.contains("has held the gate of account 'main' for too long"))
        #expect(start.duration(to: .now) >= .seconds(10))
        #expect(try home.run("status").exitCode == 0, "commands that need no lock still answer")
        guess.signal(SIGCONT)
        #expect(try guess.wait().exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
    }

    /// An unlock that was stopped while it held the state folder.
    private func stoppedAtGate(_ home: Home) throws -> RunningProgram {
        let passcode = try home.write("\(Home.passcode)\n", to: "passcode")
        for _ in 1...20 {
            let guess = try home.program.start("unlock", "--passcode-file", passcode)
            try waitUntil { try isLockHeld(home) }
            guess.signal(SIGSTOP)
            try waitUntil { hasStoppedOrEnded(guess) }
            // The signal may have come after the lock was released.
            if try isLockHeld(home) { return guess }
            guess.signal(SIGCONT)
            _ = try guess.wait()
        }
        throw NeverStopped()
    }

    private struct NeverStopped: Error {}

    private func hasStoppedOrEnded(_ process: RunningProgram) -> Bool {
        let stat = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        // The state follows the name, which is in parentheses and may contain some itself.
        guard let stat, let name = stat.lastIndex(of: ")") else { return true }
        return "TZX".contains(stat[name...].dropFirst(2).prefix(1))
    }

    private func isLockHeld(_ home: Home) throws -> Bool {
        let folder = open(try home.stateFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(folder >= 0)
        defer { close(folder) }
        return flock(folder, LOCK_EX | LOCK_NB) != 0
    }
}
