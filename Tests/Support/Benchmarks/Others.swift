internal import Glibc

/// The tools that people use otherwise, as far as they are installed here.
struct Others {
    let workshop: Workshop

    private static let entry = "g_kumar\nwinter\n2027-05-01\n"

    /// Commands that read one small entry.
    func readers() throws -> [(name: String, command: Command)] {
        var readers: [(name: String, command: Command)] = []
        try workshop.write(Self.entry, to: "entry")
        if Command.isInstalled("gpg") { readers += try gpg() }
        if Command.isInstalled("keepassxc-cli") { readers.append(("keepassxc-cli show", try keepass())) }
        if Command.isInstalled("jrnl") { readers.append(("jrnl", try jrnl())) }
        return readers
    }

    /// Commands that read a recording and work out something from it, and the part of their time that ours may take.
    func gpxReaders(_ recording: [UInt8]) throws -> [(name: String, command: Command, limit: Double)] {
        var readers: [(name: String, command: Command, limit: Double)] = []
        let file = workshop.path("recording.gpx")
        try workshop.write(String(decoding: recording, as: UTF8.self), to: "recording.gpx")
        if Command.isInstalled("gpsbabel") {
            let arguments = [
                "gpsbabel", "-t", "-i", "gpx", "-f", file, "-o", "unicsv", "-F", workshop.path("points.csv"),
            ]
            readers.append(("gpsbabel", Command(arguments: arguments), 0.4))
        }
        let script = """
            import sys, gpxpy
            recording = gpxpy.parse(open(sys.argv[1]))
            print(recording.length_2d(), recording.get_moving_data(), recording.get_uphill_downhill())
            """
        // Debian's package belongs to its own Python, which may not be the first in the path.
        let pythons = ["python3", "/usr/bin/python3"]
        if let python = pythons.first(where: { (try? Command(arguments: [$0, "-c", "import gpxpy"]).run()) != nil }) {
            readers.append(("gpxpy", Command(arguments: [python, "-c", script, file]), 0.1))
        }
        return readers
    }

    /// A key without a passphrase, which stands for one that an agent has cached.
    private func gpg() throws -> [(name: String, command: Command)] {
        let home = workshop.path("gnupg")
        let environment = ["HOME": workshop.folder, "GNUPGHOME": home, "PASSWORD_STORE_DIR": workshop.path("pass")]
        func run(_ arguments: [String], input: String = "/dev/null") throws {
            try Command(arguments: arguments, environment: environment, input: input).run()
        }
        try run(["mkdir", "-p", "-m", "700", home])
        try run(
            [
                "gpg", "--batch", "--passphrase", "", "--quick-generate-key", "bench@example.org", "default", "default",
                "never",
            ])
        let sealed = workshop.path("entry.gpg")
        try run(
            [
                "gpg", "--batch", "--yes", "--trust-model", "always", "-r", "bench@example.org", "-o", sealed, "-e",
                workshop.path("entry"),
            ])
        var readers = [
            ("gpg -d", Command(arguments: ["gpg", "--batch", "--quiet", "-d", sealed], environment: environment))
        ]
        if Command.isInstalled("pass") {
            try run(["pass", "init", "bench@example.org"])
            try run(["pass", "insert", "-m", "profile"], input: workshop.path("entry"))
            readers.append(("pass show", Command(arguments: ["pass", "show", "profile"], environment: environment)))
        }
        return readers
    }

    private func keepass() throws -> Command {
        let file = workshop.path("keys.kdbx")
        let environment = ["HOME": workshop.folder, "QT_QPA_PLATFORM": "offscreen"]
        try workshop.write("bench-password\nbench-password\n", to: "keepass-twice")
        try workshop.write("bench-password\n", to: "keepass-once")
        try Command(
            arguments: ["keepassxc-cli", "db-create", "--set-password", file], environment: environment,
            input: workshop.path("keepass-twice")
        ).run()
        try Command(
            arguments: ["keepassxc-cli", "add", "-q", "-u", "g_kumar", file, "profile"], environment: environment,
            input: workshop.path("keepass-once")
        ).run()
        return Command(
            arguments: ["keepassxc-cli", "show", "-q", file, "profile"], environment: environment,
            input: workshop.path("keepass-once"))
    }

    private func jrnl() throws -> Command {
        let environment = ["HOME": workshop.folder]
        let file = workshop.path("journal.txt")
        try workshop.write("[2026-11-22 12:00] g_kumar. winter\n", to: "journal.txt")
        try workshop.write(
            "journals:\n  default:\n    journal: \(file)\nversion: v4.0.1\n", to: "jrnl.yaml")
        return Command(
            arguments: ["jrnl", "--config-file", workshop.path("jrnl.yaml"), "-n", "1"], environment: environment)
    }
}
