/// Renders manual pages with the macros of man(7), from the same declarations as help.
///
/// There is one page for the program with all its ungrouped commands, and one for each group.
public struct ManualRenderer: Sendable {
    /// A section that isn't generated from declarations, with one entry per item described.
    public struct Section: Sendable {
        public let title: String
        public let entries: [(label: String, text: String)]

        public init(_ title: String, _ entries: [(label: String, text: String)]) {
            (self.title, self.entries) = (title, entries)
        }
    }

    private let root: CommandScope
    private let version: String
    private let date: String
    private let sections: [Section]

    /// - Parameters:
    ///   - version: the program's version, for the footer of each page.
    ///   - date: the date of that version, as `2026-11-22`.
    ///   - sections: additional sections for the program's own page, before its examples.
    public init(root: Command, version: String, date: String, sections: [Section] = []) {
        (self.root, self.version, self.date, self.sections) = (CommandScope(root: root), version, date, sections)
    }

    /// The names of all pages, the program's first.
    public var names: [String] {
        [root.command.name] + groups.map(pageName)
    }

    /// The page with this name; `nil` when there is none.
    public func page(named name: String) -> String? {
        if name == root.command.name { return programPage }
        return groups.first { pageName($0) == name }.map(groupPage)
    }

    private var groups: [CommandScope] {
        root.command.subcommands.filter(\.isGroup).compactMap { root.entering($0.name) }
    }

    private func pageName(_ scope: CommandScope) -> String { scope.chain.map(\.name).joined(separator: "-") }

    private var programPage: String {
        let command = root.command
        let single = command.subcommands.filter { !$0.isGroup }.compactMap { root.entering($0.name) }
        var page = Roff(title: command.name, version: version, date: date)
        page.name(command.name, command.abstract)
        page.section("SYNOPSIS")
        synopsis(root, in: &page)
        page.section("DESCRIPTION")
        page.paragraphs([command.abstract] + command.discussion)
        for table in HelpTable.tables(of: command.subcommands, heading: "Commands") where !table.rows.isEmpty {
            page.subsection(table.heading)
            page.entries(table.rows.map { ($0.label, $0.text) })
        }
        page.section("COMMANDS")
        for scope in single { describe(scope, in: &page) }
        page.section("GLOBAL OPTIONS")
        page.paragraphs(["They are accepted before and after the command."])
        page.entries(HelpTable(heading: "", options: command.options).rows.map { ($0.label, $0.text) })
        for section in sections {
            page.section(section.title)
            page.entries(section.entries)
        }
        page.section("EXAMPLES")
        page.examples(command.examples)
        page.section("SEE ALSO")
        page.references(groups.map(pageName))
        return page.text
    }

    private func groupPage(_ group: CommandScope) -> String {
        let command = group.command
        var page = Roff(title: pageName(group), version: version, date: date)
        page.name(pageName(group), command.abstract)
        page.section("SYNOPSIS")
        let members = group.withDescendants.filter { !$0.command.isGroup }
        for member in members {
            if member.path != members.first?.path { page.line(".br") }
            synopsis(member, in: &page)
        }
        page.section("DESCRIPTION")
        page.paragraphs([command.abstract] + command.discussion)
        page.section("COMMANDS")
        for member in members { describe(member, in: &page) }
        page.section("SEE ALSO")
        page.references([root.command.name])
        return page.text
    }

    private func describe(_ scope: CommandScope, in page: inout Roff) {
        page.subsection(scope.words)
        synopsis(scope, in: &page)
        page.paragraphs([scope.command.abstract] + scope.command.discussion)
        page.entries(HelpTable(positionals: scope.command.positionals).rows.map { ($0.label, $0.text) })
        page.entries(HelpTable(heading: "", options: scope.localOptions).rows.map { ($0.label, $0.text) })
        page.examples(scope.command.examples)
    }

    private func synopsis(_ scope: CommandScope, in page: inout Roff) {
        page.line(".B " + Roff.literal(scope.words))
        let rest = scope.usage.dropFirst(scope.words.count)
        if !rest.isEmpty { page.text(String(rest)) }
    }
}

/// A page under construction, line by line.
private struct Roff {
    private var lines: [String]

    init(title: String, version: String, date: String) {
        lines = [
            ".\\\" Generated from the program's own declarations: do not edit.",
            ".TH \(title.uppercased()) 1 \(date) \"\(Self.plain("\(title) \(version)"))\" \"User Commands\"", ".nh",
            ".ad l",
        ]
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    mutating func line(_ line: String) { lines.append(line) }

    /// Adds prose, which roff refills, protecting lines that begin with a control character.
    mutating func text(_ text: String) {
        lines += wrapped(Self.plain(text), width: 78).map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
    }

    mutating func section(_ title: String) { lines.append(".SH \(title)") }

    mutating func subsection(_ title: String) { lines.append(".SS \(Self.literal(title))") }

    /// Adds the NAME section in the form that manual page indexes expect: a phrase, not a sentence.
    mutating func name(_ name: String, _ abstract: String) {
        section("NAME")
        let phrase = abstract.prefix(1).lowercased() + abstract.dropFirst(1)
        text("\(name) - \(phrase.hasSuffix(".") ? String(phrase.dropLast()) : phrase)")
    }

    mutating func paragraphs(_ paragraphs: [String]) {
        for paragraph in paragraphs {
            if lines.last?.hasPrefix(".S") == false { lines.append(".PP") }
            text(paragraph)
        }
    }

    mutating func entries(_ entries: [(label: String, text: String)]) {
        for entry in entries {
            lines.append(".TP")
            lines.append(".B " + Self.literal(entry.label.split(separator: " ").joined(separator: " ")))
            text(entry.text)
        }
    }

    mutating func examples(_ examples: [Example]) {
        for example in examples {
            if lines.last?.hasPrefix(".S") == false { lines.append(".PP") }
            lines.append(".B " + Self.literal(example.commandLine))
            lines.append(".RS 4")
            text(example.note)
            lines.append(".RE")
        }
    }

    mutating func references(_ names: [String]) {
        for (index, name) in names.enumerated() {
            lines.append(".BR \(Self.literal(name)) (1)" + (index + 1 < names.count ? "," : ""))
        }
    }

    /// Text to be typed verbatim: with dashes that can be copied, and quotes that don't group a macro's arguments.
    static func literal(_ text: String) -> String {
        plain(text).replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq").replacing("`", with: "\\(ga")
            .replacing("~", with: "\\(ti").replacing("^", with: "\\(ha")
    }

    /// Text with everything escaped that roff would interpret. Other characters than ASCII are given by their code
    /// point, which every roff supports.
    static func plain(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\(rs"
            case "-": result += "\\-"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + "]"
            }
        }
    }
}
