import CommandParsing
import Glibc
import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileCommands

@Suite struct SettingsTests {
    @Test func `without options and environment nothing is set`() throws {
        let settings = try TypedLine.settings("show")
        #expect(settings.account == nil)
        #expect(settings.secrets == nil)
        #expect(!settings.noInput && !settings.isJSON && !settings.isQuiet)
        #expect(settings.units == .metric)
        #expect(settings.sessionStorage == nil)
    }

    @Test func `flags are set before or after the command`() throws {
        let settings = try TypedLine.settings("--json -q show --no-input")
        #expect(settings.noInput && settings.isJSON && settings.isQuiet)
    }

    @Test(
        arguments: [
            ("show", [:], nil), ("show", ["PROFILE_ACCOUNT": "env"], "env"), ("show", ["PROFILE_ACCOUNT": ""], nil),
            ("show --account me", ["PROFILE_ACCOUNT": "env"], "me"),
            ("show --account me", ["PROFILE_ACCOUNT": "NOT VALID"], "me"),
        ] as [(String, [String: String], String?)])
    func `an account option overrides the environment`(line: String, environment: [String: String], id: String?) throws
    {
        #expect(try TypedLine.settings(line, environment).account?.description == id)
    }

    @Test(arguments: [([:], false), (["PROFILE_NO_INPUT": ""], false), (["PROFILE_NO_INPUT": "1"], true)])
    func `the environment can forbid asking`(environment: [String: String], isForbidden: Bool) throws {
        #expect(try TypedLine.settings("show", environment).noInput == isForbidden)
    }

    @Test(
        arguments: [
            ("show --passcode-stdin", .descriptor(0)), ("show --passcode-fd=0", .descriptor(0)),
            ("show --passcode-file /run/code", .file("/run/code")),
            ("hike import - --passcode-file p", .file("p")),
            ("hike import a.json --passcode-stdin", .descriptor(0)), ("hike import -", nil),
        ] as [(String, SecretSupply.Source?)])
    func `secrets come from the one source that is named`(line: String, source: SecretSupply.Source?) throws {
        #expect(try TypedLine.settings(line).secrets == source)
    }

    @Test func `a descriptor must be open for reading`() throws {
        for (mode, isRead) in [(O_RDONLY, true), (O_RDWR, true), (O_WRONLY, false)] {
            let number = unsafe open("/dev/null", mode | O_CLOEXEC)
            let line = "hike import - --passcode-fd \(number)"
            #expect((try? TypedLine.settings(line).secrets) == (isRead ? .descriptor(number) : nil))
            close(number)
        }
        let error = #expect(throws: InvalidValue.self) { try TypedLine.settings("show --passcode-fd 1000000") }
        #expect(error.map { UserError($0).exit } == .invalidValue)
    }

    @Test(arguments: [
        "show --passcode-stdin --passcode-fd 3", "show --passcode-stdin --passcode-file p",
        "show --passcode-fd 3 --passcode-file p", "show --passcode-stdin --passcode-fd 0",
        "show --passcode-stdin --passcode-fd 3 --passcode-file p",
    ])
    func `two sources of secrets are a usage error`(line: String) {
        let error = #expect(throws: UsageError.self) { try TypedLine.settings(line) }
        #expect(error?.message == "the secrets can come from one place only")
    }

    @Test(arguments: [
        "hike import - --passcode-stdin", "hike import a - --passcode-stdin", "hike import - --passcode-fd 0",
        "hike import --passcode-stdin -- -",
    ])
    func `stdin cannot be both the secrets and a file`(line: String) {
        let error = #expect(throws: UsageError.self) { try TypedLine.settings(line) }
        #expect(error?.message == "stdin cannot be both the secrets and the file '-'")
    }

    @Test(arguments: [
        ("--passcode-fd x", "--passcode-fd"), ("--passcode-fd -1", "--passcode-fd"),
        ("--passcode-fd=", "--passcode-fd"),
        ("--passcode-fd 99999999999", "--passcode-fd"), ("--units feet", "--units"), ("--units=", "--units"),
        ("--color blue", "--color"), ("--account Me", "--account"), ("--account=", "--account"),
        ("--workspace Me", "--workspace"),
    ])
    func `a value that does not parse is invalid, and not a usage error`(options: String, name: String) {
        let error = #expect(throws: (any Error).self) { try TypedLine.settings("show \(options)") }
        let userError = error.map { UserError($0) }
        #expect(userError?.exit == .invalidValue)
        #expect(userError?.messages.first?.hasPrefix("\(name) ") == true)
    }

