import ProfileModel
import Testing

@Suite struct NameFilterTests {
    @Test(arguments: ["a", "z", "0", "9", "-", "main", "trail-2", "--", "a-b-c", String(repeating: "x", count: 63)])
    func `lower-case letters, digits and dashes form a name`(name: String) {
        #expect(NameFilter.firstOffender(in: name) == nil)
    }

    @Test(
        arguments: [
            ("Main", "M"), ("maiN", "N"), ("my_store", "_"), ("a b", " "), ("a.b", "."), ("a/b", "/"), ("..", "."),
            ("é", "é"), ("caf\u{E9}", "é"), ("cafe\u{301}", "e\u{301}"), ("a\u{301}b", "a\u{301}"),
            ("-\u{301}", "-\u{301}"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("hike🥾", "🥾"), ("１", "１"), ("ａ", "ａ"), ("а", "а"),
            ("\u{212A}", "K"), ("a\0", "\0"), ("a\n", "\n"), ("a\r\n", "\r\n"), ("{", "{"), ("`", "`"), ("[", "["),
            ("@", "@"), (":", ":"), ("–", "–"), ("a‑b", "‑"), ("B and _", "B"), ("ß", "ß"), ("ı", "ı"),
        ] as [(String, Character)])
    func `any other character is invalid, and the first is named`(name: String, offender: Character) {
        #expect(NameFilter.firstOffender(in: name) == offender)
    }

    @Test func `every ASCII byte is classified`() {
        let allowed = (UInt8(0)...127).filter { NameFilter.allows(Character(Unicode.Scalar($0))) }
        #expect(String(decoding: allowed, as: UTF8.self) == "-0123456789abcdefghijklmnopqrstuvwxyz")
    }
}
