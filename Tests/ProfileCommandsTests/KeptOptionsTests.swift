import CommandParsing
import Testing

@testable import ProfileCommands

@Suite struct KeptOptionsTests {
    private func kept(_ words: String...) throws -> KeptOptions {
        KeptOptions(try ArgumentParser(root: CommandTable.root).parse(words))
    }

    @Test(arguments: [
        ("Unlock it with: profile unlock", "Unlock it with: profile --workspace trail --account kim unlock"),
        ("(profile diff)", "(profile --workspace trail --account kim diff)"),
        ("Try profile show, or profile help", "Try profile --workspace trail --account kim show, or profile help"),
        ("the profile lock is closed", "the profile lock is closed"),
        ("the profile is locked", "the profile is locked"),
        ("profile recover --account bo", "profile --workspace trail recover --account bo"),
        ("See: profile account list", "See: profile --workspace trail account list"),
        ("/etc/profile show", "/etc/profile show"), ("nothing", "nothing"),
    ])
    func `a command in a hint keeps the store and the account`(hint: String, told: String) throws {
        #expect(try kept("--workspace", "trail", "show", "--account=kim").applied(to: hint) == told)
    }

    @Test func `a path is quoted where the shell needs it`() throws {
        let kept = try kept("--store", "my store's.db", "show")
        #expect(kept.applied(to: "profile unlock") == #"profile --store 'my store'\''s.db' unlock"#)
        #expect(kept.applied(to: "profile --store other unlock") == "profile --store other unlock")
    }

    @Test func `nothing was named, so nothing is kept`() throws {
        #expect(try kept("show").applied(to: "profile unlock") == "profile unlock")
    }
}
