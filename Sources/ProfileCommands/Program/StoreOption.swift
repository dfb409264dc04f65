internal import CommandParsing
internal import FoundationEssentials
internal import ProfileKit
internal import SealedStore

#if Postgres
    internal import PostgresStore
#endif

/// The choice of the store's file: a path, a workspace, or the default.
struct StoreOption {
    let path: String
    /// Whether it was named, by an option or in the environment.
    let isNamed: Bool

    /// - Throws: ``UsageError`` when both a path and a workspace are given as options, or, without these options, both
    ///   in the environment; ``InvalidValue`` for a workspace name that breaks its rules.
    init(_ invocation: Invocation, environment: [String: String]) throws {
        let (pathOption, nameOption) = (
            invocation.value(of: GlobalOptions.store), invocation.value(of: GlobalOptions.workspace)
        )
        guard pathOption == nil || nameOption == nil else {
            throw UsageError(
                message: "--store and --workspace both name the store", hint: "Give only one of them.")
        }
        let named = [environment["PROFILE_STORE"], environment["PROFILE_WORKSPACE"]].compactMap { $0?.nonEmpty }
        guard pathOption != nil || nameOption != nil || named.count < 2 else {
            throw UsageError(
                message: "PROFILE_STORE and PROFILE_WORKSPACE both name the store",
                hint: "Unset one of them, or name the store with --store or --workspace.")
        }
        isNamed =
            (pathOption ?? nameOption ?? environment["PROFILE_STORE"]?.nonEmpty
                ?? environment["PROFILE_WORKSPACE"]?.nonEmpty) != nil
        if let pathOption {
            guard !pathOption.isEmpty else { throw InvalidValue("--store", "must be the path of a file") }
            path = pathOption
        } else if let nameOption {
            path = try Self.workspace(nameOption, environment, named: "--workspace")
        } else if let variable = environment["PROFILE_STORE"]?.nonEmpty {
            path = variable
        } else if let variable = environment["PROFILE_WORKSPACE"]?.nonEmpty {
            path = try Self.workspace(variable, environment, named: "PROFILE_WORKSPACE")
        } else {
            path = Self.standard(environment)
        }
    }

    /// The file of a workspace.
    ///
    /// - Parameter source: where the name was given, for errors.
    static func workspace(
        _ name: String, _ environment: [String: String], named source: String = "workspace"
    ) throws -> String {
        "\(folder(environment))/workspaces/\(try WorkspaceName(name, named: source)).db"
    }

    /// The possible paths of a store of this name. The default store is named after its file.
    static func candidates(for name: String, _ environment: [String: String]) -> [String] {
        [try? workspace(name, environment), name == "profile" ? standard(environment) : nil].compactMap(\.self)
    }

    /// The default store.
    private static func standard(_ environment: [String: String]) -> String { "\(folder(environment))/profile.db" }

    /// The folder of all workspaces.
    static func workspaces(_ environment: [String: String]) -> String { "\(folder(environment))/workspaces" }

    /// The names of all workspaces.
    static func workspaceNames(_ environment: [String: String]) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: workspaces(environment))) ?? []
        return files.filter { $0.hasSuffix(".db") }.map { String($0.dropLast(3)) }.sorted()
    }

    /// The names of all workspaces, and that of the default store, if it exists.
    static func storeNames(_ environment: [String: String]) -> [String] {
        let hasDefault = FileManager.default.fileExists(atPath: standard(environment))
        let name = "profile"
        return Set(workspaceNames(environment) + (hasDefault ? [name] : [])).sorted()
    }

    /// The place for data according to the XDG base directory specification; a relative path is ignored.
    private static func folder(_ environment: [String: String]) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/profile" }
        return "\(SystemUser.home(environment: environment))/.local/share/profile"
    }
}

/// The name of a workspace, always valid.
struct WorkspaceName: Hashable, CustomStringConvertible {
    let description: String

    /// - Throws: ``InvalidValue`` unless the text is 1 to 63 characters of `a-z 0-9 -`.
    ///
    /// - Parameter source: where the name was given.
    init(_ text: String, named source: String = "workspace") throws(InvalidValue) {
        if let offender = NameFilter.firstOffender(in: text) {
            throw InvalidValue(source, "must have only a-z, 0-9 and -, not '\(Self.printable(offender))'")
        }
        guard NameFilter.lengths.contains(text.utf8.count) else {
            throw InvalidValue(source, "must be 1 to 63 characters of a-z, 0-9 and -")
        }
        description = text
    }

    private static func printable(_ character: Character) -> String {
        character.unicodeScalars.map { scalar in
            scalar.isInvisibleControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }
}

extension Settings {
    /// The location of the store.
    ///
    /// - Throws: ``ServerAddressError``, which is a usage error.
    var location: StoreLocation {
        get throws { try Self.location(named: storePath) }
    }

    /// The store's name for display: a file's path as it was given, a server's URL without user and password.
    var storeName: String { isOnServer ? (try? location.name) ?? storePath : storePath }

    var isOnServer: Bool { Self.isServer(storePath) }

    /// The location named by a text: a server for a `postgresql:` URL, else a file.
    static func location(named text: String) throws -> StoreLocation {
        guard isServer(text) else { return .file(text) }
        #if Postgres
            return try .postgres(text)
        #else
            throw withoutServers
        #endif
    }

    /// The SQL that prepares the schema of the store, or of the standard one if the store is a file.
    var serverScript: String {
        get throws {
            #if Postgres
                try StoreLocation.postgresScript(for: isOnServer ? storePath : "postgresql:///")
            #else
                throw Self.withoutServers
            #endif
        }
    }

    /// The version of the library for servers, such as "15.3"; `nil` if it isn't installed, or this program was built
    /// without it.
    static var serverLibraryVersion: String? {
        #if Postgres
            StoreLocation.postgresLibraryVersion.map { "\($0 / 10_000).\($0 % 10_000)" }
        #else
            nil
        #endif
    }

    #if !Postgres
        private static let withoutServers = UsageError(
            message: "this program was built without the engine for servers",
            hint: "Build it with: make release STATIC=1 POSTGRES=1, or name a file.")
    #endif

    private static func isServer(_ text: String) -> Bool {
        text.hasPrefix("postgresql:") || text.hasPrefix("postgres:")
    }
}

/// A URL that is rejected, with the reason in words.
protocol RefusedAddress: Error {
    var message: String { get }
    var hint: String { get }
}

#if Postgres
    extension ServerAddressError: RefusedAddress {
        var message: String {
            switch problem {
            case .malformed: "the server's URL cannot be read"
            case .password: "the server's URL contains a password, and others can read a program's arguments"
            case .workspace: "the workspace in the server's URL does not have a valid name"
            case .weakTransport(let mode): "sslmode=\(mode) does not protect what goes to another machine"
            }
        }

        var hint: String {
            switch problem {
            case .malformed: "It is written as postgresql://HOST/DATABASE, without a password."
            case .password: "Put it into the file that PGPASSFILE names, or use a service or a client certificate."
            case .workspace: "A name is 1 to 55 characters of a-z, 0-9 and -: postgresql://HOST/DATABASE?workspace=NAME"
            case .weakTransport: "Leave sslmode out, or set it to verify-full."
            }
        }
    }
#endif
