import FoundationEssentials
import TestSupport
import Testing

@Suite(.aboutFiles) struct `A restored copy, on the command line,` {
    private typealias Populated = `A store that was copied elsewhere`

    /// A store, its recovery code, and a copy of it that was restored beside it, as `drill.db`.
    private func withCopy() throws -> (home: Home, code: String, copy: [String]) {
        let (home, code) = try Populated.populated()
        let copy = ["--store", home.path(of: "drill.db")]
        #expect(try home.run("backup", "b").exitCode == 0)
        #expect(try run(home, ["restore", "b"] + copy, Home.passcode).exitCode == 0)
        return (home, code, copy)
    }

    private func run(_ home: Home, _ arguments: [String], _ secrets: String...) throws -> Finished {
        try home.program.run(
            arguments: arguments + ["--passcode-stdin"], input: secrets.map { "\($0)\n" }.joined())
    }

    private func exchange(_ home: Home) throws {
        let (path, manager) = (home.path(of: "test.profile"), FileManager.default)
        for suffix in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: path + suffix) }
        try manager.copyItem(atPath: home.path(of: "drill.db"), toPath: path)
    }

    @Test func `in the store's place is refused with the old passcode until that accepts it`() throws {
        let (home, _, copy) = try withCopy()
        #expect(try run(home, ["passcode", "change"], Home.passcode, "820461").exitCode == 0)
        try exchange(home)
        for passcode in [Home.passcode, "820461"] {
            let refused = try home.unlock(passcode)
            #expect(refused.exitCode == 18)
            #expect(refused.errors.contains("is not the copy of the store that was last used here"), "\(refused)")
            #expect(refused.errors.contains("profile restore --accept-older"))
        }
        #expect(try home.json("status").failures == 0)
        let checked = try run(home, ["check", "--json"], Home.passcode)
        #expect(checked.exitCode == 18)
        let failed = try JSONValue(checked.output).checks?.elements.filter { $0.ok == false }
        #expect(failed?.map(\.name) == ["generation"], "\(checked)")
        #expect(try run(home, ["show"] + copy, Home.passcode).exitCode == 0, "in its own place it opens")
        #expect(try run(home, ["restore", "--accept-older"], "820461").exitCode == 11)
        let accepted = try run(home, ["restore", "--accept-older"], Home.passcode)
        #expect(accepted.exitCode == 0 && accepted.errors.contains("Accepted."), "\(accepted)")
        #expect(try home.unlock(Home.passcode).exitCode == 0)
    }

    @Test func `in the store's place isn't recovered with the old recovery code`() throws {
        let (home, code, _) = try withCopy()
        #expect(try run(home, ["recovery", "new"], Home.passcode).exitCode == 0)
        try exchange(home)
        let refused = try run(home, ["recover"], code, "640275")
        #expect(refused.exitCode == 18, "\(refused)")
        #expect(refused.errors.contains("move it to another place"))
        #expect(!refused.output.contains("-"), "no new code is shown")
    }

    @Test func `gives no further attempts`() throws {
        let (home, _, copy) = try withCopy()
        let codes = try (0..<6).map { try run(home, ["unlock"] + ($0 % 2 == 0 ? copy : []), "111112").exitCode }
        #expect(codes == [11, 11, 11, 11, 11, 12])
        #expect(try run(home, ["show"] + copy, Home.passcode).exitCode == 12)
    }

    @Test func `whose file is gone is named by the check, and forgotten by a repair with --yes`() throws {
        let (home, _, copy) = try withCopy()
        try FileManager.default.removeItem(atPath: copy[1])
        let checked = try run(home, ["check"], Home.passcode)
        #expect(checked.exitCode == 0)
        #expect(checked.output.replacing("\n      ", with: " ").contains("\(copy[1]) ("), "\(checked)")
        for options in [["--dry-run"], []] {
            let asked = try run(home, ["repair"] + options, Home.passcode)
            #expect(asked.exitCode == 0 && asked.errors.contains("--yes removes what is kept for them"), "\(asked)")
        }
        let repaired = try run(home, ["repair", "--yes", "--json"], Home.passcode)
        #expect(try JSONValue(repaired.output).forgotten?.count == 1, "\(repaired)")
        #expect(try !run(home, ["check"], Home.passcode).output.contains("copies"))
    }

    @Test(arguments: [true, false]) func `whose file is gone is forgotten on a yes`(isAgreed: Bool) throws {
        let (home, _, copy) = try withCopy()
        try FileManager.default.removeItem(atPath: copy[1])
        let terminal = try home.program.onTerminal("repair")
        try terminal.expect("Passcode: ")
        try terminal.send("\(Home.passcode)\n")
        try terminal.expect("Remove it? (yes/no) ")
        try terminal.send(isAgreed ? "yes\n" : "no\n")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try run(home, ["check"], Home.passcode).output.contains("copies") == !isAgreed)
    }
}
