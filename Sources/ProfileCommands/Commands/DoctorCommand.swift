internal import CommandParsing

/// `profile doctor`: what a bug report needs.
enum DoctorCommand: ProfileCommand {
    static let declaration = Command(
        "doctor", abstract: "Print what a bug report needs, and nothing personal.",
        discussion: [
            "Prints the versions of the program and its libraries, whether the kernel's keyring works, the terminal and its "
                + "colours, the locale, the clock, and the file systems and permissions of the store and of the folders "
                + "beside it. No name, path or content is in it. It needs no store, opens none, and changes nothing."
        ],
        group: "Help",
        examples: [Example("profile doctor > report.txt", "To attach to a bug report.")])

    static func run(_ call: CommandCall) throws {
        let report = SystemReport(call)
        try call.reporter.answer(report, text: report.lines)
    }
}
