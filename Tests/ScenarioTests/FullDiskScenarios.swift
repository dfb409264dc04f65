import FoundationEssentials
import TestSupport
import Testing

/// A limit on the size of files stands for a full disk: writes beyond it fail.
@Suite(
    .aboutFiles, .aboutLimits,
    .reliability(
        "R5", "a full disk loses nothing acknowledged, and every command works again once there is room",
        figure: "import, backup, commit, lock, init and the session of a store, on a full file system of their own")
) struct `A full disk` {
    /// Runs the program with a limit on the size of files.
    private func run(_ home: Home, upTo kibibytes: Int, _ arguments: String..., input: String = "") throws -> Finished {
        // What a program that is built for coverage writes at its end is too long, too.
        let environment = home.program.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        return try Program(path: "/bin/bash", environment: environment, workingDirectory: home.path).run(
            arguments: ["-c", "ulimit -f \(kibibytes) && exec \"$0\" \"$@\"", home.program.path] + arguments,
            input: input)
    }

    /// A track whose elevations don't compress well.
    private func track(_ name: String, points: Int, in home: Home) throws -> String {
        var state: UInt64 = 88_172_645_463_325_252
        func next(_ bound: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % bound
        }
        var text = "<gpx version=\"1.1\" creator=\"test\"><trk><name>\(name)</name><trkseg>"
        for point in 0..<points {
            let time = [10 + point / 3600, point / 60 % 60, point % 60].map { "\($0 < 10 ? "0" : "")\($0)" }
                .joined(separator: ":")
            let (latitude, longitude) = (59_000_000 + UInt64(point) * 10 + next(10), 18_000_000 + next(100))
            text += "<trkpt lat=\"\(Double(latitude) / 1e6)\" lon=\"\(Double(longitude) / 1e6)\">"
            text += "<ele>\(100 + Double(next(1_000_000)) / 1e4)</ele><time>2026-04-\(name)T\(time)Z</time></trkpt>"
        }
        return try home.write(text + "</trkseg></trk></gpx>", to: "\(name).gpx")
    }

    @Test func `in the middle of an import keeps the hikes stored before it, and reports that`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try track("20", points: 60, in: home)
        _ = try track("21", points: 30_000, in: home)
        _ = try track("22", points: 60, in: home)
        _ = try home.write("no track", to: "10.gpx")
        let stopped = try run(home, upTo: 180, "hike", "import", ".", "--json")
        #expect(stopped.exitCode == 21)
        let answer = try JSONValue(stopped.output)
        #expect(answer.imported == 1 && answer.hikes?.count == 1 && answer.refused?.count == 1)
        let error = try #require(try JSONValue(stopped.errors).error)
        #expect(error.code == 21)
        #expect("\(error)".contains("21.gpx") && "\(error)".contains("The hikes imported before the error stay."))
        #expect(!"\(error)".contains("Nothing was changed"))
        #expect(try home.json("hike", "list").hikes?.count == 1)
        let rest = try home.json("hike", "import", "20.gpx", "21.gpx", "22.gpx")
        #expect(rest.imported == 2 && rest.skipped == 1)
    }

    @Test func `at the first file of an import changes nothing, and mentions no other files`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = try track("21", points: 30_000, in: home)
        let stopped = try run(home, upTo: 180, "hike", "import", file)
        #expect(stopped.exitCode == 21 && stopped.output.isEmpty)
        #expect(!stopped.errors.contains("stay"))
        #expect(try home.json("hike", "list").hikes?.count == 0)
    }

    @Test func `is reported by a backup that finds no room, and leaves no part of it`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.json("hike", "import", "\(packageFolder)/Data/hikeData.json")
        let place = home.path(of: "other")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let refused = try run(home, upTo: 40, "backup", "\(place)/copy", "--no-input")
        #expect(refused.exitCode == 21)
        #expect(refused.errors.contains("\(place)/copy") && !refused.errors.contains("test.profile"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test func `ends the session all the same, and closes what is open`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        _ = try watch.nextLine(timeout: .seconds(30))
        let locked = try run(home, upTo: 0, "lock")
        #expect(locked.exitCode == 21)
        #expect(locked.errors.contains("the session of 'main' has ended, but its row could not be removed"))
        #expect(locked.errors.contains("the disk is full"))
        #expect(try watch.wait().exitCode == 10)
        #expect(try home.run("status").output == "main: locked\n")
        #expect(try home.run("lock").exitCode == 0)
    }

    @Test func `ends the session even where the store can't be opened`() throws {
        let home = try Home.withStore(unlocked: true)
        let locked = try run(home, upTo: 0, "lock", "--json")
        #expect(locked.exitCode == 21)
        #expect(locked.errors.contains("the session of 'main' has ended"))
        #expect(try home.run("status").output == "main: locked\n")
    }

    @Test func `changes nothing with a commit that another process looks on, and says so`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch", "--json")
        _ = try watch.nextLine(timeout: .seconds(30))
        for command in [["edit", "--season", "spring"], ["edit", "--season", "spring", "--no-commit"]] {
            let refused = try Program(
                path: "/bin/bash", environment: home.program.environment, workingDirectory: home.path
            ).run(arguments: ["-c", "ulimit -f 0 && exec \"$0\" \"$@\"", home.program.path] + command)
            #expect(refused.exitCode == 21)
            #expect(refused.errors.contains("the disk is full") && refused.errors.contains("Nothing was changed"))
        }
        #expect(try home.json("history").history?.count == 1)
        #expect(try home.json("status").draft == false)
        #expect(try home.run("lock").exitCode == 0)
        #expect(try watch.wait().exitCode == 10)
    }

    @Test func `is named by a change of the passcode, which changes nothing`() throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try run(home, upTo: 4, "passcode", "change", "--passcode-stdin", input: "739158\n820461\n")
        #expect(refused.exitCode == 21)
        #expect(refused.errors.contains("the disk is full"))
        #expect(refused.errors.contains("Nothing was changed. Free some space and try again."))
        #expect(try home.unlock().exitCode == 0)
    }

    @Test func `is named by a reading after a change of the passcode that it prevented`() throws {
        let home = try Home.withStore(unlocked: true)
        // It has the log open, which is read without a write then.
        let watch = try home.program.start("watch", "--json")
        _ = try watch.nextLine(timeout: .seconds(30))
        let refused = try run(home, upTo: 4, "passcode", "change", "--passcode-stdin", input: "739158\n820461\n")
        #expect(refused.exitCode == 21)
        let shown = try run(home, upTo: 4, "show", "--passcode-stdin", input: "739158\n")
        #expect(shown.exitCode == 21 && !shown.errors.contains("not known"), "\(shown)")
        #expect(try home.run("show", "--passcode-stdin", input: "739158\n").exitCode == 0)
        #expect(try home.run("lock").exitCode == 0)
        #expect(try watch.wait().exitCode == 10)
    }

    @Test func `refuses a new store, and leaves no empty file`() throws {
        let home = try Home()
        let refused = try run(home, upTo: 0, "init", "--passcode-stdin", "--kdf", "interactive", input: "739158\n")
        #expect(refused.exitCode == 21)
        #expect(!exists(home.path(of: "test.profile")))
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "739158\n")
        #expect(made.exitCode == 0)
    }
}
