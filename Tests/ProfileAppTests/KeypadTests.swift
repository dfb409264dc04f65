import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `A keypad` {
    private let origin = CellPoint(column: 0, row: 0)

    private func symbols(_ keypad: Keypad) -> [Character] {
        keypad.keys.joined().compactMap { key in
            if case .symbol(let symbol)? = key { symbol } else { nil }
        }
    }

    @Test func `has every symbol once, on both pages`() {
        var keypad = Keypad(order: .shuffled(GateTest.shuffled(1)), hasEmergencyKey: true)
        #expect(symbols(keypad).sorted() == Array("0123456789"))
        keypad.show(.letters)
        #expect(symbols(keypad).sorted() == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    }

    @Test func `is shuffled each time it appears, and not in between`() {
        var keypad = Keypad(order: .shuffled(GateTest.shuffled(1)), hasEmergencyKey: false)
        var seen = [keypad.arrangement]
        keypad.show(.digits)
        #expect(keypad.arrangement == seen[0])
        for _ in 0..<20 {
            keypad.appear()
            seen.append(keypad.arrangement)
        }
        #expect(Set(seen).count > 15)
        keypad.show(.letters)
        let letters = keypad.arrangement
        keypad.show(.digits)
        keypad.show(.letters)
        #expect(keypad.arrangement != letters)
    }

    @Test func `is shuffled with the system's random generator in the app`() {
        var words = RandomWords.system
        #expect(Set((0..<8).map { _ in words.next() }).count == 8)
    }

    @Test func `stays in order when it is not shuffled`() {
        var keypad = Keypad(order: .ordered, hasEmergencyKey: false)
        keypad.appear()
        #expect(keypad.arrangement == Array("1234567890"))
    }

    @Test func `puts each digit in each place equally often`() {
        var keypad = Keypad(order: .shuffled(GateTest.shuffled(7)), hasEmergencyKey: false)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<2000 {
            keypad.appear()
            counts[keypad.arrangement.firstIndex(of: "7") ?? 0] += 1
        }
        // 200 each; six standard deviations are 80.
        #expect(counts.allSatisfy { abs($0 - 200) < 80 })
    }

    @Test func `has no overlapping keys, and all within its bounds`() {
        for density in Keypad.Density.allCases {
            for page in [CodeEntry.SymbolKind.digits, .letters] {
                var keypad = Keypad(order: .ordered, hasEmergencyKey: true)
                keypad.hasForgotKey = true
                keypad.show(page)
                var cells: Set<CellPoint> = []
                for (key, area) in keypad.placed(in: origin, density: density) {
                    for row in area.origin.row..<area.origin.row + area.size.rows {
                        for column in area.origin.column..<area.origin.column + area.size.columns {
                            let point = CellPoint(column: column, row: row)
                            #expect(cells.insert(point).inserted)
                            #expect((0..<density.columns).contains(column))
                            #expect((0..<Keypad.rows(density: density)).contains(row))
                            #expect(keypad.key(at: point, origin: origin, density: density) == key)
                        }
                    }
                }
            }
        }
    }

    @Test func `lets arrow keys reach every key from every other`() {
        for page in [CodeEntry.SymbolKind.digits, .letters] {
            var keypad = Keypad(order: .ordered, hasEmergencyKey: true)
            keypad.hasForgotKey = true
            keypad.show(page)
            let all = Set(keypad.keys.joined().compactMap(\.self))
            for start in all {
                var reached: Set<KeypadKey> = [start]
                var open = [start]
                while let key = open.popLast() {
                    for arrow in [Key.up, .down, .left, .right] {
                        var moved = keypad
                        while moved.focused != key { _ = moved.moveFocus(by: .key(.tab)) }
                        _ = moved.moveFocus(by: .key(arrow))
                        if let next = moved.focused, reached.insert(next).inserted { open.append(next) }
                    }
                }
                #expect(reached == all)
            }
        }
    }

    @Test func `has a blank row above it where there is room for one below the message`() {
        for rows in 20...60 {
            let area = CellRectangle(column: 0, row: 0, columns: 100, rows: rows)
            let panel = PanelLayout(in: area, hasPadlock: true)
            let end = panel.keypad.row + Keypad.rows(density: panel.density)
            #expect(end <= rows && panel.keypad.row == panel.messageRow + panel.messageRows, "\(rows) rows")
            if panel.top + rows - end > 1 { #expect(panel.messageRows == 3, "\(rows) rows") }
        }
    }

    @Test func `moves the focus as the keys are arranged`() {
        var keypad = Keypad(order: .ordered, hasEmergencyKey: true)
        #expect(keypad.focused == nil)
        func focused(after arrows: Key...) -> KeypadKey? {
            for arrow in arrows { _ = keypad.moveFocus(by: .key(arrow)) }
            return keypad.focused
        }
        #expect(focused(after: .up) == .symbol("5"))
        #expect(focused(after: .up) == .symbol("2"))
        #expect(focused(after: .up, .left, .left) == .symbol("1"))
        #expect(focused(after: .down, .down, .down) == .emergency)
        #expect(focused(after: .right, .right, .right) == .cancelOrDelete)
        #expect(focused(after: .down) == .cancelOrDelete)
        #expect(focused(after: .tab) == .symbol("1"))
        #expect(focused(after: .backTab) == .cancelOrDelete)
    }

    @Test func `keeps a focus when the page changes or the key disappears`() {
        var keypad = Keypad(order: .ordered, hasEmergencyKey: true)
        keypad.hasForgotKey = true
        _ = keypad.moveFocus(by: .key(.up))
        keypad.show(.letters)
        #expect(keypad.focused == .symbol("K"))
        _ = keypad.moveFocus(by: .key(.backTab))
        while keypad.focused != .forgot { _ = keypad.moveFocus(by: .key(.tab)) }
        keypad.hasForgotKey = false
        #expect(keypad.focused == nil)
    }
}
