import TestSupport

extension Home {
    /// Starts the app on a terminal, without animations unless a test is about them.
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
    /// Waits for a condition outside the terminal. The terminal is read meanwhile, or the app would block on its
    /// output.
    func until(_ condition: () throws -> Bool) throws {
        try waitUntil("what others see", timeout: .seconds(30)) { _ in (try? condition()) ?? false }
    }

    /// The ten digits of a keypad in their order on the screen.
    func seeKeys() throws -> String {
        try see("all keys") { Set($0.text.filter(\.isNumber)).count == 10 }.text.filter(\.isNumber)
    }

    /// Types the passcode and waits for the home.
    func unlockApp(_ passcode: String = Home.passcode) throws {
        try see("Enter Passcode")
        try send(passcode)
        try see("q quit")
    }

    /// Waits for a recovery code on the screen, and returns it.
    func seeCode() throws -> String {
        let code = /(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/
        let picture = try see("a recovery code", timeout: .seconds(30)) {
            $0.text.contains("I have written it down") && $0.text.contains(code)
        }
        return picture.text.firstMatch(of: code).map { String($0.0) } ?? ""
    }

    /// Confirms that a recovery code is written down, and types the group that is asked for.
    func proveCode(_ code: String) throws {
        try press(.enter)
        let asked = try see("the question for a group") { picture in
            (1...7).contains { picture.text.contains("Type group \($0) of 7.") }
        }
        let number = (1...7).first { asked.text.contains("Type group \($0) of") } ?? 1
        try send(code.split(separator: "-")[number - 1].lowercased())
    }

    /// Opens the editor from the home.
    func openEditor() throws {
        try send("p")
        try see("e edit")
        try send("e")
        try see("^S done")
    }
}
