import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `Signed in` {
    private let screen = SignedInScreen(failures: 0)

    @Test func `has a button that opens the notice, whose OK changes the label`() {
        var screen = screen
        #expect(screen.text().contains("Signed in"))
        #expect(screen.send(.tab, .enter).isEmpty)
        for text in ["Notice", "This is an alert. Press OK.", "( Cancel )  [ OK ]"] {
            #expect(screen.text().contains(text))
        }
        #expect(screen.send(.enter).isEmpty)
        #expect(screen.text().contains("OK was pressed") && !screen.text().contains("Signed in"))
        #expect(screen.text().contains("[ Show the notice ]"))
        #expect(screen.send(.tab, .enter) == [.enter])
    }

    @Test func `keeps the label on Cancel`() {
        var screen = screen
        screen.send(.tab, .enter, .left, .enter)
        #expect(!screen.text().contains("Notice") && !screen.text().contains("OK was pressed"))
        screen.send(.character(" "), .escape)
        #expect(screen.text().contains("[ Show the notice ]"))
    }

    @Test func `reports failed attempts`() {
        for (failures, text) in [
            (1, "1 attempt failed since the last unlock."), (7, "7 attempts failed since the last unlock."),
        ] {
            var screen = SignedInScreen(failures: failures)
            screen.send(.tab, .enter)
            #expect(screen.text().contains(text))
        }
    }

    @Test func `continues with Enter, Escape, arrow keys and the mouse`() throws {
        var screen = screen
        #expect(screen.send(.enter) == [.enter])
        #expect(screen.send(.escape) == [.enter])
        #expect(screen.send(.right, .left, .enter) == [.enter])
        let notice = try #require(screen.place(of: "( Show the notice )"))
        #expect(screen.update(.click(notice), at: .zero).isEmpty)
        #expect(screen.text().contains("Notice"))
        screen.send(.escape)
        let proceed = try #require(screen.place(of: "[ Continue ]"))
        #expect(screen.update(.click(proceed), at: .zero) == [.enter])
        #expect(screen.update(.click(CellPoint(column: 0, row: 0)), at: .zero).isEmpty)
        #expect(screen.update(.tick, at: .zero).isEmpty)
        #expect(screen.nextTick(after: .zero) == nil)
        #expect(screen.update(.resized(GateTest.smallest), at: .zero).isEmpty)
    }
}
