import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `edit --editor` {
    /// A script as the editor, with the form as `$1`.
    private static func editor(_ script: String, in home: Home) throws -> [String: String] {
        let path = try home.write("#!/bin/sh\n\(script)\n", to: "editor")
        #expect(chmod(path, 0o700) == 0)
        return ["EDITOR": path]
    }

    /// The form's path, as the editor recorded it.
    private static func place(in home: Home) throws -> String {
        let noted = try Program(path: "/bin/cat", workingDirectory: home.path).run("place").output
        return String(noted.split(separator: "\n").first ?? "")
    }

    @Test func `commits the changes made in a private form in memory, and removes the form`() throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor(
            "echo \"$1\" > place; stat -c '%a %U' \"$1\" >> place; stat -f -c %T \"$1\" >> place; "
                + "cp \"$1\" \"$1~\"; sed -i 's/^season: .*/season: spring/' \"$1\"", in: home)
        let edited = try home.program.run("edit", "--editor", "--json", environment: editor)
        #expect(edited.exitCode == 0, "\(edited)")
        let answer = try JSONValue(edited.output)
        #expect(answer.revision == 2)
        #expect(answer.changes?[0]?.to == "spring")
        let notes = try Program(path: "/bin/cat", workingDirectory: home.path).run("place").output
        #expect(notes.contains("600 ") && notes.contains("tmpfs"))
        let place = try Self.place(in: home)
        #expect(place.hasPrefix("/") && !exists(place) && !exists(place + "~"))
        #expect(!exists(URL(filePath: place).deletingLastPathComponent().path))
    }

    @Test func `changes nothing for an unchanged or empty form, or when the editor fails`() throws {
        let home = try Home.withStore(unlocked: true)
        for (script, exitCode) in [("true", Int32(0)), (": > \"$1\"", 0), ("echo \"$1\" > place; exit 3", 1)] {
            let editor = try Self.editor(script, in: home)
            #expect(try home.program.run("edit", "--editor", environment: editor).exitCode == exitCode)
        }
        #expect(try home.json("show").revision == 1)
        #expect(try !exists(Self.place(in: home)))
        let missing = try home.program.run("edit", "--editor", environment: ["EDITOR": "no-such-editor"])
        #expect(missing.exitCode == 1)
        #expect(missing.errors.contains("no-such-editor"))
    }

    @Test func `that is killed leaves a form that the next command removes, and not before`() throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor("echo \"$1\" > place; exec sleep 60", in: home)
        let running = try home.program.start("edit", "--editor", environment: editor)
        try waitUntil { try exists(home.path(of: "place")) && !Self.place(in: home).isEmpty }
        let place = try Self.place(in: home)
        #expect(try home.run("status").exitCode == 0)
        #expect(exists(place), "it is being edited")
        running.signal(SIGKILL)
        try running.wait()
        #expect(exists(place))
        #expect(try home.run("status").exitCode == 0)
        #expect(!exists(URL(filePath: place).deletingLastPathComponent().path))
    }

    @Test func `is interrupted by Ctrl-C in the editor`() throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor("echo \"$1\" > place; echo open; exec sleep 60", in: home)
        let terminal = try home.program.onTerminal("edit", "--editor", environment: editor)
        try terminal.expect("open")
        try terminal.press(.controlC)
        #expect(try terminal.expectExit().exitCode == 130)
        #expect(try !exists(Self.place(in: home)))
    }

    @Test(arguments: [[], ["--no-commit"]])
    func `overwrites nothing that was changed while the form was open`(options: [String]) throws {
        let home = try Home.withStore(unlocked: true)
        let meanwhile = (["--username", "other"] + options).joined(separator: " ")
        let script = #""$PROFILE" edit \#(meanwhile) > answer; sed -i "s/^$FIELD: .*/$FIELD: $VALUE/" "$1""#
        let editor = try Self.editor(script, in: home).merging(["PROFILE": home.program.path]) { $1 }
        func edit(_ field: String, _ value: String) throws -> Finished {
            let environment = editor.merging(["FIELD": field, "VALUE": value]) { $1 }
            return try home.program.run(arguments: ["edit", "--editor"] + options, environment: environment)
        }
        let refused = try edit("username", "mine")
        #expect(refused.exitCode == 16, "\(refused)")
        #expect(refused.errors.contains("username"))
        func shown() throws -> JSONValue? {
            try (options.isEmpty ? home.json("show") : home.json("show", "--draft")).profile
        }
        #expect(try shown()?.username == "other")
        #expect(try edit("season", "summer").exitCode == 0)
        #expect(try shown()?.seasonalPhoto == "summer")
    }

    @Test func `shows what others changed meanwhile, and edits the form again without losing what was typed`() throws {
        let home = try Home.withStore(unlocked: true)
        let script =
            #"test -e before || { touch before; "$PROFILE" edit --username other > answer; }; "#
            + #"sed -i "s/^username: .*/username: mine/" "$1""#
        let editor = try Self.editor(script, in: home).merging(["PROFILE": home.program.path]) { $1 }
        let terminal = try home.program.onTerminal("edit", "--editor", environment: editor)
        try terminal.expect("username was changed elsewhere meanwhile: it is 'other' now.")
        try terminal.expect("Go on editing?")
        #expect(try home.json("show").profile?.username == "other")
        try terminal.send("\n")
        try terminal.expect("other → mine")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.json("show").profile?.username == "mine")
    }

    @Test func `prefers VISUAL, passes its arguments, and edits the draft when asked to`() throws {
        let home = try Home.withStore(unlocked: true)
        let visual = ["VISUAL": "sed -i s/winter/summer/", "EDITOR": "false"]
        #expect(try home.program.run("edit", "--editor", "--no-commit", environment: visual).exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "winter")
        #expect(try home.json("show", "--draft").profile?.seasonalPhoto == "summer")
        let dry = try home.program.run(
            "edit", "--editor", "--dry-run", environment: ["EDITOR": "sed -i s/winter/autumn/"])
        #expect(dry.output == "season winter → autumn\n")
        #expect(try home.json("show").revision == 1)
    }

    @Test func `reports an invalid value with its line, and lets the person continue or give up`() throws {
        let home = try Home.withStore(unlocked: true)
        // The first run makes the season invalid, and the second corrects it.
        let editor = try Self.editor(
            "echo \"$1\" > place; if grep -q mild \"$1\"; then sed -i s/mild/autumn/ \"$1\"; "
                + "else sed -i s/winter/mild/ \"$1\"; fi", in: home)
        let terminal = try home.program.onTerminal("edit", "--editor", environment: editor)
        try terminal.expect("line ")
        try terminal.expect("season must be one of")
        try terminal.expect("Go on editing?")
        try terminal.send("\n")
        try terminal.expect("winter → autumn")
        try terminal.expect("Committed as revision 2.")
        #expect(try terminal.expectExit().exitCode == 0)

        let spoiling = try Self.editor("echo \"$1\" > place; sed -i s/autumn/mild/ \"$1\"", in: home)
        let second = try home.program.onTerminal("edit", "--editor", environment: spoiling)
        try second.expect("Go on editing?")
        try second.send("no\n")
        #expect(try second.expectExit().exitCode == 15)
        #expect(try !exists(Self.place(in: home)))
        // There is no terminal to ask on.
        let piped = try home.program.run("edit", "--editor", environment: spoiling)
        #expect(piped.exitCode == 15)
        #expect(piped.errors.contains(/line \d+: season must be one of/))
        #expect(try home.json("show").revision == 2)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `leaves no form when a signal ends its question`(number: Int32) throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor("echo \"$1\" > place; sed -i s/winter/mild/ \"$1\"", in: home)
        let terminal = try home.program.onTerminal("edit", "--editor", environment: editor)
        try terminal.expect("Go on editing?")
        #expect(try exists(Self.place(in: home)))
        terminal.signal(number)
        #expect(try terminal.expectExit().exitCode == 128 + number)
        #expect(try !exists(Self.place(in: home)))
        #expect(try home.json("show").revision == 1)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `leaves no form when a signal comes right after the editor`(number: Int32) throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor(
            "echo \"$1\" > place; echo $$ > identifier; echo open; read answer; sed -i s/winter/mild/ \"$1\"", in: home)
        let terminal = try home.program.onTerminal("edit", "--editor", environment: editor)
        try terminal.expect("open")
        let noted = try Program(path: "/bin/cat", workingDirectory: home.path).run("identifier").output
        let identifier = try #require(pid_t(noted.dropLast()))
        // Ctrl-S stops the terminal's output, so that the program waits where it tells of the invalid value.
        try terminal.send("\u{13}\n")
        try terminal.until { kill(identifier, 0) != 0 }
        #expect(try exists(Self.place(in: home)))
        terminal.signal(number)
        try terminal.send("\u{11}")
        #expect(try terminal.expectExit().exitCode == 128 + number)
        #expect(try !exists(Self.place(in: home)))
        #expect(try home.json("show").revision == 1)
    }

    @Test func `gives the editor the terminal, and stdout the answer alone`() throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor(
            "echo 'a screen'; read answer; sed -i \"s/winter/$answer/\" \"$1\"", in: home)
        let line = "\"$PROFILE\" edit --editor --json < /dev/null > answer"
        let terminal = try Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
            .onTerminal("-c", line, environment: editor.merging(["PROFILE": home.program.path]) { $1 })
        try terminal.expect("a screen")
        try terminal.send("summer\n")
        #expect(try terminal.expectExit().exitCode == 0)
        let answer = try Program(path: "/bin/cat", workingDirectory: home.path).run("answer").output
        #expect(try JSONValue(answer).changes?[0]?.to == "summer")
    }

    @Test
    func `keeps an editor's output out of stdout without a terminal, and starts no editor that wasn't named`() throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor("echo 'a screen'; cat; sed -i s/winter/summer/ \"$1\"", in: home)
        let edited = try home.program.run("edit", "--editor", "--json", environment: editor)
        #expect(try JSONValue(edited.output).changes?[0]?.to == "summer")
        #expect(edited.errors.contains("a screen"))
        let unnamed = try home.program.run("edit", "--editor")
        #expect(unnamed.exitCode == 64)
        #expect(unnamed.errors.contains("there is no terminal for an editor"))
        #expect(try home.json("show").revision == 2)
    }

    @Test func `leaves nothing behind when it is terminated`() throws {
        let home = try Home.withStore(unlocked: true)
        let editor = try Self.editor("echo \"$1\" > place; exec sleep 60", in: home)
        let running = try home.program.start("edit", "--editor", environment: editor)
        try waitUntil { try exists(home.path(of: "place")) && !Self.place(in: home).isEmpty }
        let place = try Self.place(in: home)
        #expect(exists(place))
        running.signal(15)
        #expect(try running.wait().exitCode == 143)
        #expect(!exists(place))
    }

    @Test func `is refused with other values, and when nobody may be asked`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("edit", "--editor", "--season", "spring").exitCode == 64)
        #expect(try home.run("edit", "--editor", "--no-input").exitCode == 64)
    }
}

