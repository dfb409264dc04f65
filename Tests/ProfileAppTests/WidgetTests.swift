import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `Widgets` {
    private let part = CellRectangle(column: 0, row: 0, columns: 40, rows: 12)
    private let window = CellSize(columns: 40, rows: 13)

    private func drawn(_ alert: Alert) -> Canvas {
        var canvas = Canvas(size: part.size)
        alert.draw(on: &canvas, in: part)
        return canvas
    }

    @Test func `an alert has key hints of its own, which can be clicked`() {
        var alert = Alert(title: "Remove", of: "Ridge", text: "", buttons: ["Keep", "Remove"], focused: 0)
        let size = CellSize(columns: 80, rows: 24)
        var canvas = Canvas(size: size)
        KeyLine(.init(.character("q"), "quit")).draw(on: &canvas)
        alert.draw(on: &canvas, in: size.aboveKeyLine)
        #expect(canvas.lines(depth: .none)[23] == " Esc keep  Enter choose  Tab move")
        #expect(alert.update(.click(CellPoint(column: 25, row: 23)), in: size) == nil)
        #expect(alert.update(.click(CellPoint(column: 12, row: 23)), in: size) == 1)
        #expect(alert.update(.click(CellPoint(column: 2, row: 23)), in: size) == 0)
    }

    @Test func `a button shows its focus and whether it is enabled without colours`() {
        func drawn(_ button: Button, _ isFocused: Bool) -> String {
            var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
            button.draw(on: &canvas, column: 0, row: 0, isFocused: isFocused)
            return canvas.text
        }
        #expect(drawn(Button("Next"), true) == "[ Next ]")
        #expect(drawn(Button("Next"), false) == "( Next )")
        #expect(drawn(Button("Next", isEnabled: false), true) == "  Next")
    }

    @Test func `an alert has its buttons from left to right, and Escape stands for the leftmost`() {
        var alert = Alert(title: "Notice", text: "This is an alert. Press OK.", buttons: ["Cancel", "OK"])
        #expect(drawn(alert).text.contains("( Cancel )  [ OK ]"))
        #expect(alert.update(.key(.escape), in: part, of: window) == 0)
        #expect(alert.update(.key(.enter), in: part, of: window) == 1)
        #expect(alert.update(.key(.left), in: part, of: window) == nil)
        #expect(drawn(alert).text.contains("[ Cancel ]  ( OK )"))
        #expect(alert.update(.key(.character(" ")), in: part, of: window) == 0)
        for (key, focused) in [
            (Key.left, 0), (.right, 1), (.right, 1), (.down, 1), (.up, 0), (.up, 0), (.backTab, 1), (.tab, 0),
            (.tab, 1),
        ] {
            #expect(alert.update(.key(key), in: part, of: window) == nil)
            #expect(alert.focused == focused, "\(key)")
        }
        #expect(alert.update(.key(.enter), in: part, of: window) == 1)
        #expect(alert.update(.tick, in: part, of: window) == nil)
    }

    @Test func `an alert's buttons can be clicked, and nothing else in it`() throws {
        var alert = Alert(
            title: "Notice", text: "Long enough that it takes more than a line of text.", buttons: ["A", "B"])
        let canvas = drawn(alert)
        let second = try #require(canvas.place(of: "[ B ]"))
        #expect(alert.update(.click(second), in: part, of: window) == 1)
        #expect(alert.update(.click(try #require(canvas.place(of: "Notice"))), in: part, of: window) == nil)
        #expect(alert.update(.click(CellPoint(column: -1, row: 99)), in: part, of: window) == nil)
    }

    @Test func `an alert without buttons can be closed all the same`() {
        var alert = Alert(title: "", text: "", buttons: [])
        #expect(alert.update(.key(.right), in: part, of: window) == nil)
        #expect(alert.update(.key(.left), in: part, of: window) == nil)
        #expect(alert.update(.key(.escape), in: part, of: window) == 0)
    }

    @Test func `a click on the line of keys stands for the key`() {
        let size = CellSize(columns: 30, rows: 4)
        let line = KeyLine(
            .init(.escape, "Back"), .init(keys: "↑↓", "Scroll"), .init(.enter, "A label too long for it"))
        var canvas = Canvas(size: size)
        line.draw(on: &canvas)
        #expect(canvas.text.hasSuffix(" Esc Back  ↑↓ Scroll  …"))
        #expect(line.translated(.click(CellPoint(column: 22, row: 3)), in: size) == .key(.help))
        func event(_ column: Int, _ row: Int = 3) -> Event {
            line.translated(.click(CellPoint(column: column, row: row)), in: size)
        }
        #expect(event(1) == .key(.escape))
        #expect(event(8) == .key(.escape))
        #expect(event(9) == .click(CellPoint(column: 9, row: 3)))
        #expect(event(12) == .click(CellPoint(column: 12, row: 3)))
        #expect(event(25) == .click(CellPoint(column: 25, row: 3)))
        #expect(event(1, 2) == .click(CellPoint(column: 1, row: 2)))
        #expect(line.translated(.tick, in: size) == .tick)
    }

    @Test(arguments: [Key.character("?"), .help]) func `help is always on the line of keys`(key: Key) {
        let line = KeyLine(
            .init(.enter, "open"), .init(.character("/"), "search"), .init(.character("q"), "quit"), .init(key, "help"),
            .init(.tab, "move"))
        func shown(_ columns: Int) -> String {
            var canvas = Canvas(size: CellSize(columns: columns, rows: 1))
            line.draw(on: &canvas)
            return canvas.text
        }
        #expect(shown(80) == " Enter open  / search  q quit  \(key.name) help  Tab move")
        #expect(shown(29) == " Enter open  / search  \(key.name) …")
        for columns in 8..<80 {
            let size = CellSize(columns: columns, rows: 1)
            let text = shown(columns)
            #expect(text.contains("\(key.name) help") || text.hasSuffix("\(key.name) …"), "\(text)")
            #expect(text.cells <= columns)
            guard let end = text.last, end == "…" else { continue }
            #expect(line.translated(.click(CellPoint(column: text.cells - 1, row: 0)), in: size) == .key(.help))
        }
    }

    @Test(arguments: [40, 80]) func `a question keeps a long name in its box, and remains a question`(columns: Int) {
        var canvas = Canvas(size: CellSize(columns: columns, rows: 16))
        let question = Alert.removing([
            HikeHeader(id: 1, name: String(repeating: "Sehr langer Name ", count: 9), distance: 1)
        ])
        question.draw(on: &canvas, in: canvas.size.whole)
        let line = canvas.text.split(separator: "\n").first { $0.contains("Remove") } ?? ""
        #expect(line.contains("Remove “Sehr langer") && line.contains("…”?"))
        #expect(line.filter { $0 == "│" }.count == 2, "\(line)")
    }

    @Test func `a help sheet breaks long labels instead of cutting them`() {
        let size = CellSize(columns: 40, rows: 16)
        let sheet = HelpSheet("Keys", [.init(keys: "PgUp PgDn g G", "by pages, to the first and to the last one")])
        var canvas = Canvas(size: size)
        sheet.draw(on: &canvas)
        #expect(canvas.text.contains("last one") && !canvas.text.contains("…"))
    }

    @Test func `a help sheet shows dots only while lines are hidden, above or below`() {
        let size = CellSize(columns: 40, rows: 16)
        var sheet = HelpSheet("Keys", (1...20).map { KeyLine.Item(keys: "\($0)", "label") })
        func shown() -> String {
            var canvas = Canvas(size: size)
            sheet.draw(on: &canvas)
            return canvas.text
        }
        #expect(shown().contains("…") && !shown().contains("quit at once"))
        _ = sheet.update(.key(.end), in: size)
        func dots() -> [Int] { shown().split(separator: "\n").indices.filter { line(shown(), $0).contains("…") } }
        func line(_ text: String, _ row: Int) -> Substring { text.split(separator: "\n")[row] }
        #expect(shown().contains("quit at once") && dots().count == 1, "above")
        _ = sheet.update(.key(.up), in: size)
        #expect(dots().count == 2)
    }

    @Test func `every key has a name`() {
        let keys: [Key] = [
            .character(" "), .character("p"), .enter, .escape, .backspace, .delete, .tab, .backTab, .up, .down, .left,
            .right, .home, .end, .pageUp, .pageDown, .control("l"),
        ]
        #expect(Set(keys.map(\.name)).count == keys.count)
        #expect(Key.control("l").name == "^L")
    }

    @Test func `the focus wraps around, and skips what cannot have it`() {
        var ring = FocusRing(1, 2, 3)
        ring.disabled = [2]
        #expect(ring.update(.key(.tab)) == true)
        #expect(ring.current == 3)
        ring.disabled = []
        _ = ring.update(.key(.down))
        #expect(ring.current == 1)
        _ = ring.update(.key(.backTab))
        #expect(ring.current == 3)
        ring.disabled = [1, 2, 3]
        _ = ring.update(.key(.up))
        #expect(ring.current == 3)
        ring.focus(9)
        #expect(ring.current == 3)
        #expect(ring.update(.key(.enter)) == false)
    }

    @Test func `text is wrapped between words, within long words, and at line ends`() {
        #expect("one two three".wrapped(to: 7) == ["one two", "three"])
        #expect("abcdefghij k".wrapped(to: 4) == ["abcd", "efgh", "ij k"])
        #expect("a\n\nb".wrapped(to: 4) == ["a", "", "b"])
        #expect("山川山".wrapped(to: 5) == ["山川", "山"])
        #expect("x\u{1B}y".wrapped(to: 20) == ["x\\u{1B}y"])
        #expect("x".wrapped(to: 0) == [])
    }

    @Test func `a slide moves whole pictures, and is exact at its ends`() {
        let size = CellSize(columns: 4, rows: 1)
        func canvas(_ text: String) -> Canvas {
            var canvas = Canvas(size: size)
            canvas.write(text, column: 0, row: 0)
            return canvas
        }
        func drawn(_ direction: Slide.Direction, _ now: Moment) -> String {
            var picture = Canvas(size: size)
            Slide(direction, at: .zero).draw(from: canvas("a山b"), to: canvas("c川d"), on: &picture, at: now)
            return picture.text
        }
        #expect(drawn(.forward, .zero) == "a山b")
        #expect(drawn(.forward, .zero + Slide.length) == "c川d")
        #expect(drawn(.back, .zero) == "a山b")
        #expect(drawn(.back, .zero + Slide.length) == "c川d")
        for step in 0...30 {
            let now = Moment.zero + Slide.length * step / 30
            // No character is cut in half: every line has all its cells.
            for direction in [Slide.Direction.forward, .back] {
                #expect(drawn(direction, now).cells <= 4)
                #expect("a山bc川d a山b".contains { drawn(direction, now).contains($0) })
            }
        }
        #expect(drawn(.forward, .milliseconds(90)) == " bc")
        #expect(Slide(.forward, at: .zero).nextTick(after: .zero) == Moment.zero + Motion.frame)
        #expect(Slide(.forward, at: .zero).nextTick(after: .zero + Slide.length) == nil)
    }
}
