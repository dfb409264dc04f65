import CommandParsing
import Foundation

/// Runs real shells on a completion script in a folder of its own.
struct ShellRun {
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The shell's path, or nil when it is not installed; tests then skip.
    static func path(of shell: CompletionScript.Shell) -> String? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + shell.rawValue }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func isInstalled(_ shell: CompletionScript.Shell) -> Bool {
        path(of: shell) != nil
    }

    /// Makes a folder with the script and some files to complete, and runs the shell there.
    ///
    /// The script is called `_trail`, which is what zsh looks for.
    static func run(
        _ shell: CompletionScript.Shell, _ arguments: [String], root: Command = TrailProgram.root
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = CompletionScript.render(for: shell, root: root, program: "trail")
        try Data(script.utf8).write(to: folder.appending(path: "_trail"))
        for name in ["alpha.gpx", "alpine hut.gpx", "beta.gpx"] {
            try Data().write(to: folder.appending(path: name))
        }

        let process = Process()
        // A pseudo-terminal that never answers must fail the test, not hang the run.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--foreground", "60", path(of: shell) ?? "/nonexistent"] + arguments
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path(), "LC_ALL": "C.UTF-8", "TERM": "dumb"]
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (folder.appending(path: ".out"), folder.appending(path: ".err"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}
