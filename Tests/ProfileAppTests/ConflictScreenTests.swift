import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

@Suite struct `A conflict` {
    private static let season = FieldConflict.season
    private static let date = FieldConflict(
        "goalDate", base: Day(year: 2027, month: 5, day: 1), mine: Day(year: 2027, month: 6, day: 1),
        theirs: Day(year: 2027, month: 7, day: 1))
    private static let name = FieldConflict(
        "username", base: "g_kumar", mine: String(repeating: "山", count: 40) + "mine",
        theirs: String(repeating: "山", count: 40) + "thine\u{1B}")

    private func conflict(_ fields: FieldConflict..., size: CellSize = Sample.terminal) -> ConflictScreen {
        ConflictScreen(DraftConflict(fields: fields, revision: 4)).sized(size)
    }

    @Test func `shows each field's base, mine and theirs in a table`() {
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
            let lines = ConflictTable(screen.decisions, selected: 0, width: size.columns - 2).lines
            #expect(lines.allSatisfy { $0.text.cells <= size.columns - 2 })
            for line in lines.map(\.text.trimmed) { #expect(seen.contains { $0.contains(line.drop { $0 == "›" }) }) }
            let whole = lines.map { $0.text.dropFirst(10) }.joined()
            #expect(whole.contains("\(String(repeating: "山", count: 40))thine\\u{1B}"))
            #expect(seen.contains { $0.contains("theirs  🌞 summer") })
        }
    }

    @Test func `shows that there are more lines than fit`() {
        let small = conflict(Self.name, Self.season, Self.date, size: Sample.smallest)
        #expect(small.lines(Sample.smallest).contains { $0.hasSuffix("▐") })
        #expect(!conflict(Self.season, Self.date).lines().contains { $0.hasSuffix("▐") })
    }

    @Test func `does not scroll past its lines`() {
        var screen = conflict(Self.name, Self.season, Self.date, size: Sample.smallest)
        _ = screen.press(.pageDown, .pageDown, .pageDown)
        let end = screen.lines(Sample.smallest)
        _ = screen.press(.pageDown)
        #expect(screen.lines(Sample.smallest) == end)
        #expect(screen.press(.pageUp, .pageUp, .pageUp) == [])
        #expect(screen.scroll.top == 0)
        _ = screen.press(.down, .down, .down)
        #expect(screen.selected == 2)
        #expect(screen.shows("› Goal Date", Sample.smallest))
        #expect(screen.update(.resized(CellSize(columns: 200, rows: 60)), at: .zero) == [])
        #expect(screen.scroll.top == 0)
    }

    private func decided(_ sides: [String: ConflictSide], _ fields: FieldConflict...) -> ConflictDecisions {
        ConflictDecisions(sides, seen: DraftConflict(fields: fields, revision: 4))
    }

    @Test func `is resolved field by field, and published once every field is resolved`() {
        var screen = conflict(Self.season, Self.date)
        #expect(!screen.shows("Choose for each field first"))
        #expect(screen.press(.enter) == [.ring])
        #expect(screen.shows("Choose for each field first: m mine, t theirs."))
        #expect(screen.press(.character("m")) == [])
        #expect(!screen.shows("Choose for each field first"))
        #expect(screen.shows("[🌷 spring]"))
        #expect(screen.press(.enter) == [.ring])
        #expect(screen.shows("› Goal Date"))
        #expect(screen.press(.character("t")) == [])
        #expect(screen.shows("[1 July 2027]"))
        let mixed = decided(["seasonalPhoto": .mine, "goalDate": .theirs], Self.season, Self.date)
        #expect(screen.press(.enter) == [.close] && screen.taken == mixed)
        // A choice can be changed.
        #expect(screen.press(.up, .right) == [])
        #expect(screen.shows("[🌞 summer]"))
        #expect(screen.press(.left, .enter) == [.close] && screen.taken == mixed)
    }

    @Test func `keeps the choices whose values are still the same, and says that others changed again`() {
        let fields = [Self.season, Self.date]
        let seen = DraftConflict(fields: fields, revision: 4)
        let earlier = ConflictDecisions(["seasonalPhoto": .mine, "goalDate": .theirs], seen: seen)
        let date = FieldConflict(
            "goalDate", base: Day(year: 2027, month: 5, day: 1), mine: Day(year: 2027, month: 6, day: 1),
            theirs: Day(year: 2027, month: 12, day: 25))
        let newer = DraftConflict(fields: [Self.season, date], revision: 5)
        var screen = ConflictScreen(newer, after: earlier)
        #expect(screen.decisions.fields == ["seasonalPhoto": .mine])
        #expect(screen.shows("Changed again meanwhile: choose for those fields once more."))
        _ = screen.press(.down, .character("m"))
        #expect(!screen.shows("Changed again meanwhile: choose for those fields once more."))
        #expect(screen.press(.enter) == [.close])
        #expect(screen.taken == ConflictDecisions(["seasonalPhoto": .mine, "goalDate": .mine], seen: newer))
    }

    @Test func `is resolved for one side at once with M and T`() {
        for (letter, side) in [(Character("M"), ConflictSide.mine), ("T", .theirs)] {
            var screen = conflict(Self.season, Self.date)
            let all = decided(["seasonalPhoto": side, "goalDate": side], Self.season, Self.date)
            #expect(screen.press(.character(letter), .enter) == [.close] && screen.taken == all)
        }
    }

    @Test func `goes back on Esc, and ignores other keys`() {
        var screen = conflict(Self.season)
        #expect(screen.press(.character("b"), .escape) == [.close, .close])
        #expect(screen.press(.character("x"), .backspace, .character(" "), .enter) == [.ring])
        #expect(screen.update(.paste("m"), at: .zero) == [])
        #expect(screen.update(.tick, at: .zero) == [])
    }

    @Test func `reaches its buttons with Tab, and Publish once there is something to publish`() {
        var screen = conflict(Self.season)
        #expect(screen.press(.tab) == [])
        #expect(screen.shows("[ Back ]"))
        #expect(screen.press(.enter) == [.close])
        #expect(screen.press(.tab, .character("m"), .tab, .tab) == [])
        #expect(screen.shows("[ Publish ]"))
        #expect(screen.press(.character(" ")) == [.close])
        #expect(screen.taken == decided(["seasonalPhoto": .mine], Self.season))
        #expect(screen.press(.left, .character(" ")) == [.close])
    }

    @Test func `answers to the mouse`() {
        for size in [Sample.terminal, Sample.smallest] {
            var screen = conflict(Self.season, size: size)
            #expect(screen.click("Publish", size) == [.ring])
            #expect(screen.click("spring", size) == [])
            #expect(screen.shows("[🌷 spring]", size))
            #expect(screen.click("summer", size) == [])
            #expect(screen.click("( Publish", size) == [.close])
            #expect(screen.taken == decided(["seasonalPhoto": .theirs], Self.season))
            #expect(screen.click("( Back", size) == [.close])
            #expect(screen.click("m mine", size) == [])
            #expect(screen.shows("[🌷 spring]", size))
            #expect(screen.update(.click(CellPoint(column: 0, row: 12)), at: .zero) == [])
        }
    }
}
