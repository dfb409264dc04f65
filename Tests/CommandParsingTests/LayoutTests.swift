import Testing

@testable import CommandParsing

struct LayoutTests {
    private let endless = String(repeating: "endless", count: 30)

    private var root: Command {
        let options = [
            Option(endless, value: endless, help: "\(endless) a  b\n\tc \(endless)", environment: endless),
            Option(flag: "a", short: "a", help: ""),
            Option(flag: "b", help: "short words only, but a good many of them"),
        ]
        let leaf = Command(
            endless, abstract: endless, discussion: ["", " \n ", "a \(endless) b"], options: options,
            positionals: [Positional(endless, help: endless, arity: .any)],
            examples: [Example("p run a b c d e f g h i j k l m n o p q r s t u v w x y z", endless)])
        return Command(
            "p", abstract: "", options: options, subcommands: [leaf, Command("c", abstract: "", group: endless)])
    }

    @Test(arguments: [Int.min, -1, 0, 1, 23, 24, 25, 40, 79, 80, 81, 200, Int.max])
    func `no line is wider than the page or ends in a space`(width: Int) {
        for root in [root, TrailProgram.root] {
            let renderer = HelpRenderer(root: root, width: width)
            for scope in CommandScope(root: root).withDescendants {
                let lines = renderer.page(for: scope.path).split(separator: "\n", omittingEmptySubsequences: false)
                // A heading is the one thing that is never broken: it is its author's to keep short.
                for line in lines where line != "\(endless):" {
                    #expect(line.count <= max(24, width))
                    #expect(line.last?.isWhitespace != true)
                }
            }
        }
    }

    @Test(arguments: [
        ("", 10, []), ("  ", 10, []), ("a b c", 3, ["a b", "c"]), ("abcdef g", 4, ["abcd", "ef g"]),
        ("abcd", 4, ["abcd"]), ("a\nb\t c", 80, ["a b c"]), ("ab", 0, ["a", "b"]),
    ])
    func `prose is broken at spaces`(text: String, width: Int, lines: [String]) {
        #expect(wrapped(text, width: width) == lines)
    }

    @Test(arguments: [
        ("p a b", 10, ["p a b"]), ("p aaaa bbbb cccc", 11, ["p aaaa \\", "    bbbb \\", "    cccc"]),
        ("p 'a b c d e f' g", 9, ["p \\", "    'a b c d e f' \\", "    g"]),
        (#"p "a \" b" c\ d e"#, 9, ["p \\", #"    "a \" b" \"#, #"    c\ d \"#, "    e"]),
    ])
    func `a command is broken so that it can still be copied`(line: String, width: Int, lines: [String]) {
        #expect(wrappedCommand(line, width: width) == lines)
    }
}
