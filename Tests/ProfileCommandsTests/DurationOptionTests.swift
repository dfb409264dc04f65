import Testing

@testable import ProfileCommands

@Suite struct DurationOptionTests {
    @Test(arguments: [
        ("1s", 1), ("90s", 90), ("15m", 900), ("2h", 7200), ("1d", 86_400), ("24h", 86_400), ("007m", 420),
        ("366d", 31_622_400), ("31622400s", 31_622_400),
    ])
    func `a number and a letter are a duration`(text: String, seconds: Int) {
        #expect(DurationOption.parse(text) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "s", "m", "5", "0s", "00h", "-5m", "+5m", "1.5h", "1,5h", "5 m", " 5m", "5m ", "5M", "5min", "1h30m", "1w",
        "367d", "31622401s", "9223372036854775807d", "99999999999999999999s", "٥m", "½h", "５m", "五m", "5m\u{301}",
        "5\u{301}m", "0x5m", "1e3s", "5m\0",
    ])
    func `anything else is none, nor is zero or more than a year`(text: String) {
        #expect(DurationOption.parse(text) == nil)
    }

    @Test func `the rule's own examples are durations`() {
        for word in ["90s", "15m", "2h", "1d"] {
            #expect(DurationOption.rule.contains(word))
            #expect(DurationOption.parse(word) != nil)
        }
    }
}
