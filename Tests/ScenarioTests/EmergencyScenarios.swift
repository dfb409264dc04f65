import TestSupport
import Testing

@Suite struct `The emergency card, on the command line,` {
    @Test func `is set with the passcode and a note that anyone can read it, and is read without it`() throws {
        let home = try Home.withStore()
        let set = try home.run(
            "emergency", "--set", "Allergic to penicillin\nCall +46 70", "--passcode-stdin", input: "739158\n")
        #expect(set.exitCode == 0)
        #expect(set.errors.contains("Readable without the passcode by anyone who can read the store."))
        let shown = try home.run("emergency", "--no-input")
        #expect(shown.exitCode == 0)
        #expect(shown.output == "Allergic to penicillin\nCall +46 70\n")
        let answer = try home.json("emergency")
        #expect(answer.schema == 1)
        #expect(answer.emergency == "Allergic to penicillin\nCall +46 70")
        #expect(try home.run("status", "--check").exitCode == 10)
    }

    @Test func `is reported as not found when there is none, and is cleared with the passcode`() throws {
        let home = try Home.withStore()
        #expect(try home.run("emergency").exitCode == 17)
        let answer = try home.run("emergency", "--json")
        #expect(answer.exitCode == 17)
        #expect(answer.output.isEmpty, "an error is no answer as well")
        #expect(try JSONValue(answer.errors).error?.code == 17)
        #expect(try home.run("emergency", "--clear", "--no-input").exitCode == 10)
        _ = try home.unlock()
        #expect(try home.run("emergency", "--clear").exitCode == 17)
        #expect(try home.run("emergency", "--set", "A").exitCode == 0)
        #expect(try home.run("emergency", "--clear").exitCode == 0)
        #expect(try home.run("emergency").exitCode == 17)
    }

    @Test func `is not set without the passcode, nor to an invalid text`() throws {
        let home = try Home.withStore()
        #expect(try home.run("emergency", "--set", "A", "--no-input").exitCode == 10)
        #expect(
            try home.run("emergency", "--set", "A", "--passcode-stdin", input: "111112\n").exitCode == 11)
        _ = try home.unlock()
        #expect(try home.run("emergency", "--set", "a\u{1B}[2Jb").exitCode == 15)
        #expect(try home.run("emergency", "--set", "").exitCode == 15)
        #expect(try home.run("emergency", "--set", "A", "--clear").exitCode == 64)
        #expect(try home.run("emergency").exitCode == 17)
    }
}
