import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Manual pages` {
    private static func pages(_ home: Home) throws -> [String] {
        try home.run("__man").output.split(separator: "\n").map(String.init)
    }

    @Test func `exist for the program and each command group, and contain all that help says`() throws {
        let home = try Home()
        let names = try Self.pages(home)
        #expect(
            names == [
                "profile", "profile-passcode", "profile-recovery", "profile-account", "profile-hike", "profile-place",
                "profile-badge", "profile-server",
            ])
        let page = try home.run("__man", "profile").output
        for part in [
            ".SH NAME", ".SH SYNOPSIS", ".SH \"EXIT STATUS\"", "throttled", "PROFILE_ASKPASS", "undo",
            "\\-\\-no\\-commit",
        ] {
            #expect(page.contains(part) || page.contains(part.replacing("\"", with: "")), "\(part)")
        }
        #expect(try home.run("__man", "profile-hike").output.contains("\\-\\-duplicates"))
        #expect(try home.run("__man", "profile-none").exitCode == 17)
    }

    @Test(.enabled(if: exists("/usr/bin/groff"), "groff is not installed"))
    func `are formatted by groff without a warning`() throws {
        let home = try Home()
        for name in try Self.pages(home) {
            let page = try home.write(try home.run("__man", name).output, to: "\(name).1")
            let set = try Program(path: "/usr/bin/groff", environment: home.program.environment)
                .run("-ww", "-man", "-Tutf8", page)
            #expect(set.exitCode == 0)
            #expect(set.errors == "")
        }
    }

    @Test(.enabled(if: exists("/usr/bin/mandoc"), "mandoc is not installed")) func `pass mandoc's lint`() throws {
        let home = try Home()
        for name in try Self.pages(home) {
            let page = try home.write(try home.run("__man", name).output, to: "\(name).1")
            let checked = try Program(path: "/usr/bin/mandoc", environment: home.program.environment).run(
                "-Tlint", page)
            #expect(checked.output == "")
        }
    }
}

@Suite struct `make install` {
    private static func make(_ home: Home, _ target: String) throws -> Finished {
        try Program(path: "/usr/bin/make", environment: home.program.environment, workingDirectory: packageFolder)
            .run("-s", target, "PROGRAM=\(home.program.path)", "PREFIX=/usr", "DESTDIR=\(home.path(of: "root"))")
    }

    @Test(.enabled(if: exists("/usr/bin/make"), "make is not installed"))
    func `installs the program, its manual, completions and units, and uninstall removes all of it`() throws {
        let home = try Home()
        let installed = try Self.make(home, "install-files")
        #expect(installed.exitCode == 0, "\(installed)")
        let files = try Self.files(home)
        let pages = try home.run("__man").output.split(separator: "\n").map { "usr/share/man/man1/\($0).1" }
        #expect(
            files
                == (pages + [
                    "usr/bin/profile", "usr/lib/systemd/system/profile-lock@.service",
                    "usr/share/systemd/user/profile-lock.service", "usr/share/systemd/user/profile-remind.service",
                    "usr/share/systemd/user/profile-remind.timer", "usr/share/bash-completion/completions/profile",
                    "usr/share/fish/vendor_completions.d/profile.fish", "usr/share/zsh/site-functions/_profile",
                ]).sorted())
        for file in files {
            let mode = try Program(path: "/usr/bin/stat", workingDirectory: home.path(of: "root")).run("-c", "%a", file)
            #expect(mode.output == (file == "usr/bin/profile" ? "755\n" : "644\n"))
        }
        let version = try Program(path: home.path(of: "root/usr/bin/profile"), environment: home.program.environment)
            .run("--version")
        #expect(version.output == "profile \(programVersion)\n")
        #expect(try Self.make(home, "uninstall").exitCode == 0)
        #expect(try Self.files(home) == [])
    }

    @Test(.enabled(if: exists("/usr/bin/make") && exists("/usr/bin/systemd-analyze"), "systemd is not installed"))
    func `installs units that systemd accepts, with the program's own path`() throws {
        let home = try Home()
        let root = home.path(of: "root/usr")
        let installed = try Program(
            path: "/usr/bin/make", environment: home.program.environment, workingDirectory: packageFolder
        ).run("-s", "install-files", "PROGRAM=\(home.program.path)", "PREFIX=\(root)")
        #expect(installed.exitCode == 0, "\(installed)")
        for (manager, units) in [
            ("--user", ["share/systemd/user/profile-remind.timer", "share/systemd/user/profile-lock.service"]),
            ("--system", ["lib/systemd/system/profile-lock@.service"]),
        ] {
            let verified = try Program(path: "/usr/bin/systemd-analyze", environment: home.program.environment)
                .run(arguments: ["verify", manager, "--man=no"] + units.map { "\(root)/\($0)" })
            #expect(verified.exitCode == 0 && !verified.errors.contains("profile-"), "\(verified)")
        }
    }

    private static func files(_ home: Home) throws -> [String] {
        let found = try Program(path: "/usr/bin/find", workingDirectory: home.path(of: "root"))
            .run(".", "-type", "f", "-printf", "%P\n")
        return found.output.split(separator: "\n").map(String.init).sorted()
    }
}