    @Test(arguments: [
        ("show", ["LANG": "en_US.UTF-8"], Units.imperial), ("show", ["LANG": "de_DE.UTF-8"], .metric),
        ("show", [:], .metric),
        ("show", ["LANG": "C"], .metric), ("show", ["LANG": "en_GB.UTF-8"], .metric),
        ("show", ["LANG": "my_MM"], .imperial),
        ("show", ["LANG": "en_LR"], .imperial), ("show", ["LANG": "en_CA.UTF-8"], .metric),
        ("show", ["LC_MEASUREMENT": "de_DE", "LANG": "en_US"], .metric),
        ("show", ["LC_ALL": "en_US", "LC_MEASUREMENT": "de_DE", "LANG": "de_DE"], .imperial),
        ("show", ["LC_ALL": "", "LC_MEASUREMENT": "", "LANG": "en_US"], .imperial),
        ("show", ["PROFILE_UNITS": "imperial", "LANG": "de_DE"], .imperial),
        ("show --units metric", ["PROFILE_UNITS": "imperial"], .metric),
        ("show --units metric", ["LC_ALL": "en_US"], .metric), ("show --units imperial", ["LANG": "de_DE"], .imperial),
    ])
    func `units come from the option, then the environment, then the locale`(
        line: String, environment: [String: String], units: Units
    ) throws {
        #expect(try TypedLine.settings(line, environment).units == units)
    }

    @Test(arguments: [("keyring", SessionStorage.keyring), ("file", .file), ("none", SessionStorage.none)])
    func `the environment chooses where a session's key is kept`(word: String, place: SessionStorage) throws {
        #expect(try TypedLine.settings("show", ["PROFILE_SESSION": word]).sessionStorage == place)
    }

    @Test func `an empty choice of place counts as none`() throws {
        #expect(try TypedLine.settings("show", ["PROFILE_SESSION": ""]).sessionStorage == nil)
    }

    @Test(arguments: ["Keyring", "ram", "none "]) func `an unknown place for sessions is invalid`(word: String) {
        let error = #expect(throws: InvalidValue.self) { try TypedLine.settings("show", ["PROFILE_SESSION": word]) }
        #expect(error?.name == "PROFILE_SESSION")
    }
}

@Suite struct `The config file` {
    private func file(_ text: String) -> ConfigFile { ConfigFile(path: "/config", text: text) }

    @Test func `has one setting per line, with comments between them`() {
        let file = file("# mine\n\nunits = imperial\n  for=8h  \nidle = 1h\nreduce-motion = on")
        #expect(file.values == [.units: "imperial", .lasting: "8h", .idle: "1h", .reduceMotion: "on"])
        #expect(file.problems == [])
    }

    @Test(arguments: [
        ("units = feet", "/config:1 was ignored: units must be metric or imperial"),
        ("\ncolour = blue", "/config:2 was ignored: there is no setting 'colour'"),
        ("units", "/config:1 was ignored: units must be metric or imperial"),
        ("for = 25h", "/config:1 was ignored: for must be a duration of at most 24h, such as 90s, 15m, 2h or 1d"),
    ])
    func `names the line that is ignored`(text: String, problem: String) {
        #expect(file(text).problems == [problem])
        #expect(file(text).values == [:])
    }

    @Test func `keeps every other line when a setting changes`() {
        var file = file("# mine\nunits = metric\nidle = 1h\nunits = imperial\nodd\n")
        file.set(.units, to: "metric")
        #expect(file.text == "# mine\nidle = 1h\nunits = metric\nodd\n")
        file.set(.lasting, to: "8h")
        #expect(file.text == "# mine\nidle = 1h\nunits = metric\nodd\nfor = 8h\n")
        file.set(.units, to: nil)
        file.set(.reduceMotion, to: nil)
        #expect(file.text == "# mine\nidle = 1h\nodd\nfor = 8h\n")
        #expect(file.values == [.idle: "1h", .lasting: "8h"])
    }

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/profile/config"), (["HOME": "/h"], "/h/.config/profile/config"),
        (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/profile/config"),
    ])
    func `is in the folder for settings`(environment: [String: String], path: String) {
        #expect(ConfigFile.path(environment) == path)
    }
}
