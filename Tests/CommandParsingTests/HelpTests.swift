import Testing

@testable import CommandParsing

struct HelpTests {
    private let renderer = HelpRenderer(root: TrailProgram.root)

    @Test func `the program's page lists its commands under their headings`() {
        #expect(
            renderer.page() == """
                Keeps hikes.

                Usage: trail [global options] COMMAND [options]

                Commands:
                  edit     Change the profile.
                  history  List commits.
                  copy     Copy a file.
                  undo     Go back.
                  hike     Work with hikes.
                  badge    Look at badges.

                The lock:
                  unlock   Open a session.
                  lock     End the session.

                Global options:
                      --store PATH  Where the data is kept. (environment: TRAIL_STORE)
                      --color WHEN  Whether to use colours. (values: auto, always, never;
                                    environment: NO_COLOR)
                  -q, --quiet       No remarks.
                      --json        Output for machines.
                  -h, --help        Show this help.
                      --version     Show the version.

                Help on a command: trail COMMAND --help

                """)
    }

    @Test func `a command's page shows everything it takes`() {
        #expect(
            renderer.page(for: ["edit"]) == """
                Usage: trail edit [options]

                Change the profile.

                Only what is named is changed; everything else stays as it was before the
                command ran.

                Options:
                      --season SEASON         The season. (values: winter, spring)
                      --goal-date YYYY-MM-DD  The day to be there by.
                  -t, --tag TAG               A tag to add. (may be repeated)

                Examples:
                  trail edit --season spring
                      Turns to spring.

                Global options: trail --help

                """)
    }

    @Test func `a group's page lists its subcommands`() {
        #expect(
            renderer.page(for: ["hike"]) == """
                Usage: trail hike SUBCOMMAND [options]

                Work with hikes.

                Subcommands:
                  import  Read hikes from files.
                  export  Write hikes.
                  list    List hikes.

                Global options: trail --help

                """)
    }

    @Test func `arguments have a separate table`() {
        #expect(
            renderer.page(for: ["hike", "import"]) == """
                Usage: trail hike import [options] FILE...

                Read hikes from files.

                Arguments:
                  FILE...  Files; - is stdin.

                Options:
                  --format FORMAT  The format. (values: gpx, csv)
                  --replace        Take the place of what is known.

                Examples:
                  trail hike import a.gpx
                      Reads one file.

                Global options: trail --help

                """)
    }

    @Test func `a label that is too wide for its column has a separate line`() {
        #expect(
            HelpRenderer(root: TrailProgram.root, width: 40).page(for: ["edit"]) == """
                Usage: trail edit [options]

                Change the profile.

                Only what is named is changed;
                everything else stays as it was before
                the command ran.

                Options:
                      --season SEASON
                                  The season. (values:
                                  winter, spring)
                      --goal-date YYYY-MM-DD
                                  The day to be there
                                  by.
                  -t, --tag TAG   A tag to add. (may be
                                  repeated)

                Examples:
                  trail edit --season spring
                      Turns to spring.

                Global options: trail --help

                """)
    }

    @Test func `a program without commands has one page`() {
        let file = Positional("FILE", help: "What to join.", arity: .any)
        let mode = Option("mode", value: "on|off", help: "The mode.", completion: .values(["on", "off"]))
        let root = Command("join", abstract: "Joins files.", options: [mode], positionals: [file])
        #expect(
            HelpRenderer(root: root).page() == """
                Joins files.

                Usage: join [options] [FILE...]

                Arguments:
                  [FILE...]  What to join.

                Options:
                  --mode on|off  The mode.

                """)
    }

    @Test func `an unknown path shows the part of it that exists`() {
        #expect(renderer.page(for: ["hike", "nowhere"]) == renderer.page(for: ["hike"]))
        #expect(renderer.page(for: ["nowhere"]) == renderer.page())
    }
}

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
                // Only a heading is never wrapped: its author has to keep it short.
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
    func `prose is wrapped at spaces`(text: String, width: Int, lines: [String]) {
        #expect(wrapped(text, width: width) == lines)
    }

    @Test(arguments: [
        ("p a b", 10, ["p a b"]), ("p aaaa bbbb cccc", 11, ["p aaaa \\", "    bbbb \\", "    cccc"]),
        ("p 'a b c d e f' g", 9, ["p \\", "    'a b c d e f' \\", "    g"]),
        (#"p "a \" b" c\ d e"#, 9, ["p \\", #"    "a \" b" \"#, #"    c\ d \"#, "    e"]),
    ])
    func `a command is wrapped so that it can still be copied`(line: String, width: Int, lines: [String]) {
        #expect(wrappedCommand(line, width: width) == lines)
    }
}

@Suite struct ManualTests {
    private static let manual = ManualRenderer(
        root: Command(
            "trail", abstract: "Keeps trails.", options: [Option("at", value: "C:\\PATH", help: "Where é is.")],
            examples: [Example("trail", "'quoted' at the beginning.")],
            subcommands: [
                Command("walk", abstract: ".begins with a dot.", examples: [Example("trail walk \"a b\"", "~/x ^ y")]),
                Command(
                    "map", abstract: "Groups.",
                    subcommands: [Command("draw", abstract: "Draws.", examples: [Example("trail map draw", "It.")])]),
            ]),
        version: "1.0", date: "2026-01-02", sections: [.init("FILES", [("a-b", "A file.")])])

    @Test func `there is a page for the program and one for each group`() {
        #expect(Self.manual.names == ["trail", "trail-map"])
        #expect(Self.manual.page(named: "trail-walk") == nil)
        let group = Self.manual.page(named: "trail-map") ?? ""
        #expect(group.contains(".TH TRAIL-MAP 1 2026-01-02"))
        #expect(group.contains("trail\\-map \\- groups\n"))
        #expect(group.contains(".BR trail (1)\n"))
    }

    @Test func `roff interprets nothing in the text`() throws {
        let page = try #require(Self.manual.page(named: "trail"))
        #expect(page.contains(".B \\-\\-at C:\\(rsPATH\n"))
        #expect(page.contains("Where \\[u00E9] is."))
        #expect(page.contains("\n\\&.begins with a dot.\n"))
        #expect(page.contains("\n\\&'quoted' at the beginning.\n"))
        #expect(page.contains(".B trail walk \\(dqa b\\(dq\n"))
        #expect(page.contains("\\(ti/x \\(ha y"))
        #expect(page.contains(".SH FILES\n.TP\n.B a\\-b\nA file.\n"))
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
