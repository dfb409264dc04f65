import CommandParsing
import Testing

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

    @Test func `arguments have a table of their own`() {
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

    @Test func `a label too wide for its column stands alone`() {
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

    @Test func `a path that leads nowhere shows what exists of it`() {
        #expect(renderer.page(for: ["hike", "nowhere"]) == renderer.page(for: ["hike"]))
        #expect(renderer.page(for: ["nowhere"]) == renderer.page())
    }
}
