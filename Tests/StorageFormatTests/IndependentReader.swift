import FoundationEssentials
import Glibc
import TestSupport

/// `read_store.py`, which follows the documentation of the format and shares no code with this package.
enum IndependentReader {
    /// A Python with PyNaCl; `nil` when there is none.
    static let python: Program? = {
        let path = environment("PATH") ?? "/usr/bin:/bin"
        let found = path.split(separator: ":").map { "\($0)/python3" }
        for python in [environment("PROFILE_PYTHON")].compactMap(\.self) + found {
            guard FileManager.default.isExecutableFile(atPath: python) else { continue }
            let program = Program(path: python, environment: ["HOME": environment("HOME") ?? "/", "PATH": path])
            let end = try? program.run("-c", "import nacl.pwhash, sqlite3", timeout: .seconds(120))
            if end?.exitCode == 0 { return program }
        }
        return nil
    }()

    static var isAvailable: Bool { python != nil }

    /// Reads a store.
    ///
    /// - Parameters:
    ///   - way: the state folder, or `--recovery`.
    ///   - secrets: one per line.
    static func read(_ path: String, _ way: String, secrets: String) throws -> Finished {
        try run("read_store.py", path, "main", way, input: "\(secrets)\n")
    }

    /// Reads the copies of all vectors: those in `vectors.json`, each in a folder that its index names.
    static func readVectors(in folder: String) throws -> Finished {
        try run("read_vectors.py", folder, input: "")
    }

    private static func run(_ script: String, _ arguments: String..., input: String) throws -> Finished {
        guard let python else { throw CocoaError(.featureUnsupported) }
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script).path
        return try python.run(arguments: ["-B", path] + arguments, input: input, timeout: .seconds(900))
    }

    private static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
