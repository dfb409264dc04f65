import ScenarioSupport

extension Home {
    /// The app on a terminal, without motion unless a test is about that.
    func app(
        _ arguments: String..., rows: Int = 24, columns: Int = 80, moving: Bool = false,
        environment extra: [String: String] = [:]
    ) throws -> Terminal {
        let still = moving ? [:] : ["PROFILE_REDUCE_MOTION": "1"]
        return try Program(
            path: program.path, environment: program.environment.merging(still) { $1 }.merging(extra) { $1 },
            workingDirectory: path
        ).onTerminal(arguments: arguments, rows: rows, columns: columns)
    }
}

extension Terminal {
    /// Waits until a condition holds that others than the terminal tell. It is read meanwhile, or the app would stop
    /// where nobody takes what it writes.
    func until(_ condition: () throws -> Bool) throws {
        try waitUntil("what others see", timeout: .seconds(30)) { _ in (try? condition()) ?? false }
    }

    /// The ten digits of a keypad in the order in which they stand on the screen.
    func seeKeys() throws -> String {
        try see("all keys") { Set($0.text.filter(\.isNumber)).count == 10 }.text.filter(\.isNumber)
    }

    /// Types the passcode and waits for the home.
    func unlockApp(_ passcode: String = Home.passcode) throws {
        try see("Enter Passcode")
        try send(passcode)
        try see("q quit")
    }

    /// From the home to the editor.
    func openEditor() throws {
        try send("p")
        try see("e edit")
        try send("e")
        try see("^S done")
    }
}
