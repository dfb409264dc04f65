import CommandParsing

@testable import ProfileCommands

/// The interpretation of a command line before any command runs.
enum TypedLine {
    /// The settings of words separated by spaces.
    static func settings(_ line: String, _ environment: [String: String] = [:]) throws -> Settings {
        try Settings(invocation(line), environment: environment)
    }

    static func location(_ line: String, _ environment: [String: String] = [:]) throws -> String {
        try StoreOption(invocation(line), environment: environment).path
    }

    private static func invocation(_ line: String) throws -> Invocation {
        try ArgumentParser(root: CommandTable.root).parse(line.split(separator: " ").map(String.init))
    }
}
