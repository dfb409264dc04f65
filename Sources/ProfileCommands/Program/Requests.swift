internal import CommandParsing
internal import FoundationEssentials
internal import ProfileKit
internal import ProfileRendering

/// Requests from the program's own scripts, identified by the first argument. They aren't for users, and no help lists
/// them.
enum Requests {
    /// Prints the names of the manual pages, or one page, for `make install`.
    private static let manual = "__man"

    /// - Returns: whether the command line was one of these.
    static func answer(_ arguments: [String], in context: CommandContext) throws -> Bool {
        switch arguments.first {
        case CompletionScript.request:
            let words = Array(arguments.dropFirst())
            let candidates = ArgumentParser(root: CommandTable.root).candidates(for: words) { kind in
                // A shell can't show errors while a line is being typed.
                (try? values(kind, words.dropLast(), context)) ?? []
            }
            for line in candidates.compactMap({ CompletionScript.line(for: $0, safe: \.terminalSafe) }) {
                context.output.write(line: line)
            }
        case manual:
            let manual = Manual.renderer
            guard let name = arguments.dropFirst().first else {
                for name in manual.names { context.output.write(line: name) }
                return true
            }
            guard let page = manual.page(named: name) else {
                throw UserError(.notFound, "there is no manual page of that name", hint: "See: profile \(self.manual)")
            }
            context.output.write(page)
        default: return false
        }
        return true
    }

    /// Maximum number of values to list.
    private static let most = 1000

    private typealias Value = (value: String, note: String?)

    private static func values(
        _ kind: String, _ words: [String], _ context: CommandContext
    ) throws -> [Value] {
        if kind == CompletionKind.commands { return commands(after: words) }
        if kind == CompletionKind.badges { return badges(after: words) }
        if kind == CompletionKind.settings { return settings(after: words) }
        let call = try CommandCall(try invocation(of: words), context: context)
        func store() throws -> ProfileStore? { try call.access.gate().resume(extending: false) }
        func listed(_ hikes: [HikeHeader]?) -> [Value] { hikes?.map { (String($0.id), $0.name) } ?? [] }
        switch kind {
        case CompletionKind.accounts: return try call.access.gates().map { ($0.account.description, nil) }
        case CompletionKind.workspaces: return StoreOption.workspaceNames(context.environment).map { ($0, nil) }
        case CompletionKind.hikes: return listed(try store()?.readableNewestHikes(limit: most).value)
        case CompletionKind.removedHikes: return listed(try store()?.readableRemovedHikes.value)
        case CompletionKind.tags:
            let tags = try store()?.readableHikes.value.reduce(into: Set<String>()) { $0.formUnion($1.tags) } ?? []
            return HikeGrouping.tag.sorted(tags).map { ($0, nil) }
        case CompletionKind.places:
            let places = try store()?.readablePlaces(exact: true).value ?? []
            return places.prefix(most).map { (String($0.id), $0.place.name) }
        case CompletionKind.revisions:
            return try store()?.readableHistory(limit: most).value.map { entry in
                (String(entry.revision), entry.text())
            } ?? []
        default: return []
        }
    }

    /// The options that choose the store and the account, from an incomplete line.
    private static func invocation(of words: [String]) throws -> Invocation {
        let named = [GlobalOptions.store, GlobalOptions.workspace, GlobalOptions.account]
        var kept: [String] = []
        for (index, word) in words.enumerated() {
            for option in named {
                if word.hasPrefix("--\(option.name)=") { kept.append(word) }
                if word == "--\(option.name)", index + 1 < words.count { kept += [word, words[index + 1]] }
            }
        }
        return try ArgumentParser(root: CommandTable.root).parse(kept + ["status", "--no-input", "--quiet"])
    }

    /// The continuations of a badge's name after the words typed so far.
    private static func badges(after words: [String]) -> [Value] {
        let typed = arguments(in: words).map { "\($0) " }.joined()
        return Badge.all.map(\.name).filter { $0.lowercased().hasPrefix(typed.lowercased()) }.map {
            (String($0.dropFirst(typed.count)), nil)
        }
    }

    /// The values of the setting on the line.
    private static func settings(after words: [String]) -> [Value] {
        (arguments(in: words).last.flatMap(ConfigKey.init(rawValue:))?.values ?? []).map { ($0, nil) }
    }

    /// The arguments of an incomplete command line, without the one to complete.
    private static func arguments(in words: [String]) -> [String] {
        (try? CommandTable.parse(words + ["--", "next"]).positionals.dropLast()).map(Array.init) ?? []
    }

    /// The commands that may follow `help` and the words after it.
    private static func commands(after words: [String]) -> [Value] {
        let path = words.drop { $0 != "help" }.dropFirst().filter { !$0.hasPrefix("-") }
        guard let command = try? ArgumentParser(root: CommandTable.root).command(at: path) else { return [] }
        return command.subcommands.map { ($0.name, $0.abstract) }
            + (path.isEmpty ? [("exit-codes", "What each exit code means.")] : [])
    }
}

/// The kinds of values that only the program knows.
enum CompletionKind {
    static let accounts = "accounts"
    static let workspaces = "workspaces"
    static let hikes = "hikes"
    static let removedHikes = "removed-hikes"
    static let tags = "tags"
    static let places = "places"
    static let revisions = "revisions"
    static let commands = "commands"
    static let badges = "badges"
    static let settings = "settings"
}
