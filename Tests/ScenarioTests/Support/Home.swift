import FoundationEssentials
import Glibc
import PostgresStore
import ProfileKit
import SealedStoreTesting
import TestSupport
import Testing

/// An empty home directory, and the built program to run in it.
///
/// Everything the program may write is in the home, which is removed with the value.
final class Home {
    private let folder: TemporaryFolder
    let program: Program

    static let passcode = "739158"

    /// - Parameters:
    ///   - session: where sessions are kept.
    ///   - more: further environment variables, which override the usual ones.
    init(session: String = "file", environment more: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        program = Program(
            path: Self.profile,
            environment: [
                "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PROFILE_SESSION": session,
                "PROFILE_STORE": try StorePlace.newStore(in: folder.path), "TZ": "Europe/Stockholm",
                "LANG": "sv_SE.UTF-8",
                "PATH": "/usr/bin:/bin", "TERM": "xterm-256color",
            ].merging(more) { $1 },
            workingDirectory: folder.path)
    }

    /// A home with a store: the same one in every home, unless it is on a server.
    ///
    /// - Parameter place: the store's place; by default, where the scenarios keep their stores.
    static func withStore(
        session: String = "file", at place: String? = nil, unlocked: Bool = false
    ) throws -> Home {
        let home = try Home(session: session, environment: place.map { ["PROFILE_STORE": $0] } ?? [:])
        if StoreLocation.isServer(home.storeName) || place != nil {
            try home.makeStore()
        } else if unlocked, session == "file" {
            try HomeTemplate.withUnlockedStore().fill(home)
            return home
        } else {
            try HomeTemplate.withLockedStore().fill(home)
        }
        if unlocked { try #require(try home.unlock().exitCode == 0) }
        return home
    }

    /// A home with a store of its own, with a session, for a scenario that has two stores.
    static func withOtherStore() throws -> Home {
        let home = try Home()
        try home.makeStore()
        try #require(try home.unlock().exitCode == 0)
        return home
    }

    /// Makes the store as `profile init` does, except for the cost of a guess: the program offers none that low, and most
    /// of a scenario's time would go into deriving keys.
    ///
    /// - Returns: the recovery code.
    @discardableResult
    func makeStore() throws -> String {
        var configuration = Gate.Configuration(environment: program.environment)
        configuration.cost = .forTests
        let secrets = Gate.Secrets(passcode: try Secret(Self.passcode))
        return try Gate.create(
            NewAccount(secrets: secrets, formats: [.sixDigits]).named("g_kumar"), at: location,
            configuration: configuration
        ).recoveryCode.description
    }

    var path: String { folder.path }

    func path(of name: String) -> String { folder.path(of: name) }

    /// Runs the program to its end, without a terminal.
    func run(
        _ arguments: String..., input: any InputBytes = "", descriptors: [Int32: any InputBytes] = [:]
    ) throws -> Finished {
        try program.run(arguments: arguments, input: input, descriptors: descriptors)
    }

    func unlock(_ passcode: String = Home.passcode) throws -> Finished {
        try run("unlock", "--passcode-stdin", input: "\(passcode)\n")
    }

    /// The answer of a command under `--json`.
    func json(_ arguments: String...) throws -> JSONValue {
        let finished = try program.run(arguments: arguments + ["--json"])
        try #require(finished.exitCode == 0, "\(finished)")
        return try JSONValue(finished.output)
    }

    /// Today where the program runs. In the tests' own zone, in which stores are made, it may still be yesterday.
    func today() throws -> Day {
        let date = try Program(path: "/bin/date", environment: program.environment).run("+%F")
        return try #require(Day(String(date.output.prefix(10))))
    }

    /// The store as a program opens it with the library, through the live session.
    func store(historyLimit: Int? = nil) throws -> ProfileStore {
        var configuration = Gate.Configuration(environment: program.environment)
        configuration.sessionStorage = .file
        configuration.watchesStores = false
        configuration.historyLimit = historyLimit
        return try #require(try Gate(at: location, configuration: configuration).resume())
    }

    /// The store's name in the program's environment.
    var storeName: String { program.environment["PROFILE_STORE"] ?? "" }

    /// The store's name, quoted for a shell.
    var quotedStore: String { StoreLocation.isServer(storeName) ? "'\(storeName)'" : storeName }

    var location: StoreLocation {
        get throws { StoreLocation.isServer(storeName) ? try .postgres(storeName) : .file(storeName) }
    }

    func write(_ text: String, to name: String) throws -> String {
        let path = path(of: name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// The bytes of the store's file and of what SQLite keeps beside it.
    var storeBytes: [UInt8] {
        ["", "-wal", "-shm"].flatMap { suffix in
            (try? Data(contentsOf: URL(filePath: path(of: "test.profile" + suffix)))).map(Array.init) ?? []
        }
    }

    /// The folder with the device secret and the gate state of `main`.
    var stateFolder: String {
        get throws {
            let manager = FileManager.default
            var folder = path(of: ".local/state/profile")
            for _ in ["store", "instance"] {
                folder += "/\(try #require(try manager.contentsOfDirectory(atPath: folder).first))"
            }
            return "\(folder)/main"
        }
    }

    /// The bytes that count failed attempts.
    var gateState: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(filePath: "\(try stateFolder)/gate.state"))) }
    }

    /// The built program; `PROFILE_PROGRAM` names another one, such as a static one.
    private static let profile = getenv("PROFILE_PROGRAM").map { String(cString: $0) } ?? Program.built("profile")
}

/// The package's folder.
let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

/// Real recordings; its README says where each comes from.
let recordings = "\(packageFolder)/Tests/Recordings"

/// Checks a condition repeatedly until it holds; fails the test when it doesn't within a minute.
func waitUntil(_ condition: () throws -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(60))
    while try !condition() {
        try #require(ContinuousClock.now < deadline, "waited for a minute")
        // Leaves the processor to the program that is waited for.
        usleep(1000)
    }
}

extension Trait where Self == ConditionTrait {
    /// For a test that limits or measures a program's memory, or limits the size of its files.
    static var aboutLimits: Self {
        .disabled(if: Program.isSanitized, "a sanitizer needs both")
    }
}

func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}

/// The version that the program was built from.
let programVersion: String = {
    let file = URL(filePath: "\(packageFolder)/Sources/ProfileCommands/Program/Version.swift")
    let source = (try? String(decoding: Data(contentsOf: file), as: UTF8.self)) ?? ""
    return source.firstMatch(of: /version = "(.+)"/).map { String($0.1) } ?? ""
}()
