internal import Glibc

/// A built command-line program and the environment it is run in.
///
/// The program runs in its own session and process group, with default signals and only the given descriptors. When it
/// ends, the rest of its process group is killed.
///
/// All calls block the calling thread, in `poll`, and each has its own deadline.
public struct Program: Sendable {
    public let path: String

    /// The whole environment: nothing is inherited from the test runner, except where `make coverage` collects what
    /// ran, and the options of a sanitizer.
    public let environment: [String: String]

    /// The folder in which the program starts; nil for the current folder of the test runner.
    public let workingDirectory: String?

    /// - Parameter path: The executable file, preferably absolute. `PATH` is not searched.
    public init(path: String, environment: [String: String] = [:], workingDirectory: String? = nil) {
        self.path = path
        self.environment = environment.merging(Self.coverage.merging(Self.sanitizer) { $1 }) { given, _ in given }
        self.workingDirectory = workingDirectory
    }

    /// Otherwise, a program that is built for coverage writes what it ran into its working directory. Each run has a
    /// file, as a run that is killed while it writes leaves a damaged one.
    private static let coverage: [String: String] = {
        guard let file = unsafe getenv("LLVM_PROFILE_FILE").map({ unsafe String(cString: $0) }),
            let end = file.lastIndex(of: "/")
        else { return [:] }
        return ["LLVM_PROFILE_FILE": "\(file[...end])programs/%p.profraw"]
    }()

    /// Whether the tests, and so the programs beside them, are built with a sanitizer. It needs memory, maps files, and
    /// disables core dumps.
    public static var isSanitized: Bool {
        unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    }

    private static let sanitizer: [String: String] = ["ASAN_OPTIONS", "TSAN_OPTIONS"].reduce(into: [:]) {
        $0[$1] = unsafe getenv($1).map { unsafe String(cString: $0) }
    }

    /// The path of a file that was built beside the tests.
    public static func built(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let tests = String(decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }

    /// Runs the program through pipes, without a controlling terminal, and waits for its end.
    ///
    /// - Parameters:
    ///   - input: Its standard input.
    ///   - extra: Environment variables on top of ``environment``.
    ///   - descriptors: Its input on further descriptors, by number, from 3.
    ///   - timeout: The time after which it is killed.
    /// - Throws: ``ScenarioError``. A program that fails is no error: its ``Finished`` says how.
    public func run(
        _ arguments: String..., input: any InputBytes = "", environment extra: [String: String] = [:],
        descriptors: [Int32: any InputBytes] = [:], timeout: Duration = .seconds(60)
    ) throws(ScenarioError) -> Finished {
        try start(arguments: arguments, input: input, environment: extra, descriptors: descriptors)
            .wait(timeout: timeout)
    }

    /// As ``run(_:input:environment:descriptors:timeout:)``, for arguments that are computed.
    public func run(
        arguments: [String], input: any InputBytes = "", environment extra: [String: String] = [:],
        descriptors: [Int32: any InputBytes] = [:], timeout: Duration = .seconds(60)
    ) throws(ScenarioError) -> Finished {
        try start(arguments: arguments, input: input, environment: extra, descriptors: descriptors)
            .wait(timeout: timeout)
    }

    /// Starts the program as ``run(_:input:environment:descriptors:timeout:)`` does, and does not wait.
    ///
    /// - Parameter input: Its standard input; nil leaves that open for ``RunningProgram/send(_:)``.
    public func start(
        _ arguments: String..., input: (any InputBytes)? = "", environment extra: [String: String] = [:],
        descriptors: [Int32: any InputBytes] = [:]
    ) throws(ScenarioError) -> RunningProgram {
        try start(arguments: arguments, input: input, environment: extra, descriptors: descriptors)
    }

    /// As ``start(_:input:environment:descriptors:)``, for arguments that are computed.
    public func start(
        arguments: [String], input: (any InputBytes)? = "", environment extra: [String: String] = [:],
        descriptors: [Int32: any InputBytes] = [:]
    ) throws(ScenarioError) -> RunningProgram {
        try RunningProgram(adding(extra), arguments: arguments, input: input, descriptors: descriptors)
    }

    /// Starts the program on a new pseudo-terminal, which is its controlling terminal and its descriptors 0, 1 and 2.
    ///
    /// - Parameter extra: Environment variables on top of ``environment``. `TERM` is not set by default.
    public func onTerminal(
        _ arguments: String..., rows: Int = 24, columns: Int = 80, environment extra: [String: String] = [:]
    ) throws(ScenarioError) -> Terminal {
        try Terminal(adding(extra), arguments: arguments, rows: rows, columns: columns)
    }

    /// As ``onTerminal(_:rows:columns:environment:)``, for arguments that are computed.
    public func onTerminal(
        arguments: [String], rows: Int = 24, columns: Int = 80, environment extra: [String: String] = [:]
    ) throws(ScenarioError) -> Terminal {
        try Terminal(adding(extra), arguments: arguments, rows: rows, columns: columns)
    }

    private func adding(_ extra: [String: String]) -> Program {
        let merged = environment.merging(extra) { _, new in new }
        return Program(path: path, environment: merged, workingDirectory: workingDirectory)
    }

    func launch(_ arguments: [String], wiring: Launch.Wiring) throws(ScenarioError) -> Child {
        try Launch(
            path: path, arguments: arguments, environment: environment, workingDirectory: workingDirectory,
            wiring: wiring
        ).start()
    }
}
