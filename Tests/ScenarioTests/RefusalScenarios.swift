import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What is refused is named as it was typed, with what it must be or what to do.
@Suite struct `What is refused` {
    private func refusal(_ home: Home, _ arguments: [String], input: String = "") throws -> (code: Int32?, text: String)
    {
        let finished = try home.program.run(arguments: arguments, input: input)
        return (finished.exitCode, finished.errors)
    }

    static let values: [(arguments: [String], words: String)] = [
        (["edit", "--goal-date", "2026-02-29"], "goal-date must be a day of the calendar, as YYYY-MM-DD"),
        (
            ["hike", "list", "--since", "x"],
            "--since must be a day, a month or a year, such as 2026-04-22, 2026-04 or 2026"
        ),
        (
            ["hike", "list", "--activity", "x"],
            "--activity must be one of hiking, walking, running, mountaineering, snowshoeing, cycling,"
        ),
        (["hike", "add", "--name", "A", "--distance", "1", "--activity", "x"], "--activity must be one of hiking,"),
        (["hike", "add", "--name", "A", "--distance", "0.0004"], "--distance must be a number of kilometres from 0"),
        (["--account", "X Y", "status"], "--account must be 1 to 63 characters of a-z, 0-9 and -"),
        (["passcode", "change", "--stage", "password"], "--stage must be code: this account has no password"),
        (["hike", "import", ""], "FILE must be the name of a file, not empty"),
        (["import", ""], "FILE must be the name of a file, not empty"),
        (["export", ""], "FILE must be the name of a file, not empty"),
        (["backup", ""], "FILE must be the name of a file, not empty"),
        (["show", "--passcode-file", ""], "--passcode-file must be the name of a file, not empty"),
    ]

    @Test(arguments: values.indices) func `as a value names the option and the rule`(index: Int) throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try refusal(home, Self.values[index].arguments)
        #expect(refused.code == 15, "\(refused)")
        #expect(refused.text.contains("profile: \(Self.values[index].words)"), "\(refused)")
    }

    @Test(.aboutFiles, arguments: [["hike", "import"], ["import"]])
    func `as a file to import is the store itself, by any name, and the store is unharmed`(command: [String]) throws {
        let home = try Home.withStore(unlocked: true)
        let link = "\(home.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.storeName)
        for name in [home.storeName, link] {
            let refused = try refusal(home, command + [name])
            #expect(refused.code == 15 && refused.text.contains("is the store that is in use"), "\(refused)")
        }
        #expect(try home.run("check").exitCode == 0)
    }

    @Test func `as a workspace names where it was given`() throws {
        let home = try Home()
        let environment = home.program.environment.merging(["PROFILE_STORE": ""]) { $1 }
        let program = Program(path: home.program.path, environment: environment, workingDirectory: home.path)
        let refused = try program.run(arguments: ["--workspace", "A b", "status"])
        #expect(refused.errors.hasPrefix("profile: --workspace must have only a-z, 0-9 and -, not 'A'\n"))
        let missing = try program.run(arguments: ["--workspace=-a", "status"])
        #expect(missing.exitCode == 13)
        #expect(missing.errors.contains("profile --workspace=-a init"), "\(missing)")
    }

    @Test func `as another use of a command says so`() throws {
        let home = try Home.withStore(unlocked: true)
        let demo = try refusal(home, ["demo", "--json"])
        #expect(demo.code == 64)
        #expect(try JSONValue(demo.text).error?.code == 64)
        let generated = try refusal(
            home, ["init", "--account", "kim", "--generate", "--passcode-stdin"], input: "739158\n")
        #expect(generated.code == 64 && generated.text.contains("--generate chooses the passphrase"))
        _ = try home.run("lock")
        let silent = try refusal(home, ["unlock", "--no-input"])
        #expect(silent.code == 10 && silent.text.contains("no secret was given, and --no-input forbids asking"))
    }

    @Test(.aboutFiles) func `as a store is left alone, and not called a damaged one`() throws {
        let home = try Home()
        let other = try home.write("root:x:0:0:root\n" + String(repeating: "x\n", count: 600), to: "other")
        let refused = try refusal(home, ["--store", other, "status"])
        #expect(refused.code == 18)
        #expect(refused.text.hasPrefix("profile: \(other) is not a profile store\n"), "\(refused)")
    }

    @Test(.aboutFiles) func `as a place for a backup is named as it was given`() throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try refusal(home, ["backup", "/proc/x.bak"])
        #expect(refused.code == 21)
        #expect(!refused.text.contains(".tmp"), "\(refused)")
        #expect(refused.text.contains("/proc/x.bak"), "\(refused)")
    }

    @Test func `as an export names the file`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.json("hike", "import", "\(packageFolder)/Tests/Recordings/gpx.studio-with_hr.gpx")
        var text = try home.run("export").output
        let digest = try #require(text.firstMatch(of: /"sourceDigest" ?: ?"([0-9a-f]{64})"/)?.1)
        let hikes = try #require(text.firstRange(of: /"hikes" ?: ?\[/))
        text.insert(
            contentsOf: """
                {"id":77,"name":"A","distance":1,"difficulty":null,"observations":[],"sourceDigest":"\(digest)"},
                """, at: hikes.upperBound)
        let file = try home.write(text, to: "twice.json")
        let no = try refusal(home, ["import", try home.write("", to: "empty.json")])
        #expect(no.code == 15 && no.text.contains("not an export") && !no.text.contains("--replace"), "\(no)")
        let refused = try refusal(home, ["import", "--replace", file])
        #expect(refused.code == 15)
        #expect(refused.text.contains("\(file): hike "), "\(refused)")
        #expect(refused.text.contains("has the id or the source of another hike in the file"), "\(refused)")
    }
}

