import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `profile watch` {
    /// The next summary that a watch under --json prints.
    private func next(_ watch: RunningProgram) throws -> JSONValue {
        try JSONValue(try #require(try watch.nextLine(timeout: .seconds(30))))
    }

    private func number(_ value: JSONValue?) throws -> Int {
        guard case .number(let number)? = value else { throw NoNumber() }
        return Int(number)
    }

    private struct NoNumber: Error {}

    @Test func `prints what show prints, now and after each commit`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        #expect(try next(watch) == home.json("show"))
        for season in ["spring", "summer", "autumn"] {
            _ = try home.run("edit", "--season", season)
            #expect(try next(watch) == home.json("show"))
        }
        watch.kill()
        try watch.wait()
    }

    @Test func `prints the summary and an empty line as text`() throws {
        let home = try Home.withStore(unlocked: true)
        let shown = try home.run("show").output
        let watch = try home.program.start("watch")
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) + [""]
        for line in lines { #expect(try watch.nextLine() == line) }
        watch.kill()
        try watch.wait()
    }

    @Test func `says in its text output when a commit was made and what it changed`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch")
        while let line = try watch.nextLine(), !line.hasPrefix("0 hikes") {}
        #expect(try watch.nextLine() == "")
        _ = try home.run("edit", "--season", "spring")
        let news = try #require(try watch.nextLine(timeout: .seconds(30)))
        #expect(news.contains(/^2  \d{4}-\d\d-\d\d \d\d:\d\d  season winter → spring$/), "\(news)")
        #expect(try watch.nextLine() == "g_kumar")
        watch.kill()
        try watch.wait()
    }

    @Test func `shows 200 commits of four other processes in order, and always the last one`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        #expect(try next(watch).revision == 1)
        let writer = Program(path: Program.built("StoreDriver"), environment: home.program.environment)
        let writers = try (0..<4).map { try writer.start("write", home.storeName, "writer \($0) edit", "50") }
        var names: [String] = []
        for revision in 2...201 {
            let seen = try next(watch)
            #expect(try number(seen.revision) == revision)
            guard case .string(let name)? = seen.profile?.username else { throw NoNumber() }
            names.append(name)
        }
        for writer in writers { #expect(try writer.wait().exitCode == 0) }
        for number in 0..<4 {
            let own = names.filter { $0.hasPrefix("writer \(number) ") }
            #expect(own == (1...50).map { "writer \(number) edit \($0)" })
        }
        // The next line shows the next commit.
        _ = try home.run("edit", "--season", "spring")
        #expect(try number(next(watch).revision) == 202)
        watch.kill()
        try watch.wait()
    }

    @Test func `prints nothing when hikes are added, which don't change the profile`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        #expect(try next(watch).totals?.hikes == 0)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        _ = try home.run("edit", "--season", "spring")
        let seen = try next(watch)
        #expect(seen.revision == 2)
        #expect(seen.totals?.hikes == 12)
        watch.kill()
        try watch.wait()
    }

    @Test func `shows no draft until it is committed`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        _ = try next(watch)
        _ = try home.run("edit", "--no-commit", "--season", "spring")
        _ = try home.run("edit", "--username", "other")
        let edited = try next(watch)
        #expect(edited.revision == 2)
        #expect(edited.profile?.seasonalPhoto == "winter")
        _ = try home.run("commit")
        #expect(try next(watch).profile?.seasonalPhoto == "spring")
        watch.kill()
        try watch.wait()
    }

    /// Without a watch by the kernel it would look at the store ten times a second, which no wait here would show.
    @Test(.aboutFiles) func `is woken by the kernel, and loads no library that only other commands need`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        _ = try next(watch)
        let process = "/proc/\(watch.processIdentifier)"
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fdinfo")
        let watches = descriptors.flatMap { name in
            // One that is closed meanwhile has no file any more.
            let state = try? text(of: "\(process)/fdinfo/\(name)")
            return (state ?? "").split(separator: "\n").filter { $0.hasPrefix("inotify ") }
        }
        #expect(!watches.isEmpty)
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        #expect(try next(watch).profile?.seasonalPhoto == "spring")
        // Foundation reads only the first page of a file that has no size.
        let maps = try Program(path: "/bin/cat").run("\(process)/maps").output
        #expect(maps.contains("libc.so"))
        for library in ["libpq", "libexpat", "libminizip", "libncurses"] { #expect(!maps.contains(library)) }
        watch.kill()
        try watch.wait()
    }

    private func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    @Test(arguments: ["file", "keyring"]) func `exits with 10 when another process locks`(session: String) throws {
        let home = try Home.withStore(session: session)
        let unlocked = try home.unlock()
        // Not every machine allows the use of its keyring.
        if session == "keyring", unlocked.exitCode == 21 { try Test.cancel("the kernel refuses its keyring here") }
        try #require(unlocked.exitCode == 0, "\(unlocked)")
        let watch = try home.program.start("watch", "--json")
        _ = try next(watch)
        #expect(try home.run("lock").exitCode == 0)
        let ended = try watch.wait(timeout: .seconds(20))
        #expect(ended.exitCode == 10)
        #expect(try JSONValue(ended.errors).error?.name == "locked")
    }

    @Test(arguments: [true, false])
    func `exits with 10 when another process locks, also when it was given a passcode`(hasSession: Bool) throws {
        let home = try Home.withStore(unlocked: hasSession)
        let watch = try home.program.start("watch", "--json", "--passcode-stdin", input: "\(Home.passcode)\n")
        _ = try next(watch)
        #expect(try home.run("lock").exitCode == 0)
        let ended = try watch.wait(timeout: .seconds(20))
        #expect(ended.exitCode == 10)
        #expect(try JSONValue(ended.errors).error?.name == "locked")
        #expect(try home.run("show", "--passcode-stdin", input: "\(Home.passcode)\n").exitCode == 0)
    }

    @Test func `exits with 10 when the session expires, which watching does not extend`() throws {
        let home = try Home.withStore()
        _ = try home.run("unlock", "--for", "1h", "--idle", "2s", "--passcode-stdin", input: "\(Home.passcode)\n")
        let watch = try home.program.start("watch", "--json")
        _ = try next(watch)
        #expect(try watch.wait(timeout: .seconds(20)).exitCode == 10)
    }

    @Test func `exits with 10 at once when it is locked`() throws {
        let home = try Home.withStore()
        let refused = try home.run("watch")
        #expect(refused.exitCode == 10)
        #expect(refused.output == "")
    }

    @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
    func `ends silently on a signal`(signal: Int32, exitCode: Int32) throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        _ = try next(watch)
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        #expect(try number(next(watch).revision) == 2)
        watch.signal(signal)
        let ended = try watch.wait(timeout: .seconds(20))
        #expect(ended.exitCode == exitCode)
        #expect(ended.errors == "")
        // The store is a single file again.
        #expect(!exists(home.path(of: "test.profile-wal")))
    }

    @Test func `closes the store on a signal also while nobody reads what it writes`() throws {
        let home = try Home.withStore(unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        let lines = """
            "$0" watch --json & echo $! > pid
            read -r line; head -c 65536 /dev/zero; touch full
            wait $!; echo $? > new; mv new status
            """
        let running = try shell.start(arguments: ["-c", lines, home.program.path], input: nil)
        _ = try next(running)
        // The pipe is full before the next summary.
        try running.send("\n")
        try waitUntil { exists(home.path(of: "full")) }
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        let watch = try #require(Int32(try shell.run("-c", "cat pid").output.dropLast()))
        kill(watch, SIGTERM)
        try waitUntil { exists(home.path(of: "status")) }
        #expect(try shell.run("-c", "cat status").output == "143\n")
        #expect(!exists(home.path(of: "test.profile-wal")))
    }

    /// `head` reads the first line and exits. Nothing is committed afterwards: only the closed pipe can end the watch.
    @Test func `ends with 0 when its reader is gone`() throws {
        let home = try Home.withStore(unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        let pipeline = "{ \(home.program.path) watch --json; echo $? > status; } | head -n 1"
        let ended = try shell.run("-c", pipeline, timeout: .seconds(20))
        #expect(try JSONValue(ended.output).revision == 1)
        #expect(ended.errors == "")
        #expect(try shell.run("-c", "cat status").output == "0\n")
    }

    @Test func `ends with 21 when its output cannot be written`() throws {
        let home = try Home.withStore(unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        #expect(try shell.run("-c", "\(home.program.path) watch > /dev/full", timeout: .seconds(20)).exitCode == 21)
    }
}
