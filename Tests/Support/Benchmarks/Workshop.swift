internal import Glibc

/// A folder with stores of the program for the benchmarks, removed with this value.
final class Workshop {
    let folder: String
    /// The program that makes the stores.
    let program: String

    static let passcode = "739158"

    init(in parent: String, program: String) throws {
        var template = Array("\(parent)/bench-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw Command.Failure(description: "no folder can be made in \(parent)")
        }
        // The program accepts no relative folder as a home.
        guard let absolute = unsafe realpath(made, nil) else {
            throw Command.Failure(description: "\(parent) has no path")
        }
        defer { unsafe free(absolute) }
        folder = unsafe String(cString: absolute)
        self.program = program
        try write("\(Self.passcode)\n", to: "passcode")
        try write("\(Self.passcode)\n\(Self.passcode)\n", to: "passcode-twice")
    }

    deinit {
        _ = try? Command(arguments: ["rm", "-rf", folder]).run()
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func write(_ text: String, to name: String) throws {
        let file = unsafe open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Command.Failure(description: "\(path(name)) cannot be written") }
        defer { close(file) }
        var text = text
        try text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = unsafe Glibc.write(file, bytes.baseAddress! + written, bytes.count - written)
                guard count > 0 else { throw Command.Failure(description: "\(path(name)) cannot be written") }
                written += count
            }
        }
    }

    /// A store with that many hikes and a live session.
    func store(hikes: Int, cost: String = "interactive") throws -> BenchStore {
        let name = "\(hikes)-\(cost)"
        let isNew = unsafe access(path("store-\(name)"), F_OK) != 0
        let store = try store(named: name, cost: cost)
        if isNew, hikes > 0 {
            try write(HikeFiles.landmarks(count: hikes), to: "hikes.json")
            try store.command(["hike", "import", path("hikes.json")]).run()
        }
        return store
    }

    /// A store of this name with a live session, made the first time that it is asked for.
    func store(named name: String, cost: String = "interactive") throws -> BenchStore {
        let store = BenchStore(home: path("store-\(name)"), workshop: self)
        guard unsafe access(store.home, F_OK) != 0 else { return store }
        try Command(arguments: ["mkdir", "-p", "-m", "700", store.home, "\(store.home)/run"]).run()
        var making = store.command(["init", "--kdf", cost, "--username", "g_kumar", "--passcode-stdin"])
        making.input = path("passcode-twice")
        try making.run()
        var unlocking = store.command(["unlock", "--for", "24h", "--idle", "24h", "--passcode-stdin"])
        unlocking.input = path("passcode")
        try unlocking.run()
        return store
    }
}

/// A store in a separate home, which the program finds through its environment.
struct BenchStore {
    let home: String
    let workshop: Workshop

    var environment: [String: String] {
        // The key is kept in a file, since not every machine has a keyring.
        [
            "HOME": home, "XDG_RUNTIME_DIR": "\(home)/run", "PROFILE_SESSION": "file", "LANG": "C.UTF-8",
            "TZ": "UTC",
        ]
    }

    var file: String { "\(home)/.local/share/profile/profile.db" }

    /// A call of the program or of another build of it.
    func command(_ arguments: [String], program: String? = nil) -> Command {
        Command(arguments: [program ?? workshop.program] + arguments, environment: environment)
    }
}
