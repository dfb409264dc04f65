import FoundationEssentials
import SQLiteKit
import TestSupport
import Testing

@Suite struct `A store that was copied elsewhere` {
    /// Makes a home with data, a draft and a hike, and returns it with its recovery code.
    static func populated() throws -> (home: Home, code: String) {
        let home = try Home()
        let code = try home.makeStore()
        _ = try home.unlock()
        _ = try home.run("edit", "--season", "summer")
        _ = try home.run("edit", "--no-commit", "--username", "from the draft")
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        return (home, code)
    }

    @Test(.aboutFiles) func `does not open without the device secret, and recover restores all of it`() throws {
        let (old, code) = try Self.populated()
        _ = try old.run("lock")
        let new = try Home()
        try FileManager.default.copyItem(atPath: old.path(of: "test.profile"), toPath: new.path(of: "test.profile"))

        let refused = try new.unlock()
        #expect(refused.exitCode == 22)
        #expect(refused.errors.contains("profile recover"))
        #expect(try new.json("status").failures == .null)

        let recovered = try new.run("recover", "--passcode-stdin", "--json", input: "\(code.lowercased())\n820461\n")
        #expect(recovered.exitCode == 0)
        let answer = try JSONValue(recovered.output)
        #expect(answer.account == "main")
        #expect(answer.recoveryCode != .string(code))
        #expect(try new.run("show", "--no-input").exitCode == 10, "no session is opened")

        #expect(try new.unlock("820461").exitCode == 0)
        #expect(try new.json("show").profile?.seasonalPhoto == "summer")
        #expect(try new.json("show", "--draft").profile?.username == "from the draft")
        #expect(try new.json("hike", "list").hikes?.count == 12)
        #expect(try new.run("recover", "--passcode-stdin", input: "\(code)\n640275\n").exitCode == 11)
        #expect(try new.unlock().exitCode == 11)
    }

    @Test(.aboutFiles, arguments: [[], ["--kdf", "interactive"]])
    func `whose gate was lost is set up again with the recovery code`(options: [String]) throws {
        let (home, code) = try Self.populated()
        try Connection(opening: home.path(of: "test.profile"), mode: .existing, busyTimeout: .seconds(5))
            .run("DELETE FROM stage")
        #expect(try home.run("show", "--passcode-stdin", input: "\(Home.passcode)\n").exitCode == 18)
        let recovered = try home.program.run(
            arguments: ["recover", "--passcode-stdin"] + options, input: "\(code)\n820461\n")
        #expect(recovered.exitCode == 0, "\(recovered)")
        #expect(try home.unlock("820461").exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "summer")
    }

    @Test func `refuses a mistyped recovery code before anything is tried`() throws {
        let (home, code) = try Self.populated()
        let swapped = code.replacing(code.prefix(1), with: code.hasPrefix("7") ? "8" : "7", maxReplacements: 1)
        for typed in [swapped, String(code.dropLast()), code.replacing("-", with: "U")] {
            #expect(try home.run("recover", "--passcode-stdin", input: "\(typed)\n820461\n").exitCode == 15)
        }
        #expect(try home.unlock().exitCode == 0)
    }

    @Test func `refuses a wrong recovery code before it asks for new secrets`() throws {
        let (home, wrong) = (try Self.populated().0, try Self.populated().1)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(wrong)\n").exitCode == 11)
        let terminal = try home.program.onTerminal("recover")
        try terminal.expect("Recovery code")
        try terminal.send("\(wrong)\n")
        #expect(try terminal.expectExit().exitCode == 11)
        #expect(!terminal.transcript.contains("New passcode"))
    }
}
