import ProfileRendering
import Testing

@testable import ProfileApp

/// A screen with a binding of each kind.
private struct Doors: Screen {
    var window = Window()
    var pressed: [String] = []
    var received: [Event] = []
    var title: String { "Doors" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("open", .enter, also: [" "]) { $0.pressed.append("open") },
            KeyBinding("part", "p"), KeyBinding("closed", "c", when: false) { $0.pressed.append("closed") },
            KeyBinding("either", "a", "b", in: .help) { screen, key, _ in
                screen.pressed.append(key.name)
                return [.ring]
            },
            KeyBinding("hidden", "h", in: .none) { $0.pressed.append("hidden") }, .help(),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        received.append(event)
        return []
    }
}

@Suite struct `A screen's key bindings` {
    private var screen = Doors()

    @Test mutating func `are what its keys do, and the screen itself receives what no binding takes`() {
        #expect(screen.press(.enter, " ", "a", "h") == [.ring])
        #expect(screen.pressed == ["open", "open", "a", "hidden"])
        #expect(screen.press("p", "c", .up) == [])
        #expect(screen.received == [.key("p"), .key("c"), .key(.up)])
    }

    @Test mutating func `are named on the key line, where a click presses a single key`() {
        #expect(screen.lines().last == " Enter open  p part  ? help")
        #expect(screen.click("Enter open") == [] && screen.pressed == ["open"])
        _ = screen.click("p part")
        #expect(screen.received == [.key("p")])
        _ = screen.click("? help")
        #expect(screen.shows("quit at once"))
    }

    @Test mutating func `are listed by the help, without those that don't work now or have no name`() {
        _ = screen.press("?")
        #expect(screen.shows("Doors") && screen.shows("Enter  open") && screen.shows("a b  either"))
        #expect(!screen.shows("closed") && !screen.shows("hidden"))
        _ = screen.press("h")
        #expect(screen.window.help == nil && screen.pressed.isEmpty)
    }

    @Test mutating func `rest while a question is asked, whose answer has the effects that were given with it`() {
        screen.ask(Alert(title: "Leave?", text: "", buttons: ["Back", "Leave"]), confirmed: [.close])
        #expect(screen.press("a") == [] && screen.pressed.isEmpty)
        #expect(screen.press(.enter) == [.close])
        #expect(screen.press("a") == [.ring])
    }

    @Test func `are drawn in the size that the stack gives to a new screen`() {
        var stack = ScreenStack(named: ScreenID.gate, motion: .reduced, ending: .cancelled)
        _ = stack.resize(to: GateTest.smallest, at: .zero)
        _ = stack.begin(with: Doors(), at: .zero)
        #expect(stack.top?.size == GateTest.smallest)
    }
}
