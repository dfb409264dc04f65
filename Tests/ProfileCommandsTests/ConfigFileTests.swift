import Testing

@testable import ProfileCommands

@Suite struct `The config file` {
    private func file(_ text: String) -> ConfigFile { ConfigFile(path: "/config", text: text) }

    @Test func `has a setting a line, with notes between them`() {
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
    func `names the line that counts for nothing`(text: String, problem: String) {
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
    func `stands in the folder for settings`(environment: [String: String], path: String) {
        #expect(ConfigFile.path(environment) == path)
    }
}
