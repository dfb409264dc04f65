import Testing

@testable import CommandParsing

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

    @Test func `nothing in it is acted on by roff`() throws {
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
