import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The home as it is drawn` {
    @Test func `shows hostile and wide names harmlessly and in line`() {
        let names = ["a\u{1B}[2Jb\u{202E}", "山道と湖とキャンプ場の長い名前のハイキングコース", "👨‍👩‍👧‍👦 family", "\n\t", ""]
        let hikes = names.enumerated().map { HikeHeader(id: $0, name: $1, distance: 12.25) }
        for size in [Sample.terminal, Sample.smallest] {
            var home = Sample.home(hikes, size: size)
            _ = home.press(.character("o"))
            let rows = home.lines(size)[1...5]
            #expect(rows.allSatisfy { $0.hasSuffix(" 12.3 km") || $0.hasSuffix(" 12.2 km") })
            #expect(Set(rows.map(\.cells)).count == 1)
            #expect(!home.lines(size).joined().unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
        }
    }

    @Test func `fills the width with every hike, also with the mark of a ride or a plan`() {
        var ride = HikeHeader(id: 1, name: "Round the lake and back over the ridge", distance: 1234.5, ascent: 2848)
        ride.activity = .cycling
        var plan = HikeHeader(id: 2, name: "x", distance: 4.5)
        plan.isPlanned = true
        for width in 20...140 {
            for hike in [ride, plan] {
                #expect(HikeRow(hike: hike, isOpen: false, units: .metric).text(width: width).cells == width)
                #expect(HikeRow(hike: hike, isOpen: nil, units: .imperial).line(width: width).cells == width)
            }
        }
    }

    @Test(arguments: Picture.sizes) func `shows above the hikes how far the goal is reached`(size: CellSize) throws {
        let plain = Sample.content()
        var summary = plain.summary
        let goal = try #require(Goal(.distance, 120))
        summary.goal = GoalProgress(
            goal, since: Day(year: 2026, month: 6, day: 1), goalDate: Day(year: 2027, month: 5, day: 1),
            today: Sample.today, reached: 64.2)
        var settings = AppSettings()
        settings.presentation = Presentation(depth: .none, motion: .reduced)
        let content = Content(summary: summary, index: plain.index, today: plain.today)
        var home = HomeScreen(content, of: Sample.status, settings: settings).sized(size)
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        #expect(home.shows("64 of 120 km", size))
        try Picture.check(home, "home-goal", size)
        _ = home.refresh(plain, at: .zero)
        #expect(!home.shows("64 of 120 km", size))
    }

    @Test func `takes three rows for a hike without a recording, and no graph`() {
        let bare = HikeHeader(id: 1, name: "Bare", distance: 3)
        let other = HikeHeader(id: 2, name: "Other", distance: 4)
        var home = Sample.home([bare, other])
        _ = home.begin(at: .zero) + home.loaded(Hike(header: bare))
        let lines = home.lines()
        let sentence = lines.firstIndex { $0.contains("No elevation was recorded.") } ?? 0
        let row = lines.firstIndex { $0.contains("Bare") } ?? 0
        #expect(sentence == row + 2)
        #expect(lines.firstIndex { $0.contains("Other") } == row + 4)
    }

    @Test(arguments: GraphMeasure.common)
    func `fills the width with a hike's graph in braille, like the hike's page`(measure: GraphMeasure) {
        var home = Sample.home()
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        for _ in GraphMeasure.common.prefix(while: { $0 != measure }) { _ = home.press(.right) }
        let lines = home.lines()
        let dots = lines.filter { line in line.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
        #expect(dots.count >= 6)
        let ends = dots.compactMap { line in line.lastIndex { !" ▐".contains($0) } }.map { index in index }
        #expect(zip(dots, ends).contains { $0[...$1].cells >= 74 })
        // Below it are the distances.
        #expect(lines.contains { $0.contains(" 0 ") && $0.contains(" km") })
    }

    @Test func `leaves out figures that don't fit, and cuts none`() {
        for width in 0...80 {
            let text = HikeFigures(hike: Sample.newest.header, units: .metric).text(width: width)
            let parts = text.split(separator: " · ").map(String.init)
            #expect(text.cells <= width)
            #expect(Set(parts).isSubset(of: ["1,263 m up", "2 h 15 min moving", "♥ 117", "difficulty 4"]))
            #expect(parts.first == (width < 10 ? width < 5 ? nil : "♥ 117" : "1,263 m up"))
        }
    }

    @Test func `shows no difficulty when none is known`() {
        let unknown = HikeHeader(id: 1, name: "Bare", distance: 3)
        #expect(!HikeFigures(hike: unknown, units: .metric).text(width: 80).contains("difficulty"))
        let known = HikeHeader(id: 1, name: "Bare", distance: 3, difficulty: 2)
        #expect(HikeFigures(hike: known, units: .metric).text(width: 80).contains("difficulty 2"))
    }
}
