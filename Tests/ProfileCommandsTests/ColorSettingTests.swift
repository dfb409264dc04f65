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
    func `a terminal gets the colours that it says it has`(environment: [String: String], depth: ColorDepth) {
        #expect(ColorSetting.auto.depth(isTerminal: true, environment: environment) == depth)
        #expect(ColorSetting.auto.depth(isTerminal: false, environment: environment) == .none)
        #expect(ColorSetting.never.depth(isTerminal: true, environment: environment) == .none)
    }

    @Test(
        arguments: [
            ([:], .eight), (["TERM": "dumb", "NO_COLOR": "1"], .eight), (["TERM": "xterm-256color"], .palette256),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], .trueColor),
        ] as [([String: String], ColorDepth)])
    func `the option beats the environment`(environment: [String: String], depth: ColorDepth) {
        for isTerminal in [true, false] {
            #expect(ColorSetting.always.depth(isTerminal: isTerminal, environment: environment) == depth)
        }
    }

    @Test(arguments: [("show", ColorSetting.auto), ("show --color always", .always), ("--color=never show", .never)])
    func `is auto unless the option says otherwise`(line: String, setting: ColorSetting) throws {
        #expect(try TypedLine.settings(line).color == setting)
    }
}