@Suite struct `The plain editor` {
    @Test func `asks field by field, reports invalid values, and says what it published`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.program.onTerminal("edit", "--plain")
        try terminal.expect("Username [g_kumar]: ")
        try terminal.send("\n")
        try terminal.expect("Notifications (on, off) [on]: ")
        try terminal.send("off\n")
        try terminal.expect("[winter]: ")
        try terminal.send("mild\n")
        try terminal.expect("Seasonal Photos must be one of")
        try terminal.expect("[winter]: ")
        try terminal.send("fall\n")
        try terminal.expect("Goal []: ")
        try terminal.send("12 days\n")
        try terminal.expect("Goal Date (YYYY-MM-DD)")
        try terminal.send("\n")
        try terminal.expect("winter → autumn")
        try terminal.expect("Publish it?")
        try terminal.send("yes\n")
        try terminal.expect("Committed as revision 2.")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.json("show").profile?.prefersNotifications == .bool(false))
    }

    @Test func `keeps a draft, continues it, and changes nothing after a no or Ctrl-C`() throws {
        let home = try Home.withStore(unlocked: true)
        func edit(_ season: String, then decision: String) throws -> Int32? {
            let terminal = try home.program.onTerminal("edit", "--plain")
            for answer in ["\n", "\n", "\(season)\n", "\n", "\n"] {
                try terminal.expect("]: ")
                try terminal.send(answer)
            }
            try terminal.expect("Publish it?")
            try terminal.send(decision)
            return try terminal.expectExit().exitCode
        }
        #expect(try edit("spring", then: "no\n") == 0)
        #expect(try home.json("status").draft == .bool(false))
        #expect(try edit("spring", then: "\u{3}") == 130)
        #expect(try home.json("status").draft == .bool(false))
        #expect(try edit("spring", then: "draft\n") == 0)
        #expect(try home.json("show", "--draft").profile?.seasonalPhoto == "spring")
        #expect(try home.json("show").revision == 1)
        let terminal = try home.program.onTerminal("edit", "--plain")
        for answer in ["\n", "\n"] {
            try terminal.expect("]: ")
            try terminal.send(answer)
        }
        try terminal.expect("[spring]: ")
        try terminal.press(.controlC)
        #expect(try terminal.expectExit().exitCode == 130)
    }

    @Test func `loses no answer when the profile is locked, or another draft saved, before the last one`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.program.onTerminal("edit", "--plain")
        for answer in ["mine\n", "\n", "spring\n", "\n", "\n"] {
            try terminal.expect("]: ")
            try terminal.send(answer)
        }
        try terminal.expect("Publish it?")
        _ = try home.run("edit", "--no-commit", "--season", "summer", "--notifications", "off")
        try terminal.send("yes\n")
        try terminal.expect("The draft was changed elsewhere meanwhile. With your changes, it would be:")
        try terminal.expect("Publish it?")
        #expect(try home.run("lock").exitCode == 0)
        try terminal.send("yes\n")
        try terminal.expect("The profile was locked meanwhile.")
        for wrong in ["48197", "111222"] {
            try terminal.expect("Passcode: ")
            try terminal.send(wrong + "\n")
        }
        try terminal.expect("Passcode: ")
        try terminal.send(Home.passcode + "\n")
        try terminal.expect("Committed as revision 2.")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.run("unlock", "--passcode-stdin", input: Home.passcode + "\n").exitCode == 0)
        let profile = try home.json("show").profile
        #expect(profile?.username == "mine" && profile?.seasonalPhoto == "spring")
        #expect(profile?.prefersNotifications == .bool(false))
    }
}

@Suite struct `The app's editor, once closed,` {
    @Test(arguments: [true, false]) func `says what it published`(unlocked: Bool) throws {
        let home = try Home.withStore(unlocked: unlocked)
        let terminal = try home.app("edit")
        if !unlocked {
            try terminal.see("Enter Passcode")
            try terminal.send(Home.passcode)
        }
        try terminal.see("^S done")
        try terminal.send("\t\t\u{1B}[D\u{13}")
        try terminal.expect("season winter → autumn")
        try terminal.expect("Committed as revision 2.")
        #expect(try terminal.expectExit().exitCode == 0)
    }
}
