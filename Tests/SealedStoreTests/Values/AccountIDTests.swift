import SealedStore
import Testing

@Suite struct `An account's id` {
    @Test(arguments: ["a", "z", "0", "9", "-", "main", "trail-2", "--", String(repeating: "x", count: 63)])
    func `consists of lower-case letters, digits and hyphens`(id: String) throws {
        #expect(try AccountID(id).description == id)
    }

    @Test(arguments: [
        "", "Main", "my_store", "a b", "a.b", "a/b", "..", "é", "e\u{301}", "１", "а", "a\0", "a\n", "{", "`",
        String(repeating: "x", count: 64),
    ])
    func `has no other characters`(id: String) {
        let problem = #expect(throws: FieldProblem.self) { try AccountID(id) }
        #expect(problem == FieldProblem("account", .name))
    }

    @Test func `is main by default`() throws {
        #expect(try AccountID("main") == .main)
    }
}
