internal import CommandParsing
internal import FoundationEssentials
internal import ProfileKit

/// The choice of the store's file: a path, a workspace, or the default.
struct StoreChoice {
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
            path = try Self.workspace(nameOption, environment)
        } else if let variable = environment["PROFILE_STORE"]?.nonEmpty {
            path = variable
        } else if let variable = environment["PROFILE_WORKSPACE"]?.nonEmpty {
            path = try Self.workspace(variable, environment)
        } else {
            path = Self.standard(environment)
        }
    }

    /// The file of a workspace.
    static func workspace(_ name: String, _ environment: [String: String]) throws -> String {
        "\(folder(environment))/workspaces/\(try WorkspaceName(name)).db"
    }

    /// The possible paths of a store of this name. The store outside of workspaces is named after its file.
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

    /// The place for data according to the XDG base directory specification; a relative path is ignored.
    private static func folder(_ environment: [String: String]) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/profile" }
        return "\(SystemUser.home(environment: environment))/.local/share/profile"
    }
}
