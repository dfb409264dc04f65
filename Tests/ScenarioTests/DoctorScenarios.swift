import FoundationEssentials
import PostgresStore
import ProfileKit
import TestSupport
import Testing

@Suite struct `profile doctor` {
    @Test func `says what a bug report needs, as text and as one object`() throws {
        let home = try Home.withStore()
        let text = try home.run("doctor")
        #expect(text.exitCode == 0 && text.errors == "")
        for part in [
            "version: \(programVersion)", "sqlite 3.", "libsodium 1.", "libpng 1.", "glibc 2.", "keyring: ",
            "terminal: xterm-256color, colours 256",
            "locale: sv_SE", "clock: 20",
        ] {
            #expect(text.output.contains(part), "\(part) in \(text.output)")
        }
        let report = try home.json("doctor")
        #expect(report.schema == 1 && report.session == "file")
        #expect(report.libraries?.sqlite != nil)
        #expect(report.terminal?.name == "xterm-256color" && report.terminal?.colors == 256)
        let paths = try #require(report.paths).elements
        let names = ["store", "store-folder", "state-folder", "runtime-folder", "config"]
        for (path, name) in zip(paths, names) { #expect(path.name == .string(name)) }
        if !StoreLocation.isServer(home.storeName) {
            #expect(paths[0].exists == true && paths[0].permissions == "600" && paths[0].own == true)
        }
        #expect(paths[4].exists == false && paths[4].permissions == .null)
    }

    @Test func `needs no store, and makes none`() throws {
        let home = try Home()
        #expect(try home.run("doctor", "--no-input").exitCode == 0)
        #expect(!exists(home.path(of: "test.profile")))
    }

    @Test(.aboutFiles) func `contains nothing personal`() throws {
        let home = try Home()
        let folder = home.path(of: "canary")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let canaries = [
            "HOME": folder, "PROFILE_STORE": "\(folder)/canary-store", "XDG_STATE_HOME": "\(folder)/canary-state",
            "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": "\(folder)/canary-config", "TERM": "canary-terminal",
            "LANG": "canary_CANARY.canary", "USER": "canary-user", "EDITOR": "canary-editor", "COLORTERM": "canary",
        ]
        func run(_ arguments: String..., input: String = "") throws -> Finished {
            try home.program.run(arguments: arguments, input: input, environment: canaries)
        }
        let made = try run(
            "init", "--kdf", "interactive", "--username", "canary-name", "--passcode-stdin", input: "739158\n")
        #expect(made.exitCode == 0, "\(made)")
        #expect(
            try run("hike", "add", "--name", "canary-hike", "--distance", "3", "--passcode-stdin", input: "739158\n")
                .exitCode == 0)
        for report in [try run("doctor"), try run("doctor", "--json"), try run("doctor", "--workspace", "canary")] {
            #expect(report.exitCode == 0, "\(report)")
            for canary in ["canary", "CANARY", home.path] {
                #expect(!(report.output + report.errors).contains(canary), "\(canary) in \(report)")
            }
            #expect(report.output.contains("other"))
        }
        // The search finds what another command shows.
        #expect(try run("show", "--passcode-stdin", input: "739158\n").output.contains("canary-name"))
    }
}
