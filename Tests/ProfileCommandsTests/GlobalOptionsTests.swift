import CommandParsing
import ProfileRendering
import Testing

@testable import ProfileCommands

@Suite struct ColorSettingTests {
    @Test(
        arguments: [
            ([:], .none), (["TERM": ""], .none), (["TERM": "dumb"], .none), (["TERM": "xterm"], .eight),
            (["TERM": "linux"], .eight), (["TERM": "xterm-256color"], .palette256),
            (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .trueColor),
            (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor), (["TERM": "xterm-direct"], .trueColor),
            (["TERM": "xterm", "COLORTERM": "yes"], .eight), (["COLORTERM": "truecolor"], .none),
            (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .palette256),
        ] as [([String: String], ColorDepth)])
    func `a terminal gets the colours that it declares`(environment: [String: String], depth: ColorDepth) {
        #expect(ColorSetting.auto.depth(isTerminal: true, environment: environment) == depth)
        #expect(ColorSetting.auto.depth(isTerminal: false, environment: environment) == .none)
        #expect(ColorSetting.never.depth(isTerminal: true, environment: environment) == .none)
    }

    @Test(
        arguments: [
            ([:], .eight), (["TERM": "dumb", "NO_COLOR": "1"], .eight), (["TERM": "xterm-256color"], .palette256),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .trueColor),
        ] as [([String: String], ColorDepth)])
    func `the option overrides the environment`(environment: [String: String], depth: ColorDepth) {
        for isTerminal in [true, false] {
            #expect(ColorSetting.always.depth(isTerminal: isTerminal, environment: environment) == depth)
        }
    }

    @Test(arguments: [("show", ColorSetting.auto), ("show --color always", .always), ("--color=never show", .never)])
    func `is auto unless the option says otherwise`(line: String, setting: ColorSetting) throws {
        #expect(try TypedLine.settings(line).color == setting)
    }
}

@Suite struct DurationOptionTests {
    @Test(arguments: [
        ("1s", 1), ("90s", 90), ("15m", 900), ("2h", 7200), ("1d", 86_400), ("24h", 86_400), ("007m", 420),
        ("366d", 31_622_400), ("31622400s", 31_622_400),
    ])
    func `a number and a letter form a duration`(text: String, seconds: Int) {
        #expect(DurationOption.parse(text) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "s", "m", "5", "0s", "00h", "-5m", "+5m", "1.5h", "1,5h", "5 m", " 5m", "5m ", "5M", "5min", "1h30m", "1w",
        "367d", "31622401s", "9223372036854775807d", "99999999999999999999s", "٥m", "½h", "５m", "五m", "5m\u{301}",
        "5\u{301}m", "0x5m", "1e3s", "5m\0",
    ])
    func `other texts, zero and more than a year are invalid durations`(text: String) {
        #expect(DurationOption.parse(text) == nil)
    }

    @Test func `the rule's own examples are durations`() {
        for word in ["90s", "15m", "2h", "1d"] {
            #expect(DurationOption.rule.contains(word))
            #expect(DurationOption.parse(word) != nil)
        }
    }
}

@Suite struct KeptOptionsTests {
    private func kept(_ words: String...) throws -> RepeatedOptions {
        RepeatedOptions(try ArgumentParser(root: CommandTable.root).parse(words))
    }

    @Test(
        arguments: [
            ("Unlock it with: \(command: "unlock")", "Unlock it with: profile --workspace trail --account kim unlock"),
            ("(\(command: "diff"))", "(profile --workspace trail --account kim diff)"),
            (
                "Try \(command: "show"), or \(command: "help")",
                "Try profile --workspace trail --account kim show, or profile help"
            ),
            ("the profile lock is closed", "the profile lock is closed"),
            ("\(command: "recover --account bo")", "profile --workspace trail recover --account bo"),
            ("See: \(command: "account list")", "See: profile --workspace trail account list"),
            ("\(command: "history --store PATH")", "profile --account kim history --store PATH"),
        ] as [(CommandText, String)])
    func `a command in a hint keeps the store and the account`(hint: CommandText, told: String) throws {
        let kept = try kept("--workspace", "trail", "show", "--account=kim")
        #expect(hint.text(completing: kept.commandLine) == told)
    }

    @Test func `a path is quoted where the shell needs it`() throws {
        let kept = try kept("--store", "my store's.db", "show")
        #expect(kept.commandLine("unlock") == #"profile --store 'my store'\''s.db' unlock"#)
    }

    @Test func `a hint names no store and account when none was named`() throws {
        #expect(try kept("show").commandLine("unlock") == "profile unlock")
    }

    @Test func `a hint without its beginning keeps its commands`() {
        let hint: CommandText = "Nothing was changed. Repair it with: \(command: "repair")"
        #expect(hint.without(beginning: "Nothing was changed.") == "Repair it with: \(command: "repair")")
        #expect(("\(command: "repair")" as CommandText).without(beginning: "profile").text == "profile repair")
    }
}
