import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Pictures on the command line` {
    private static let hikes = """
        [{"id": 7, "name": "<script>alert('Elk')</script>", "distance": 1.5, "difficulty": 2,
          "startTime": "2026-04-22T08:30:00+02:00", "ascent": 120.5,
          "observations": [
            {"distanceFromStart": 0, "elevation": [100, 110.5], "pace": [400, 420], "heartRate": [90, 120]},
            {"distanceFromStart": 0.5, "elevation": [110, 190], "pace": [500, 520], "heartRate": [90, 120]},
            {"distanceFromStart": 1, "elevation": [150, 190], "pace": [400, 480], "heartRate": [90, 120]}
          ]},
         {"id": 8, "name": "Unrecorded", "distance": 4, "difficulty": 1, "observations": []}]
        """

    static func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let file = try home.write(hikes, to: "hikes.json")
        try #require(try home.run("hike", "import", file).exitCode == 0)
        return home
    }

    @Test func `accept a badge's name in any case, and show picture, label and day`() throws {
        let home = try Self.home()
        let shown = try home.run("badge", "show", "eARTH dAY")
        #expect(shown.exitCode == 0)
        #expect(shown.output.contains("^^^"))
        #expect(shown.output.hasSuffix("\nBadge for Earth Day.\nEarned on 22 April 2026.\n"))
        #expect(try home.run("badge", "show", "earth", "day") == shown)
        let open = try home.run("badge", "show", "Tenth", "Hike")
        #expect(open.output.hasSuffix("\nBadge for Tenth Hike.\nNot earned yet: 20 %.\n"))
        #expect(!open.output.contains("^"), "an outline")
    }

    @Test func `have the same JSON from badge show as from badge list`() throws {
        let home = try Self.home()
        let badge = try #require(try home.json("badge", "show", "first hike").badge)
        #expect(badge == (try home.json("badge", "list", "--all").badges?[0]))
        #expect(badge.name == "First Hike")
        #expect(badge.earned == true)
        #expect(badge.progress == 1)
    }

    @Test func `are complete files under badge show --svg, with an outline for an unearned badge`() throws {
        let home = try Self.home()
        let earned = try home.run("badge", "show", "First Hike", "--svg").output
        #expect(earned.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox="))
        #expect(earned.hasSuffix("</svg>\n"))
        #expect(earned.contains("<title>Badge for First Hike.</title>"))
        #expect(earned.contains("linearGradient"))
        let outline = try home.run("badge", "show", "Tenth Hike", "--svg").output
        #expect(!outline.contains("linearGradient"))
        #expect(try home.run("badge", "show", "First Hike", "--svg", "--json").output == earned)
    }

    @Test(arguments: [("Earht Day", "Did you mean 'Earth Day'?"), ("zzz", "See them with: profile badge list --all")])
    func `answer 17 and a hint for an unknown badge`(name: String, hint: String) throws {
        let refused = try Self.home().run("badge", "show", name)
        #expect(refused.exitCode == 17)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("there is no badge '\(name)'"))
        #expect(refused.errors.contains(hint))
    }

    @Test(arguments: [("elevation", "100 to 190 m"), ("heart-rate", "90 to 120 bpm"), ("pace", "6:40 to 8:40 min/km")])
    func `show one measure of a hike, or say that it was not recorded`(graph: String, range: String) throws {
        let home = try Self.home()
        let drawn = try home.run("hike", "show", "7", "--graph", graph).output
        #expect(drawn.contains("\(range) over 1.5 km"))
        #expect(drawn.contains("█"))
        let none = try home.run("hike", "show", "8", "--graph", graph).output
        #expect(none.contains("No \(graph.replacing("-", with: " ")) was recorded."))
        #expect(try home.run("hike", "show", "7", "--graph", graph, "--units", "imperial").output.contains("0.9 mi"))
        #expect(try home.run("hike", "show", "7").output.contains("█") == false)
        #expect(try home.run("hike", "show", "7", "--graph", "mood").exitCode == 15)
    }

    @Test func `are part of one page under show --html, in which names are only text`() throws {
        let home = try Self.home()
        _ = try home.run("edit", "--username", "<b>\"g\" & 'k'</b>")
        let page = try home.run("show", "--html")
        #expect(page.exitCode == 0)
        #expect(page.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(page.output.hasSuffix("</html>\n"))
        #expect(!page.output.contains("<script") && !page.output.contains("<b>"))
        #expect(page.output.contains("&lt;b&gt;&quot;g&quot; &amp; &#39;k&#39;&lt;/b&gt;"))
        #expect(page.output.contains("Elevation of &lt;script&gt;alert(&#39;Elk&#39;)&lt;/script&gt;: 100 to 190 m"))
        #expect(page.output.contains("No elevation was recorded."))
        #expect(try home.run("show", "--html", "--json").output.hasPrefix("<!"))
    }

    @Test func `are marked as a draft's under show --html --draft`() throws {
        let home = try Self.home()
        #expect(try home.run("show", "--html", "--draft").exitCode == 17)
        _ = try home.run("edit", "--no-commit", "--username", "drafted")
        #expect(try home.run("show", "--html", "--draft").output.contains(">drafted</h1>"))
        #expect(try home.run("show", "--html", "--draft").output.contains(">Draft, not committed</p>"))
        #expect(try !home.run("show", "--html").output.contains("drafted"))
        #expect(try home.run("show", "--draft").output.hasPrefix("drafted\nA draft: readers see nothing of it yet."))
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], "38;5;"), (["TERM": "xterm", "COLORTERM": "truecolor"], "38;2;"),
            (["TERM": "xterm"], "\u{1B}[0;3"), (["TERM": "dumb"], nil),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], nil),
        ] as [([String: String], String?)])
    func `use the colours that the terminal supports`(environment: [String: String], sequence: String?) throws {
        let home = try Self.home()
        let terminal = try home.program.onTerminal("show", environment: environment)
        let seen = try terminal.expectExit().output
        #expect(seen.contains("Completed Badges"))
        if let sequence { #expect(seen.contains(sequence)) } else { #expect(!seen.contains("\u{1B}")) }
    }

    @Test func `are plain text in a pipe, unless colours are requested`() throws {
        let home = try Self.home()
        let plain = try home.run("show").output
        #expect(!plain.contains("\u{1B}"))
        let colored = try home.run("show", "--color", "always").output
        #expect(colored.contains("\u{1B}[0;1mCompleted Badges\u{1B}[0m"))
        let terminal = try home.program.onTerminal("show", "--color", "never")
        #expect(try terminal.expectExit().output.replacing("\r\n", with: "\n") == plain)
    }
}
