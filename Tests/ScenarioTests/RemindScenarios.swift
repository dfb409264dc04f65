import FoundationEssentials
import Glibc
import ProfileModel
import TestSupport
import Testing

@Suite struct `profile remind` {
    /// A script in the place of `notify-send`, which writes its arguments into a file.
    private static func notifying(_ home: Home, exitCode: Int = 0) throws -> [String: String] {
        try FileManager.default.createDirectory(
            atPath: home.path(of: "bin"), withIntermediateDirectories: true)
        let script = try home.write(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" >> \(home.path(of: "shown"))\nexit \(exitCode)\n", to: "bin/notify-send")
        #expect(chmod(script, 0o700) == 0)
        return ["PATH": "\(home.path(of: "bin")):/usr/bin:/bin"]
    }

    private static func shown(_ home: Home) -> String? {
        FileManager.default.contents(atPath: home.path(of: "shown")).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `prints what is due, and nothing while notifications are off`() throws {
        let home = try Home.withStore(unlocked: true)
        for number in 1...8 {
            _ = try home.run("hike", "add", "--name", "Ridge \(number)", "--distance", "3", "--date", "2020-04-01")
        }
        let due = try home.run("remind")
        #expect(due.exitCode == 0 && due.output.contains("Nearly earned: Tenth Hike, 80 %.\n"))
        #expect(try home.json("remind").reminders?.elements.contains { $0.kind == "badge" } == true)
        #expect(try home.run("edit", "--notifications", "off").exitCode == 0)
        let off = try home.run("remind")
        #expect(off.exitCode == 0 && off.output == "" && off.errors == "")
        #expect(try home.json("remind").reminders == [])
        let notified = try home.program.run("remind", "--notify", environment: try Self.notifying(home))
        #expect(notified.exitCode == 0 && Self.shown(home) == nil)
    }

    @Test func `hands what is due to notify-send in one notification, without values`() throws {
        let home = try Home.withStore(unlocked: true)
        let soon = try home.today().adding(days: 9)
        _ = try home.run("edit", "--goal", "120 km since 2020-01-01", "--goal-date", "\(soon)")
        let notified = try home.program.run("remind", "--notify", environment: try Self.notifying(home))
        #expect(notified.exitCode == 0 && notified.output == "" && notified.errors == "")
        let lines = try #require(Self.shown(home)).split(separator: "\n")
        #expect(lines.prefix(2) == ["--app-name=profile", "profile"])
        #expect(lines.contains("The goal date is near.") && lines.contains("You are behind the pace of your goal."))
        #expect(!lines.joined().contains(/\d/), "others can read the arguments of a process")
        let failed = try home.program.run("remind", "--notify", environment: try Self.notifying(home, exitCode: 1))
        #expect(failed.exitCode == 1 && failed.errors.contains("notify-send failed"))
    }

    @Test func `exits with 10 when locked, silently with --notify`() throws {
        let home = try Home.withStore()
        let locked = try home.run("remind")
        #expect(locked.exitCode == 10 && !locked.errors.isEmpty)
        let silent = try home.program.run("remind", "--notify", environment: try Self.notifying(home))
        #expect(silent.exitCode == 10 && silent.output == "" && silent.errors == "" && Self.shown(home) == nil)
    }

    @Test func `checks a passcode that it is given, with --notify too`() throws {
        let home = try Home.withStore(unlocked: true)
        for (code, exitCode) in [("111222", Int32(11)), ("739158", 0)] {
            let reminded = try home.program.run(
                "remind", "--notify", "--passcode-stdin", input: code + "\n", environment: try Self.notifying(home))
            #expect(reminded.exitCode == exitCode, "\(reminded)")
        }
    }
}
