internal import Glibc

/// A command that is measured as a whole process, with the system's accounting.
struct Command {
    var arguments: [String]
    var environment: [String: String] = [:]
    /// The file for its standard input; empty by default.
    var input = "/dev/null"
    /// The destination of its output.
    var output = "/dev/null"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the command to its end.
    ///
    /// - Throws: ``Failure`` when it can't be started, or ends with another exit code than 0.
    @discardableResult
    func run() throws -> Figures { try start().wait() }

    /// The command's peak memory, in bytes.
    ///
    /// The system also counts the memory of the process before it became the command, so a separate small process
    /// starts it.
    func peak() throws -> Double {
        var small = self
        small.arguments = [CommandLine.arguments[0], "peak"] + arguments
        let file = "/tmp/bench-peak-\(getpid())"
        small.output = file
        try small.run()
        defer { unsafe unlink(file) }
        let text = String(decoding: try FileContent.read(file), as: UTF8.self)
        guard let peak = Double(text.split(separator: "\n").last ?? "") else {
            throw Failure(description: "the peak of \(arguments[0]) is not known")
        }
        return peak
    }

    /// Starts the command.
    ///
    /// - Throws: ``Failure`` when it can't be started.
    func start() throws -> Running {
        var identifier: pid_t = 0
        let start = ContinuousClock.now
        try spawn(&identifier)
        return Running(command: self, identifier: identifier, start: start)
    }

    /// This process's environment.
    static var ownEnvironment: [String: String] {
        let names = ["HOME", "XDG_RUNTIME_DIR", "PROFILE_SESSION", "LANG", "TZ", "PATH"]
        return names.reduce(into: [:]) { found, name in
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
    }

    /// Whether a program of this name is installed.
    static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

    static func path(of name: String) -> String? {
        guard let folders = unsafe getenv("PATH") else { return nil }
        return unsafe String(cString: folders).split(separator: ":").map { "\($0)/\(name)" }.first {
            unsafe access($0, X_OK) == 0
        }
    }

    private func spawn(_ identifier: inout pid_t) throws {
        guard let program = arguments[0].contains("/") ? arguments[0] : Self.path(of: arguments[0]) else {
            throw Failure(description: "\(arguments[0]) is not installed")
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var variables = environment
        if variables["PATH"] == nil, let folders = unsafe getenv("PATH") {
            variables["PATH"] = unsafe String(cString: folders)
        }
        let status = unsafe withCStrings(arguments) { words in
            unsafe withCStrings(variables.map { "\($0.key)=\($0.value)" }) { variables in
                unsafe posix_spawn(&identifier, program, &actions, nil, words, variables)
            }
        }
        guard status == 0 else { throw Failure(description: "\(program) cannot be started") }
    }

    private func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        return unsafe body(copies + [nil])
    }
}

/// A started command.
struct Running {
    fileprivate let command: Command
    fileprivate let identifier: pid_t
    fileprivate let start: ContinuousClock.Instant

    private typealias Failure = Command.Failure

    /// Waits for its end.
    ///
    /// - Throws: ``Command/Failure`` when it ends with another exit code than 0.
    func wait() throws -> Figures {
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(identifier, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Failure(description: "\(command.arguments[0]) cannot be waited for") }
        }
        let wall = (ContinuousClock.now - start) / .seconds(1)
        guard status == 0 else {
            let line = command.arguments.joined(separator: " ")
            throw Failure(description: "this ended with \(status >> 8 & 0xFF), signal \(status & 0x7F): \(line)")
        }
        return Figures(
            wall: wall, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            peak: Double(usage.ru_maxrss) * 1024)
    }

    private func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