/// Answers that say what is so.
@Suite struct `A command's answer` {
    @Test func `sums up the rides of a list of rides, and no plan`() throws {
        let home = try Home.withStore(unlocked: true)
        for (name, distance, activity) in [("A", "20", "cycling"), ("B", "30", "cycling"), ("C", "4", "hiking")] {
            _ = try home.json("hike", "add", "--name", name, "--distance", distance, "--activity", activity)
        }
        let rides = try home.run("hike", "list", "--activity", "cycling").output
        #expect(rides.hasSuffix("\n2 hikes · 50.0 km\n"), "\(rides)")
        let all = try home.run("hike", "list").output
        #expect(all.hasSuffix("\n1 hike · 4.0 km · without 2 planned or not on foot\n"), "\(all)")
    }

    @Test func `tells that a hike's difficulty and day are unknown again`() throws {
        let home = try Home.withStore(unlocked: true)
        let hike = ["--name", "A", "--distance", "4", "--difficulty", "3", "--date", "2026-04-22"]
        #expect(try home.program.run(arguments: ["hike", "add"] + hike).exitCode == 0)
        let list = { try #require(try home.json("hike", "list").hikes?[0]) }
        #expect(try list().difficulty == 3 && list().date == "2026-04-22")
        _ = try home.json("hike", "edit", "1", "--difficulty", "")
        #expect(try list().difficulty == .null && list().date == "2026-04-22")
        _ = try home.json("hike", "edit", "1", "--date", "")
        #expect(try list().date == .null)
    }

    @Test func `to purge without any removed hike needs no confirmation`() throws {
        let home = try Home.withStore(unlocked: true)
        let purged = try home.run("hike", "purge")
        #expect(purged.exitCode == 0 && purged.errors == "There are no removed hikes or photos.\n", "\(purged)")
        _ = try home.json("hike", "add", "--name", "A", "--distance", "1")
        _ = try home.json("hike", "remove", "1")
        #expect(try home.run("hike", "purge").exitCode == 64)
    }

    @Test func `to a lower cost says that it stays`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "moderate", input: "739158\n")
        try #require(made.exitCode == 0, "\(made)")
        let changed = try home.run(
            "passcode", "change", "--kdf", "interactive", "--passcode-stdin", input: "739158\n860427\n")
        #expect(changed.exitCode == 0)
        #expect(changed.errors.contains("The cost of a guess stays moderate: it is never lowered."), "\(changed)")
    }

    @Test func `of a draft in conflict says that it is shown as it would win`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.json("edit", "--season", "spring", "--no-commit")
        #expect(try home.run("show", "--draft").errors == "Publish it with: profile commit\n")
        _ = try home.json("edit", "--season", "autumn")
        #expect(try home.run("show", "--draft").errors.contains("The draft is in conflict with what others committed"))
    }

    @Test func `knows no draft that equals what is committed`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.json("edit", "--season", "spring", "--no-commit")
        #expect(try home.json("status").draft == true)
        _ = try home.json("edit", "--season", "spring")
        #expect(try home.json("status").draft == false)
        #expect(try home.json("show").draft == false)
        #expect(try !home.run("status").output.contains("draft"))
        #expect(try home.run("diff").exitCode == 17)
        #expect(try !home.unlock().errors.contains("draft"))
        #expect(try home.run("commit").exitCode == 17)
        _ = try home.json("edit", "--season", "winter", "--no-commit")
        #expect(try home.json("status").draft == true)
        _ = try home.json("edit", "--season", "spring", "--no-commit")
        #expect(try home.json("status").draft == false)
    }
}
