import CommandParsing
import ProfileKit
import Testing

@testable import ProfileCommands

@Suite struct StoreChoiceTests {
    private static let home = ["HOME": "/home/g", "XDG_DATA_HOME": "/data"]
    private static let named = home.merging(["PROFILE_STORE": "/env.db", "PROFILE_WORKSPACE": "env"]) { $1 }

    @Test(arguments: [
        ("show", home, "/data/profile/profile.db"),
        ("show", ["HOME": "/home/g"], "/home/g/.local/share/profile/profile.db"),
        ("show", ["HOME": "/home/g", "XDG_DATA_HOME": ""], "/home/g/.local/share/profile/profile.db"),
        ("show", ["HOME": "/home/g", "XDG_DATA_HOME": "data"], "/home/g/.local/share/profile/profile.db"),
        ("--workspace trail-2 show", home, "/data/profile/workspaces/trail-2.db"), ("--store a.db show", home, "a.db"),
        ("show --store=/x/y.db", home, "/x/y.db"), ("show --store /x", named, "/x"),
        ("show --workspace w", named, "/data/profile/workspaces/w.db"),
        ("show", ["HOME": "/h", "PROFILE_WORKSPACE": "w"], "/h/.local/share/profile/workspaces/w.db"),
        ("show", ["HOME": "/h", "PROFILE_STORE": "", "PROFILE_WORKSPACE": ""], "/h/.local/share/profile/profile.db"),
    ])
    func `an option overrides the environment, which overrides the default`(
        line: String, environment: [String: String], path: String
    ) throws {
        #expect(try TypedLine.location(line, environment) == path)
    }

    @Test func `a path and a workspace together are a usage error`() {
        let error = #expect(throws: UsageError.self) {
            try TypedLine.location("--store a --workspace b show", Self.home)
        }
        #expect(error?.message == "--store and --workspace both name the store")
    }

    @Test func `both in the environment are a usage error too, unless an option decides`() throws {
        let error = #expect(throws: UsageError.self) { try TypedLine.location("show", Self.named) }
        #expect(error?.message == "PROFILE_STORE and PROFILE_WORKSPACE both name the store")
        #expect(try TypedLine.location("show --store /x", Self.named) == "/x")
    }

    @Test(arguments: ["Trail", "../etc", "a.b", "", "a_b", String(repeating: "x", count: 64)])
    func `a workspace's name is checked wherever it comes from`(name: String) {
        #expect(throws: InvalidValue.self) { try TypedLine.location("show --workspace=\(name)", Self.home) }
        guard !name.isEmpty else { return }
        #expect(throws: InvalidValue.self) {
            try TypedLine.location("show", ["HOME": "/h", "PROFILE_WORKSPACE": name])
        }
    }

    @Test func `an empty path counts as none`() {
        #expect(throws: InvalidValue.self) { try TypedLine.location("show --store=", Self.home) }
    }
}

@Suite struct WorkspaceNameTests {
    @Test func `is what was typed`() throws {
        #expect(try WorkspaceName("trail-2").description == "trail-2")
    }

    @Test(arguments: ["", String(repeating: "x", count: 64), String(repeating: "-", count: 1_000)])
    func `a name has 1 to 63 characters`(name: String) {
        let workspace = #expect(throws: InvalidValue.self) { try WorkspaceName(name) }
        #expect(workspace == InvalidValue("workspace", "must be 1 to 63 characters of a-z, 0-9 and -"))
    }

    @Test(arguments: [
        ("kitchen Sink", "workspace must have only a-z, 0-9 and -, not ' '"),
        ("aBC", "workspace must have only a-z, 0-9 and -, not 'B'"),
        ("a\u{1B}[2J", "workspace must have only a-z, 0-9 and -, not '\\u{1B}'"),
        ("a\u{202E}b", "workspace must have only a-z, 0-9 and -, not '\\u{202E}'"),
        ("a\r\n", "workspace must have only a-z, 0-9 and -, not '\\u{D}\\u{A}'"),
    ])
    func `the message shows only the invalid character, and spells out an invisible one`(name: String, message: String)
    {
        let error = #expect(throws: InvalidValue.self) { try WorkspaceName(name) }
        #expect(error?.description == message)
    }
}
