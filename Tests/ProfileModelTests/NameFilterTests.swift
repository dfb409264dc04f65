import ProfileModel
import Testing

@Suite struct NameFilterTests {
    @Test(arguments: ["a", "z", "0", "9", "-", "main", "trail-2", "--", "a-b-c", String(repeating: "x", count: 63)])
    func `lower-case letters, digits and dashes are a name`(name: String) throws {
        #expect(NameFilter.firstOffender(in: name) == nil)
        #expect(try WorkspaceName(name).description == name)
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
    func `any other character offends, and the first is named`(name: String, offender: Character) {
        #expect(NameFilter.firstOffender(in: name) == offender)
        #expect(throws: InvalidValue.self) { try WorkspaceName(name) }
    }

    @Test(arguments: ["", String(repeating: "x", count: 64), String(repeating: "-", count: 1_000)])
    func `a name has 1 to 63 characters`(name: String) {
        let workspace = #expect(throws: InvalidValue.self) { try WorkspaceName(name) }
        #expect(workspace == InvalidValue("workspace", "is 1 to 63 characters of a-z, 0-9 and -"))
    }

    @Test(arguments: [
        ("kitchen Sink", "workspace has only a-z, 0-9 and -, not ' '"),
        ("aBC", "workspace has only a-z, 0-9 and -, not 'B'"),
        ("a\u{1B}[2J", "workspace has only a-z, 0-9 and -, not '\\u{1B}'"),
        ("a\u{202E}b", "workspace has only a-z, 0-9 and -, not '\\u{202E}'"),
        ("a\r\n", "workspace has only a-z, 0-9 and -, not '\\u{D}\\u{A}'"),
    ])
    func `the message shows the offender alone, and spells out what cannot be seen`(name: String, message: String) {
        let error = #expect(throws: InvalidValue.self) { try WorkspaceName(name) }
        #expect(error?.description == message)
    }

    @Test func `every ASCII byte is judged`() {
        let allowed = (UInt8(0)...127).filter { NameFilter.allows(Character(Unicode.Scalar($0))) }
        #expect(String(decoding: allowed, as: UTF8.self) == "-0123456789abcdefghijklmnopqrstuvwxyz")
    }
}
