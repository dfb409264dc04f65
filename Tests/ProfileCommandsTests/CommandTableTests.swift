import CommandParsing
import Testing

@testable import ProfileCommands

@Suite struct CommandTableTests {
    /// Every path of the tree, groups included.
    private static func paths(below command: Command, at path: [String] = []) -> [(path: [String], command: Command)] {
        command.subcommands.flatMap { child in
            [(path + [child.name], child)] + paths(below: child, at: path + [child.name])
        }
    }

    @Test func `the declaration has no flaws`() {
        #expect(CommandTable.root.declarationFlaws.isEmpty)
    }

    @Test func `every command has a handler, which declares itself as the tree does`() throws {
        let commands = Self.paths(below: CommandTable.root).filter { !$0.command.isGroup }
        #expect(commands.count >= 15)
        for (path, command) in commands {
            let handler = try #require(CommandTable.command(at: path), "\(path)")
            #expect(handler.declaration.name == path.last)
            #expect(handler.declaration == command)
        }
    }

    @Test func `a line is parsed as with the whole tree, or refused with the same words`() throws {
        let paths = Self.paths(below: CommandTable.root).map(\.path)
        let tails = [[], ["--json"], ["--help"], ["--bogus"], ["edit"], ["--", "show"], ["7", "--name", "list"]]
        let lines =
            paths.flatMap { path in tails.map { path + $0 } } + [[], ["shwo"], ["hike"], ["hike", "lst"], ["-q"]]
        for line in lines + lines.map({ ["--account", "show"] + $0 }) {
            let whole = Self.outcome(of: line) { line throws(UsageError) in
                try ArgumentParser(root: CommandTable.root).parse(line)
            }
            let found = Self.outcome(of: line) { line throws(UsageError) in try CommandTable.parse(line) }
            #expect(found == whole, "\(line)")
        }
    }

    private enum Outcome: Equatable {
        case understood(Invocation)
        case refused(String)
    }

    private static func outcome(
        of line: [String], _ parse: ([String]) throws(UsageError) -> Invocation
    ) -> Outcome {
        do throws(UsageError) {
            return .understood(try parse(line))
        } catch {
            return .refused("\(error)")
        }
    }

    @Test func `no two commands share a handler`() {
        let handlers = Self.paths(below: CommandTable.root).compactMap { CommandTable.command(at: $0.path) }
        #expect(Set(handlers.map { ObjectIdentifier($0) }).count == handlers.count)
    }

    @Test func `an empty line and a group alone have no handler`() {
        #expect(CommandTable.command(at: []) == nil)
        for (path, command) in Self.paths(below: CommandTable.root) where command.isGroup {
            #expect(CommandTable.command(at: path) == nil, "\(path)")
        }
    }

    @Test func `every command has an abstract of one line, and an example that begins with its words`() {
        for (path, command) in Self.paths(below: CommandTable.root) where !command.isGroup {
            #expect(!command.abstract.isEmpty && !command.abstract.contains("\n"))
            let start = "profile " + path.joined(separator: " ")
            #expect(command.examples.contains { $0.commandLine.hasPrefix(start) }, "\(path)")
        }
    }

    @Test func `every command has a page of help with its usage and an example, in 80 columns`() {
        let renderer = HelpRenderer(root: CommandTable.root)
        for (path, command) in Self.paths(below: CommandTable.root) {
            let page = renderer.page(for: path)
            #expect(page.contains("Usage: profile \(path.joined(separator: " "))"))
            #expect(command.isGroup || page.contains("Examples:\n  profile "), "\(path)")
            #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(path)")
        }
    }

    @Test func `the global options are those of the contract`() {
        #expect(
            GlobalOptions.all.map(\.name) == [
                "store", "workspace", "account", "passcode-stdin", "passcode-fd", "passcode-file", "no-input", "json",
                "color", "units", "plain", "quiet", "help", "version",
            ])
        #expect(
            GlobalOptions.all.compactMap(\.environment) == [
                "PROFILE_STORE", "PROFILE_WORKSPACE", "PROFILE_ACCOUNT", "PROFILE_NO_INPUT", "NO_COLOR",
                "PROFILE_UNITS",
            ])
    }
}
