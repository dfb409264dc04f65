import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel

@Suite struct `A conflict` {
    private static let season = FieldConflict(
        base: .seasonalPhoto(.winter), mine: .seasonalPhoto(.spring), theirs: .seasonalPhoto(.summer))
    private static let date = FieldConflict(
        base: .goalDate(Day(year: 2027, month: 5, day: 1)), mine: .goalDate(Day(year: 2027, month: 6, day: 1)),
        theirs: .goalDate(Day(year: 2027, month: 7, day: 1)))
    private static let name = FieldConflict(
        base: .username("g_kumar"), mine: .username(String(repeating: "山", count: 40) + "mine"),
        theirs: .username(String(repeating: "山", count: 40) + "thine\u{1B}"))

    private func conflict(_ fields: FieldConflict..., size: CellSize = Sample.terminal) -> ConflictScreen {
        ConflictScreen(DraftConflict(fields: fields, revision: 4), size: size)
    }

    @Test func `shows base, mine and theirs of each field in a table`() {
        let lines = conflict(Self.season, Self.date).lines()
        let head = lines.first { $0.contains("base") } ?? ""
        #expect(head.contains("mine") && head.contains("theirs"))
        #expect(lines.contains { $0.contains("☃️ winter") && $0.contains("🌷 spring") && $0.contains("🌞 summer") })
        #expect(lines.contains { $0.contains("1 May 2027") && $0.contains("1 June 2027") && $0.contains("1 July") })
    }

    @Test func `never cuts a value, however narrow the terminal`() {
        for size in [Sample.terminal, Sample.smallest] {
            var screen = conflict(Self.name, Self.season, size: size)
            var seen: [String] = []
            for _ in 0..<30 {
                seen += screen.lines(size)
                _ = screen.press(.down)
            }
            #expect(seen.contains { $0.contains("mine    山") })
            let lines = ConflictTable(screen.conflict, width: size.columns - 2).lines
            #expect(lines.allSatisfy { $0.text.cells <= size.columns - 2 && seen.contains(" \($0.text)") })
            let whole = lines.map { $0.text.dropFirst(8) }.joined()
            #expect(whole.contains("\(String(repeating: "山", count: 40))thine\\u{1B}"))
            #expect(seen.contains { $0.contains("theirs  🌞 summer") })
        }
    }

    @Test func `scrolls no further than its lines`() {
        var screen = conflict(Self.name, Self.season, Self.date, size: Sample.smallest)
        _ = screen.press(.pageDown, .pageDown, .pageDown, .down)
        let end = screen.lines(Sample.smallest)
        _ = screen.press(.down)
        #expect(screen.lines(Sample.smallest) == end)
        #expect(screen.press(.up, .pageUp, .pageUp) == [])
        #expect(screen.scroll.top == 0)
        _ = screen.press(.pageDown)
        #expect(screen.update(.resized(CellSize(columns: 200, rows: 60)), at: .zero) == [])
        #expect(screen.scroll.top == 0)
    }

    @Test func `answers by letters, and Esc goes back`() {
        var screen = conflict(Self.season)
        #expect(screen.press(.character("m")) == [.takeMine])
        #expect(screen.press(.character("t")) == [.takeTheirs])
        #expect(screen.press(.character("b"), .escape) == [.back, .back])
        #expect(screen.press(.character("x"), .backspace) == [])
        #expect(screen.update(.paste("m"), at: .zero) == [])
        #expect(screen.update(.tick, at: .zero) == [])
        #expect(screen.nextTick(after: .zero) == nil)
    }

    @Test func `has the keys on Back at first, so that a hasty Enter decides nothing`() {
        var screen = conflict(Self.season)
        #expect(screen.press(.enter) == [.back])
        #expect(screen.press(.right, .enter) == [.takeTheirs])
        #expect(screen.press(.tab, .character(" ")) == [.takeMine])
        #expect(screen.press(.tab, .enter) == [.back])
        #expect(screen.press(.left, .enter) == [.takeMine])
        #expect(screen.press(.backTab, .enter) == [.takeTheirs])
    }

    @Test func `answers to the mouse`() {
        var screen = conflict(Self.season)
        #expect(screen.click("( Mine") == [.takeMine])
        #expect(screen.click("( Theirs") == [.takeTheirs])
        #expect(screen.click("[ Back") == [.back])
        #expect(screen.click("m mine") == [.takeMine])
        #expect(screen.update(.click(CellPoint(column: 0, row: 5)), at: .zero) == [])
    }
}
