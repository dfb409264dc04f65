import Testing

@testable import CommandParsing

struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("unlok", "unlock", 1), ("lcok", "lock", 1),
        ("kitten", "sitting", 3), ("ca", "abc", 3), ("a", "b", 1), ("abcdef", "badcfe", 3),
    ])
    func `the distance counts edits and swaps`(first: String, second: String, distance: Int) {
        #expect(editDistance(Array(first), Array(second)) == distance)
        #expect(editDistance(Array(second), Array(first)) == distance)
    }

    @Test(arguments: [
        ("unlokc", "unlock"), ("Status", "status"), ("sho", "show"), ("completion", "completions"),
        ("comp", "completions"),
        ("xyz", nil), ("", nil), ("s", nil), ("st", nil), ("zzzzzz", nil), ("status-of-everything", nil),
    ])
    func `only near words are suggested`(word: String, expected: String?) {
        #expect(nearest(to: word, among: ["unlock", "status", "show", "completions", "sh-w-all"]) == expected)
    }

    @Test func `a huge word is given up at once`() {
        #expect(nearest(to: String(repeating: "lock", count: 100_000), among: ["lock"]) == nil)
    }
}
